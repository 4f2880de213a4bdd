import type { Write } from '../universe.ts';
import {
  headLines,
  JournalError,
  type JournalHead,
  NEWLINE,
  type Row,
  type RowText,
  type SessionHead,
  sessionLine,
  splitLines,
} from './journal-format.ts';
import { JournalReader, type OnHead, type Taker } from './journal-reader.ts';
import { CLOSED, JournalWriter, type Outcome } from './journal-writer.ts';
import type { PlacedLine, Stretch } from './parts.ts';
import { ReadAnswers } from './read-answers.ts';

const NOWHERE = { file: () => CLOSED, base: 0 };

/**
 * The twin's only persistent state. A line reaches the file before its call is answered, several calls of one event-loop
 * turn in one write. The tape is read from here, so memory holds nothing of it but its length.
 */
export class Journal {
  readonly path: string;
  readonly #reader: JournalReader;
  readonly #writer: JournalWriter;
  #partsBytes = 0;

  private constructor(path: string, onFailure: (error: Error) => void) {
    this.path = path;
    this.#reader = new JournalReader(path, () => this.#writer.file);
    this.#writer = new JournalWriter(path, this.#reader, onFailure);
  }

  /**
   * Opens the file, creating it where needed.
   *
   * @param onFailure called when a write fails, other than for want of room: memory is then ahead of the file, and nothing
   *   may be written any more
   */
  static open(path: string, onFailure: (error: Error) => void): Journal {
    const journal = new Journal(path, onFailure);
    journal.#dropUnfinished();
    return journal;
  }

  /** Rows on the tape, those not yet written included. */
  get rows(): number {
    return this.#writer.rows;
  }

  /** True once it is closed or abandoned. */
  get isClosed(): boolean {
    return this.#writer.file === CLOSED;
  }

  get isEmpty(): boolean {
    return this.#writer.size === 0;
  }

  /** Its length in bytes, with its parts, rows not yet written included. */
  get size(): number {
    return this.#partsBytes + this.#writer.size + this.#writer.unwritten;
  }

  /** What of it waits in memory for room on the disk. */
  get heldBytes(): number {
    return this.#writer.heldBytes;
  }

  /** @returns the length of the line that the world starts from. @throws where there is no room for it; the journal is then as empty as before. */
  begin(whole: JournalHead): number {
    const { head, start } = headLines(whole);
    try {
      this.#writer.write(Buffer.concat([head, start]));
      this.#writer.acknowledge();
    } catch (error) {
      this.#writer.cutBack();
      throw error;
    }
    this.#reader.begun(whole, head.length);
    return start.length;
  }

