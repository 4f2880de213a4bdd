import { cutText } from '@svc/twin-kit';
import { z } from 'zod';
import { countBefore, pageOfList } from '../actions/paging.ts';
import { searchMessages } from '../actions/search/messages.ts';
import { searchChannels, searchEmoji, searchFiles } from '../actions/search/others.ts';
import { MCP_PAGE, searchUsers } from '../actions/users.ts';
import { InvalidArguments } from '../errors.ts';
import { renderListedChannel } from '../render/channels.ts';
import { emojiUrl } from '../render/emoji.ts';
import { renderFile } from '../render/files.ts';
import { authorName, permalinkOf } from '../render/messages.ts';
import { renderUser } from '../render/users.ts';
import { type ChannelKind, type Message, messageKey, type SlackContext } from '../world.ts';
import { isConcise, kindsIn, limit, pick, responseFormat, tool } from './tool.ts';

const shared = {
  content_types: z.string().optional().describe('What to look for: messages, files, or both separated by a comma'),
  context_channel_id: z.string().optional().describe('A channel whose results matter most'),
  cursor: z.string().optional().describe('Where the next page begins: next_cursor of the answer before'),
  limit: limit.optional().describe('How many results, at most 20'),
  after: z.string().optional().describe('Only messages from this time on, in seconds since 1970'),
  before: z.string().optional().describe('Only messages up to this time, in seconds since 1970'),
  include_bots: z.boolean().optional().describe('Messages of bots too; false by default'),
  sort: z.string().optional().describe('score (the default) or timestamp'),
  sort_dir: z.string().optional().describe('desc (the default) or asc'),
  response_format: responseFormat,
  include_context: z.boolean().optional().describe('The messages around each result too; true by default'),
  max_context_length: limit.optional().describe('Longest text of a message around a result, in characters'),
  only_my_channels: z.boolean().optional().describe('Only channels that you are in; false by default'),
};
const query = z.string().describe('Words and modifiers, e.g. bug in:#general from:@ada after:2026-01-01');

type Input = { query: string } & { [K in keyof typeof shared]?: z.output<(typeof shared)[K]> };

const pageSizeOf = (size: number | undefined): number => Math.min(MCP_PAGE, Math.max(1, size ?? MCP_PAGE));
/** A bound in seconds. */
function secondsOf(name: string, text: string | undefined): number | undefined {
  if (!text) return undefined;
  const value = Number(text);
  if (!Number.isFinite(value)) throw new InvalidArguments([`[ERROR] ${name} must be a time in seconds since 1970`]);
  return value;
}

/** Values out of a list that the tool's description gives. */
function requireOneOf(name: string, values: readonly (string | undefined)[], allowed: readonly string[]): void {
  for (const value of values)
    if (value && !allowed.includes(value)) throw new InvalidArguments([`[ERROR] ${name} must be one of: ${allowed.join(', ')}`]);
}

/** Messages shown on either side of a result. */
const NEIGHBOURS = 2;

/** Messages around a result: in its thread where it is in one, else in its channel. */
function around({ world }: SlackContext, message: Readonly<Message>, longest: number | undefined): unknown[] {
  const { thread, channel } = world.messages.by;
  const inThread = message.thread_ts !== null;
  const group = inThread ? messageKey(message.channel_id, message.thread_ts as string) : message.channel_id;
  const index = inThread ? thread : channel;
  const at = countBefore(index, group, ({ ts }) => ts, message.ts);
  return index
    .page(group, { offset: Math.max(0, at - NEIGHBOURS), limit: NEIGHBOURS * 2 + 1 })
    .filter(({ ts }) => ts !== message.ts)
    .map(({ user_id, text, ts }) => ({ user: user_id, text: longest === undefined ? text : cutText(text, longest), ts }));
}

function messageResult(context: SlackContext, message: Readonly<Message>, input: Input): Record<string, unknown> {
  const channel = context.world.channels.get(message.channel_id);
  const result = {
    channel: { id: message.channel_id, name: channel?.name ?? '' },
    user: message.user_id,
    username: authorName(context, message),
    text: message.text,
    ts: message.ts,
    ...(message.thread_ts !== null && { thread_ts: message.thread_ts }),
    permalink: permalinkOf(context, message),
  };
  if (isConcise(input.response_format)) return pick(result, ['channel', 'user', 'text', 'ts']);
  return input.include_context === false
    ? result
    : { ...result, context_messages: around(context, message, input.max_context_length) };
}

