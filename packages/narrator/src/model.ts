import type { Model } from './endpoint.ts';
import type { NarratorConfig } from './environment.ts';

/** The model of a configuration. Its vendor's client, some hundred files, is loaded when it is first asked. */
export function modelOf(config: NarratorConfig): Model {
  let loading: Promise<Model> | undefined;
  return {
    async ask(question, signal) {
      loading ??= clientFor(config);
      return (await loading).ask(question, signal);
    },
  };
}

const clientFor = async (config: NarratorConfig): Promise<Model> =>
  config.protocol === 'anthropic'
    ? (await import('./anthropic.ts')).anthropicModel(config)
    : (await import('./openai.ts')).openaiModel(config);
