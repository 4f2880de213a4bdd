import type { Write } from '../universe.ts';
import {
  headLines,
  JournalError,
  type JournalHead,
  NEWLINE,
  type RowText,
  type SessionHead,
  sessionLine,
  splitLines,
} from './journal-format.ts';
import { JournalReader, type OnHead, type Taker } from './journal-reader.ts';
import { CLOSED, JournalWriter } from './journal-writer.ts';
import type { PlacedLine, Stretch } from './parts.ts';
import { ReadAnswers } from './read-answers.ts';

const NOWHERE = { file: () => CLOSED, base: 0 };

/**
 * The twin's only persistent state. A line reaches the file before its call is answered, several calls of one event-loop
 * turn in one write. The tape is read from here, so memory holds nothing of it but its length.
 */
export class Journal extends JournalWriter {
  readonly path: string;
  readonly #reader: JournalReader;

  private constructor(path: string, onFailure: (error: Error) => void) {
    super(path, onFailure);
    this.path = path;
    this.#reader = new JournalReader(path, () => this.file);
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

  protected override get base(): number {
    return this.#reader.base;
  }

  get isEmpty(): boolean {
    return this.fileSize === 0;
  }

  /** @returns the length of the line that the world starts from. @throws where there is no room for it; the journal is then as empty as before. */
  begin(whole: JournalHead): number {
    const { head, start } = headLines(whole);
    try {
      this.write(Buffer.concat([head, start]));
      this.acknowledge();
    } catch (error) {
      this.cutBack();
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
      this.write(head);
      const take = this.#taker(onHead, onWrite);
      take(head.subarray(0, -1));
      for await (const line of splitLines(this.#copied(source))) take(line);
      this.#requireRows(session);
      this.acknowledge();
    } catch (error) {
      this.countRows(0);
      this.cutBack();
      throw error;
    }
  }

  /** Begins with a head of its own, and goes on from parts that make what `known` says. @throws where there is no room for that */
  continueFrom(known: JournalHead & { inherited: number }): void {
    const { seed: _seed, bootedAt: _bootedAt, ...session } = known;
    this.#reader.begun(known, this.#beginParts(session).length);
    this.partsBytes = this.#reader.partsBytes;
    this.countRows(known.inherited);
  }

  /** The same, and reads them. @throws JournalError when they aren't what the head says */
  async readFrom(session: SessionHead, onHead: OnHead, onWrite: (write: Write) => void): Promise<void> {
    const take = this.#taker(onHead, onWrite);
    take(this.#beginParts(session).subarray(0, -1));
    this.partsBytes = this.#reader.partsBytes;
    await this.#reader.takePartsInTurns(take);
    this.#requireRows(session);
  }

  #beginParts(session: SessionHead): Buffer {
    const line = sessionLine(session);
    this.write(line);
    this.acknowledge();
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
    const end = this.#reader.each(this.fileSize, (line) => {
      take(line);
      if (first) this.#reader.takeParts(take);
      first = false;
    });
    this.partsBytes = this.#reader.partsBytes;
    if (end === this.fileSize && begun) return;
    // Of one that came no further than its head nothing was acknowledged at all.
    this.cutBack(begun ? end : 0);
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
    return this.held.length > 0 ? undefined : this.#reader.stretches(rows, this.rows, this.acknowledged);
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
    const held = [...this.held];
    const inFile = this.rows - held.length;
    yield* this.#reader.below(this.fileSize, Math.min(rows, inFile));
    yield* held.slice(0, Math.max(0, rows - inFile));
  }

  #taker(onHead: OnHead, onWrite: (write: Write) => void): Taker {
    return this.#reader.taker(onHead, (write, isRow) => {
      if (isRow) this.countRows(this.rows + 1);
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
      this.write(chunk);
      last = chunk.at(-1) ?? last;
      yield chunk;
    }
    if (last !== NEWLINE) throw new JournalError('what came broke off');
  }

  /** The lines of all rows, as they stand now, in lists. */
  async *#rowLines(): AsyncGenerator<PlacedLine[]> {
    this.flush();
    if (this.isEmpty) return;
    const held = [...this.held];
    yield* this.#reader.rowLines(this.fileSize);
    // What waits in memory refers to nothing.
    yield held.map((bytes) => ({ bytes: bytes.subarray(0, -1), place: NOWHERE }));
  }

  /** A copy of another journal that didn't get to its end was never acknowledged. */
  #dropUnfinished(): void {
    if (this.isEmpty || !this.#reader.isUnfinished(this.fileSize)) return;
    this.cutBack(0);
  }
}
