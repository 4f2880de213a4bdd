import type { Turn } from './script.ts';

/** What a protocol makes of a request and of the turn that answers it. */
export interface Protocol {
  /** @throws Refusal */
  read(body: unknown): Conversation;
  answer(conversation: Conversation, turn: Turn): object;
  /** What is streamed instead, where it is asked for. */
  events(conversation: Conversation, turn: Turn): Iterable<object>;
  refuse(message: string): object;
}

export interface Conversation {
  model: string;
  /** How often the model has spoken so far. */
  spoken: number;
  /** Names of the tools that it may call. */
  tools: readonly string[];
  streamed: boolean;
}

/** What a client did wrong, in words. */
export class Refusal extends Error {}
