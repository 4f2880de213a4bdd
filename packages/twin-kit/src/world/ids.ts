import { hash } from 'node:crypto';

/** What the ids of a world remember; part of every write's journal entry. */
export interface IdsState {
  /** Draws taken so far. */
  draws: number;
  /** Last number given by each sequence. */
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
const BITS_PER_HEX_DIGIT = 4;
const DIGEST_HEX_LENGTH = 64;

/** Draws are SHA-256 of (seed, counter): the whole generator state is one counter, so it journals and rolls back for free. */
export class SeededIds implements Ids {
  readonly #seed: string;
  #draws = 0;
  #sequences = new Map<string, number>();

  constructor(seed: string) {
    this.#seed = seed;
  }

  next(sequence: string, first = 1): number {
    const value = (this.#sequences.get(sequence) ?? first - 1) + 1;
    this.#sequences.set(sequence, value);
    return value;
  }

  reserve(sequence: string, value: number): void {
    if (value > (this.#sequences.get(sequence) ?? 0)) this.#sequences.set(sequence, value);
  }

  hex(length: number): string {
    let digits = '';
    while (digits.length < length) digits += this.#draw();
    return digits.slice(0, length);
  }

  text(length: number, alphabet = ALPHANUMERIC): string {
    return Array.from({ length }, () => alphabet[this.integer(alphabet.length)]).join('');
  }

  integer(bound: number): number {
    // 52 bits against bounds of at most a few thousand: the modulo bias is below 1e-12.
    return Number.parseInt(this.#draw().slice(0, 52 / BITS_PER_HEX_DIGIT), 16) % bound;
  }

  uuid(): string {
    const digits = this.hex(32);
    const variant = ((Number.parseInt(digits[16] as string, 16) & 0x3) | 0x8).toString(16);
    return [
      digits.slice(0, 8),
      digits.slice(8, 12),
      `4${digits.slice(13, 16)}`,
      `${variant}${digits.slice(17, 20)}`,
      digits.slice(20),
    ].join('-');
  }

  snapshot(): IdsState {
    return { draws: this.#draws, sequences: Object.fromEntries(this.#sequences) };
  }

  restore(state: IdsState): void {
    this.#draws = state.draws;
    this.#sequences = new Map(Object.entries(state.sequences));
  }

  #draw(): string {
    const digest = hash('sha256', `${this.#seed}:${this.#draws}`);
    this.#draws += 1;
    return digest.slice(0, DIGEST_HEX_LENGTH);
  }
}