function search(context: SlackContext, input: Input, kinds: readonly ChannelKind[], onlyPublic: boolean): unknown {
  const types = (input.content_types ?? 'messages').split(',').map((type) => type.trim());
  // Nothing is scored by where it stands.
  if (input.context_channel_id) context.ignore(['context_channel_id']);
  requireOneOf('content_types', types, ['messages', 'files']);
  requireOneOf('sort', [input.sort], ['score', 'timestamp']);
  requireOneOf('sort_dir', [input.sort_dir], ['asc', 'desc']);
  const found: (() => unknown)[] = [];
  if (types.includes('messages')) {
    const messages = searchMessages(context, {
      query: input.query,
      sort: input.sort,
      sort_dir: input.sort_dir,
      kinds,
      after: secondsOf('after', input.after),
      before: secondsOf('before', input.before),
      includeBots: input.include_bots === true,
      onlyMine: input.only_my_channels === true,
    });
    found.push(...messages.map((message) => () => ({ type: 'message', ...messageResult(context, message, input) })));
  }
  if (types.includes('files')) {
    const files = searchFiles(context, { query: input.query, sort_dir: input.sort_dir, onlyPublic });
    found.push(...files.map((file) => () => ({ type: 'file', ...renderFile(context, file) })));
  }
  const { items, next_cursor } = pageOfList('search', found, input.cursor, pageSizeOf(input.limit));
  return { results: items.map((render) => render()), total: found.length, next_cursor };
}

export const searchTools = [
  tool({
    name: 'slack_search_public',
    title: 'Search public messages and files',
    description: 'Searches messages and files in public channels only.',
    mutates: false,
    input: z.object({ query, ...shared }),
    handle: (context, input) => search(context, input, ['public_channel'], true),
  }),
  tool({
    name: 'slack_search_public_and_private',
    title: 'Search messages and files',
    description: 'Searches messages and files in all channels and conversations that you can read.',
    mutates: false,
    input: z.object({
      query,
      channel_types: z.string().optional().describe('Types separated by commas: public_channel, private_channel, mpim, im'),
      ...shared,
    }),
    handle: (context, { channel_types, ...input }) =>
      search(context, input, kindsIn(channel_types, ['public_channel', 'private_channel', 'mpim', 'im']), false),
  }),
  tool({
    name: 'slack_search_channels',
    title: 'Search channels',
    description: 'Finds channels by name, topic or purpose.',
    mutates: false,
    input: z.object({
      query: z.string().describe('Words of the name, topic or purpose'),
      channel_types: z.string().optional().describe('Types separated by commas; public_channel by default'),
      cursor: shared.cursor,
      limit: shared.limit,
      response_format: responseFormat,
      include_archived: z.boolean().optional().describe('Archived channels too'),
    }),
    handle(context, { query: words, channel_types, cursor, limit: size, response_format, include_archived }) {
      const kinds = kindsIn(channel_types, ['public_channel']);
      const found = searchChannels(context, { query: words, kinds, includeArchived: include_archived === true });
      const { items, next_cursor } = pageOfList('channel', found, cursor, pageSizeOf(size));
      const shown = items.map((channel) => renderListedChannel(context, channel));
      return {
        channels: isConcise(response_format) ? shown.map((one) => pick(one, ['id', 'name', 'is_archived'])) : shown,
        next_cursor,
      };
    },
  }),
  tool({
    name: 'slack_search_users',
    title: 'Search users',
    description: 'Finds people by name, address or title.',
    mutates: false,
    input: z.object({
      query: z.string().describe('Words of the name, address or title'),
      cursor: shared.cursor,
      limit: shared.limit,
      response_format: responseFormat,
    }),
    handle(context, { query: words, cursor, limit: size, response_format }) {
      const { items, next_cursor } = searchUsers(context, words, { cursor, limit: size });
      const shown = items.map((user) => renderUser(context, user).toJSON() as Record<string, unknown>);
      return {
        users: isConcise(response_format) ? shown.map((one) => pick(one, ['id', 'name', 'real_name'])) : shown,
        next_cursor,
      };
    },
  }),
  tool({
    name: 'slack_search_emojis',
    title: 'Search emojis',
    description: "Finds the workspace's own emoji by name.",
    mutates: false,
    input: z.object({ query: z.string().describe('Parts of names, separated by commas') }),
    handle: (context, input) => ({
      emojis: searchEmoji(context, input.query).map((emoji) => ({ name: emoji.name, url: emojiUrl(context.links, emoji) })),
    }),
  }),
];
