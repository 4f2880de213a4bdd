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

interface Source {
  batches: AsyncIterator<readonly TapeLine[]>;
  batch: readonly TapeLine[];
  at: number;
}

/**
 * Merges the tapes of several twins by time. Each tape keeps its own order whatever its clock says, and rows of one instant
 * come in the order of the tapes given.
 */
export async function* mergeTapes(tapes: readonly Tape[]): Tape {
  const sources: Source[] = tapes.map((tape) => ({ batches: tape[Symbol.asyncIterator](), batch: [], at: 0 }));
  try {
    for (;;) {
      await Promise.all(sources.map(fill));
      const live = sources.filter(({ batch, at }) => at < batch.length);
      if (live.length === 0) return;
      yield mergeUntilOneIsEmpty(live);
    }
  } finally {
    await Promise.allSettled(sources.map(({ batches }) => batches.return?.()));
  }
}

async function fill(source: Source): Promise<void> {
  while (source.at >= source.batch.length) {
    const { done, value } = await source.batches.next();
    if (done) return;
    source.batch = value;
    source.at = 0;
  }
}

function mergeUntilOneIsEmpty(sources: readonly Source[]): TapeLine[] {
  const merged: TapeLine[] = [];
  const time = ({ batch, at }: Source): number => realTimeOf(batch[at]!.row);
  while (sources.every(({ batch, at }) => at < batch.length)) {
    let first = sources[0]!;
    for (const source of sources) if (time(source) < time(first)) first = source;
    merged.push(first.batch[first.at]!);
    first.at += 1;
  }
  return merged;
}
