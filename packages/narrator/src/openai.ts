import OpenAI from 'openai';
import { boundedFetch, type Model } from './endpoint.ts';
import type { NarratorConfig } from './environment.ts';

/** Servers without keys are asked with this one. */
const NO_KEY = 'none';

/** Any endpoint with OpenAI's chat completions (platform.openai.com/docs/api-reference/chat), through the official client. */
export function openaiModel({ model, baseUrl, apiKey, timeoutMs, outputTokens }: NarratorConfig): Model {
  const client = new OpenAI({
    apiKey: apiKey ?? NO_KEY,
    ...(baseUrl !== undefined && { baseURL: baseUrl }),
    organization: null,
    project: null,
    timeout: timeoutMs,
    maxRetries: 1,
    fetch: boundedFetch,
    logLevel: 'off',
  });
  return {
    async ask({ system, user }, signal) {
      const completion = await client.chat.completions.create(
        {
          model,
          messages: [
            { role: 'system', content: system },
            { role: 'user', content: user },
          ],
          // Newer models of OpenAI take `max_completion_tokens` only, and servers of others this one only.
          ...(baseUrl === undefined ? { max_completion_tokens: outputTokens } : { max_tokens: outputTokens }),
        },
        { signal },
      );
      const text: unknown = completion?.choices?.[0]?.message?.content;
      if (typeof text !== 'string') throw new Error('The model answered no text.');
      return text;
    },
  };
}
