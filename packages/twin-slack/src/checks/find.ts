import { defineCheck, failed, type Outcome } from '@svc/twin-kit';
import { textIn } from '../text/block-kit.ts';
import { unescapeText } from '../text/mrkdwn.ts';
import type { Channel, Message, SlackCollections, SlackState, User } from '../world.ts';

export const check = defineCheck<SlackCollections>();

export const channelIn = (state: SlackState, reference: string): Readonly<Channel> | undefined =>
  state.channels.find((channel) => channel.name === reference.replace(/^#/, ''));

export const userIn = (state: SlackState, reference: string): Readonly<User> | undefined =>
  state.users.find((user) => user.name === reference.replace(/^@/, ''));

/** Goes on with the channel, or fails with what is missing. */
export function withChannel(state: SlackState, reference: string, judge: (channel: Readonly<Channel>) => Outcome): Outcome {
  const channel = channelIn(state, reference);
  return channel ? judge(channel) : failed(`there is no channel ${reference}`);
}

type Texts = Pick<Message, 'text' | 'blocks' | 'attachments'>;

/** Everything that a message says, as people read it: plain characters, and each piece of blocks and attachments. */
export const wordsOf = (message: Texts): string =>
  [message.text, ...textIn(message.blocks), ...textIn(message.attachments)].map(unescapeText).join('\n');

export const says = (message: Texts, text: string): boolean => wordsOf(message).includes(text);

const WRITTEN = new Set<string | null>([null, 'bot_message', 'me_message', 'thread_broadcast', 'file_share']);

/** Messages that somebody wrote: not what a channel says of itself. */
export const writtenIn = (state: SlackState, channel?: Readonly<Channel>): readonly Readonly<Message>[] =>
  state.messages.filter((message) => WRITTEN.has(message.subtype) && (!channel || message.channel_id === channel.id));

/** Messages of the final state that the seed didn't have. */
export function newMessages(final: SlackState, seed: SlackState, channel?: Readonly<Channel>): readonly Readonly<Message>[] {
  const known = new Set(seed.messages.map(({ channel_id, ts }) => `${channel_id}/${ts}`));
  return writtenIn(final, channel).filter(({ channel_id, ts }) => !known.has(`${channel_id}/${ts}`));
}

export function channelName(state: SlackState, id: string): string {
  const channel = state.channels.find((one) => one.id === id);
  return channel && channel.name !== '' ? `#${channel.name}` : `the direct message ${id}`;
}

export const userName = (state: SlackState, id: string): string => {
  const user = state.users.find((one) => one.id === id);
  return user ? `@${user.name}` : id;
};

/** In characters. */
const QUOTE_LENGTH = 80;

/** A text shortened for evidence, around the first `needle` in it. */
export function quoted(text: string, needle = ''): string {
  const start = Math.max(0, text.indexOf(needle) - QUOTE_LENGTH / 4);
  const piece = text.slice(start, start + QUOTE_LENGTH).replaceAll(/\s+/g, ' ');
  return `"${start > 0 ? '…' : ''}${piece}${start + QUOTE_LENGTH < text.length ? '…' : ''}"`;
}

/** A message as evidence names it. */
export const named = (state: SlackState, message: Readonly<Message>, needle = ''): string =>
  `message ${message.ts} in ${channelName(state, message.channel_id)} by ${userName(state, message.user_id)}: ${quoted(wordsOf(message), needle)}`;

/** A few of many for evidence. */
export function few(items: readonly string[]): string {
  const shown = items.slice(0, 3).join('; ');
  return items.length > 3 ? `${shown}; and ${items.length - 3} more` : shown;
}
