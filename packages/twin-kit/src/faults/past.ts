import type { Universe, Write } from '../universe.ts';
import type { WorldSpec } from '../world/collection.ts';

/** The world as it was before its last writes, for lists that are behind. Kept until something is written. */
export class Past {
  readonly #begin: () => Universe<WorldSpec>;
  readonly #writes: (onWrite: (write: Write) => void) => void;
  #kept: { behind: number; written: number; universe: Universe<WorldSpec> } | undefined;

  /** @param begin a world as its journal began @param writes tells all that was written since */
  constructor(begin: () => Universe<WorldSpec>, writes: (onWrite: (write: Write) => void) => void) {
    this.#begin = begin;
    this.#writes = writes;
  }

  /** @param behind how many writes that a tape shows it misses @param written how many there were */
  before(behind: number, written: number): Universe<WorldSpec> {
    if (this.#kept?.behind === behind && this.#kept.written === written) return this.#kept.universe;
    const universe = this.#begin();
    const waiting: Write[] = [];
    let shown = 0;
    this.#writes((write) => {
      waiting.push(write);
      if (write.changes.length > 0) shown += 1;
      while (shown > behind) {
        const oldest = waiting.shift() as Write;
        if (oldest.changes.length > 0) shown -= 1;
        universe.replay(oldest);
      }
    });
    this.#kept = { behind, written, universe };
    return universe;
  }
}
