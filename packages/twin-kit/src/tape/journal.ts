import { closeSync, createReadStream, fstatSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';
import { isNoSpace } from '../disk.ts';
import type { Write } from '../universe.ts';
import {
  answerOf,
  type Commit,
  isNote,
  JournalError,
  type JournalHead,
  type LongAnswer,
  NEWLINE,
  parseHead,
  REFERENCE,
  type Row,
  rowOf,
  splitLines,
  TAB,
} from './journal-format.ts';

const READ_CHUNK_BYTES = 1 << 20;
/** Rows of one turn are gathered in one buffer of this size; what is larger is written by itself. */
const PENDING_BYTES = 1 << 18;
const MOST_BYTES_PER_CHARACTER = 3;
/** How many long answers are remembered as already written. */
const KNOWN_ANSWERS = 1024;

/** So many buffers are kept for the journals of a process that have something to write in one turn. */
const MOST_SPARE = 16;
const spare: Buffer[] = [];
/** Stands for the file of a journal that is closed: the number that it had is soon another file's. */
const CLOSED = -1;

/** What becomes of a queued row. */
export interface Outcome {
  /** It is in the file. */
  acknowledge(): void;
  /** The file can't be written: whether it came into it nobody knows. */
  lose(): void;
  /** The disk had no room for it. All that were refused together are taken back, the last one first, before the first is told. */
  takeBack(): void;
  refuse(): void;
}

/**
 * The twin's only persistent state. A line reaches the file before its call is answered, several calls of one event-loop
 * turn in one write. The tape is read from here, so memory holds nothing of it but its length.
 */
export class Journal {
  #file: number;
  readonly path: string;
  #size: number;
  #rows = 0;
  /** There while rows are gathered: journals of a process take turns with a few. */
  #pending: Buffer | undefined;
  #pendingLength = 0;
  readonly #answers = new Map<string, string>();
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
    return new Journal(path, openSync(path, 'a+', 0o600), onFailure);
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

  /** Its length in bytes, rows not yet written included. */
  get size(): number {
    return this.#size + this.#pendingLength + this.#heldBytes;
  }

  /** What of it waits in memory for room on the disk. */
  get heldBytes(): number {
    return this.#heldBytes;
  }

  /** @throws where there is no room for it; the journal is then as empty as before. */
  begin(head: JournalHead): void {
    try {
      this.#gather(`${JSON.stringify(head)}\n`);
      this.#write();
      this.#giveBack();
      this.#acknowledged = this.#size;
    } catch (error) {
      this.#cutBack();
      throw error;
    }
  }

  /**
   * Reads the journal from its start. A last line without an end was never acknowledged, and is cut off.
   *
   * @throws JournalError when the file isn't a journal or a line before the last can't be read
   */
  recover(onHead: (head: JournalHead, length: number) => void, onWrite: (write: Write) => void): void {
    let line = 0;
    const end = this.#eachLine((bytes) => {
      line += 1;
      try {
        if (line === 1) onHead(parseHead(bytes), bytes.length + 1);
        else {
          if (!isNote(bytes)) this.#rows += 1;
          const write = this.#parseWrite(bytes);
          if (write) onWrite(write);
        }
      } catch (error) {
        throw error instanceof JournalError
          ? error
          : new JournalError(`${this.path}: line ${line} can't be taken up`, { cause: error });
      }
    });
    if (end < this.#size) {
      this.#acknowledged = end;
      this.#cutBack();
    }
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
    this.flush();
    if (this.#size === 0) return;
    const held = [...this.#held];
    const stream = createReadStream(this.path, { end: this.#size - 1, highWaterMark: READ_CHUNK_BYTES });
    let line = -1;
    for await (const bytes of splitLines(stream)) {
      if (isNote(bytes)) continue;
      line += 1;
      if (line > skip) yield this.#expand(rowOf(bytes));
    }
    for (const bytes of held) {
      line += 1;
      if (line > skip) yield bytes.subarray(0, -1);
    }
  }

  /** The committed writes of the first `rows` rows, in order. */
  writes(rows: number, onWrite: (write: Write) => void): void {
    this.flush();
    let line = -1;
    this.#eachLine((bytes) => {
      if (isNote(bytes)) return;
      line += 1;
      const write = line > 0 && line <= rows ? this.#parseWrite(bytes) : undefined;
      if (write) onWrite(write);
    });
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
    if (known !== undefined) return known;
    if (this.#answers.size >= KNOWN_ANSWERS) this.#answers.delete(this.#answers.keys().next().value as string);
    const mark = String.fromCharCode(REFERENCE);
    this.#answers.set(digest, `${mark}${this.#size + this.#pendingLength},${bytes.length}${mark}`);
    return bytes;
  }

  /** A row with its references filled in. */
  #expand(row: Buffer): Buffer {
    const open = row.indexOf(REFERENCE);
    if (open < 0) return row;
    const close = row.indexOf(REFERENCE, open + 1);
    const [offset, length] = row
      .toString('latin1', open + 1, close)
      .split(',')
      .map(Number) as [number, number];
    const answer = Buffer.allocUnsafe(length);
    readSync(this.#file, answer, 0, length, offset);
    return Buffer.concat([row.subarray(0, open), answer, row.subarray(close + 1)]);
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

  #parseWrite(line: Buffer): Write | undefined {
    const tab = line.indexOf(TAB);
    if (tab < 0) return undefined;
    const commit = JSON.parse(line.toString('utf8', tab + 1)) as Commit;
    const row = (): { state_delta: Write['changes'] | null } => JSON.parse(this.#expand(line.subarray(0, tab)).toString());
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

  /** @returns the position after the last whole line. */
  #eachLine(onLine: (bytes: Buffer) => void): number {
    const chunk = Buffer.allocUnsafe(READ_CHUNK_BYTES);
    let carried: Buffer[] = [];
    let position = 0;
    let end = 0;
    while (position < this.#size) {
      const count = readSync(this.#file, chunk, 0, Math.min(READ_CHUNK_BYTES, this.#size - position), position);
      if (count === 0) break;
      let start = 0;
      for (let at = chunk.indexOf(NEWLINE); at >= 0 && at < count; at = chunk.indexOf(NEWLINE, start)) {
        const last = chunk.subarray(start, at);
        onLine(carried.length > 0 ? Buffer.concat([...carried, last]) : last);
        carried = [];
        start = at + 1;
        end = position + start;
      }
      if (start < count) carried.push(Buffer.from(chunk.subarray(start, count)));
      position += count;
    }
    return end;
  }
}
