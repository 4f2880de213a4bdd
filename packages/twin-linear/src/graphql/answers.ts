import type { Reply } from '@svc/twin-kit';
import type { LinearWorld } from '../world.ts';

/** Answers kept, and the longest of them in characters. */
const KEPT_ANSWERS = 64;
const LONGEST_KEPT = 131_072;

interface Kept {
  epoch: number;
  reply: Reply;
}

/** Changes with every write to a world. */
function epochOf(world: LinearWorld): number {
  let epoch = 0;
  for (const name in world) epoch += world[name as keyof LinearWorld].version;
  return epoch;
}

/**
 * Answers to queries, kept for as long as nothing is written: agents poll. What depends on the time isn't kept. Worlds
 * don't share them.
 */
export class Answers {
  readonly #worlds = new WeakMap<LinearWorld, Map<string, Kept>>();

  find(world: LinearWorld, key: string): Reply | undefined {
    const kept = this.#worlds.get(world)?.get(key);
    return kept && kept.epoch === epochOf(world) ? kept.reply : undefined;
  }

  keep(world: LinearWorld, key: string, reply: Reply, length: number): void {
    if (length + key.length > LONGEST_KEPT) return;
    let answers = this.#worlds.get(world);
    if (!answers) {
      answers = new Map();
      this.#worlds.set(world, answers);
    }
    answers.delete(key);
    answers.set(key, { epoch: epochOf(world), reply });
    if (answers.size > KEPT_ANSWERS) answers.delete(answers.keys().next().value as string);
  }
}
