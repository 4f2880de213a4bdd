// The part of Anthropic's messages that agents use (docs: "Create a Message").
import { z } from 'zod';
import type { Conversation } from './protocol.ts';
import type { Turn } from './script.ts';

const requestSchema = z.object({
  model: z.string(),
  max_tokens: z.int().min(1),
  messages: z.array(z.object({ role: z.string() })),
  tools: z.array(z.object({ name: z.string() })).default([]),
  stream: z.boolean().nullish(),
});

export function read(body: unknown): Conversation {
  const { model, messages, tools, stream } = requestSchema.parse(body);
  return {
    model,
    spoken: messages.filter(({ role }) => role === 'assistant').length,
    tools: tools.map(({ name }) => name),
    streamed: stream ?? false,
  };
}

interface Message {
  id: string;
  type: 'message';
  role: 'assistant';
  model: string;
  stop_sequence: null;
  content: ({ type: 'text'; text: string } | { type: 'tool_use'; id: string; name: string; input: object })[];
  stop_reason: string;
  usage: { input_tokens: number; output_tokens: number };
}

export const answer = ({ model, spoken }: Conversation, turn: Turn): Message => ({
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

/** The same as events (docs: "Streaming messages"): each block in one piece. */
export function* events(conversation: Conversation, turn: Turn): Generator<{ type: string } & Record<string, unknown>> {
  const { content, stop_reason, usage, ...message } = answer(conversation, turn);
  yield { type: 'message_start', message: { ...message, content: [], stop_reason: null, usage } };
  for (const [index, block] of content.entries()) {
    const isText = block.type === 'text';
    yield { type: 'content_block_start', index, content_block: isText ? { ...block, text: '' } : { ...block, input: {} } };
    const delta = isText
      ? { type: 'text_delta', text: block.text }
      : { type: 'input_json_delta', partial_json: JSON.stringify(block.input) };
    yield { type: 'content_block_delta', index, delta };
    yield { type: 'content_block_stop', index };
  }
  yield { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage };
  yield { type: 'message_stop' };
}

export const refuse = (message: string): object => ({ type: 'error', error: { type: 'invalid_request_error', message } });
