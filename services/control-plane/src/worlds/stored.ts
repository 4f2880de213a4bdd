import { ServiceError } from '@svc/contract';
import { plainBytes } from '@svc/mcp/evidence';
import { type Change, PastWorld, type State, splitLines, type TapeRow, type Twin, type WorldSpec } from '@svc/twin-kit';
import { blobAbsent } from '../evidence/downloads.ts';
import type { StoredRun } from '../runs/find.ts';
import type { Service } from '../service.ts';
import { withinTime } from '../timeout.ts';
import { beyondTheEnd } from './cut.ts';

export interface PastState {
  state: State<WorldSpec>;
  /** How many of the twin's own rows it comes after. */
  row: number;
}

/** What a harness uploaded may unfold to more than a service can hold; tapes of ours stay below. In bytes. */
const MOST_TAPE_BYTES = 2 ** 30;

/**
 * The world of a twin after so many rows of a run's tape: the state that it began with, and what the rows say was changed.
 *
 * @throws ServiceError `blob_absent`, 422 for a step beyond the end, 409 where the evidence doesn't make a world
 */
export async function pastState(service: Service, run: StoredRun, twin: Twin, step: number): Promise<PastState> {
  const start = await startOf(service, run, twin.id);
  const lines = step === 0 ? nothing() : await readBlob(service, run.trace_s3_key);
  try {
    return await rebuilt(new Rows(run), new PastWorld(twin.definition.collections, start), lines, { twin: twin.id, step });
  } catch (cause) {
    if (cause instanceof ServiceError) throw cause;
    throw new ServiceError('conflict', { message: "The run's stored tape does not follow from its stored world.", cause });
  }
}

async function rebuilt(
  rows: Rows,
  world: PastWorld,
  bytes: AsyncIterable<Buffer>,
  { twin, step }: { twin: string; step: number },
): Promise<PastState> {
  let read = 0;
  let row = 0;
  let size = 0;
  if (step === 0) return { state: world.state(), row };
  for await (const line of splitLines(bytes)) {
    size += line.length + 1;
    if (size > MOST_TAPE_BYTES) throw new Error(`more than ${MOST_TAPE_BYTES} bytes`);
    if (line.length === 0) continue;
    read += 1;
    const told = rows.told(line);
    if (told.twin === twin) {
      row += 1;
      for (const change of told.changes) world.apply(change);
    }
    if (read === step) return { state: world.state(), row };
  }
  throw beyondTheEnd('step', read);
}

async function* nothing(): AsyncGenerator<Buffer> {}

/** Stands in every row of ours that changed something. */
const DELTA = Buffer.from('"state_delta":[');
/** Rows of ours name their twin within so many bytes. */
const NAMED_WITHIN = 256;

/** Reads of the rows of a run what a world is rebuilt from. */
class Rows {
  readonly #primary: string | undefined;
  readonly #ours: boolean;

  constructor({ record, provenance }: StoredRun) {
    this.#primary = (record as { twins?: string[] }).twins?.[0];
    this.#ours = provenance === 'hosted';
  }

  told(line: Buffer): { twin: string | undefined; changes: readonly Change[] } {
    if (this.#ours && !line.includes(DELTA)) {
      const [, twin] = /"twin":"([^"]*)"/.exec(line.toString('latin1', 0, NAMED_WITHIN)) ?? [];
      return { twin, changes: [] };
    }
    const { twin = this.#primary, state_delta } = JSON.parse(line.toString()) as Partial<TapeRow>;
    return { twin, changes: state_delta ?? [] };
  }
}

/** The state that a twin of a run began with. @throws ServiceError `blob_absent` */
export async function startOf(service: Service, run: StoredRun, twin: string): Promise<State<WorldSpec>> {
  const record = run.record as { state_initial_keys?: Record<string, string>; state_seed_keys?: Record<string, string> };
  const keys = { ...record.state_initial_keys, ...record.state_seed_keys };
  const pieces: Uint8Array[] = [];
  for await (const piece of await readBlob(service, keys[twin] ?? null)) pieces.push(piece);
  return JSON.parse(Buffer.concat(pieces).toString()) as State<WorldSpec>;
}

/** A stored blob, plain. @throws ServiceError `blob_absent` */
export async function readBlob({ blobs, config }: Service, key: string | null): Promise<AsyncIterable<Buffer>> {
  if (key === null) throw blobAbsent();
  const blob = await withinTime(blobs.get(key), config.downstreamTimeoutMs, 'Evidence storage is not reachable. Retry.');
  if (!blob) throw blobAbsent();
  return plainBytes(blob) as AsyncIterable<Buffer>;
}
