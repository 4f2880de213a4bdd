import type { Universe, Write } from '../universe.ts';
import type { WorldSpec } from '../world/collection.ts';

/** A world that is written to all the time is taken as it was when it was begun to be built for so many times. */
const MOST_TRIES = 5;

/** What a past is built from. */
export interface Beginnings {
  /** The world as its journal began. */
  begin(): Universe<WorldSpec>;
  /** Tells all that was written since, in order. */
  writes(onWrite: (write: Write) => void): Promise<void>;
  /** How many writes that a tape shows there were. */
  written(): number;
}

/** The world as it was before its last writes, for lists that are behind. Kept until something is written. */
export class Past {
  readonly #of: Beginnings;
  #kept: { behind: number; written: number; universe: Universe<WorldSpec> } | undefined;

  constructor(of: Beginnings) {
    this.#of = of;
  }

  /** @param behind how many writes that a tape shows it misses */
  async before(behind: number): Promise<Universe<WorldSpec>> {
    for (let tries = 1; ; tries += 1) {
      const written = this.#of.written();
      if (this.#kept?.behind === behind && this.#kept.written === written) return this.#kept.universe;
      const universe = await this.#build(behind);
      this.#kept = { behind, written, universe };
      // Something may have been written while the journal was read.
      if (this.#of.written() === written || tries === MOST_TRIES) return universe;
    }
  }

  async #build(behind: number): Promise<Universe<WorldSpec>> {
    const universe = this.#of.begin();
    const waiting: Write[] = [];
    let shown = 0;
    await this.#of.writes((write) => {
      waiting.push(write);
      if (write.changes.length > 0) shown += 1;
      while (shown > behind) {
        const oldest = waiting.shift() as Write;
        if (oldest.changes.length > 0) shown -= 1;
        universe.replay(oldest);
      }
    });
    return universe;
  }
}
