import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import { BoundedMap } from '@svc/twin-kit';
import type { ObjectType } from '../world/git.ts';
import type { RawObject } from './pack-writer.ts';

/** An object as it stands in a pack. */
type Found = Omit<RawObject, 'sha'>;

const TYPES: Readonly<Record<number, ObjectType>> = { 1: 'commit', 2: 'tree', 3: 'blob', 4: 'tag' };
const OFFSET_DELTA = 6;
const REF_DELTA = 7;

const FANOUT = 8;
const SHAS = FANOUT + 256 * 4;
const SHA_BYTES = 20;
/** Of a type, a size and what a delta is of. */
const LONGEST_HEAD = 64;
/** What is inflated at first; more where an object is larger. */
const PIECE = 4 << 10;
const CHAIN = 4_096;

/** Index of a pack: where each object stands. */
class PackIndex {
  readonly #bytes: Buffer;
  readonly count: number;

  constructor(path: string) {
    this.#bytes = readFileSync(path);
    this.count = this.#bytes.readUInt32BE(SHAS - 4);
  }

  find(sha: string): number | undefined {
    const wanted = Buffer.from(sha, 'hex');
    const first = wanted[0] as number;
    let low = first === 0 ? 0 : this.#bytes.readUInt32BE(FANOUT + (first - 1) * 4);
    let high = this.#bytes.readUInt32BE(FANOUT + first * 4);
    while (low < high) {
      const middle = (low + high) >>> 1;
      const order = this.#shaAt(middle).compare(wanted);
      if (order === 0) return this.#offsetAt(middle);
      if (order < 0) low = middle + 1;
      else high = middle;
    }
    return undefined;
  }

  *shas(): Generator<string> {
    for (let at = 0; at < this.count; at += 1) yield this.#shaAt(at).toString('hex');
  }

  #shaAt(at: number): Buffer {
    return this.#bytes.subarray(SHAS + at * SHA_BYTES, SHAS + (at + 1) * SHA_BYTES);
  }

  #offsetAt(at: number): number {
    const offsets = SHAS + this.count * (SHA_BYTES + 4);
    const offset = this.#bytes.readUInt32BE(offsets + at * 4);
    if (offset < 0x8000_0000) return offset;
    return Number(this.#bytes.readBigUInt64BE(offsets + this.count * 4 + (offset - 0x8000_0000) * 8));
  }
}

/** What a pack's entry begins with. */
interface Entry {
  type: number;
  /** Bytes of the object, or of its delta. */
  size: number;
  /** Where its bytes begin. */
  at: number;
  /** Where what it is a delta of stands. */
  base: number | undefined;
}

const MOST_KEPT_BYTES = 8 << 20;

/** One pack, read object by object. Git has checked it before. */
export class PackReader {
  readonly #file: number;
  readonly #size: number;
  readonly #index: PackIndex;
  /** Objects that others are deltas of. */
  readonly #kept = new BoundedMap<number, Found>(MOST_KEPT_BYTES, ({ bytes }) => bytes.length);

  /** @param path without its ending */
  constructor(path: string) {
    this.#index = new PackIndex(`${path}.idx`);
    this.#file = openSync(`${path}.pack`, 'r');
    this.#size = fstatSync(this.#file).size;
  }

