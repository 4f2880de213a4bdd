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
  const end = endOfAnswer(line);
  // An agent may write the same words into a call of its own.
  if (begin < 0 || end < begin || line.includes(ANSWER, begin + ANSWER.length)) return JSON.parse(line) as TapeRow;
  try {
    const told = JSON.parse(line.slice(0, begin) + line.slice(end)) as Told;
    return new RecordedRow(told, line.slice(begin + 1, end)) as unknown as TapeRow;
  } catch {
    // They stood inside a record that it wrote, whose braces are open there.
    return JSON.parse(line) as TapeRow;
  }
}

function endOfAnswer(line: string): number {
  const latency = line.lastIndexOf(AFTER_ANSWER);
  const received = latency - RECEIVED_LENGTH;
  return line.startsWith(RECEIVED, received) ? received : latency;
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
