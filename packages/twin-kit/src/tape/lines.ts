import { readSync } from 'node:fs';
import { NEWLINE } from './journal-format.ts';

export const READ_CHUNK_BYTES = 1 << 20;

/** A file that lines of a journal stand in. */
export interface Place {
  /** Its number now. */
  file(): number;
  /** From where offsets of long answers count. */
  base: number;
}

/**
 * Every whole line of a stretch of a file at once, or those up to one that `onLine` says false to.
 *
 * @param atOnce how many bytes are read together: few where the first lines say whether the others are wanted
 * @returns where the last one ends
 */
export function eachLine(
  file: number,
  from: number,
  to: number,
  onLine: (bytes: Buffer) => unknown,
  atOnce = READ_CHUNK_BYTES,
): number {
  const chunk = Buffer.allocUnsafe(Math.min(atOnce, to - from));
  let carried: Buffer[] = [];
  let position = from;
  let end = from;
  while (position < to) {
    const count = readSync(file, chunk, 0, Math.min(chunk.length, to - position), position);
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
