import type { Writable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { BlobStore } from '@svc/platform';
import type { State, TapeRow, WorldSpec } from '@svc/twin-kit';
import type { Snapshots } from './capture/evidence.ts';
import type { Tape } from './capture/tape.ts';
import { compressed, GZIP } from './compress.ts';

/** So much is compressed at once: to begin costs as much each time. */
const PIECE_BYTES = 1 << 18;
const NEWLINE = 0x0a;

const runPrefix = (teamId: string, runId: string): string => `teams/${teamId}/runs/${runId}`;

/** Stores the tape line by line as it comes and shows each row to `onRow`. @returns key and number of rows */
export async function storeTape(
  blobs: Pick<BlobStore, 'put'>,
  { teamId, runId }: { teamId: string; runId: string },
  tape: Tape,
  onRow: (row: TapeRow) => void,
): Promise<{ key: string; rows: number }> {
  const key = `${runPrefix(teamId, runId)}/events.jsonl`;
  let rows = 0;
  let cause: unknown;
  const packed = createGzip(GZIP);
  const feed = async (): Promise<void> => {
    const lines = new LineWriter(packed);
    try {
      for await (const batch of tape) {
        for (const { line, row } of batch) {
          onRow(row);
          if (!lines.hasRoomFor(line)) await lines.flush();
          lines.add(line);
        }
        rows += batch.length;
      }
      await lines.flush();
    } catch (error) {
      // Where the storing ended first, that is the reason.
      if (!packed.destroyed) cause = error;
      packed.destroy();
      throw error;
    }
    packed.end();
  };
  const feeding = feed();
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

/**
 * Lines on their way into a compressor, from one piece of memory that is filled again and again: V8 goes through the whole heap for every so many
 * bytes of new buffers.
 */
class LineWriter {
  readonly #to: Writable;
  #bytes = Buffer.allocUnsafeSlow(PIECE_BYTES);
  #size = 0;

  constructor(to: Writable) {
    this.#to = to;
  }

  hasRoomFor({ length }: Buffer): boolean {
    return this.#size === 0 || this.#size + length < this.#bytes.length;
  }

  /** Takes a line without its end, for which there is room. */
  add(line: Buffer): void {
    if (line.length >= this.#bytes.length) this.#bytes = Buffer.allocUnsafeSlow(line.length + 1);
    this.#size += line.copy(this.#bytes, this.#size);
    this.#bytes[this.#size] = NEWLINE;
    this.#size += 1;
  }

  /** Hands over what was added. @returns once it has been read @throws where nobody will read it any more */
  async flush(): Promise<void> {
    const piece = this.#bytes.subarray(0, this.#size);
    this.#size = 0;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    // A compressor that is destroyed while its output waits for a reader says nothing of what it was given.
    const onClose = (): void => reject(new Error('the tape is not stored any more'));
    this.#to.once('close', onClose);
    this.#to.write(piece, (error) => (error ? reject(error) : resolve()));
    await promise.finally(() => this.#to.off('close', onClose));
  }
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