  /**
   * Begins with a head of its own and, below it, what stands below another journal's: a world's start, and as many rows as the head
   * says are inherited.
   *
   * @throws JournalError when it isn't that, or what the source throws; the journal is then as empty as before
   */
  async adopt(
    session: SessionHead,
    source: AsyncIterable<Buffer>,
    onHead: OnHead,
    onWrite: (write: Write) => void,
  ): Promise<void> {
    try {
      const head = sessionLine(session);
      this.#writer.write(head);
      const take = this.#taker(onHead, onWrite);
      take(head.subarray(0, -1));
      for await (const line of splitLines(this.#copied(source))) take(line);
      this.#requireRows(session);
      this.#writer.acknowledge();
    } catch (error) {
      this.#writer.countRows(0);
      this.#writer.cutBack();
      throw error;
    }
  }

  /** Begins with a head of its own, and goes on from parts that make what `known` says. @throws where there is no room for that */
  continueFrom(known: JournalHead & { inherited: number }): void {
    const { seed: _seed, bootedAt: _bootedAt, ...session } = known;
    this.#reader.begun(known, this.#beginParts(session).length);
    this.#partsBytes = this.#reader.partsBytes;
    this.#writer.countRows(known.inherited);
  }

  /** The same, and reads them. @throws JournalError when they aren't what the head says */
  async readFrom(session: SessionHead, onHead: OnHead, onWrite: (write: Write) => void): Promise<void> {
    const take = this.#taker(onHead, onWrite);
    take(this.#beginParts(session).subarray(0, -1));
    this.#partsBytes = this.#reader.partsBytes;
    await this.#reader.takePartsInTurns(take);
    this.#requireRows(session);
  }

  #beginParts(session: SessionHead): Buffer {
    const line = sessionLine(session);
    this.#writer.write(line);
    this.#writer.acknowledge();
    return line;
  }

  /**
   * Reads the journal from its start. A last line without an end was never acknowledged, and is cut off.
   *
   * @throws JournalError when the file isn't a journal or a line before the last can't be read
   */
  recover(onHead: OnHead, onWrite: (write: Write) => void): void {
    let begun = false;
    let first = true;
    const take = this.#taker((head, length) => {
      begun = true;
      onHead(head, length);
    }, onWrite);
    const end = this.#reader.each(this.#writer.size, (line) => {
      take(line);
      if (first) this.#reader.takeParts(take);
      first = false;
    });
    this.#partsBytes = this.#reader.partsBytes;
    if (end === this.#writer.size && begun) return;
    // Of one that came no further than its head nothing was acknowledged at all.
    this.#writer.cutBack(begun ? end : 0);
  }

  /** Queues a row. */
  append(row: Row, commit: string | undefined, outcome: Outcome): void {
    this.#writer.append(row, commit, outcome);
  }

  /** Keeps the row of a call that changed nothing in memory, until there is room on the disk. */
  hold(row: Row): void {
    this.#writer.hold(row);
  }

  /** Adds a line that belongs to no call. @throws where there is no room for it */
  note(commit: string): void {
    this.#writer.note(commit);
  }

  /** Writes what waits and acknowledges it. */
  flush(): void {
    this.#writer.flush();
  }

  /**
   * The rows after the first `skip` as they stand now, in lists of what was read together. Memory stays flat where one is made use of
   * before the next one is asked for.
   */
  async *read(skip = 0): AsyncGenerator<Iterable<RowText>> {
    const answers = new ReadAnswers();
    let row = 0;
    for await (const lines of this.#rowLines()) {
      yield this.#reader.texts(lines.slice(Math.max(0, skip - row)), Math.max(skip, row), answers);
      row += lines.length;
    }
  }

  /** Where the world's start and the first `rows` rows stand; undefined where not all of that is in files that others can go on from. */
  stretches(rows: number): Stretch[] | undefined {
    this.flush();
    const { held, rows: all, acknowledged } = this.#writer;
    return held.length > 0 ? undefined : this.#reader.stretches(rows, all, acknowledged);
  }

  /** Tells the committed writes of the first `rows` rows, in order. */
  async writes(rows: number, onWrite: (write: Write) => void): Promise<void> {
    let left = rows;
    if (left === 0) return;
    for await (const lines of this.#rowLines()) {
      for (const line of lines.slice(0, left)) {
        const write = this.#reader.write(line);
        if (write) onWrite(write);
      }
      left -= Math.min(left, lines.length);
      if (left === 0) return;
    }
  }

  /** What `adopt` takes: the world's start and the first `rows` rows. */
  async *prefix(rows: number): AsyncGenerator<Buffer> {
    this.flush();
    const held = [...this.#writer.held];
    const inFile = this.rows - held.length;
    yield* this.#reader.below(this.#writer.size, Math.min(rows, inFile));
    yield* held.slice(0, Math.max(0, rows - inFile));
  }

  close(): void {
    if (!this.isClosed) this.#writer.close();
  }

  /** Closes the file as it is. What waits is written nowhere, and told to nobody. */
  abandon(): void {
    this.#writer.abandon();
  }

  #taker(onHead: OnHead, onWrite: (write: Write) => void): Taker {
    return this.#reader.taker(onHead, (write, isRow) => {
      if (isRow) this.#writer.countRows(this.rows + 1);
      if (write) onWrite(write);
    });
  }

  #requireRows({ inherited }: SessionHead): void {
    if (this.rows !== inherited) throw new JournalError(`${this.rows} rows came instead of ${inherited}`);
  }

  /** Writes what comes, and hands it on. */
  async *#copied(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let last: number | undefined;
    for await (const chunk of source) {
      this.#writer.write(chunk);
      last = chunk.at(-1) ?? last;
      yield chunk;
    }
    if (last !== NEWLINE) throw new JournalError('what came broke off');
  }

  /** The lines of all rows, as they stand now, in lists. */
  async *#rowLines(): AsyncGenerator<PlacedLine[]> {
    this.flush();
    if (this.isEmpty) return;
    const held = [...this.#writer.held];
    yield* this.#reader.rowLines(this.#writer.size);
    // What waits in memory refers to nothing.
    yield held.map((bytes) => ({ bytes: bytes.subarray(0, -1), place: NOWHERE }));
  }

  /** A copy of another journal that didn't get to its end was never acknowledged. */
  #dropUnfinished(): void {
    if (this.isEmpty || !this.#reader.isUnfinished(this.#writer.size)) return;
    this.#writer.cutBack(0);
  }
}
