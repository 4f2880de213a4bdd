import { narrationOf } from './answer.ts';
import type { Model } from './endpoint.ts';
import type { NarratorConfig } from './environment.ts';
import { loadModel } from './model.ts';
import type { Narrator } from './narrator.ts';
import { questionOf } from './prompt.ts';

/**
 * A narrator that asks a language model. The vendor's client is loaded when it first speaks, and that time is not the
 * model's: its limit begins when the client is there.
 */
export function createNarrator(config: NarratorConfig): Narrator {
  let loading: Promise<Model> | undefined;
  return {
    model: config.model,
    async narrate(input, signal) {
      loading ??= loadModel(config);
      const model = await loading;
      const question = questionOf(input, config.inputCharacters);
      const bounded = AbortSignal.any([signal, AbortSignal.timeout(config.timeoutMs)]);
      return narrationOf(await model.ask(question, bounded), input.results);
    },
  };
}

/** Asks the model for one word. @returns how long it took, in milliseconds. @throws when it doesn't answer in its time */
export async function probe(config: NarratorConfig): Promise<number> {
  const model = await loadModel(config);
  const start = performance.now();
  await model.ask({ system: 'Answer with the word OK.', user: 'Are you there?' }, AbortSignal.timeout(config.timeoutMs));
  return Math.round(performance.now() - start);
}
