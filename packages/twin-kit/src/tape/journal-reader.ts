import { createReadStream } from 'node:fs';
import type { Write } from '../universe.ts';
import type { Change } from '../world/collection.ts';
import {
  asInherited,
  type Commit,
  isNote,
  JournalError,
  type JournalHead,
  LINES_BEFORE_ROWS,
  NEWLINE,
  parseHead,
  parseStart,
  REFERENCE,
  type RowText,
  rowOf,
  type SessionHead,
  startLine,
  TAB,
} from './journal-format.ts';
import { eachLine, type Place, READ_CHUNK_BYTES } from './lines.ts';
import { eachOf, firstRows, linesOf, type PlacedLine, type Stretch, stretchesOf } from './parts.ts';
import { ReadAnswers } from './read-answers.ts';
import { deltaIn } from './row-delta.ts';

/** Most journals say in their first line, which is short, that they have no more to say here. */
const FIRST_LINE_BYTES = 4 << 10;

/** Told line by line what was committed, and whether the line has a row. */
export type OnRow = (write: Write | undefined, isRow: boolean) => void;

/** Told what a journal begins with, and how long the line is that its world starts from. */
export type OnHead = (head: JournalHead, length: number) => void;

/** Hears of a journal line by line. @param place of a line that stands elsewhere than in the journal's own file */
export type Taker = (bytes: Buffer, place?: Place) => void;

/** The lines of a journal: what it begins with, then a row each, with what its call committed. */
export class JournalReader {
  readonly #path: string;
  #head: JournalHead | undefined;
  /** The journal's own file. Long answers are found from where the session's head ends. */
  readonly #own: Place;
  /** What stands between that head and the other lines of the file. */
  #parts: readonly Stretch[] = [];
  /** How many lines of the file stand before its first row. */
  #linesBefore = 0;

  /** @param file its number, which may change */
  constructor(path: string, file: () => number) {
    this.#path = path;
    this.#own = { file, base: 0 };
  }

  get base(): number {
    return this.#own.base;
  }

  /** How many rows, from the first, are another session's. */
  get inherited(): number {
    return this.#head?.inherited ?? 0;
  }

  /** How many bytes stand in parts. */
  get partsBytes(): number {
    return this.#parts.reduce((sum, { base, end }) => sum + end - base, 0);
  }

  /** A journal was begun whose first line is so long. */
  begun(head: JournalHead, length: number): void {
    this.#head = head;
    this.#begins(head, length);
  }