  close(): void {
    closeSync(this.#file);
  }

  /** The ids of all its objects, sorted. */
  shas(): Iterable<string> {
    return this.#index.shas();
  }

  read(sha: string): Found | undefined {
    const offset = this.#index.find(sha);
    return offset === undefined ? undefined : this.#at(offset);
  }

  /** Type and size of an object, without its bytes. */
  facts(sha: string): { type: ObjectType; size: number } | undefined {
    const offset = this.#index.find(sha);
    if (offset === undefined) return undefined;
    let entry = this.#entry(offset);
    const { size } = entry.base === undefined ? entry : resultSize(this.#inflate(entry.at, entry.size));
    while (entry.base !== undefined) entry = this.#entry(entry.base);
    return { type: TYPES[entry.type] as ObjectType, size };
  }

  #at(offset: number): Found {
    const deltas: Buffer[] = [];
    let place = offset;
    for (let depth = 0; depth < CHAIN; depth += 1) {
      const kept = this.#kept.get(place);
      const entry = kept ? undefined : this.#entry(place);
      if (entry?.base !== undefined) {
        deltas.push(this.#inflate(entry.at, entry.size));
        place = entry.base;
        continue;
      }
      const base = kept ?? {
        type: TYPES[entry?.type ?? 0] as ObjectType,
        bytes: this.#inflate(entry?.at ?? 0, entry?.size ?? 0),
      };
      if (base.bytes.length < MOST_KEPT_BYTES / 4) this.#kept.set(place, base);
      const bytes = deltas.reduceRight(applyDelta, base.bytes);
      if (deltas.length > 0 && bytes.length < MOST_KEPT_BYTES / 4) this.#kept.set(offset, { type: base.type, bytes });
      return { type: base.type, bytes };
    }
    throw new Error('a chain of deltas without an end');
  }

  #entry(offset: number): Entry {
    const head = this.#bytes(offset, LONGEST_HEAD);
    let at = 0;
    let byte = head[at++] as number;
    const type = (byte >> 4) & 7;
    let size = byte & 15;
    for (let scale = 16; byte & 0x80; scale *= 128) {
      byte = head[at++] as number;
      size += (byte & 0x7f) * scale;
    }
    if (type === REF_DELTA) {
      const base = this.#index.find(head.toString('hex', at, at + SHA_BYTES));
      if (base === undefined) throw new Error('a delta of what is not in its pack');
      return { type, size, at: offset + at + SHA_BYTES, base };
    }
    if (type !== OFFSET_DELTA) return { type, size, at: offset + at, base: undefined };
    byte = head[at++] as number;
    let back = byte & 0x7f;
    while (byte & 0x80) {
      byte = head[at++] as number;
      back = (back + 1) * 128 + (byte & 0x7f);
    }
    return { type, size, at: offset + at, base: offset - back };
  }

  #inflate(at: number, size: number): Buffer {
    // What can't be made smaller becomes a little larger.
    const most = size + (size >> 8) + PIECE;
    for (let length = Math.min(most, PIECE); ; length = Math.min(most, length * 8)) {
      try {
        return inflateSync(this.#bytes(at, length), { maxOutputLength: size + 1 });
      } catch (error) {
        if (length >= most || (error as NodeJS.ErrnoException).code !== 'Z_BUF_ERROR') throw error;
      }
    }
  }

  #bytes(at: number, length: number): Buffer {
    const buffer = Buffer.allocUnsafe(Math.max(0, Math.min(length, this.#size - at)));
    return buffer.subarray(0, readSync(this.#file, buffer, 0, buffer.length, at));
  }
}

/** A number of seven bits a byte, the lowest first. */
function lengthAt(delta: Buffer, start: number): { size: number; next: number } {
  let size = 0;
  let scale = 1;
  for (let at = start; ; at += 1) {
    const byte = delta[at] as number;
    size += (byte & 0x7f) * scale;
    scale *= 128;
    if (!(byte & 0x80)) return { size, next: at + 1 };
  }
}

/** How large the object is that a delta makes, and where its instructions begin. */
const resultSize = (delta: Buffer): { size: number; next: number } => lengthAt(delta, lengthAt(delta, 0).next);

/** https://git-scm.com/docs/gitformat-pack#_deltified_representation */
function applyDelta(base: Buffer, delta: Buffer): Buffer {
  const { size, next } = resultSize(delta);
  const made = Buffer.allocUnsafe(size);
  let to = 0;
  for (let at = next; at < delta.length; ) {
    const code = delta[at++] as number;
    if (!(code & 0x80)) {
      to += delta.copy(made, to, at, at + code);
      at += code;
      continue;
    }
    let [offset, length] = [0, 0];
    for (let bit = 0; bit < 4; bit += 1) if (code & (1 << bit)) offset += (delta[at++] as number) * 256 ** bit;
    for (let bit = 0; bit < 3; bit += 1) if (code & (16 << bit)) length += (delta[at++] as number) * 256 ** bit;
    if (length === 0) length = 0x10000;
    to += base.copy(made, to, offset, offset + length);
  }
  return made;
}
