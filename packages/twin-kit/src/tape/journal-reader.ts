import { createReadStream, readSync } from 'node:fs';
import type { Write } from '../universe.ts';
import {
  type Commit,
  isNote,
  JournalError,
  type JournalHead,
  LINES_BEFORE_ROWS,
  NEWLINE,
  parseHead,
  parseStart,
  REFERENCE,
  rowOf,
  type SessionHead,
  splitLines,
  startLine,
  TAB,
} from './journal-format.ts';

const READ_CHUNK_BYTES = 1 << 20;

/** Told line by line what was committed, and whether the line has a row. */
export type OnRow = (write: Write | undefined, isRow: boolean) => void;

/** Told what a journal begins with, and how long the line is that its world starts from. */
export type OnHead = (head: JournalHead, length: number) => void;

/** The lines of a journal: what it begins with, then a row each, with what its call committed. */
export class JournalReader {
  readonly #path: string;
  readonly #file: () => number;
  #head: JournalHead | undefined;
  /** Where the session's head ends, from where offsets of long answers count. */
  #base = 0;
  /** How many lines stand before the first row. */
  #linesBefore = 0;

  /** @param file its number, which may change */
  constructor(path: string, file: () => number) {
    this.#path = path;
    this.#file = file;
  }

  get base(): number {
    return this.#base;
  }

  /** How many rows, from the first, are another session's. */
  get inherited(): number {
    return this.#head?.inherited ?? 0;
  }

  /** A journal was begun whose first line is so long. */
  begun(head: JournalHead, length: number): void {
    this.#head = head;
    this.#base = length;
    this.#linesBefore = LINES_BEFORE_ROWS;
  }

  /** Hears of a journal line by line, and tells what it says. @throws JournalError for a line that can't be read */
  taker(onHead: OnHead, onRow: OnRow): (bytes: Buffer) => void {
    let line = 0;
    let rows = 0;
    let session: SessionHead | undefined;
    const begin = (head: JournalHead, bytes: Buffer): void => {
      this.#head = head;
      onHead(head, bytes.length + 1);
    };
    const take = (bytes: Buffer): void => {
      if (line === 1) {
        const first = parseHead(bytes);
        session = first.session;
        this.#linesBefore = first.start ? 1 : LINES_BEFORE_ROWS;
        this.#base = first.start ? 0 : bytes.length + 1;
        if (first.start) begin({ ...session, ...first.start }, bytes);
      } else if (line <= this.#linesBefore) begin({ ...(session as SessionHead), ...parseStart(bytes) }, bytes);
      else {
        const note = isNote(bytes);
        if (!note) rows += 1;
        onRow(this.#ownWrite(bytes, note ? rows + 1 : rows), !note);
      }
    };
    return (bytes) => {
      line += 1;
      try {
        take(bytes);
      } catch (cause) {
        if (cause instanceof JournalError) throw new JournalError(`${this.#path}: ${cause.message}`, { cause });
        throw new JournalError(`${this.#path}: line ${line} can't be taken up`, { cause });
      }
    };
  }

  /** What a line of a row says was committed; undefined where its call changed nothing. */
  write(line: Buffer): Write | undefined {
    const tab = line.indexOf(TAB);
    if (tab < 0) return undefined;
    const commit = JSON.parse(line.toString('utf8', tab + 1)) as Commit;
    const row = (): { state_delta: Write['changes'] | null } => JSON.parse(this.row(line).toString());
    const changes = commit.changes ?? row().state_delta ?? [];
    const { hidden, ids, world, faults } = commit;
    return {
      changes,
      ...(hidden && { hidden }),
      ...(ids && { ids }),
      ...(world !== undefined && { world }),
      ...(faults && { faults }),
    };
  }

  /** The same for the session at hand: faults that another one's calls met are not its own. @param row of the line, or that comes after it */
  #ownWrite(line: Buffer, row: number): Write | undefined {
    const write = this.write(line);
    if (!write?.faults || row > this.inherited) return write;
    const { faults: _faults, ...own } = write;
    return own;
  }

  /** The row of a line, with its references filled in. */
  row(line: Buffer): Buffer {
    const row = rowOf(line);
    const open = row.indexOf(REFERENCE);
    if (open < 0) return row;
    const close = row.indexOf(REFERENCE, open + 1);
    const [offset, length] = row
      .toString('latin1', open + 1, close)
      .split(',')
      .map(Number) as [number, number];
    const answer = Buffer.allocUnsafe(length);
    readSync(this.#file(), answer, 0, length, this.#base + offset);
    return Buffer.concat([row.subarray(0, open), answer, row.subarray(close + 1)]);
  }

  /** Every whole line of the first `size` bytes at once, or those up to one that `onLine` says false to. @returns where the last one ends */
  each(size: number, onLine: (bytes: Buffer) => unknown): number {
    const chunk = Buffer.allocUnsafe(READ_CHUNK_BYTES);
    let carried: Buffer[] = [];
    let position = 0;
    let end = 0;
    while (position < size) {
      const count = readSync(this.#file(), chunk, 0, Math.min(READ_CHUNK_BYTES, size - position), position);
      if (count === 0) break;
      let start = 0;
      for (let at = chunk.indexOf(NEWLINE); at >= 0 && at < count; at = chunk.indexOf(NEWLINE, start)) {
        const last = chunk.subarray(start, at);
        end = position + at + 1;
        if (onLine(carried.length > 0 ? Buffer.concat([...carried, last]) : last) === false) return end;
        carried = [];
        start = at + 1;
      }
      if (start < count) carried.push(Buffer.from(chunk.subarray(start, count)));
      position += count;
    }
    return end;
  }

  /** The lines of rows within the first `size` bytes, piece by piece. */
  async *rowLines(size: number): AsyncGenerator<Buffer> {
    let line = 0;
    for await (const bytes of splitLines(this.#bytes(0, size))) {
      line += 1;
      if (line > this.#linesBefore && !isNote(bytes)) yield bytes;
    }
  }

  /** What stands within the first `size` bytes below the head, up to the given row, to stand below another head. */
  async *below(size: number, rows: number): AsyncGenerator<Buffer> {
    if (this.#linesBefore === 1) return yield* this.#convertedBelow(size, rows);
    let left = rows + 1;
    let begins = true;
    let note = false;
    for await (const chunk of this.#bytes(this.#base, size)) {
      let end = 0;
      while (left > 0 && end < chunk.length) {
        if (begins) note = isNote(chunk.subarray(end));
        const at = chunk.indexOf(NEWLINE, end);
        begins = at >= 0;
        end = begins ? at + 1 : chunk.length;
        if (begins && !note) left -= 1;
      }
      yield chunk.subarray(0, end);
      if (left === 0) return;
    }
  }

  /** The same of version 1, whose offsets mean nothing elsewhere. */
  async *#convertedBelow(size: number, rows: number): AsyncGenerator<Buffer> {
    yield startLine(this.#head as JournalHead);
    let left = rows;
    if (left === 0) return;
    for await (const line of this.rowLines(size)) {
      const tab = line.indexOf(TAB);
      yield Buffer.concat([this.row(line), tab < 0 ? Buffer.alloc(0) : line.subarray(tab), Buffer.of(NEWLINE)]);
      left -= 1;
      if (left === 0) return;
    }
  }

  #bytes(start: number, size: number): AsyncIterable<Buffer> {
    return createReadStream(this.#path, { start, end: size - 1, highWaterMark: READ_CHUNK_BYTES });
  }
}
