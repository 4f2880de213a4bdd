import { SlackError } from '../../errors.ts';
import { textIn } from '../../text/block-kit.ts';
import { unescapeText } from '../../text/mrkdwn.ts';
import { type Channel, type ChannelKind, type Message, messageKey, type SlackContext, type User } from '../../world.ts';
import { isReadable, isVisible } from '../channel-access.ts';
import { isSystem } from '../messages.ts';
import { displayNameOf, viewerOf } from '../people.ts';
import { microseconds } from '../timestamps.ts';
import { isOfFiles, requireKnown } from './modifiers.ts';
import { holdModifiers, isDateModifier, type Modifier, matchesDate, matchesTerms, parseQuery, type Query } from './query.ts';

export interface MessageSearch {
  query: string;
  sort?: string | undefined;
  sort_dir?: string | undefined;
  kinds?: readonly ChannelKind[] | undefined;
  /** Bounds as the tools take them: seconds since 1970, inclusive. */
  after?: number | undefined;
  before?: number | undefined;
  includeBots?: boolean | undefined;
  onlyMine?: boolean | undefined;
}

const MICROSECONDS_PER_MILLISECOND = 1000;
const MICROSECONDS_PER_SECOND = 1_000_000;

/** What the viewer can read and the query matches; the newest first unless another order is asked for. */
export function searchMessages(context: SlackContext, input: MessageSearch): readonly Readonly<Message>[] {
  if (input.query.trim() === '') throw new SlackError('no_query');
  const query = parseQuery(input.query);
  requireKnown(query, context.now);
  const channels = new Map<string, boolean>();
  const inScope = (channelId: string): boolean => {
    const known = channels.get(channelId);
    if (known !== undefined) return known;
    const channel = context.world.channels.get(channelId);
    const scope = channel !== undefined && channelInScope(context, channel, query, input);
    channels.set(channelId, scope);
    return scope;
  };
  const company: Company = query.modifiers.some(({ name }) => name === 'with') ? companyIn(context) : () => new Set();
  const found = [...context.world.messages.values()].filter(
    (message) => !isSystem(message) && inScope(message.channel_id) && matches(context, message, query, input, company),
  );
  const newest = (left: Readonly<Message>, right: Readonly<Message>): number =>
    left.ts < right.ts ? 1 : left.ts > right.ts ? -1 : 0;
  found.sort(newest);
  if (input.sort !== 'timestamp') rankByMatches(found, query);
  return input.sort_dir === 'asc' ? found.reverse() : found;
}

/** More mentions of the words come first; equally many by time. */
function rankByMatches(messages: Readonly<Message>[], { groups }: Query): void {
  const terms = groups.flat();
  const rank = new Map(messages.map((message) => [message, mentions(message.text.toLowerCase(), terms)]));
  messages.sort((left, right) => (rank.get(right) ?? 0) - (rank.get(left) ?? 0));
}

const mentions = (text: string, terms: readonly string[]): number =>
  terms.reduce((sum, term) => sum + (term === '*' ? 0 : text.split(term.replace(/\*$/, '')).length - 1), 0);

function channelInScope(context: SlackContext, channel: Readonly<Channel>, query: Query, input: MessageSearch): boolean {
  const viewer = viewerOf(context);
  const isMine = context.world.memberships.has(`${channel.id}/${viewer.id}`);
  // Unlike history, search shows people and apps every public channel (docs: search.messages).
  if (channel.kind === 'public_channel' ? !isVisible(context, channel) : !isReadable(context, channel)) return false;
  if (input.onlyMine && !isMine) return false;
  if (input.kinds && !input.kinds.includes(channel.kind)) return false;
  const places = query.modifiers.filter(({ name }) => name === 'in' || name === 'to');
  return holdModifiers(places, ({ value }) => isPlace(context, channel, value));
}

type Company = (message: Readonly<Message>) => ReadonlySet<string>;

/** Who is in a direct message, or spoke in a thread (help: "with:@display name", "threads and direct messages with a specific person"). */
function companyIn({ world }: SlackContext): Company {
  const threads = new Map<string, Set<string>>();
  const threadOf = ({ channel_id: channel, thread_ts: thread }: Readonly<Message>): string => `${channel}/${thread}`;
  for (const message of world.messages.values()) {
    if (message.thread_ts === null) continue;
    const key = threadOf(message);
    threads.set(key, (threads.get(key) ?? new Set()).add(message.user_id));
  }
  return (message) =>
    new Set([...(world.channels.get(message.channel_id)?.participants ?? []), ...(threads.get(threadOf(message)) ?? [])]);
}

