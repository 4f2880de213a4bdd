import { closeSync, fstatSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { BoundedMap } from '../bounded-map.ts';
import { isNoSpace } from '../disk.ts';
import type { FaultNote } from '../faults/standing.ts';
import type { WrittenText } from '../room.ts';
import type { Write } from '../universe.ts';
import { REFERENCE } from './journal-format.ts';

/** A long answer with a digest of its text. */
export interface LongAnswer {
  bytes: Buffer;
  digest: string;
}

/** A row's text in three parts, the middle one the answer's body. */
export type Row = readonly [head: string, answer: string | Buffer | LongAnswer, tail: string];

/** The bytes or text of an answer. */
export const answerOf = (answer: Row[1]): string | Buffer =>
  typeof answer === 'string' || Buffer.isBuffer(answer) ? answer : answer.bytes;

/** About how many bytes a row has: characters count for one. */
export const rowLength = ([head, answer, tail]: Row): number => head.length + answerOf(answer).length + tail.length;

/** A commit's text with what faults counted; a call that wrote nothing has no other. */
export function withFaults(commit: string | undefined, note: FaultNote): string {
  const faults = `"faults":${JSON.stringify(note)}}`;
  return commit === undefined ? `{"changes":[],${faults}` : `${commit.slice(0, -1)},${faults}`;
}

/** A commit's text. @param changes JSON of the changes where the row's own aren't the true ones */
export function commitText({ ids }: Write, { world, hidden }: WrittenText, changes: string | undefined): string {
  const moved = ids ? `,"ids":${JSON.stringify(ids)}` : '';
  return `{"world":${world}${moved}${hidden ? `,"hidden":${hidden}` : ''}${changes ? `,"changes":${changes}` : ''}}`;
}

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

/** Rows of one turn are gathered in one buffer of this size; what is larger is written by itself. */
const PENDING_BYTES = 1 << 18;
const MOST_BYTES_PER_CHARACTER = 3;

/** So many buffers are kept for the journals of a process that have something to write in one turn. */
const MOST_SPARE = 16;
const spare: Buffer[] = [];
/** Stands for the file of a journal that is closed: the number that it had is soon another file's. */
export const CLOSED = -1;

/** How many long answers are remembered as already written. */
const KNOWN_ANSWERS = 1024;
const MARK = String.fromCharCode(REFERENCE);

/**
 * The writing half of a journal: a line reaches the file before its call is answered, several calls of one event-loop turn in one write.
 * Where the disk is full, what wasn't acknowledged is taken back.
 */
export abstract class JournalWriter {
  #file: number;
  #fileSize: number;
  #rows = 0;
  /** There while rows are gathered: journals of a process take turns with a few. */
  #pending: Buffer | undefined;
  #pendingLength = 0;
  /** By the digest of a long answer that the file has already: what stands in a row in its place. */
  readonly #answers = new BoundedMap<string, string>(KNOWN_ANSWERS);
  #waiting: Outcome[] = [];
  #acknowledged: number;
  /** Lines that wait for room on the disk. */
  #held: Buffer[] = [];
  #heldBytes = 0;
  #scheduled = false;
  /** Bytes that stand in other files. */
  protected partsBytes = 0;
  readonly #onFailure: (error: Error) => void;

  /** Opens the file, creating it where needed. @param onFailure called when a write fails, other than for want of room */
  constructor(path: string, onFailure: (error: Error) => void) {
    this.#file = openSync(path, 'a+', 0o600);
    this.#fileSize = fstatSync(this.#file).size;
    this.#acknowledged = this.#fileSize;
    this.#onFailure = onFailure;
  }

  /** From where offsets of long answers count. */
  protected abstract get base(): number;

  /** The file's number. */
  protected get file(): number {
    return this.#file;
  }

  /** True once it is closed or abandoned. */
  get isClosed(): boolean {
    return this.#file === CLOSED;
  }

  /** Rows on the tape, those not yet written included. */
  get rows(): number {
    return this.#rows;
  }

  /** Its length in bytes, with its parts, rows not yet written included. */
  get size(): number {
    return this.partsBytes + this.#fileSize + this.#pendingLength + this.#heldBytes;
  }

  protected get fileSize(): number {
    return this.#fileSize;
  }

  /** The file's length without rows that wait for their acknowledgement. */
  protected get acknowledged(): number {
    return this.#acknowledged;
  }

  /** Lines that wait in memory for room on the disk. */
  protected get held(): readonly Buffer[] {
    return this.#held;
  }

  /** What of it waits in memory for room on the disk. */
  get heldBytes(): number {
    return this.#heldBytes;
  }

  /** Says how many rows there are without writing one. */
  protected countRows(rows: number): void {
    this.#rows = rows;
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
      this.acknowledge();
    } catch (error) {
      this.cutBack();
      throw error;
    }
  }

  /** Writes what waits and acknowledges it. */
  flush(): void {
    this.#scheduled = false;
    if (!this.#guard(() => this.#write())) return;
    this.#giveBack();
    this.acknowledge();
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const { acknowledge } of waiting) acknowledge();
  }

  /** Writes bytes that aren't gathered. */
  protected write(bytes: Buffer): void {
    let written = 0;
    while (written < bytes.length) written += writeSync(this.#file, bytes, written);
    this.#fileSize += bytes.length;
  }

  /** All that is in the file is there to stay. */
  protected acknowledge(): void {
    this.#acknowledged = this.#fileSize;
  }

  /** Ends the file after what was acknowledged. @param acknowledged how much that is, where it turns out to be less */
  protected cutBack(acknowledged = this.#acknowledged): void {
    this.#acknowledged = acknowledged;
    ftruncateSync(this.#file, acknowledged);
    this.#fileSize = acknowledged;
    this.#pendingLength = 0;
    // Some may have stood in what was cut off.
    this.#answers.clear();
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
    this.cutBack();
    this.#rows -= refused.length;
    for (const { takeBack } of refused.toReversed()) takeBack();
    for (const { refuse } of refused) refuse();
  }

  /** Lines that wait for room are older than all that is queued, and stay where they are until they are in the file. */
  #writeHeld(): void {
    if (this.#held.length === 0) return;
    this.write(Buffer.concat(this.#held));
    this.acknowledge();
    this.#held = [];
    this.#heldBytes = 0;
  }

  /** The answer's bytes the first time, then where they stand. */
  #answer({ bytes, digest }: LongAnswer): string | Buffer {
    const known = this.#answers.get(digest);
    if (known !== undefined) return known;
    const offset = this.#fileSize + this.#pendingLength - this.base;
    this.#answers.set(digest, `${MARK}${offset},${bytes.length}${MARK}`);
    return bytes;
  }

  #gather(part: string | Buffer): void {
    if (part === '') return;
    const most = typeof part === 'string' ? part.length * MOST_BYTES_PER_CHARACTER : part.length;
    if (most > PENDING_BYTES - this.#pendingLength) this.#write();
    if (most > PENDING_BYTES) {
      this.write(typeof part === 'string' ? Buffer.from(part) : part);
      return;
    }
    this.#pending ??= spare.pop() ?? Buffer.allocUnsafeSlow(PENDING_BYTES);
    if (typeof part === 'string') this.#pendingLength += this.#pending.write(part, this.#pendingLength);
    else this.#pendingLength += part.copy(this.#pending, this.#pendingLength);
  }

  #write(): void {
    if (!this.#pending || this.#pendingLength === 0) return;
    this.write(this.#pending.subarray(0, this.#pendingLength));
    this.#pendingLength = 0;
  }

  /** Nothing is gathered: another journal may have the buffer. */
  #giveBack(): void {
    if (this.#pending && spare.length < MOST_SPARE) spare.push(this.#pending);
    this.#pending = undefined;
  }
}
