import { narrationOf } from './answer.ts';
import type { NarratorConfig } from './environment.ts';
import { modelOf } from './model.ts';
import type { Narrator } from './narrator.ts';
import { questionOf } from './prompt.ts';

/** A narrator that asks a language model. */
export function createNarrator(config: NarratorConfig): Narrator {
  const model = modelOf(config);
  return {
    model: config.model,
    async narrate(input, signal) {
      const question = questionOf(input, config.inputCharacters);
      const bounded = AbortSignal.any([signal, AbortSignal.timeout(config.timeoutMs)]);
      return narrationOf(await model.ask(question, bounded), input.results);
    },
  };
}

/** Asks the model for one word. @returns how long it took, in milliseconds. @throws when it doesn't answer */
export async function probe(config: NarratorConfig, signal: AbortSignal): Promise<number> {
  const start = performance.now();
  await modelOf(config).ask({ system: 'Answer with the word OK.', user: 'Are you there?' }, signal);
  return Math.round(performance.now() - start);
}
