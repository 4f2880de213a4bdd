import { cutText } from '@svc/twin-kit';
import { z } from 'zod';
import { pageOfList } from '../actions/paging.ts';
import { teamOf } from '../actions/people.ts';
import { searchMessages } from '../actions/search/messages.ts';
import { searchFiles } from '../actions/search/others.ts';
import { renderSearchChannel } from '../render/channels.ts';
import { renderFile } from '../render/files.ts';
import { authorName, permalinkOf } from '../render/messages.ts';
import type { Channel, File, Message, SlackContext } from '../world.ts';
import { count, flag, text } from './arguments.ts';
import { operation } from './operation.ts';

const DEFAULT_COUNT = 20;
const LARGEST_COUNT = 100;
const FIRST_CURSOR = '*';

const args = {
  query: text.optional(),
  sort: z.enum(['score', 'timestamp']).optional(),
  sort_dir: z.enum(['asc', 'desc']).optional(),
  highlight: flag.optional(),
  count: count.optional(),
  page: count.optional(),
};

const { highlight: _highlight, ...filesArgs } = args;

interface Cut {
  count?: number | undefined;
  page?: number | undefined;
}

/** A page with both of Slack's accounts of it. */
function paged<T>(all: readonly T[], cut: Cut, render: (item: T) => unknown): Record<string, unknown> {
  const perPage = Math.min(LARGEST_COUNT, Math.max(1, cut.count ?? DEFAULT_COUNT));
  const page = Math.max(1, cut.page ?? 1);
  const start = (page - 1) * perPage;
  const matches = all.slice(start, start + perPage);
  const pages = Math.ceil(all.length / perPage);
  return {
    total: all.length,
    pagination: {
      total_count: all.length,
      page,
      per_page: perPage,
      page_count: pages,
      first: matches.length === 0 ? 0 : start + 1,
      last: matches.length === 0 ? 0 : start + matches.length,
    },
    paging: { count: perPage, total: all.length, page, pages },
    matches: matches.map(render),
  };
}

/** Characters of a query whose words are marked. */
const LONGEST_HIGHLIGHT = 500;

/** Found words stand between two private-use characters (docs: search.messages). */
function highlighted(message: string, query: string): string {
  const words = cutText(query, LONGEST_HIGHLIGHT)
    .split(/\s+/)
    .filter((word) => word !== '' && !word.includes(':') && !word.startsWith('-'));
  return words.reduce((marked, word) => {
    const pattern = new RegExp(RegExp.escape(word.replaceAll(/["*]/g, '')), 'gi');
    return pattern.source === '(?:)' ? marked : marked.replaceAll(pattern, (found) => `\uE000${found}\uE001`);
  }, message);
}

function messageMatch(
  context: SlackContext,
  message: Readonly<Message>,
  highlightQuery: string | undefined,
): Record<string, unknown> {
  const channel = context.world.channels.get(message.channel_id) as Readonly<Channel>;
  return {
    iid: `${message.channel_id}-${message.ts}`,
    team: teamOf(context.world).id,
    channel: renderSearchChannel(channel),
    type: 'message',
    user: message.subtype === 'bot_message' ? '' : message.user_id,
    username: authorName(context, message),
    ts: message.ts,
    ...(message.blocks.length > 0 && { blocks: message.blocks }),
    ...(message.attachments.length > 0 && { attachments: message.attachments }),
    text: highlightQuery === undefined ? message.text : highlighted(message.text, highlightQuery),
    permalink: permalinkOf(context, message),
    no_reactions: message.reactions.length === 0,
  };
}

interface Input extends Cut {
  query?: string | undefined;
  sort?: string | undefined;
  sort_dir?: string | undefined;
  highlight?: boolean | undefined;
}

function messagesFor(context: SlackContext, { query = '', highlight, ...input }: Input): Record<string, unknown> {
  const found = searchMessages(context, { ...input, query });
  return paged(found, input, (message) => messageMatch(context, message, highlight ? query : undefined));
}

const filesFor = (context: SlackContext, { query = '', ...input }: Input): Record<string, unknown> =>
  paged<Readonly<File>>(searchFiles(context, { ...input, query }), input, (file) => renderFile(context, file));

/** `cursor: *` begins a walk by cursors instead of page numbers. */
function messagesByCursor(context: SlackContext, input: Input & { cursor: string }): Record<string, unknown> {
  const found = searchMessages(context, { ...input, query: input.query ?? '' });
  const size = Math.min(LARGEST_COUNT, Math.max(1, input.count ?? DEFAULT_COUNT));
  const { items, next_cursor } = pageOfList('search', found, input.cursor === FIRST_CURSOR ? undefined : input.cursor, size);
  const shown = paged(items, { count: size, page: 1 }, (message) =>
    messageMatch(context, message, input.highlight ? input.query : undefined),
  );
  const pages = Math.ceil(found.length / size);
  const pagination = { ...(shown.pagination as object), total_count: found.length, page_count: pages };
  return { ...shown, total: found.length, pagination, paging: { next_cursor } };
}

export const searchMethods = [
  ...operation({
    name: 'search.messages',
    action: 'slack_search_public_and_private',
    mutates: false,
    args: { ...args, cursor: text.optional() },
    codes: { invalid_cursor: 'invalid_arguments' },
    handle(context, { cursor, ...input }) {
      const messages = cursor ? messagesByCursor(context, { ...input, cursor }) : messagesFor(context, input);
      return { query: input.query, messages };
    },
  }),
  ...operation({
    name: 'search.files',
    mutates: false,
    // Files are shown without the words that were found in them.
    ignored: ['highlight'],
    args: filesArgs,
    handle: (context, input) => ({ query: input.query, files: filesFor(context, input) }),
  }),
  ...operation({
    name: 'search.all',
    mutates: false,
    args,
    handle: (context, input) => ({
      query: input.query,
      messages: messagesFor(context, input),
      files: filesFor(context, input),
      posts: { matches: [], total: 0 },
    }),
  }),
];
