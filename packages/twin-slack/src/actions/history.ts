import type { IndexReader } from '@svc/twin-kit';
import { InvalidCursor, SlackError } from '../errors.ts';
import { LARGEST_HISTORY_PAGE, LARGEST_PAGE } from '../limits.ts';
import { type Channel, type Message, messageKey, type SlackContext } from '../world.ts';
import { readableChannel } from './channel-access.ts';
import { countBefore, decodeCursor, encodeCursor, pageSize } from './paging.ts';
import { boundTimestamp } from './timestamps.ts';

export interface RangeInput {
  channel: string;
  cursor?: string | undefined;
  limit?: number | undefined;
  oldest?: string | undefined;
  latest?: string | undefined;
  inclusive?: boolean | undefined;
}

export interface MessagePage {
  channel: Readonly<Channel>;
  messages: readonly Readonly<Message>[];
  has_more: boolean;
  next_cursor: string;
}

type Reader = Pick<SlackContext, 'world'>;
const CURSOR_KIND = 'next_ts';
const tsOf = (message: Readonly<Message>): string => message.ts;
/** Sorts behind the timestamp it is added to and before the next one. */
const JUST_AFTER = '~';

/** The places in a sorted group that a range takes: from `low` up to and without `high`. */
function rangeOf(reader: IndexReader<Message>, group: string, input: RangeInput): { low: number; high: number } {
  const before = (bound: string): number => countBefore(reader, group, tsOf, bound);
  const bound = (value: string | undefined, code: string): string | undefined => {
    if (value === undefined || value === '' || value === '0') return undefined;
    const ts = boundTimestamp(value);
    if (ts === undefined) throw new SlackError(code);
    return ts;
  };
  const oldest = bound(input.oldest, 'invalid_ts_oldest');
  const latest = bound(input.latest, 'invalid_ts_latest');
  const inclusive = input.inclusive === true;
  return {
    low: oldest === undefined ? 0 : before(inclusive ? oldest : oldest + JUST_AFTER),
    high: latest === undefined ? reader.count(group) : before(inclusive ? latest + JUST_AFTER : latest),
  };
}

function cursorTimestamp(cursor: string | undefined): string | undefined {
  const digits = decodeCursor(CURSOR_KIND, cursor);
  if (digits === undefined) return undefined;
  if (!/^\d{16}$/.test(digits)) throw new InvalidCursor();
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`;
}

const cursorAt = (message: Readonly<Message> | undefined): string =>
  message === undefined ? '' : encodeCursor(CURSOR_KIND, message.ts.replace('.', ''));

/** The messages of a channel, newest first. */
export function channelHistory(context: Reader, input: RangeInput): MessagePage {
  const channel = readableChannel(context, input.channel);
  return { channel, ...timelinePage(context, channel, input) };
}

export function timelinePage({ world }: Reader, channel: Readonly<Channel>, input: RangeInput): Omit<MessagePage, 'channel'> {
  const { timeline } = world.messages.by;
  const size = pageSize(input.limit, { most: LARGEST_HISTORY_PAGE });
  const { low, high: end } = rangeOf(timeline, channel.id, input);
  const from = cursorTimestamp(input.cursor);
  const high = from === undefined ? end : Math.min(end, countBefore(timeline, channel.id, tsOf, from + JUST_AFTER));
  const wanted = Math.max(0, Math.min(size + 1, high - low));
  const page = timeline.page(channel.id, { offset: timeline.count(channel.id) - high, limit: wanted, reverse: true });
  return { messages: page.slice(0, size), has_more: page.length > size, next_cursor: cursorAt(page[size]) };
}

/** A thread: its parent, then the replies, oldest first. A message without replies is a thread of one. */
export function threadReplies(context: Reader, input: RangeInput & { ts: string }): MessagePage {
  const { world } = context;
  const channel = readableChannel(context, input.channel);
  const message = world.messages.get(messageKey(channel.id, input.ts));
  if (!message) throw new SlackError('thread_not_found');
  if (message.thread_ts !== message.ts) return { channel, messages: [message], has_more: false, next_cursor: '' };
  const { thread } = world.messages.by;
  const group = messageKey(channel.id, message.ts);
  const size = pageSize(input.limit, { fallback: LARGEST_PAGE });
  const { low: start, high } = rangeOf(thread, group, input);
  const from = cursorTimestamp(input.cursor);
  const low = from === undefined ? start : Math.max(start, countBefore(thread, group, tsOf, from));
  const page = thread.page(group, { offset: low, limit: Math.max(0, Math.min(size + 1, high - low)) });
  return { channel, messages: page.slice(0, size), has_more: page.length > size, next_cursor: cursorAt(page[size]) };
}

/** The newest message of a channel. */
export const latestMessage = ({ world }: Reader, channelId: string): Readonly<Message> | undefined =>
  world.messages.by.timeline.page(channelId, { limit: 1, reverse: true })[0];
