import { failed, few, passed, writesOf } from '@svc/twin-kit';
import { emojiMeant } from '../text/emoji.ts';
import type { Message } from '../world.ts';
import * as params from './params.ts';
import { Examples, namedCall, unless } from './said.ts';
import { onTape, onWorld, type View } from './view.ts';

const isSame = (one: string, other: string): boolean => emojiMeant(one) === emojiMeant(other);

const on = (message: Readonly<Message>, emoji: string): readonly string[] =>
  message.reactions.flatMap(({ name, user_ids }) => (isSame(name, emoji) ? user_ids : []));

/** The reactions of some messages in words. */
function shown(view: View, messages: readonly Readonly<Message>[]): string {
  const each = messages.map((message) => {
    const reactions = message.reactions.map(({ name, user_ids }) => `:${name}: by ${view.list(user_ids)}`);
    return `message ${message.ts} in ${view.called(message.channel_id)} has the reactions: ${reactions.join('; ') || 'none'}`;
  });
  return few(each);
}

const FOUND = 'The message is found by text in it, as it was at the start where the seed has it.';

const present = [
  onWorld({
    id: 'message-has-reaction',
    template: 'The message "{message}" in {channel} has the reaction :{emoji}:.',
    description: `A message in the channel that holds the text has this reaction by anybody. ${FOUND}`,
    compares: 'the reactions of the message with {emoji}',
    params: { message: params.message, channel: params.channel, emoji: params.emoji },
    evaluate({ message: text, channel: reference, emoji }, view) {
      const messages = view.standing(view.channel(reference), text);
      const evidence = shown(view, messages);
      return messages.some((message) => on(message, emoji).length > 0) ? passed(evidence) : failed(evidence);
    },
  }),
  onWorld({
    id: 'message-has-reaction-by',
    template: 'The message "{message}" in {channel} has the reaction :{emoji}: by {user}.',
    description: `A message in the channel that holds the text has this reaction by this person. ${FOUND}`,
    compares: 'the people behind the reaction {emoji} of the message with {user}',
    params: { message: params.message, channel: params.channel, emoji: params.emoji, user: params.user },
    evaluate({ message: text, channel: reference, emoji, user }, view) {
      const { id } = view.user(user);
      const messages = view.standing(view.channel(reference), text);
      const evidence = shown(view, messages);
      return messages.some((message) => on(message, emoji).includes(id)) ? passed(evidence) : failed(evidence);
    },
  }),
  onWorld({
    id: 'message-has-any-reaction-by',
    template: 'The message "{message}" in {channel} has a reaction by {user}.',
    description: `A message in the channel that holds the text has a reaction by this person, whichever. ${FOUND}`,
    compares: 'the people behind all reactions of the message with {user}',
    params: { message: params.message, channel: params.channel, user: params.user },
    evaluate({ message: text, channel: reference, user }, view) {
      const { id } = view.user(user);
      const messages = view.standing(view.channel(reference), text);
      const evidence = shown(view, messages);
      const has = messages.some(({ reactions }) => reactions.some(({ user_ids }) => user_ids.includes(id)));
      return has ? passed(evidence) : failed(evidence);
    },
  }),
  onWorld({
    id: 'channel-has-reaction-by',
    template: 'A message in {channel} has the reaction :{emoji}: by {user}.',
    description: 'Any message in the channel, or in a thread there, has this reaction by this person.',
    compares: 'the people behind the reaction {emoji} of each message in {channel} with {user}',
    params: { channel: params.channel, emoji: params.emoji, user: params.user },
    evaluate({ channel: reference, emoji, user }, view) {
      const { id } = view.user(user);
      const messages = view.written(view.channel(reference));
      const found = messages.find((message) => on(message, emoji).includes(id));
      return found
        ? passed(shown(view, [found]))
        : failed(`none of ${messages.length} messages in ${reference} has :${emoji}: by ${user}`);
    },
  }),
];

