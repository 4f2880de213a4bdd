import { type Context, type Tool, toolsOf } from '@svc/twin-kit';
import { z } from 'zod';
import { afterDueMessages } from '../actions/scheduled.ts';
import { InvalidArguments } from '../errors.ts';
import type { ChannelKind, SlackCollections } from '../world.ts';

const declare = toolsOf<SlackCollections>();

/** Declares a tool of Slack's MCP server. As with methods, a call that may write first sends what is due. */
export const tool: typeof declare = (declared) => {
  const made = declare(declared) as Tool<SlackCollections>;
  if (!declared.mutates) return made;
  const nameFor = (input: unknown): string =>
    typeof made.action === 'function' ? made.action(input) : (made.action ?? made.name);
  const handle = (context: Context<SlackCollections>, input: unknown): unknown =>
    afterDueMessages(context, nameFor(input), () => made.handle(context, input));
  return { ...made, handle };
};

/** The tools' pages: numbers are cut to what a tool gives, not refused. */
export const limit = z.number().int();

export const responseFormat = z.string().optional().describe('Level of detail: detailed (the default) or concise');

export const isConcise = (format: string | undefined): boolean => format === 'concise';

const KINDS: readonly ChannelKind[] = ['public_channel', 'private_channel', 'mpim', 'im'];

/** A list of channel types separated by commas. */
export function kindsIn(types: string | undefined, fallback: readonly ChannelKind[]): readonly ChannelKind[] {
  if (!types) return fallback;
  const asked = types.split(',').map((type) => type.trim());
  const stranger = asked.find((type) => !KINDS.includes(type as ChannelKind));
  if (stranger !== undefined) throw new InvalidArguments([`[ERROR] channel_types: ${stranger} is no type of a channel`]);
  return KINDS.filter((kind) => asked.includes(kind));
}

/** Keeps the fields that a short answer has. */
export const pick = (record: Readonly<Record<string, unknown>>, fields: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => fields.includes(name)));
