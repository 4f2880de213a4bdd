/** Words of 32 bits in a block. */
export const BLOCK_WORDS = 16;

/** "expand 32-byte k" (RFC 8439, section 2.3). */
const CONSTANTS = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574];
const COUNTER = 12;
const DOUBLE_ROUNDS = 4;

/** The quarter round of RFC 8439, section 2.1. */
function quarter(state: Int32Array, at: readonly [number, number, number, number]): void {
  let a = state[at[0]] as number;
  let b = state[at[1]] as number;
  let c = state[at[2]] as number;
  let d = state[at[3]] as number;
  a = (a + b) | 0;
  d ^= a;
  d = (d << 16) | (d >>> 16);
  c = (c + d) | 0;
  b ^= c;
  b = (b << 12) | (b >>> 20);
  a = (a + b) | 0;
  d ^= a;
  d = (d << 8) | (d >>> 24);
  c = (c + d) | 0;
  b ^= c;
  b = (b << 7) | (b >>> 25);
  state[at[0]] = a;
  state[at[1]] = b;
  state[at[2]] = c;
  state[at[3]] = d;
}

const COLUMNS_AND_DIAGONALS: readonly (readonly [number, number, number, number])[] = [
  [0, 4, 8, 12],
  [1, 5, 9, 13],
  [2, 6, 10, 14],
  [3, 7, 11, 15],
  [0, 5, 10, 15],
  [1, 6, 11, 12],
  [2, 7, 8, 13],
  [3, 4, 9, 14],
];

/**
 * ChaCha with 8 rounds as a source of numbers: any block of its stream can be had by its number.
 *
 * @param key 32 bytes
 */
export class ChaCha8 {
  readonly #start = new Int32Array(BLOCK_WORDS);
  readonly #block = new Int32Array(BLOCK_WORDS);

  constructor(key: Buffer) {
    this.#start.set(CONSTANTS);
    for (let at = 0; at < key.length / 4; at += 1) this.#start[CONSTANTS.length + at] = key.readInt32LE(at * 4);
  }

  /** The words of a block of the stream, valid until the next call. */
  block(number: number): Int32Array {
    const start = this.#start;
    const block = this.#block;
    start[COUNTER] = number;
    block.set(start);
    for (let round = 0; round < DOUBLE_ROUNDS; round += 1) for (const at of COLUMNS_AND_DIAGONALS) quarter(block, at);
    for (let at = 0; at < BLOCK_WORDS; at += 1) block[at] = (block[at] as number) + (start[at] as number);
    return block;
  }
}