const absent = [
  onWorld({
    id: 'message-lacks-reaction',
    template: 'The message "{message}" in {channel} does not have the reaction :{emoji}:.',
    description: `No message in the channel that holds the text has this reaction at the end, and one is still there. ${FOUND}`,
    compares: 'the reactions of the message with {emoji}',
    params: { message: params.message, channel: params.channel, emoji: params.emoji },
    evaluate({ message: text, channel: reference, emoji }, view) {
      const messages = view.standing(view.channel(reference), text);
      const evidence = shown(view, messages);
      return messages.every((message) => on(message, emoji).length === 0) ? passed(evidence) : failed(evidence);
    },
  }),
  onWorld({
    id: 'message-lacks-reaction-by',
    template: 'The message "{message}" in {channel} does not have the reaction :{emoji}: by {user}.',
    description: `No message in the channel that holds the text has this reaction by this person at the end, and one is still there. ${FOUND}`,
    compares: 'the people behind the reaction {emoji} of the message with {user}',
    params: { message: params.message, channel: params.channel, emoji: params.emoji, user: params.user },
    evaluate({ message: text, channel: reference, emoji, user }, view) {
      const { id } = view.user(user);
      const messages = view.standing(view.channel(reference), text);
      const evidence = shown(view, messages);
      return messages.every((message) => !on(message, emoji).includes(id)) ? passed(evidence) : failed(evidence);
    },
  }),
];

/** A reaction that one write gave or took, e.g. `+eyes U1`. */
function* reactionsOf({
  before,
  after,
}: {
  before: unknown;
  after: unknown;
}): Generator<{ emoji: string; user: string; added: boolean }> {
  const pairs = (message: unknown): Set<string> =>
    new Set(
      ((message as Message | null)?.reactions ?? []).flatMap(({ name, user_ids }) => user_ids.map((id) => `${name} ${id}`)),
    );
  const [old, now] = [pairs(before), pairs(after)];
  const split = (pair: string, added: boolean) => {
    const [emoji = '', user = ''] = pair.split(' ');
    return { emoji, user, added };
  };
  for (const pair of now) if (!old.has(pair)) yield split(pair, true);
  // What goes with its message was not taken off it.
  if (after !== null) for (const pair of old) if (!now.has(pair)) yield split(pair, false);
}

const ever = [
  onTape({
    id: 'reaction-count',
    template: 'Exactly {count} reactions :{emoji}: were added.',
    description: 'So many reactions of this kind were added in all channels together, those that were removed later counted.',
    compares: 'the number of reactions {emoji} that calls added with {count}',
    params: { count: params.count, emoji: params.emoji },
    scan({ count, emoji }, seed) {
      const found = new Examples();
      return {
        row(row) {
          for (const change of writesOf(row)) {
            for (const reaction of reactionsOf(change))
              if (reaction.added && isSame(reaction.emoji, emoji))
                found.add(() => `:${emoji}: by ${seed.calledUser(reaction.user)} on ${change.id}; ${namedCall(row)}`);
          }
        },
        outcome() {
          const evidence = `${found.count} added${found.count > 0 ? `: ${found}` : ''}`;
          return found.count === Number(count) ? passed(evidence) : failed(evidence);
        },
      };
    },
  }),
  onTape({
    id: 'no-reaction-changed',
    template: 'No reaction was added or removed.',
    description: 'No call added a reaction to a message or removed one, even if it was taken back.',
    compares: 'the reactions of each message before and after each call',
    params: {},
    scan(_args, seed) {
      const found = new Examples();
      return {
        row(row) {
          for (const change of writesOf(row)) {
            for (const { emoji, user, added } of reactionsOf(change))
              found.add(
                () => `${added ? 'added' : 'removed'} :${emoji}: by ${seed.calledUser(user)} on ${change.id}; ${namedCall(row)}`,
              );
          }
        },
        outcome: () => unless(found, passed('no reaction changed')),
      };
    },
  }),
];

export const reactionChecks = [...present, ...absent, ...ever];
