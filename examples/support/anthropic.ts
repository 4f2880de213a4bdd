// The part of Anthropic's messages that agents use (docs: "Create a Message").
import { z } from 'zod';
import { type Conversation, Refusal } from './protocol.ts';
import type { Turn } from './script.ts';

const requestSchema = z.object({
  model: z.string(),
  max_tokens: z.int().min(1),
  messages: z.array(z.object({ role: z.enum(['user', 'assistant']) })),
  tools: z.array(z.object({ name: z.string() })).default([]),
  stream: z.boolean().nullish(),
});

export function read(body: unknown): Conversation {
  const { model, messages, tools, stream } = requestSchema.parse(body);
  if (stream) throw new Refusal('A scripted model answers at once: ask without stream.');
  return {
    model,
    spoken: messages.filter(({ role }) => role === 'assistant').length,
    tools: tools.map(({ name }) => name),
  };
}

export const answer = ({ model, spoken }: Conversation, turn: Turn): object => ({
  id: `msg_${spoken}`,
  type: 'message',
  role: 'assistant',
  model,
  content:
    'text' in turn
      ? [{ type: 'text', text: turn.text }]
      : turn.calls.map(({ tool, ...call }, at) => ({
          type: 'tool_use',
          id: `toolu_${spoken}_${at}`,
          name: tool,
          input: call.arguments,
        })),
  stop_reason: 'text' in turn ? 'end_turn' : 'tool_use',
  stop_sequence: null,
  usage: { input_tokens: 1, output_tokens: 1 },
});

export const refuse = (message: string): object => ({ type: 'error', error: { type: 'invalid_request_error', message } });
