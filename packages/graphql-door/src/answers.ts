import { BoundedMap, type Reply } from '@svc/twin-kit';

/** Answers kept, and the longest of them in characters. */
const KEPT_ANSWERS = 64;
const LONGEST_KEPT = 131_072;

/** A world's collections, each with a number that every write of it raises. */
type Versioned = Readonly<Record<string, { readonly version: number }>>;

/** An answer and the actions that it answers. */
export interface KeptAnswer {
  reply: Reply;
  actions: readonly string[];
}

type Kept = KeptAnswer & { epoch: number };

/** Answers of one world, which changes its epoch with every write. */
class KeptAnswers {
  readonly answers = new BoundedMap<string, Kept>(KEPT_ANSWERS);
  readonly #collections: readonly { readonly version: number }[];

  constructor(world: Versioned) {
    this.#collections = Object.values(world);
  }

  get epoch(): number {
    let epoch = 0;
    for (const { version } of this.#collections) epoch += version;
    return epoch;
  }
}

/**
 * Answers to queries, kept for as long as nothing is written: agents poll. What depends on the time isn't kept. Worlds
 * don't share them.
 */
export class Answers {
  readonly #worlds = new WeakMap<Versioned, KeptAnswers>();

  find(world: Versioned, key: string): KeptAnswer | undefined {
    const known = this.#worlds.get(world);
    const kept = known?.answers.get(key);
    return kept && kept.epoch === known?.epoch ? kept : undefined;
  }

  keep(world: Versioned, key: string, answer: KeptAnswer, length: number): void {
    if (length + key.length > LONGEST_KEPT) return;
    let known = this.#worlds.get(world);
    if (!known) {
      known = new KeptAnswers(world);
      this.#worlds.set(world, known);
    }
    known.answers.set(key, { ...answer, epoch: known.epoch });
  }
}
