import { closeSync, createReadStream, fstatSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';
import type { Genesis, Write } from '../universe.ts';

/** The first line of a journal: whose twin it is and what world it started from. */
export interface JournalHead extends Genesis {
  format: 1;
  twin: string;
  sessionId: string;
  /** SHA-256 of the sandbox's token, lower-case hex. */
  tokenSha256: string;
}

/**
 * A line is `<row>` for a call that changed nothing and `<row> TAB <commit>` for a write. A long answer that stands in the
 * file already is `SOH <offset>,<length> SOH` in its row: agents read the same pages again and again. JSON text holds no
 * raw control characters, so neither mark can stand in a row.
 */
interface Commit {
  ids?: Write['ids'];
  /** Changes of internal collections. */
  hidden?: Write['changes'];
  /** Present where the row's own delta had a credential taken out. */
  changes?: Write['changes'];
}

const NEWLINE = 0x0a;
const TAB = 0x09;
const REFERENCE = 0x01;
const READ_CHUNK_BYTES = 1 << 20;
/** Rows of one turn are gathered in one buffer of this size; what is larger is written by itself. */
const PENDING_BYTES = 1 << 18;
const MOST_BYTES_PER_CHARACTER = 3;
/** How many long answers are remembered as already written. */
const KNOWN_ANSWERS = 1024;

/** A long answer with a digest of its text. */
export interface LongAnswer {
  bytes: Buffer;
  digest: string;
}

/** A row's text in three parts, the middle one the answer's body. */
export type Row = readonly [head: string, answer: string | Buffer | LongAnswer, tail: string];

/** A journal that can't be taken up: not ours, or damaged before its end. */
export class JournalError extends Error {}

/**
 * The twin's only persistent state. A line reaches the file before its call is answered, several calls of one event-loop
 * turn in one write. The tape is read from here, so memory holds nothing of it but its length.
 */
export class Journal {
  readonly #file: number;
  readonly #path: string;
  #size: number;
  #rows = 0;
  readonly #pending = Buffer.allocUnsafeSlow(PENDING_BYTES);
  #pendingLength = 0;
  readonly #answers = new Map<string, string>();
  #acknowledge: (() => void)[] = [];
  #scheduled = false;
  readonly #onFailure: (error: Error) => void;

  private constructor(path: string, file: number, onFailure: (error: Error) => void) {
    this.#path = path;
    this.#file = file;
    this.#size = fstatSync(file).size;
    this.#onFailure = onFailure;
  }

  /**
   * Opens the file, creating it where needed.
   *
   * @param onFailure called when a write fails: memory is then ahead of the file, and the process must not go on
   */
  static open(path: string, onFailure: (error: Error) => void): Journal {
    return new Journal(path, openSync(path, 'a+', 0o600), onFailure);
  }

  /** Rows on the tape, those not yet written included. */
  get rows(): number {
    return this.#rows;
  }

  get isEmpty(): boolean {
    return this.#size === 0;
  }

  begin(head: JournalHead): void {
    this.#gather(`${JSON.stringify(head)}\n`);
    this.#write();
  }

  /**
   * Reads the journal from its start. A last line without an end was never acknowledged, and is cut off.
   *
   * @throws JournalError when the file isn't a journal or a line before the last can't be read
   */
  recover(onHead: (head: JournalHead) => void, onWrite: (write: Write) => void): void {
    let line = 0;
    const end = this.#eachLine((bytes) => {
      line += 1;
      try {
        if (line === 1) onHead(parseHead(bytes));
        else {
          this.#rows += 1;
          const write = this.#parseWrite(bytes);
          if (write) onWrite(write);
        }
      } catch (error) {
        throw error instanceof JournalError
          ? error
          : new JournalError(`${this.#path}: line ${line} can't be taken up`, { cause: error });
      }
    });
    if (end < this.#size) {
      ftruncateSync(this.#file, end);
      this.#size = end;
    }
  }

  /** Queues a row; `acknowledge` runs once it is in the file. */
  append([head, answer, tail]: Row, commit: Commit | undefined, acknowledge: () => void): void {
    this.#rows += 1;
    this.#acknowledge.push(acknowledge);
    this.#guard(() => {
      this.#gather(head);
      this.#gather(typeof answer === 'string' || Buffer.isBuffer(answer) ? answer : this.#answer(answer));
      this.#gather(commit ? `${tail}\t${JSON.stringify(commit)}\n` : `${tail}\n`);
    });
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => this.flush());
  }

  /** Writes what waits and acknowledges it. */
  flush(): void {
    this.#scheduled = false;
    if (!this.#guard(() => this.#write())) return;
    const acknowledge = this.#acknowledge;
    this.#acknowledge = [];
    for (const done of acknowledge) done();
  }

  /** The rows after the first `skip`, one JSON text each, as they stand now. Memory stays flat. */
  async *read(skip = 0): AsyncGenerator<Buffer> {
    this.flush();
    if (this.#size === 0) return;
    const stream = createReadStream(this.#path, { end: this.#size - 1, highWaterMark: READ_CHUNK_BYTES });
    let line = -1;
    for await (const bytes of splitLines(stream)) {
      line += 1;
      if (line > skip) yield this.#expand(rowOf(bytes));
    }
  }

  /** The committed writes of the first `rows` rows, in order. */
  writes(rows: number, onWrite: (write: Write) => void): void {
    this.flush();
    let line = -1;
    this.#eachLine((bytes) => {
      line += 1;
      const write = line > 0 && line <= rows ? this.#parseWrite(bytes) : undefined;
      if (write) onWrite(write);
    });
  }

  close(): void {
    this.flush();
    closeSync(this.#file);
  }

  #guard(work: () => void): boolean {
    try {
      work();
      return true;
    } catch (error) {
      this.#acknowledge = [];
      this.#onFailure(error as Error);
      return false;
    }
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
    if (most > PENDING_BYTES) this.#writeAll(typeof part === 'string' ? Buffer.from(part) : part);
    else if (typeof part === 'string') this.#pendingLength += this.#pending.write(part, this.#pendingLength);
    else this.#pendingLength += part.copy(this.#pending, this.#pendingLength);
  }

  #write(): void {
    if (this.#pendingLength === 0) return;
    this.#writeAll(this.#pending.subarray(0, this.#pendingLength));
    this.#pendingLength = 0;
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
    return { changes, ...(commit.hidden && { hidden: commit.hidden }), ...(commit.ids && { ids: commit.ids }) };
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

async function* splitLines(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let carried: Buffer[] = [];
  for await (const chunk of stream) {
    let start = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, start)) {
      const last = chunk.subarray(start, at);
      yield carried.length > 0 ? Buffer.concat([...carried, last]) : last;
      carried = [];
      start = at + 1;
    }
    if (start < chunk.length) carried.push(chunk.subarray(start));
  }
}

function rowOf(line: Buffer): Buffer {
  const tab = line.indexOf(TAB);
  return tab < 0 ? line : line.subarray(0, tab);
}

function parseHead(line: Buffer): JournalHead {
  const head = JSON.parse(line.toString()) as JournalHead;
  if (head.format !== 1) throw new JournalError('not a journal of this version');
  return head;
}
