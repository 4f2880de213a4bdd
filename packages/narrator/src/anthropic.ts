import Anthropic from '@anthropic-ai/sdk';
import { boundedFetch, type Model } from './endpoint.ts';
import type { NarratorConfig } from './environment.ts';

/** Anthropic's messages (docs.anthropic.com/en/api/messages), through the official client. */
export function anthropicModel({ model, baseUrl, apiKey, timeoutMs, outputTokens }: NarratorConfig): Model {
  const client = new Anthropic({
    apiKey: apiKey ?? null,
    authToken: null,
    ...(baseUrl !== undefined && { baseURL: baseUrl }),
    timeout: timeoutMs,
    maxRetries: 1,
    fetch: boundedFetch,
    logLevel: 'off',
    // Without a key the client would not send at all; a local server may need none.
    ...(apiKey === undefined && { defaultHeaders: { 'x-api-key': 'none' } }),
  });
  return {
    async ask({ system, user }, signal) {
      const message = await client.messages.create(
        { model, max_tokens: outputTokens, system, messages: [{ role: 'user', content: user }] },
        { signal },
      );
      const blocks: unknown = message?.content;
      const texts = Array.isArray(blocks)
        ? blocks.flatMap((block: { type?: unknown; text?: unknown } | null) =>
            block?.type === 'text' && typeof block.text === 'string' ? [block.text] : [],
          )
        : [];
      if (texts.length === 0) throw new Error('The model answered no text.');
      return texts.join('\n');
    },
  };
}
