import { createCipheriv, createSecretKey, hash, type KeyObject } from 'node:crypto';

/** What a write changed in the ids of a world; part of its journal entry. */
export interface IdsState {
  /** Random words taken so far. */
  draws: number;
  /** Last number given by each sequence that moved. */
  sequences: Record<string, number>;
}

/** Seeded, repeatable ids: the same seed document and the same calls give the same ids. */
export interface Ids {
  /** The next number of a named sequence, starting at `first` (default 1). */
  next(sequence: string, first?: number): number;
  /** Makes a sequence continue above `value`, for ids that a seed declared. */
  reserve(sequence: string, value: number): void;
  /** `length` lower-case hexadecimal digits. */
  hex(length: number): string;
  /** `length` characters of `alphabet` (default: digits and both cases of letters). */
  text(length: number, alphabet?: string): string;
  /** An integer in `[0, bound)`. */
  integer(bound: number): number;
  /** A version 4 UUID. */
  uuid(): string;
}

const ALPHANUMERIC = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const WORD_BYTES = 4;
/** As many characters as have so many combinations are taken out of one word: the modulo bias is below 1e-4. */
const LARGEST_RANGE = 2 ** 18;
/** ChaCha20 counts its stream in blocks of 64 bytes. As many are made at once as make the cipher's own set-up cheap. */
const CHACHA_BLOCK_BYTES = 64;
const PIECE_BYTES = 16_384;
const ZEROS = Buffer.alloc(PIECE_BYTES);
/** Longer hexadecimal numbers are made in parts of this many bytes. */
const PART_BYTES = 64;
const HEX_DIGITS = Buffer.from('0123456789abcdef');
/** Where the bytes of a UUID stand in its text, two digits each. */
const UUID_PLACES = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34];

/** Draws are words of one ChaCha20 stream, any piece of which can be had by its number: the whole generator state is one counter, so it journals and rolls back for free. */
export class SeededIds implements Ids {
  readonly #key: KeyObject;
  #piece: Buffer = ZEROS;
  #pieceNumber = -1;
  #draws = 0;
  readonly #part = Buffer.alloc(PART_BYTES);
  /** Written over for each: one flat text is cheaper to make, and to use as a key, than one put together. */
  readonly #uuid = Buffer.from('00000000-0000-0000-0000-000000000000');
  #sequences = new Map<string, number>();
  /** What `rollback` brings back. Nothing is remembered of a seed's ids, of which there may be many. */
  #before: { draws: number; sequences: [name: string, value: number | undefined][] } | undefined;

  constructor(seed: string | KeyObject) {
    // Bytes would be made a key again for each piece.
    this.#key = typeof seed === 'string' ? createSecretKey(hash('sha256', seed, 'buffer')) : seed;
  }

  /** Others that give what these would give next. */
  copy(): SeededIds {
    const copy = new SeededIds(this.#key);
    copy.#draws = this.#draws;
    copy.#sequences = new Map(this.#sequences);
    return copy;
  }

  next(sequence: string, first = 1): number {
    const value = (this.#sequences.get(sequence) ?? first - 1) + 1;
    this.#set(sequence, value);
    return value;
  }

  reserve(sequence: string, value: number): void {
    if (value > (this.#sequences.get(sequence) ?? 0)) this.#set(sequence, value);
  }

  hex(length: number): string {
    let digits = '';
    while (digits.length < length) {
      const bytes = Math.min(PART_BYTES, (length - digits.length + 1) >>> 1);
      for (let at = 0; at < bytes; at += WORD_BYTES) this.#part.writeUInt32BE(this.#word(), at);
      digits += this.#part.toString('hex', 0, bytes);
    }
    return digits.slice(0, length);
  }

  text(length: number, alphabet = ALPHANUMERIC): string {
    const base = alphabet.length;
    const letters = length <= PART_BYTES ? this.#part : Buffer.alloc(length);
    for (let at = 0; at < length; ) {
      let left = this.#word();
      for (let range = base; range <= LARGEST_RANGE && at < length; range *= base) {
        letters[at] = alphabet.charCodeAt(left % base);
        left = Math.floor(left / base);
        at += 1;
      }
    }
    // One flat text, as a UUID is.
    return letters.toString('latin1', 0, length);
  }

  integer(bound: number): number {
    // 32 bits against bounds of at most a few thousand: the modulo bias is below 1e-6.
    return this.#word() % bound;
  }

  uuid(): string {
    const bytes = this.#part;
    for (let at = 0; at < UUID_PLACES.length; at += WORD_BYTES) bytes.writeUInt32BE(this.#word(), at);
    bytes[6] = ((bytes[6] as number) & 0x0f) | 0x40;
    bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
    for (let at = 0; at < UUID_PLACES.length; at += 1) {
      const byte = bytes[at] as number;
      const place = UUID_PLACES[at] as number;
      this.#uuid[place] = HEX_DIGITS[byte >>> 4] as number;
      this.#uuid[place + 1] = HEX_DIGITS[byte & 0x0f] as number;
    }
    return this.#uuid.toString('latin1');
  }

  /** Starts remembering what changes, for `changes` and `rollback`. */
  begin(): void {
    this.#before = { draws: this.#draws, sequences: [] };
  }

  /** What changed since `begin`, as a write's journal entry keeps it; undefined when nothing did. */
  changes(): IdsState | undefined {
    const { draws = 0, sequences = [] } = this.#before ?? {};
    if (draws === this.#draws && sequences.length === 0) return undefined;
    const moved: IdsState = { draws: this.#draws, sequences: {} };
    for (const [name] of sequences) moved.sequences[name] = this.#sequences.get(name) as number;
    return moved;
  }

  rollback(): void {
    this.undo()();
  }

  /** What brings back how things were at `begin`, also when there was another one since. */
  undo(): () => void {
    const before = this.#before;
    return () => {
      if (!before) return;
      this.#draws = before.draws;
      for (const [name, value] of before.sequences) {
        if (value === undefined) this.#sequences.delete(name);
        else this.#sequences.set(name, value);
      }
      before.sequences = [];
    };
  }

  /** Takes up journalled changes. */
  apply(changes: IdsState): void {
    this.#draws = changes.draws;
    for (const [name, value] of Object.entries(changes.sequences)) this.#sequences.set(name, value);
  }

  #set(sequence: string, value: number): void {
    const moved = this.#before?.sequences;
    // A write moves a few at most.
    if (moved && !moved.some(([name]) => name === sequence)) moved.push([sequence, this.#sequences.get(sequence)]);
    this.#sequences.set(sequence, value);
  }

  #word(): number {
    const at = this.#draws * WORD_BYTES;
    const number = Math.floor(at / PIECE_BYTES);
    if (number !== this.#pieceNumber) {
      this.#piece = pieceOf(this.#key, number);
      this.#pieceNumber = number;
    }
    this.#draws += 1;
    return this.#piece.readUInt32LE(at % PIECE_BYTES);
  }
}

/** A piece of the key's stream, by its number. */
function pieceOf(key: KeyObject, number: number): Buffer {
  // OpenSSL's ChaCha20 takes the block to start with in front of the nonce.
  const start = Buffer.alloc(16);
  start.writeUInt32LE((number * PIECE_BYTES) / CHACHA_BLOCK_BYTES);
  return createCipheriv('chacha20', key, start).update(ZEROS);
}
