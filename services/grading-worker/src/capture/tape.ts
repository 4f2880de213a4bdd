import { isUtf8 } from 'node:buffer';
import { mergeByTime } from '@svc/grading';
import { PassedBytes, realTimeOf, recordedRow, type TapeRow } from '@svc/twin-kit';
import { CaptureIncomplete } from '../failures.ts';

/** A tape row with the line it was read from, which is stored as it came. */
export interface TapeLine {
  /** Without its end. */
  line: Buffer;
  row: TapeRow;
}

/** Tape rows in order, in batches of what came together. */
export type Tape = AsyncIterable<readonly TapeLine[]>;

/** Reads the row of a line, whose number counts from 1. @throws CaptureIncomplete where it has none */
export type ReadRow = (line: string, number: number) => TapeRow;

/** Longest line that is read, in bytes: a call's two bodies and its delta. */
const MAX_LINE_LENGTH = 64 << 20;
const NEWLINE = 0x0a;
const BYTE_ORDER_MARK = Buffer.from('\ufeff');

/** Cuts bytes into lines, batch by batch. Blank lines are left out. */
export async function* linesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer[]> {
  let carried: Buffer[] = [];
  let carriedLength = 0;
  let isFirst = true;
  const passed = new PassedBytes();
  const lineEndingWith = (last: Buffer): Buffer => {
    const line = carried.length > 0 ? Buffer.concat([...carried, last]) : last;
    const begins = isFirst && line.indexOf(BYTE_ORDER_MARK) === 0;
    carried = [];
    carriedLength = 0;
    isFirst = false;
    return trimmed(begins ? line.subarray(BYTE_ORDER_MARK.length) : line);
  };
  for await (const { buffer, byteOffset, length } of bytes) {
    const chunk = Buffer.from(buffer, byteOffset, length);
    const lines: Buffer[] = [];
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      lines.push(lineEndingWith(chunk.subarray(start, end)));
      start = end + 1;
    }
    carried.push(chunk.subarray(start));
    carriedLength += length - start;
    if (carriedLength > MAX_LINE_LENGTH) throw new CaptureIncomplete('The tape has a line that is too long.');
    yield lines.filter(isFilled);
    passed.add(length);
  }
  yield [lineEndingWith(Buffer.alloc(0))].filter(isFilled);
}

/** White space of ASCII. */
const isWhite = (byte: number | undefined): boolean => byte === 0x20 || (byte !== undefined && byte >= 0x09 && byte <= 0x0d);

function trimmed(line: Buffer): Buffer {
  let end = line.length;
  while (isWhite(line[end - 1])) end -= 1;
  return end === line.length ? line : line.subarray(0, end);
}

const isFilled = ({ length }: Buffer): boolean => length > 0;

/** Reads lines into rows. */
export async function* tapeOf(lines: AsyncIterable<readonly Buffer[]>, toRow: ReadRow): Tape {
  let read = 0;
  for await (const batch of lines) {
    yield batch.map((line) => {
      if (!isUtf8(line)) throw new CaptureIncomplete('The tape is not UTF-8 text.');
      read += 1;
      return { line, row: toRow(line.toString(), read) };
    });
  }
}

/** A row that a twin of ours wrote. */
export const rowOfTwin: ReadRow = (line, number) => objectIn(line, number, recordedRow);

/** What a line says. @throws CaptureIncomplete where that isn't a JSON object */
export function objectIn<T extends object>(line: string, number: number, parse: (line: string) => T): T {
  let value: unknown;
  try {
    value = parse(line);
  } catch {
    value = undefined;
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as T;
  throw new CaptureIncomplete(`Line ${number} of the tape is not a JSON object.`);
}

/** Merges the tapes of several twins into that of their sandbox. */
export const mergeTapes = (tapes: readonly Tape[]): Tape => mergeByTime(tapes, ({ row }) => realTimeOf(row));
