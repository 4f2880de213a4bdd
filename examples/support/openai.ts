// The part of OpenAI's chat completions that agents use (docs: "Create chat completion").
import { z } from 'zod';
import { type Conversation, Refusal } from './protocol.ts';
import type { Turn } from './script.ts';

const requestSchema = z.object({
  model: z.string(),
  messages: z.array(z.object({ role: z.string() })),
  tools: z.array(z.object({ type: z.literal('function'), function: z.object({ name: z.string() }) })).default([]),
  stream: z.boolean().nullish(),
});

export function read(body: unknown): Conversation {
  const { model, messages, tools, stream } = requestSchema.parse(body);
  if (stream) throw new Refusal('A scripted model answers at once: ask without stream.');
  return {
    model,
    spoken: messages.filter(({ role }) => role === 'assistant').length,
    tools: tools.map((tool) => tool.function.name),
  };
}

export function answer({ model, spoken }: Conversation, turn: Turn): object {
  const message =
    'text' in turn
      ? { role: 'assistant', content: turn.text, refusal: null }
      : {
          role: 'assistant',
          content: null,
          refusal: null,
          tool_calls: turn.calls.map(({ tool, ...call }, at) => ({
            id: `call_${spoken}_${at}`,
            type: 'function',
            function: { name: tool, arguments: JSON.stringify(call.arguments) },
          })),
        };
  return {
    id: `chatcmpl-${spoken}`,
    object: 'chat.completion',
    created: 1_767_225_600,
    model,
    choices: [{ index: 0, message, logprobs: null, finish_reason: 'text' in turn ? 'stop' : 'tool_calls' }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  };
}

export const refuse = (message: string): object => ({
  error: { message, type: 'invalid_request_error', param: null, code: null },
});
