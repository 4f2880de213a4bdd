import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';

const pack = promisify(deflateRaw);
const unpack = promisify(inflateRaw);

const BLOCK_BYTES = 1 << 18;
/** Blocks that are being packed at once. */
const AT_ONCE = 4;
const QUICKLY = { level: 1 };
const NEWLINE = 0x0a;

export interface Limits {
  /** Longest line. */
  line: number;
  /** What a tape may take, packed. */
  tape: number;
}

const LIMITS: Limits = { line: 1 << 26, tape: 1 << 25 };

interface Block {
  packed: Buffer;
  /** Rows before it. */
  before: number;
}

/** The rows of a tape in memory, in blocks that are compressed each for itself: any row is a block away. */
export class PackedTape {
  readonly #blocks: readonly Block[];
  readonly rows: number;
  /** What it takes. */
  readonly bytes: number;

  private constructor(blocks: readonly Block[], rows: number) {
    this.#blocks = blocks;
    this.rows = rows;
    this.bytes = blocks.reduce((sum, { packed }) => sum + packed.length, 0);
  }

  /** @returns undefined for a tape that would take too much */
  static async of(tape: AsyncIterable<Buffer>, limits = LIMITS): Promise<PackedTape | undefined> {
    const blocks: Promise<Block>[] = [];
    let rows = 0;
    let bytes = 0;
    for await (const lines of linesInBlocks(tape, limits.line)) {
      if (lines === undefined) return undefined;
      const before = rows;
      rows += rowsIn(lines);
      blocks.push(pack(lines, QUICKLY).then((packed) => ({ packed, before })));
      const done = await blocks[blocks.length - AT_ONCE];
      bytes += done?.packed.length ?? 0;
      if (bytes > limits.tape) return undefined;
    }
    return new PackedTape(await Promise.all(blocks), rows);
  }

  /** A row by its place; 1 is the first. */
  async row(place: number): Promise<Buffer | undefined> {
    const block = this.#blocks.findLast(({ before }) => before < place);
    return block && (await rowsOf(block))[place - block.before - 1];
  }

  /** Rows by their places, the last one included; 1 is the first. */
  async *between(from: number, to: number): AsyncGenerator<Buffer> {
    for (const [at, block] of this.#blocks.entries()) {
      const end = this.#blocks[at + 1]?.before ?? this.rows;
      if (end < from || block.before >= to) continue;
      yield* (await rowsOf(block)).slice(Math.max(0, from - 1 - block.before), to - block.before);
    }
  }

  /** All rows in their order. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    for (const block of this.#blocks) yield* await rowsOf(block);
  }
}

/** Whole lines, about as much as a block holds; undefined where one line is too long. */
async function* linesInBlocks(tape: AsyncIterable<Buffer>, longest: number): AsyncGenerator<Buffer | undefined> {
  let pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of tape) {
    pieces.push(piece);
    size += piece.length;
    const end = piece.lastIndexOf(NEWLINE) + 1;
    if (end === 0 && size > longest) return yield undefined;
    if (end === 0 || size < BLOCK_BYTES) continue;
    const block = Buffer.concat(pieces, size);
    const cut = size - piece.length + end;
    yield block.subarray(0, cut);
    pieces = [block.subarray(cut)];
    size -= cut;
  }
  if (size > 0) yield Buffer.concat(pieces, size);
}

function* linesOf(block: Buffer): Generator<Buffer> {
  for (let start = 0; start < block.length; ) {
    const at = block.indexOf(NEWLINE, start);
    const end = at < 0 ? block.length : at;
    // An empty line is no row.
    if (end > start) yield block.subarray(start, end);
    start = end + 1;
  }
}

function rowsIn(block: Buffer): number {
  let rows = 0;
  for (const _line of linesOf(block)) rows += 1;
  return rows;
}

const rowsOf = async ({ packed }: Block): Promise<Buffer[]> => [...linesOf(await unpack(packed))];
