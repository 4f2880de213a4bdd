import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { BlobStore } from '@svc/platform';
import type { State, TapeRow, WorldSpec } from '@svc/twin-kit';
import type { Snapshots } from './capture/evidence.ts';
import type { Tape } from './capture/tape.ts';
import { compressed, GZIP } from './compress.ts';

/** So much is compressed at once: to begin costs as much each time. */
const PIECE_BYTES = 1 << 18;
const NEWLINE = Buffer.from('\n');

const runPrefix = (teamId: string, runId: string): string => `teams/${teamId}/runs/${runId}`;

/** Stores the tape line by line as it comes and shows each row to `onRow`. @returns key and number of rows */
export async function storeTape(
  blobs: BlobStore,
  { teamId, runId }: { teamId: string; runId: string },
  tape: Tape,
  onRow: (row: TapeRow) => void,
): Promise<{ key: string; rows: number }> {
  const key = `${runPrefix(teamId, runId)}/events.jsonl`;
  let rows = 0;
  let cause: unknown;
  const pieces = async function* () {
    let lines: Buffer[] = [];
    let size = 0;
    try {
      for await (const batch of tape) {
        for (const { line, row } of batch) {
          onRow(row);
          lines.push(line, NEWLINE);
          size += line.length + NEWLINE.length;
        }
        rows += batch.length;
        if (size < PIECE_BYTES) continue;
        yield Buffer.concat(lines, size);
        lines = [];
        size = 0;
      }
      if (size > 0) yield Buffer.concat(lines, size);
    } catch (error) {
      cause = error;
      throw error;
    }
  };
  const packed = createGzip(GZIP);
  const feeding = pipeline(Readable.from(pieces(), { objectMode: true, highWaterMark: 1 }), packed);
  feeding.catch(() => {});
  try {
    await blobs.put(key, packed, { contentType: 'application/x-ndjson', contentEncoding: 'gzip' });
    await feeding;
  } catch (error) {
    // A tape that broke off is the reason, not that its storing was interrupted.
    throw cause ?? error;
  } finally {
    packed.destroy();
  }
  return { key, rows };
}

/** Keys of stored worlds by twin. */
export interface StateKeys {
  /** Of forks only. */
  seed: Record<string, string>;
  initial: Record<string, string>;
  final: Record<string, string>;
}

/** Stores the worlds of each twin, as far as they are known; the first one so that the evidence can be graded again. */
export async function storeStates(
  blobs: BlobStore,
  { teamId, runId }: { teamId: string; runId: string },
  states: ReadonlyMap<string, Snapshots>,
): Promise<StateKeys> {
  const put = async (twin: string, which: keyof StateKeys, world: Promise<Buffer | undefined>) => {
    const key = `${runPrefix(teamId, runId)}/${twin}/state_${which}.json`;
    const bytes = await world;
    if (bytes) await blobs.put(key, bytes, { contentType: 'application/json', contentEncoding: 'gzip' });
    return { twin, which, key: bytes && key };
  };
  const packed = async (state: State<WorldSpec> | undefined) => state && compressed(JSON.stringify(state));
  const stored = await Promise.all(
    [...states].flatMap(([twin, { seed, initial, final }]) => [
      put(
        twin,
        'final',
        final.then((world) => world?.compressed()),
      ),
      put(twin, 'initial', packed(initial)),
      put(twin, 'seed', packed(seed)),
    ]),
  );
  const keys: StateKeys = { seed: {}, initial: {}, final: {} };
  for (const { twin, which, key } of stored) if (key !== undefined) keys[which][twin] = key;
  return keys;
}
