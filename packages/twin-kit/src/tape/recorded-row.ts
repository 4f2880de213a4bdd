import type { TapeRow } from './row.ts';

/** Between these a row tells of its answer, which is most of it. */
const ANSWER = ',"response_headers":';
const AFTER_ANSWER = ',"latency_ms":';
/** Stands before the latter where the world's clock isn't the wall's. */
const RECEIVED = ',"received_at":"';
const RECEIVED_LENGTH = `${RECEIVED}2026-01-01T00:00:00.000Z"`.length;

type Answer = Pick<TapeRow, 'response_headers' | 'response_body'>;
type Told = Omit<TapeRow, keyof Answer>;

/**
 * Reads a row as the recorder writes it. Its answer is parsed once somebody looks at it: few criteria do.
 *
 * @throws SyntaxError for what isn't JSON
 */
export function recordedRow(line: string): TapeRow {
  const begin = line.indexOf(ANSWER);
  const end = begin < 0 ? -1 : endOfAnswer(line, begin);
  const told = end < 0 ? undefined : toldAround(line, begin, end);
  return told ? (new RecordedRow(told, line.slice(begin + 1, end)) as unknown as TapeRow) : (JSON.parse(line) as TapeRow);
}

function endOfAnswer(line: string, begin: number): number {
  const latency = line.indexOf(AFTER_ANSWER, begin);
  const received = latency - RECEIVED_LENGTH;
  return line.startsWith(RECEIVED, received) ? received : latency;
}

/** @returns undefined where an agent wrote the same words into its call, or got them for an answer */
function toldAround(line: string, begin: number, end: number): Told | undefined {
  try {
    const told = JSON.parse(line.slice(0, begin) + line.slice(end)) as Told & Partial<Answer>;
    // The status stands right before the answer, and is gone where the cut began in the request; where it ended there too, the
    // answer is still in its place.
    const isCutOut = told.status !== undefined && told.response_headers === undefined;
    return isCutOut ? told : undefined;
  } catch {
    // Braces that the one is inside of aren't those that the other is.
    return undefined;
  }
}

class RecordedRow implements Answer {
  readonly #text: string;
  #answer: Answer | undefined;

  /** @param text of the answer's fields, without braces around them */
  constructor(told: Told, text: string) {
    Object.assign(this, told);
    this.#text = text;
  }

  get response_headers(): Answer['response_headers'] {
    return this.#parsed().response_headers;
  }

  get response_body(): unknown {
    return this.#parsed().response_body;
  }

  #parsed(): Answer {
    this.#answer ??= JSON.parse(`{${this.#text}}`) as Answer;
    return this.#answer;
  }
}
