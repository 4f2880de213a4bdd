import type { IncomingMessage } from 'node:http';
import { mergeByTime } from '@svc/grading';
import type { TwinAddress } from '@svc/platform';
import { realTimeOf, splitLines, type TapeRow } from '@svc/twin-kit';
import { invalidField } from '../http/validate.ts';
import type { SandboxRecord } from '../sandboxes/view.ts';
import { readTwin, rowsOn } from './twins.ts';

/** How many rows of each twin stand within the first rows of their sandbox. */
export type Cut = ReadonlyMap<string, number>;

/** @throws ServiceError 422 for a step that the tape doesn't reach */
export const beyondTheEnd = (path: string, rows: number): Error =>
  invalidField(path, `is beyond the end: the tape has ${rows} ${rows === 1 ? 'row' : 'rows'}`, 'too_big');

interface RowTime {
  twin: string;
  at: number;
}

/**
 * Where the tapes of an open sandbox stand after so many of its calls, which are ordered as the tape of its run will be.
 *
 * @param path of the field that says how many
 */
export async function cutAt(sandbox: SandboxRecord, twins: readonly TwinAddress[], step: number, path: string): Promise<Cut> {
  const whole = await rowsOf(sandbox, twins);
  if (step > sumOf(whole)) throw beyondTheEnd(path, sumOf(whole));
  const [only, ...others] = twins;
  if (only && others.length === 0) return new Map([[only.twin, step]]);
  const cut = new Map(twins.map(({ twin }) => [twin, 0]));
  let left = step;
  if (left === 0) return cut;
  const tapes = twins.map((address) => timesOf(sandbox, address));
  for await (const batch of mergeByTime(tapes, ({ at }) => at)) {
    for (const { twin } of batch) {
      cut.set(twin, (cut.get(twin) ?? 0) + 1);
      left -= 1;
      if (left === 0) return cut;
    }
  }
  throw beyondTheEnd(path, step - left);
}

const BATCH_ROWS = 256;

/** When the calls of a twin came, in the order of its tape. */
async function* timesOf(sandbox: SandboxRecord, address: TwinAddress): AsyncGenerator<RowTime[]> {
  const answer = await readTwin(sandbox, address, '/_svc/events?format=jsonl');
  try {
    let batch: RowTime[] = [];
    for await (const line of splitLines(answer)) {
      batch.push({ twin: address.twin, at: realTimeOf(JSON.parse(line.toString()) as TapeRow) });
      if (batch.length < BATCH_ROWS) continue;
      yield batch;
      batch = [];
    }
    yield batch;
  } finally {
    answer.destroy();
  }
}

/** How many rows the tapes of an open sandbox have. */
export async function rowsOf(sandbox: SandboxRecord, twins: readonly TwinAddress[]): Promise<Cut> {
  const counts = twins.map(async (address) => {
    return [address.twin, await rowsOn(sandbox, address)] as const;
  });
  return new Map(await Promise.all(counts));
}

/** The rows on a twin's tape, as its answer says. */
export const rowsTold = (answer: IncomingMessage): number => Number(answer.headers['x-svc-rows']);

export const sumOf = (cut: Cut): number => [...cut.values()].reduce((sum, rows) => sum + rows, 0);
