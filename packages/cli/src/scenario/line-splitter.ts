/** A line that doesn't end is cut here, in characters. */
const LONGEST_LINE = 8_192;

/** Makes lines of bytes that come in pieces. */
export class LineSplitter {
  readonly #onLine: (line: string) => void;
  readonly #decoder = new TextDecoder();
  #rest = '';

  constructor(onLine: (line: string) => void) {
    this.#onLine = onLine;
  }

  push(chunk: Buffer): void {
    const lines = (this.#rest + this.#decoder.decode(chunk, { stream: true })).split('\n');
    this.#rest = lines.pop() as string;
    for (const line of lines) this.#onLine(line.replace(/\r$/, ''));
    if (this.#rest.length > LONGEST_LINE) this.end();
  }

  /** What is left is a line too. */
  end(): void {
    if (this.#rest !== '') this.#onLine(this.#rest);
    this.#rest = '';
  }
}
