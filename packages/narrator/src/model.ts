import type { Model } from './endpoint.ts';
import type { NarratorConfig } from './environment.ts';

/** The model of a configuration, with its vendor's client: some hundred files, which take seconds to load on a busy machine. */
export const loadModel = async (config: NarratorConfig): Promise<Model> =>
  config.protocol === 'anthropic'
    ? (await import('./anthropic.ts')).anthropicModel(config)
    : (await import('./openai.ts')).openaiModel(config);