  #begins({ parts = [] }: SessionHead, length: number): void {
    this.#own.base = length;
    this.#parts = stretchesOf(this.#path, parts);
    this.#linesBefore = parts.length > 0 ? 1 : LINES_BEFORE_ROWS;
  }

  /** Hears of a journal line by line, and tells what it says. @throws JournalError for a line that can't be read */
  taker(onHead: OnHead, onRow: OnRow): Taker {
    let line = 0;
    let rows = 0;
    let session: SessionHead | undefined;
    const begin = (head: JournalHead, bytes: Buffer): void => {
      this.#head = head;
      onHead(head, bytes.length + 1);
    };
    const take = (bytes: Buffer, place: Place): void => {
      if (line === 1) {
        const first = parseHead(bytes);
        session = first.session;
        this.#begins(session, bytes.length + 1);
        if (!first.start) return;
        this.#linesBefore = 1;
        this.#own.base = 0;
        begin({ ...session, ...first.start }, bytes);
      } else if (!this.#head) begin({ ...(session as SessionHead), ...parseStart(bytes) }, bytes);
      else {
        const note = isNote(bytes);
        if (!note) rows += 1;
        onRow(this.#ownWrite(bytes, place, note ? rows + 1 : rows), !note);
      }
    };
    this.#head = undefined;
    return (bytes, place = this.#own) => {
      line += 1;
      try {
        take(bytes, place);
      } catch (cause) {
        if (cause instanceof JournalError) throw new JournalError(`${this.#path}: ${cause.message}`, { cause });
        throw new JournalError(`${this.#path}: line ${line} can't be taken up`, { cause });
      }
    };
  }

  /** What a line of a row says was committed; undefined where its call changed nothing. */
  write({ bytes, place }: PlacedLine): Write | undefined {
    const tab = bytes.indexOf(TAB);
    if (tab < 0) return undefined;
    const { changes = this.#changesIn(bytes, tab, place), hidden, ids, world, faults } = commitAfter(bytes, tab);
    return {
      changes,
      ...(hidden && { hidden }),
      ...(ids && { ids }),
      ...(world !== undefined && { world }),
      ...(faults && { faults }),
    };
  }

  #changesIn(bytes: Buffer, tab: number, place: Place): readonly Change[] {
    const told = deltaIn(bytes.subarray(0, tab));
    if (told) return told;
    const row = wholeRow({ bytes, place }).toString();
    return (JSON.parse(row) as { state_delta: readonly Change[] | null }).state_delta ?? [];
  }

  /** The same for the session at hand: faults that another one's calls met are not its own. @param row of the line, or that comes after it */
  #ownWrite(bytes: Buffer, place: Place, row: number): Write | undefined {
    const write = this.write({ bytes, place });
    if (!write?.faults || (place === this.#own && row > this.inherited)) return write;
    const { faults: _faults, ...own } = write;
    return own;
  }

  /**
   * The rows of lines, with the long answers that they refer to.
   *
   * @param before how many rows there are before them
   * @param answers those that earlier rows referred to
   */
  *texts(lines: readonly PlacedLine[], before: number, answers: ReadAnswers): Generator<RowText> {
    for (const [at, line] of lines.entries()) {
      const text = rowText(line, answers);
      yield before + at < this.inherited ? asInherited(text) : text;
    }
  }

  /** Every whole line of the first `size` bytes of the file at once, or those up to one that `onLine` says false to. @returns where the last one ends */
  each(size: number, onLine: (bytes: Buffer) => unknown): number {
    return eachLine(this.#own.file(), 0, size, onLine);
  }

  /** Does it owe rows to another journal that it should have copied? */
  isUnfinished(size: number): boolean {
    let lines = 0;
    let inherited: number | undefined;
    const count = (line: Buffer): boolean => {
      if (lines === 0) inherited = copiedOf(line);
      if (!isNote(line)) lines += 1;
      return inherited !== undefined;
    };
    eachLine(this.#own.file(), 0, size, count, FIRST_LINE_BYTES);
    return inherited !== undefined && lines < inherited + LINES_BEFORE_ROWS;
  }

  /** Tells a taker that has heard of the first line what stands in parts. */
  takeParts(take: Taker): void {
    eachOf(this.#parts, ({ bytes, place }) => take(bytes, place));
  }

  /** The same, while others work. */
  async takePartsInTurns(take: Taker): Promise<void> {
    for await (const lines of linesOf(this.#parts)) for (const { bytes, place } of lines) take(bytes, place);
  }

  /** The lines of rows, those of the file within its first `size` bytes, in lists. Those of one can be read for as long as the next one isn't asked for. */
  async *rowLines(size: number): AsyncGenerator<PlacedLine[]> {
    // The first line of all is the one that the world starts from.
    let before = 1;
    for await (const lines of linesOf([...this.#parts, this.#ownStretch(size)])) {
      yield lines.slice(before).filter(({ bytes }) => !isNote(bytes));
      before = 0;
    }
  }

  /** Where the world's start and the first `rows` rows stand. @param all how many there are, in parts and in the first `size` bytes. @returns undefined for a journal of version 1, whose start stands nowhere by itself */
  stretches(rows: number, all: number, size: number): Stretch[] | undefined {
    if (this.#isOfOneLine) return undefined;
    const inParts = this.#parts.reduce((sum, part) => sum + part.rows, 0);
    return firstRows([...this.#parts, this.#ownStretch(size, all - inParts)], rows);
  }

  /** What stands below the session's head. */
  #ownStretch(size: number, rows = 0): Stretch {
    return { path: this.#path, base: this.#own.base, end: size, rows };
  }

  get #isOfOneLine(): boolean {
    return this.#linesBefore === 1 && this.#parts.length === 0;
  }

  /** What stands within the first `size` bytes below the head, up to the given row, to stand below another head. */
  async *below(size: number, rows: number): AsyncGenerator<Buffer> {
    if (this.#linesBefore === 1) return yield* this.#convertedBelow(size, rows);
    let left = rows + 1;
    let begins = true;
    let note = false;
    for await (const chunk of this.#bytes(this.base, size)) {
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

  /** The same of version 1 and of one with parts, whose offsets mean nothing elsewhere. */
  async *#convertedBelow(size: number, rows: number): AsyncGenerator<Buffer> {
    yield startLine(this.#head as JournalHead);
    let left = rows;
    if (left === 0) return;
    for await (const lines of this.rowLines(size)) {
      for (const line of lines.slice(0, left)) {
        const tab = line.bytes.indexOf(TAB);
        yield Buffer.concat([wholeRow(line), tab < 0 ? Buffer.alloc(0) : line.bytes.subarray(tab), Buffer.of(NEWLINE)]);
      }
      left -= Math.min(left, lines.length);
      if (left === 0) return;
    }
  }

  #bytes(start: number, size: number): AsyncIterable<Buffer> {
    return createReadStream(this.#path, { start, end: size - 1, highWaterMark: READ_CHUNK_BYTES });
  }
}

function rowText({ bytes, place }: PlacedLine, answers: ReadAnswers): RowText {
  const row = rowOf(bytes);
  const open = row.indexOf(REFERENCE);
  if (open < 0) return [row];
  const close = row.indexOf(REFERENCE, open + 1);
  return [row.subarray(0, open), answers.get(place, row.toString('latin1', open + 1, close)), row.subarray(close + 1)];
}

const wholeRow = (line: PlacedLine): Buffer => Buffer.concat(rowText(line, new ReadAnswers()));

const commitAfter = (line: Buffer, tab: number): Commit => JSON.parse(line.toString('utf8', tab + 1)) as Commit;

/** How many rows a journal with this first line copies from another. One that can't be read is told of when it is taken up. */
function copiedOf(line: Buffer): number | undefined {
  try {
    const { inherited, parts } = parseHead(line).session;
    return parts ? undefined : inherited;
  } catch {
    return undefined;
  }
}
