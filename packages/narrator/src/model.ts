import { anthropicModel } from './anthropic.ts';
import type { Model } from './endpoint.ts';
import type { NarratorConfig } from './environment.ts';
import { openaiModel } from './openai.ts';

export const modelOf = (config: NarratorConfig): Model =>
  config.protocol === 'anthropic' ? anthropicModel(config) : openaiModel(config);
