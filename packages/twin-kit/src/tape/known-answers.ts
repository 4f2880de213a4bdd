const MOST_BYTES = 8 << 20;

/** A long answer as it was sent before. */
export interface KnownAnswer {
  bytes: Buffer;
  /** The credentials it was searched for, and free of. */
  cleanOf: string;
}

/**
 * Encoded answers by digest, oldest first: a page that is read again is neither joined nor encoded again. The worlds of a process
 * share the room for them; a digest stands for the whole text of an answer, so that no two of them can meet.
 */
export class KnownAnswers {
  readonly #known = new Map<string, KnownAnswer>();
  #bytes = 0;

  get(digest: string): KnownAnswer | undefined {
    return this.#known.get(digest);
  }

  remember(digest: string, answer: KnownAnswer): void {
    this.#bytes += answer.bytes.length - (this.#known.get(digest)?.bytes.length ?? 0);
    this.#known.delete(digest);
    this.#known.set(digest, answer);
    for (const [oldest, { bytes }] of this.#known) {
      if (this.#bytes <= MOST_BYTES) break;
      this.#known.delete(oldest);
      this.#bytes -= bytes.length;
    }
  }
}
