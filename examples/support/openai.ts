// The part of OpenAI's chat completions that agents use (docs: "Create chat completion").
import { z } from 'zod';
import type { Conversation } from './protocol.ts';
import type { Turn } from './script.ts';

const requestSchema = z.object({
  model: z.string(),
  messages: z.array(z.object({ role: z.string() })),
  tools: z.array(z.object({ type: z.literal('function'), function: z.object({ name: z.string() }) })).default([]),
  stream: z.boolean().nullish(),
});

export function read(body: unknown): Conversation {
  const { model, messages, tools, stream } = requestSchema.parse(body);
  return {
    model,
    spoken: messages.filter(({ role }) => role === 'assistant').length,
    tools: tools.map((tool) => tool.function.name),
    streamed: stream ?? false,
  };
}

export function answer({ model, spoken }: Conversation, turn: Turn) {
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

/** The same as chunks (docs: "The chat completion chunk object"): one with the message, one with its end, one with the usage. */
export function* events(conversation: Conversation, turn: Turn): Generator<object> {
  const { choices, usage, ...completion } = answer(conversation, turn);
  const [{ message, finish_reason }] = choices as [(typeof choices)[number]];
  const chunk = { ...completion, object: 'chat.completion.chunk' };
  const tool_calls = message.tool_calls?.map((call, index) => ({ index, ...call }));
  yield { ...chunk, choices: [{ index: 0, delta: { ...message, ...(tool_calls && { tool_calls }) }, finish_reason: null }] };
  yield { ...chunk, choices: [{ index: 0, delta: {}, finish_reason }] };
  yield { ...chunk, choices: [], usage };
}

export const refuse = (message: string): object => ({
  error: { message, type: 'invalid_request_error', param: null, code: null },
});
