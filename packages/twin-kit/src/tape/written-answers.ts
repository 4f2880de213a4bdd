import { REFERENCE } from './journal-format.ts';

/** How many long answers are remembered as already written. */
const KNOWN_ANSWERS = 1024;
const MARK = String.fromCharCode(REFERENCE);

/** The long answers that a journal has already, by digest: what stands in a row in the place of each. */
export class WrittenAnswers {
  readonly #references = new Map<string, string>();

  get(digest: string): string | undefined {
    return this.#references.get(digest);
  }

  /** @param offset from where the journal counts */
  wrote(digest: string, offset: number, length: number): void {
    if (this.#references.size >= KNOWN_ANSWERS) this.#references.delete(this.#references.keys().next().value as string);
    this.#references.set(digest, `${MARK}${offset},${length}${MARK}`);
  }

  clear(): void {
    this.#references.clear();
  }
}
