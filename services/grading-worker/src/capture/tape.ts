import { mergeByTime } from '@svc/grading';
import { realTimeOf, recordedRow, type TapeRow } from '@svc/twin-kit';
import { CaptureIncomplete } from '../failures.ts';

/** A tape row with the line it was read from, which is stored as it came. */
export interface TapeLine {
  line: string;
  row: TapeRow;
}

/** Tape rows in order, in batches of what came together. */
export type Tape = AsyncIterable<readonly TapeLine[]>;

/** Reads the row of a line, whose number counts from 1. @throws CaptureIncomplete where it has none */
export type ReadRow = (line: string, number: number) => TapeRow;

/** Longest line that is read, in bytes: a call's two bodies and its delta. */
const MAX_LINE_LENGTH = 64 << 20;
const NEWLINE = 0x0a;
const BYTE_ORDER_MARK = '\ufeff';

/** Cuts bytes into lines, batch by batch. Blank lines are left out. */
export async function* linesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string[]> {
  let carried: Uint8Array[] = [];
  let carriedLength = 0;
  let isFirst = true;
  const carry = (piece: Uint8Array): void => {
    carried.push(piece);
    carriedLength += piece.length;
    if (carriedLength > MAX_LINE_LENGTH) throw new CaptureIncomplete('The tape has a line that is too long.');
  };
  const carriedLine = (): string => {
    const line = textOf(Buffer.concat(carried));
    const begins = isFirst && line.startsWith(BYTE_ORDER_MARK);
    carried = [];
    carriedLength = 0;
    isFirst = false;
    return begins ? line.slice(BYTE_ORDER_MARK.length) : line;
  };
  for await (const chunk of bytes) {
    const first = chunk.indexOf(NEWLINE);
    carry(first < 0 ? chunk : chunk.subarray(0, first));
    if (first < 0) continue;
    const last = chunk.lastIndexOf(NEWLINE);
    const between = first < last ? textOf(chunk.subarray(first + 1, last)).split('\n') : [];
    yield [carriedLine(), ...between].filter(isFilled);
    carry(chunk.subarray(last + 1));
  }
  yield [carriedLine()].filter(isFilled);
}

// What is whole needs no state from piece to piece, which costs more.
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function textOf(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new CaptureIncomplete('The tape is not UTF-8 text.');
  }
}

const isFilled = (line: string): boolean => line.trim() !== '';

/** Reads lines into rows. */
export async function* tapeOf(lines: AsyncIterable<readonly string[]>, toRow: ReadRow): Tape {
  let read = 0;
  for await (const batch of lines) {
    yield batch.map((line) => {
      read += 1;
      return { line: line.trimEnd(), row: toRow(line, read) };
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
