import { closeSync, existsSync, linkSync, openSync, read, readSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { isNote, JournalError, linesTogether, NEWLINE, type Part } from './journal-format.ts';
import { eachLine, type Place, READ_CHUNK_BYTES } from './lines.ts';

/** Whole lines below the head of a journal, where they stand. */
export interface Stretch extends Omit<Part, 'file'> {
  path: string;
}

const readFile = promisify(read);

const partPath = (journal: string, number: number): string => `${journal}.${number}`;

/** Where the lines of a journal's parts stand. */
export const stretchesOf = (journal: string, parts: readonly Part[]): Stretch[] =>
  parts.map(({ file, ...part }) => ({ ...part, path: join(dirname(journal), file) }));

/**
 * Has a journal that is to be begun go on from lines of others. Their files get a name of its own each: they stay when the others end,
 * and what those add behind the lines is none of its business.
 *
 * @returns undefined where the file system gives no second names
 */
export function linkParts(journal: string, stretches: readonly Stretch[]): Part[] | undefined {
  try {
    return stretches.map(({ path, ...part }, at) => {
      const linked = partPath(journal, at + 1);
      // A process may have died over the same.
      rmSync(linked, { force: true });
      linkSync(path, linked);
      return { file: basename(linked), ...part };
    });
  } catch {
    removeParts(journal);
    return undefined;
  }
}

/** How large the files are that a journal goes on from. */
export function partsBytes(journal: string): number {
  let bytes = 0;
  for (let number = 1; existsSync(partPath(journal, number)); number += 1) bytes += statSync(partPath(journal, number)).size;
  return bytes;
}

/** The head of a journal is small. In bytes. */
const HEAD_BYTES = 16 << 10;

/** Is the line longer than so many bytes that a journal's world starts from? It stands in the first of its parts, where it has any. */
export function startsLonger(journal: string, bytes: number): boolean {
  const first = partPath(journal, 1);
  const file = openSync(existsSync(first) ? first : journal, 'r');
  try {
    const buffer = Buffer.allocUnsafe(HEAD_BYTES + bytes);
    const beginning = buffer.subarray(0, readSync(file, buffer, 0, buffer.length, 0));
    return beginning.length === buffer.length && beginning.indexOf(NEWLINE, beginning.indexOf(NEWLINE) + 1) < 0;
  } finally {
    closeSync(file);
  }
}

/** Removes what a journal goes on from. */
export function removeParts(journal: string): void {
  for (let number = 1; existsSync(partPath(journal, number)); number += 1) rmSync(partPath(journal, number), { force: true });
}

/** A line with the place that it stands in. */
export interface PlacedLine {
  bytes: Buffer;
  place: Place;
}

function opened({ path, base }: Stretch): Place & { close(): void } {
  const file = openSync(path, 'r');
  return { file: () => file, base, close: () => closeSync(file) };
}

/** One buffer for all: what is read stands in it for as long as no more is asked for. */
async function* bytesOf(file: number, { path, base, end }: Stretch): AsyncGenerator<Buffer> {
  const buffer = Buffer.allocUnsafeSlow(Math.min(READ_CHUNK_BYTES, end - base));
  for (let position = base; position < end; ) {
    const { bytesRead } = await readFile(file, { buffer, length: Math.min(buffer.length, end - position), position });
    if (bytesRead === 0) throw new JournalError(`${path} ends before its line at ${end}`);
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

/** The lines of stretches one after the other, in lists. Those of one can be read for as long as the next one isn't asked for. */
export async function* linesOf(stretches: readonly Stretch[]): AsyncGenerator<PlacedLine[]> {
  for (const stretch of stretches) {
    const place = opened(stretch);
    try {
      for await (const lines of linesTogether(bytesOf(place.file(), stretch))) yield lines.map((bytes) => ({ bytes, place }));
    } finally {
      place.close();
    }
  }
}

/** The same at once. @throws JournalError where one of them ends before it should */
export function eachOf(stretches: readonly Stretch[], onLine: (line: PlacedLine) => void): void {
  for (const stretch of stretches) {
    const place = opened(stretch);
    try {
      const end = eachLine(place.file(), stretch.base, stretch.end, (bytes) => onLine({ bytes, place }));
      if (end !== stretch.end) throw new JournalError(`${stretch.path} ends before its line at ${stretch.end}`);
    } finally {
      place.close();
    }
  }
}

/** The first of these rows, where they stand. @param stretches of a whole journal, the first one with the line that its world starts from */
export function firstRows(stretches: readonly Stretch[], rows: number): Stretch[] {
  const first: Stretch[] = [];
  let left = rows;
  for (const [at, stretch] of stretches.entries()) {
    if (at > 0 && left === 0) break;
    first.push(left >= stretch.rows ? stretch : cutAfter(stretch, left, at === 0 ? 1 : 0));
    left -= Math.min(left, stretch.rows);
  }
  return first;
}

/** @param before how many lines stand before the first row */
function cutAfter(stretch: Stretch, rows: number, before: number): Stretch {
  const place = opened(stretch);
  try {
    let left = rows + before;
    const end = eachLine(place.file(), stretch.base, stretch.end, (line) => {
      if (!isNote(line)) left -= 1;
      return left > 0;
    });
    return { ...stretch, end, rows };
  } finally {
    place.close();
  }
}
