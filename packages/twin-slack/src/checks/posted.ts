import { containingInAnyCase, failed, passed, readable } from '@svc/twin-kit';
import type { Channel, Message } from '../world.ts';
import * as params from './params.ts';
import { testIn } from './reading.ts';
import { onWorld, type View } from './view.ts';

type Posted = Readonly<Message>;

/** One of the new messages is it, or what there is instead. */
export function oneOf(view: View, fresh: readonly Posted[], where: string, is: (message: Posted) => boolean, needle = '') {
  const found = fresh.find(is);
  if (found) return passed(view.named(found, needle));
  return failed(
    fresh.length === 0 ? `nothing was posted ${where}` : `none of ${fresh.length} new messages ${where} is it${view.few(fresh)}`,
  );
}

/** New messages in conversations of which `is` is true. */
export const freshIn = (view: View, is: (channel: Readonly<Channel>) => boolean): Posted[] => {
  const conversations = new Set(view.final.channels.filter(is).map(({ id }) => id));
  return view.fresh().filter(({ channel_id }) => conversations.has(channel_id));
};

/** Replies in the threads of these messages. */
export function repliesTo(parents: readonly Posted[], messages: readonly Posted[]): Posted[] {
  const threads = new Set(parents.map(({ channel_id, ts }) => `${channel_id}/${ts}`));
  return messages.filter(
    ({ channel_id, thread_ts, ts }) => thread_ts !== null && thread_ts !== ts && threads.has(`${channel_id}/${thread_ts}`),
  );
}

const beginsThread = (message: Posted): boolean => (message.thread_ts ?? message.ts) === message.ts;

export function parentsOf(view: View, channel: Readonly<Channel>, start: string): Posted[] {
  return view.messages(channel, start, beginsThread).flatMap(({ before, now }) => now ?? before ?? []);
}

const THREADS = 'The thread is found by text in its first message, as it was at the start where the seed has it.';

const inThreads = [
  onWorld({
    id: 'thread-reply-contains',
    template: 'A reply containing "{needle}" is in the thread of the message "{parent}" in {channel}.',
    description: `A reply in the thread, of the seed or new, holds the text. ${THREADS}`,
    compares: 'the text of each reply in the thread with {needle}',
    params: { needle: params.needle, parent: params.parent, channel: params.channel },
    evaluate({ needle, parent, channel: reference }, view) {
      const channel = view.channel(reference);
      const replies = repliesTo(parentsOf(view, channel, parent), view.written(channel));
      const found = replies.find((message) => view.says(message, needle));
      return found
        ? passed(`reply: ${view.named(found, needle)}`)
        : failed(`none of ${replies.length} replies contains it${view.few(replies)}`);
    },
  }),
  onWorld({
    id: 'reply-posted',
    template: 'A reply containing "{needle}" was posted to the message "{parent}" in {channel}.',
    description: `A reply in the thread that the seed did not have holds the text, and is still there. ${THREADS}`,
    compares: 'the text of each new reply in the thread with {needle}',
    reads: 'change',
    params: { needle: params.words, parent: params.parent, channel: params.channel },
    evaluate({ needle, parent, channel: reference }, view) {
      const channel = view.channel(reference);
      const replies = repliesTo(parentsOf(view, channel, parent), view.fresh(channel));
      const found = replies.find((message) => view.says(message, needle));
      return found
        ? passed(`reply: ${view.named(found, needle)}`)
        : failed(`none of ${replies.length} new replies contains it${view.few(replies)}`);
    },
  }),
  onWorld({
    id: 'reply-count',
    template: 'The message "{parent}" in {channel} has exactly {count} replies.',
    description: `So many replies are in the thread at the end, those of the seed among them. ${THREADS}`,
    compares: 'the number of replies in the thread with {count}',
    params: { parent: params.parent, channel: params.channel, count: params.count },
    evaluate({ parent, channel: reference, count }, view) {
      const channel = view.channel(reference);
      const replies = repliesTo(parentsOf(view, channel, parent).slice(0, 1), view.written(channel));
      const evidence = `${replies.length} replies in ${view.called(channel.id)}${view.few(replies)}`;
      return replies.length === Number(count) ? passed(evidence) : failed(evidence);
    },
  }),
];

const toPeople = [
  onWorld({
    id: 'direct-message-sent',
    template: 'A direct message containing "{needle}" was sent to {user}.',
    description:
      'A new message in a direct message or group of people that the person is in holds the text, is by somebody else, and is still there.',
    compares: 'the text of each new direct message to {user} with {needle}',
    reads: 'change',
    params: { needle: params.needle, user: params.user },
    evaluate({ needle, user: reference }, view) {
      const user = view.user(reference);
      const sent = freshIn(view, ({ participants }) => participants.includes(user.id)).filter((one) => one.user_id !== user.id);
      const found = sent.find((message) => view.says(message, needle));
      return found
        ? passed(view.named(found, needle))
        : failed(`none of ${sent.length} direct messages to ${reference} contains it${view.few(sent)}`);
    },
  }),
  onWorld({
    id: 'group-message-sent',
    template: 'A message containing "{needle}" was sent to exactly {users}.',
    description:
      'A new message holds the text, and stands in the conversation of these people and nobody else. The agent itself is one of them, named or not.',
    compares: 'the text of each new message in the conversation of {users} with {needle}',
    reads: 'change',
    params: { needle: params.words, users: params.users },
    evaluate({ needle, users }, view) {
      const people = view.people(users).map(({ id }) => id);
      const sent = freshIn(view, (channel) => view.isOf(channel, people));
      return oneOf(view, sent, `to exactly ${users}`, (message) => view.says(message, needle), needle);
    },
  }),
];

export const postedChecks = [
  onWorld({
    id: 'message-posted',
    template: 'A message containing "{needle}" was posted in {channel}.',
    description: 'A message in the channel, or in a thread there, that the seed did not have holds the text, and is still there.',
    compares: 'the text of each new message in {channel} with {needle}',
    reads: 'change',
    params: { needle: params.needle, channel: params.channel },
    evaluate: ({ needle, channel: reference }, view) =>
      oneOf(view, view.fresh(view.channel(reference)), `in ${reference}`, (message) => view.says(message, needle), needle),
  }),
  onWorld({
    id: 'message-posted-in-any-case',
    template: 'A message containing "{needle}", ignoring case, was posted in {channel}.',
    description:
      'A message in the channel that the seed did not have holds the text in capitals or small letters, and is still there.',
    compares: 'the text of each new message in {channel} with {needle}, both in small letters',
    reads: 'change',
    params: { needle: params.anyCase, channel: params.channel },
    evaluate: ({ needle, channel: reference }, view) =>
      oneOf(view, view.fresh(view.channel(reference)), `in ${reference}`, (message) =>
        testIn(view.reading(message), containingInAnyCase(needle)),
      ),
  }),
  onWorld({
    id: 'message-posted-exactly',
    template: 'A message saying exactly "{text}" was posted in {channel}.',
    description: 'A message in the channel that the seed did not have says this and nothing else, and is still there.',
    compares: 'the whole text of each new message in {channel} with {text}',
    reads: 'change',
    params: { text: params.words, channel: params.channel },
    evaluate: ({ text, channel: reference }, view) =>
      oneOf(view, view.fresh(view.channel(reference)), `in ${reference}`, (message) =>
        testIn(view.reading(message), (whole) => whole === readable(text)),
      ),
  }),
  ...inThreads,
  ...toPeople,
];
