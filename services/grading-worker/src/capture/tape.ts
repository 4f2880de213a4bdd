import { mergeByTime } from '@svc/grading';
import { realTimeOf, type TapeRow } from '@svc/twin-kit';
import { CaptureIncomplete } from '../failures.ts';

/** A tape row with the line it was read from, which is stored as it came. */
export interface TapeLine {
  line: string;
  row: TapeRow;
}

/** Tape rows in order, in batches of what came together. */
export type Tape = AsyncIterable<readonly TapeLine[]>;

/** Longest line that is read, in characters: a call's two bodies and its delta. */
const MAX_LINE_LENGTH = 64 << 20;

/** Cuts bytes into lines, batch by batch. Blank lines are left out. */
export async function* linesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string[]> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });
  let rest = '';
  const decode = (chunk?: Uint8Array): string => {
    try {
      return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
    } catch {
      throw new CaptureIncomplete('The tape is not UTF-8 text.');
    }
  };
  for await (const chunk of bytes) {
    const text = decode(chunk);
    if (!text.includes('\n')) {
      rest += text;
      if (rest.length > MAX_LINE_LENGTH) throw new CaptureIncomplete('The tape has a line that is too long.');
      continue;
    }
    const lines = (rest + text).split('\n');
    rest = lines.pop()!;
    yield lines.filter(isFilled);
  }
  rest += decode();
  if (isFilled(rest)) yield [rest];
}

const isFilled = (line: string): boolean => line.trim() !== '';

/** Parses lines into rows. @throws CaptureIncomplete for a line that is none */
export async function* tapeOf(lines: AsyncIterable<readonly string[]>, toRow: (value: object, line: number) => TapeRow): Tape {
  let read = 0;
  for await (const batch of lines) {
    yield batch.map((line) => {
      read += 1;
      return { line: line.trimEnd(), row: toRow(parseObject(line, read), read) };
    });
  }
}

function parseObject(line: string, number: number): object {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    value = undefined;
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw new CaptureIncomplete(`Line ${number} of the tape is not a JSON object.`);
}

/** Merges the tapes of several twins into that of their sandbox. */
export const mergeTapes = (tapes: readonly Tape[]): Tape => mergeByTime(tapes, ({ row }) => realTimeOf(row));
