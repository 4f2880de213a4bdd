import { closeSync, fstatSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { isNoSpace } from '../disk.ts';
import type { Write } from '../universe.ts';
import {
  answerOf,
  asInherited,
  headLines,
  JournalError,
  type JournalHead,
  type LongAnswer,
  NEWLINE,
  type Row,
  type SessionHead,
  sessionLine,
  splitLines,
} from './journal-format.ts';
import { JournalReader, type OnHead, type Taker } from './journal-reader.ts';
import type { Outcome } from './outcome.ts';
import type { PlacedLine, Stretch } from './parts.ts';
import { WrittenAnswers } from './written-answers.ts';

/** Rows of one turn are gathered in one buffer of this size; what is larger is written by itself. */
const PENDING_BYTES = 1 << 18;
const MOST_BYTES_PER_CHARACTER = 3;

/** So many buffers are kept for the journals of a process that have something to write in one turn. */
const MOST_SPARE = 16;
const spare: Buffer[] = [];
/** Stands for the file of a journal that is closed: the number that it had is soon another file's. */
const CLOSED = -1;
const NOWHERE = { file: () => CLOSED, base: 0 };

/**
 * The twin's only persistent state. A line reaches the file before its call is answered, several calls of one event-loop
 * turn in one write. The tape is read from here, so memory holds nothing of it but its length.
 */
export class Journal {
  #file: number;
  readonly path: string;
  readonly #reader: JournalReader;
  #size: number;
  #partsBytes = 0;
  #rows = 0;
  /** There while rows are gathered: journals of a process take turns with a few. */
  #pending: Buffer | undefined;
  #pendingLength = 0;
  readonly #answers = new WrittenAnswers();
  #waiting: Outcome[] = [];
  /** The file's length without rows that wait for their acknowledgement. */
  #acknowledged: number;
  /** Lines that wait for room on the disk. */
  #held: Buffer[] = [];
  #heldBytes = 0;
  #scheduled = false;
  readonly #onFailure: (error: Error) => void;

  private constructor(path: string, file: number, onFailure: (error: Error) => void) {
    this.path = path;
    this.#file = file;
    this.#reader = new JournalReader(path, () => this.#file);
    this.#size = fstatSync(file).size;
    this.#acknowledged = this.#size;
    this.#onFailure = onFailure;
  }

  /**
   * Opens the file, creating it where needed.
   *
   * @param onFailure called when a write fails, other than for want of room: memory is then ahead of the file, and nothing
   *   may be written any more
   */
  static open(path: string, onFailure: (error: Error) => void): Journal {
    const journal = new Journal(path, openSync(path, 'a+', 0o600), onFailure);
    journal.#dropUnfinished();
    return journal;
  }

  /** Rows on the tape, those not yet written included. */
  get rows(): number {
    return this.#rows;
  }

  /** True once it is closed or abandoned. */
  get isClosed(): boolean {
    return this.#file === CLOSED;
  }

  get isEmpty(): boolean {
    return this.#size === 0;
  }

  /** Its length in bytes, with its parts, rows not yet written included. */
  get size(): number {
    return this.#partsBytes + this.#size + this.#pendingLength + this.#heldBytes;
  }

  /** What of it waits in memory for room on the disk. */
  get heldBytes(): number {
    return this.#heldBytes;
  }

  /** @returns the length of the line that the world starts from. @throws where there is no room for it; the journal is then as empty as before. */
  begin(whole: JournalHead): number {
    const { head, start } = headLines(whole);
    try {
      this.#writeAll(Buffer.concat([head, start]));
      this.#acknowledged = this.#size;
    } catch (error) {
      this.#cutBack();
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
      this.#writeAll(head);
      const take = this.#taker(onHead, onWrite);
      take(head.subarray(0, -1));
      for await (const line of splitLines(this.#copied(source))) take(line);
      this.#requireRows(session);
      this.#acknowledged = this.#size;
    } catch (error) {
      this.#rows = 0;
      this.#cutBack();
      throw error;
    }
  }

  /** Begins with a head of its own, and goes on from parts that make what `known` says. @throws where there is no room for that */
  continueFrom(known: JournalHead & { inherited: number }): void {
    const { seed: _seed, bootedAt: _bootedAt, ...session } = known;
    this.#reader.begun(known, this.#beginParts(session).length);
    this.#partsBytes = this.#reader.partsBytes;
    this.#rows = known.inherited;
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
    this.#writeAll(line);
    this.#acknowledged = this.#size;
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
    const end = this.#reader.each(this.#size, (line) => {
      take(line);
      if (first) this.#reader.takeParts(take);
      first = false;
    });
    this.#partsBytes = this.#reader.partsBytes;
    if (end === this.#size && begun) return;
    // Of one that came no further than its head nothing was acknowledged at all.
    this.#acknowledged = begun ? end : 0;
    this.#cutBack();
  }

  /** Queues a row. */
  append([head, answer, tail]: Row, commit: string | undefined, outcome: Outcome): void {
    if (this.#held.length > 0) this.flush();
    this.#rows += 1;
    this.#waiting.push(outcome);
    this.#guard(() => {
      this.#writeHeld();
      this.#gather(head);
      this.#gather(typeof answer === 'string' || Buffer.isBuffer(answer) ? answer : this.#answer(answer));
      this.#gather(commit ? `${tail}\t${commit}\n` : `${tail}\n`);
    });
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => this.flush());
  }

  /** Keeps the row of a call that changed nothing in memory, until there is room on the disk. */
  hold([head, answer, tail]: Row): void {
    // Rows before it that turn out to have no room get theirs first.
    this.flush();
    this.#rows += 1;
    const line = Buffer.from(`${head}${answerOf(answer)}${tail}\n`);
    this.#held.push(line);
    this.#heldBytes += line.length;
  }

  /** Adds a line that belongs to no call. @throws where there is no room for it */
  note(commit: string): void {
    this.flush();
    try {
      this.#writeHeld();
      this.#gather(`\t${commit}\n`);
      this.#write();
      this.#acknowledged = this.#size;
    } catch (error) {
      this.#cutBack();
      throw error;
    }
  }

  /** Writes what waits and acknowledges it. */
  flush(): void {
    this.#scheduled = false;
    if (!this.#guard(() => this.#write())) return;
    this.#giveBack();
    this.#acknowledged = this.#size;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const { acknowledge } of waiting) acknowledge();
  }

  /** The rows after the first `skip`, one JSON text each, as they stand now. Memory stays flat. */
  async *read(skip = 0): AsyncGenerator<Buffer> {
    let row = 0;
    for await (const line of this.#rowLines()) {
      row += 1;
      if (row <= skip) continue;
      const text = this.#reader.row(line);
      yield row <= this.#reader.inherited ? asInherited(text) : text;
    }
  }

  /** Where the world's start and the first `rows` rows stand; undefined where not all of that is in files that others can go on from. */
  stretches(rows: number): Stretch[] | undefined {
    this.flush();
    return this.#held.length > 0 ? undefined : this.#reader.stretches(rows, this.#rows, this.#acknowledged);
  }

  /** Tells the committed writes of the first `rows` rows, in order. */
  async writes(rows: number, onWrite: (write: Write) => void): Promise<void> {
    let left = rows;
    if (left === 0) return;
    for await (const line of this.#rowLines()) {
      const write = this.#reader.write(line);
      if (write) onWrite(write);
      left -= 1;
      if (left === 0) return;
    }
  }

  /** What `adopt` takes: the world's start and the first `rows` rows. */
  async *prefix(rows: number): AsyncGenerator<Buffer> {
    this.flush();
    const held = [...this.#held];
    const inFile = this.#rows - held.length;
    yield* this.#reader.below(this.#size, Math.min(rows, inFile));
    yield* held.slice(0, Math.max(0, rows - inFile));
  }

  close(): void {
    if (this.isClosed) return;
    this.flush();
    this.#guard(() => this.#writeHeld());
    this.abandon();
  }

  /** Closes the file as it is. What waits is written nowhere, and told to nobody. */
  abandon(): void {
    if (this.isClosed) return;
    closeSync(this.#file);
    this.#file = CLOSED;
    this.#pendingLength = 0;
    this.#giveBack();
    this.#waiting = [];
    this.#held = [];
    this.#answers.clear();
  }

  #guard(work: () => void): boolean {
    try {
      work();
      return true;
    } catch (error) {
      const refused = this.#waiting;
      this.#waiting = [];
      if (isNoSpace(error)) this.#refuse(refused);
      else {
        this.#onFailure(error as Error);
        for (const { lose } of refused) lose();
      }
      return false;
    }
  }

  /** Takes back what was not acknowledged: the file ends where it did, and so do the world and the tape. */
  #refuse(refused: readonly Outcome[]): void {
    this.#cutBack();
    this.#rows -= refused.length;
    for (const { takeBack } of refused.toReversed()) takeBack();
    for (const { refuse } of refused) refuse();
  }

  /** Ends the file after what was acknowledged. */
  #cutBack(): void {
    ftruncateSync(this.#file, this.#acknowledged);
    this.#size = this.#acknowledged;
    this.#pendingLength = 0;
    // Some may have stood in what was cut off.
    this.#answers.clear();
  }

  /** Lines that wait for room are older than all that is queued, and stay where they are until they are in the file. */
  #writeHeld(): void {
    if (this.#held.length === 0) return;
    this.#writeAll(Buffer.concat(this.#held));
    this.#acknowledged = this.#size;
    this.#held = [];
    this.#heldBytes = 0;
  }

  /** The answer's bytes the first time, then where they stand. */
  #answer({ bytes, digest }: LongAnswer): string | Buffer {
    const known = this.#answers.get(digest);
    if (known === undefined) this.#answers.wrote(digest, this.#size + this.#pendingLength - this.#reader.base, bytes.length);
    return known ?? bytes;
  }

  #gather(part: string | Buffer): void {
    if (part === '') return;
    const most = typeof part === 'string' ? part.length * MOST_BYTES_PER_CHARACTER : part.length;
    if (most > PENDING_BYTES - this.#pendingLength) this.#write();
    if (most > PENDING_BYTES) {
      this.#writeAll(typeof part === 'string' ? Buffer.from(part) : part);
      return;
    }
    this.#pending ??= spare.pop() ?? Buffer.allocUnsafeSlow(PENDING_BYTES);
    if (typeof part === 'string') this.#pendingLength += this.#pending.write(part, this.#pendingLength);
    else this.#pendingLength += part.copy(this.#pending, this.#pendingLength);
  }

  #write(): void {
    if (!this.#pending || this.#pendingLength === 0) return;
    this.#writeAll(this.#pending.subarray(0, this.#pendingLength));
    this.#pendingLength = 0;
  }

  /** Nothing is gathered: another journal may have the buffer. */
  #giveBack(): void {
    if (this.#pending && spare.length < MOST_SPARE) spare.push(this.#pending);
    this.#pending = undefined;
  }

  #writeAll(bytes: Buffer): void {
    let written = 0;
    while (written < bytes.length) written += writeSync(this.#file, bytes, written);
    this.#size += bytes.length;
  }

  #taker(onHead: OnHead, onWrite: (write: Write) => void): Taker {
    return this.#reader.taker(onHead, (write, isRow) => {
      if (isRow) this.#rows += 1;
      if (write) onWrite(write);
    });
  }

  #requireRows({ inherited }: SessionHead): void {
    if (this.#rows !== inherited) throw new JournalError(`${this.#rows} rows came instead of ${inherited}`);
  }

  /** Writes what comes, and hands it on. */
  async *#copied(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let last: number | undefined;
    for await (const chunk of source) {
      this.#writeAll(chunk);
      last = chunk.at(-1) ?? last;
      yield chunk;
    }
    if (last !== NEWLINE) throw new JournalError('what came broke off');
  }

  /** The lines of all rows, as they stand now. */
  async *#rowLines(): AsyncGenerator<PlacedLine> {
    this.flush();
    if (this.#size === 0) return;
    const held = [...this.#held];
    yield* this.#reader.rowLines(this.#size);
    // What waits in memory refers to nothing.
    for (const bytes of held) yield { bytes: bytes.subarray(0, -1), place: NOWHERE };
  }

  /** A copy of another journal that didn't get to its end was never acknowledged. */
  #dropUnfinished(): void {
    if (this.isEmpty || !this.#reader.isUnfinished(this.#size)) return;
    this.#acknowledged = 0;
    this.#cutBack();
  }
}
