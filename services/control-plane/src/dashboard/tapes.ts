import { splitLines } from '@svc/twin-kit';
import type { StoredRun } from '../runs/find.ts';
import type { Service } from '../service.ts';
import { readBlob } from '../worlds/stored.ts';
import { PackedTape } from './packed-tape.ts';

/** What the tapes at hand may take together, in bytes. */
const MOST_BYTES = 1 << 26;
/** Evidence that was deleted isn't told for longer, in milliseconds. */
const KEPT_MS = 10 * 60_000;

interface Kept {
  tape: Promise<PackedTape | undefined>;
  since: number;
  /** 0 until it is known. */
  bytes: number;
}

/** The tapes of runs that pages look at: a page asks for one call after the other, and a long tape takes a while to read through. */
export class Tapes {
  readonly #kept = new Map<string, Kept>();
  readonly #mostBytes: number;

  constructor(mostBytes = MOST_BYTES) {
    this.#mostBytes = mostBytes;
  }

  /** @returns undefined for one that is too large to be kept */
  get(key: string, now: number, read: () => Promise<AsyncIterable<Buffer>>): Promise<PackedTape | undefined> {
    for (const [other, { since }] of this.#kept) if (now - since > KEPT_MS) this.#kept.delete(other);
    const known = this.#kept.get(key);
    const entry = known ?? { tape: read().then((bytes) => PackedTape.of(bytes)), since: now, bytes: 0 };
    // The one that was asked for last goes last.
    this.#kept.delete(key);
    this.#kept.set(key, entry);
    if (!known) this.#measure(key, entry);
    return entry.tape;
  }

  get bytes(): number {
    return [...this.#kept.values()].reduce((sum, { bytes }) => sum + bytes, 0);
  }

  #measure(key: string, entry: Kept): void {
    const done = (tape: PackedTape | undefined) => {
      entry.bytes = tape?.bytes ?? 0;
      for (const other of this.#kept.keys()) {
        if (this.bytes <= this.#mostBytes) break;
        this.#kept.delete(other);
      }
    };
    const failed = () => {
      if (this.#kept.get(key) === entry) this.#kept.delete(key);
    };
    entry.tape.then(done, failed);
  }
}

/** Of each service of this process. */
const tapes = new WeakMap<Service['blobs'], Tapes>();

function keptTape(service: Service, key: string): Promise<PackedTape | undefined> {
  const kept = tapes.get(service.blobs) ?? new Tapes();
  tapes.set(service.blobs, kept);
  return kept.get(key, service.clock.now().getTime(), () => readBlob(service, key));
}

/** The rows of a run's tape. @throws ServiceError `blob_absent` */
export async function rowsOf(service: Service, run: StoredRun): Promise<AsyncIterable<Buffer>> {
  const { trace_s3_key: key } = run;
  const kept = key === null ? undefined : await keptTape(service, key);
  return kept ?? splitLines(await readBlob(service, key));
}

/** Some rows of a run's tape by their places, the last one included; 1 is the first. @throws ServiceError `blob_absent` */
export async function rowsBetween(service: Service, run: StoredRun, from: number, to: number): Promise<AsyncIterable<Buffer>> {
  const rows = await rowsOf(service, run);
  return rows instanceof PackedTape ? rows.between(from, to) : cut(rows, from, to);
}

async function* cut(rows: AsyncIterable<Buffer>, from: number, to: number): AsyncGenerator<Buffer> {
  let place = 0;
  for await (const row of rows) {
    if (row.length === 0) continue;
    place += 1;
    if (place > to) return;
    if (place >= from) yield row;
  }
}

/** A row of a run's tape by its place; 1 is the first. @returns it, or how many rows there are @throws ServiceError `blob_absent` */
export async function rowAt(service: Service, run: StoredRun, place: number): Promise<Buffer | number> {
  const rows = await rowsOf(service, run);
  if (rows instanceof PackedTape) return (await rows.row(place)) ?? rows.rows;
  let read = 0;
  for await (const row of rows) {
    if (row.length > 0) read += 1;
    if (row.length > 0 && read === place) return row;
  }
  return read;
}