/** `#name`, `name`, `<#C1|name>`, `C1`, or a person for their direct messages. */
function isPlace(context: SlackContext, channel: Readonly<Channel>, value: string): boolean {
  const name = value.replace(/^<#([^|>]+)(?:\|[^>]*)?>$/, '$1').replace(/^#/, '');
  if (channel.id === name || (channel.name !== '' && channel.name === name)) return true;
  const person = personNamed(context, value);
  return person !== undefined && channel.participants.includes(person.id);
}

function personNamed(context: SlackContext, value: string): Readonly<User> | undefined {
  const { users } = context.world;
  const name = value.replace(/^<@([^|>]+)(?:\|[^>]*)?>$/, '$1').replace(/^@/, '');
  if (name.toLowerCase() === 'me') return viewerOf(context);
  const known = users.get(name) ?? users.by.name.first(name.toLowerCase());
  if (known) return known;
  const lower = name.toLowerCase();
  return [...users.values()].find(
    (user) => displayNameOf(user).toLowerCase() === lower || user.real_name.toLowerCase() === lower,
  );
}

/** Everything of a message that search reads. */
export const searchText = (message: Readonly<Message>): string =>
  [message.text, ...textIn(message.attachments), ...(message.text === '' ? textIn(message.blocks) : [])]
    .map(unescapeText)
    .join('\n');

function matches(
  context: SlackContext,
  message: Readonly<Message>,
  query: Query,
  input: MessageSearch,
  company: Company,
): boolean {
  const seconds = microseconds(message.ts) / MICROSECONDS_PER_SECOND;
  if (input.after !== undefined && seconds < input.after) return false;
  if (input.before !== undefined && seconds > input.before) return false;
  if (input.includeBots === false && context.world.users.get(message.user_id)?.is_bot) return false;
  return (
    holdModifiers(query.modifiers, (modifier) => satisfies(context, message, modifier, company)) &&
    matchesTerms(searchText(message), query)
  );
}

function satisfies(context: SlackContext, message: Readonly<Message>, modifier: Modifier, company: Company): boolean {
  const { name, value, negated } = modifier;
  if (isDateModifier(modifier))
    return matchesDate(modifier, microseconds(message.ts) / MICROSECONDS_PER_MILLISECOND, context.now);
  if (isOfFiles(modifier)) return false;
  if (name === 'from') return isFrom(context, message, value);
  if (name === 'with') return company(message).has(personNamed(context, value)?.id ?? '');
  if (name === 'has') return has(context, message, value);
  if (name === 'hasmy') return reactedWith(message, value, viewerOf(context).id);
  if (name === 'is' && value === 'thread') return message.thread_ts !== null;
  if (name === 'is' && value === 'saved') {
    const viewer = viewerOf(context);
    return context.world.stars.has([viewer.id, message.channel_id, message.ts, ''].join('/'));
  }
  // Places are judged by channel.
  return !negated;
}

function isFrom(context: SlackContext, message: Readonly<Message>, value: string): boolean {
  const person = personNamed(context, value);
  return person ? message.user_id === person.id : message.username?.toLowerCase() === value.replace(/^@/, '').toLowerCase();
}

function reactedWith(message: Readonly<Message>, emoji: string, userId?: string): boolean {
  const name = emoji.replaceAll(':', '');
  return message.reactions.some(
    (reaction) => reaction.name === name && (userId === undefined || reaction.user_ids.includes(userId)),
  );
}

function has({ world }: SlackContext, message: Readonly<Message>, value: string): boolean {
  if (value.startsWith(':')) return reactedWith(message, value);
  if (value === 'link') return /<https?:/.test(message.text);
  if (value === 'pin') return world.pins.has(messageKey(message.channel_id, message.ts));
  if (value === 'reaction') return message.reactions.length > 0;
  if (value === 'file') return message.file_ids.length > 0;
  if (value === 'star')
    return [...world.stars.values()].some((star) => star.ts === message.ts && star.channel_id === message.channel_id);
  return true;
}
