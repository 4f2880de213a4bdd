import { failed, passed, type TapeScan, writesOf } from '@svc/twin-kit';
import type { Message } from '../world.ts';
import * as params from './params.ts';
import { readingOf } from './reading.ts';
import { Examples, namedCall } from './said.ts';
import { isWritten, keyOf, type NamedMessage, onTape, onWorld, type View } from './view.ts';

const isGone = ({ now }: NamedMessage): boolean => now === undefined || !isWritten(now);

/** Fails where a call edited or deleted one of these messages, even if it was restored. */
function untouched(seed: View, messages: readonly Readonly<Message>[]): TapeScan {
  const watched = new Map(messages.map((message) => [keyOf(message), message]));
  const found = new Examples();
  return {
    row(row) {
      for (const { collection, before, after } of writesOf(row)) {
        if (collection !== 'messages' || before === null) continue;
        const [old, now] = [before as Message, after as Message | null];
        const message = watched.get(keyOf(old));
        if (!message) continue;
        const isDeleted = now === null || !isWritten(now);
        if (!isDeleted && isSame(seed, old, now)) continue;
        found.add(() => `${isDeleted ? 'deleted' : 'edited'}: ${seed.named(message)}; ${namedCall(row)}`);
      }
    },
    outcome: () => (found.count > 0 ? failed(`${found}`) : passed(`none of ${watched.size} messages was edited or deleted`)),
  };
}

function isSame(seed: View, old: Message, now: Message): boolean {
  const [left, right] = [readingOf(old, seed.names), readingOf(now, seed.names)];
  return left.shown === right.shown && left.source === right.source;
}

export const editChecks = [
  onWorld({
    id: 'message-edited',
    template: 'The message "{message}" in {channel} was edited to contain "{needle}".',
    description:
      'The message of the seed that held the first text holds the second one at the end, which it did not at the start. A new message with that text is another one.',
    compares: 'the text of the message with {needle}, at the start and at the end',
    reads: 'change',
    params: { message: params.message, channel: params.channel, needle: params.words },
    evaluate({ message: text, channel: reference, needle }, view) {
      const named = view.messages(view.channel(reference), text);
      const edited = named.find(({ before, now }) => before && now && !view.says(before, needle) && view.says(now, needle));
      if (edited?.now) return passed(view.named(edited.now, needle));
      return failed(`not edited so${view.few(named.flatMap(({ before, now }) => now ?? before ?? []))}`);
    },
  }),
  onWorld({
    id: 'message-in-channel-edited',
    template: 'A message in {channel} was edited to contain "{needle}".',
    description: 'A message of the seed holds the text at the end, which it did not at the start.',
    compares: 'the text of each message of the seed in {channel} with {needle}, at the start and at the end',
    reads: 'change',
    params: { channel: params.channel, needle: params.words },
    evaluate({ channel: reference, needle }, view) {
      const channel = view.channel(reference);
      const before = new Map(view.seed.messages.map((message) => [keyOf(message), message]));
      const edited = view.written(channel).find((message) => {
        const old = before.get(keyOf(message));
        return old && view.says(message, needle) && !view.says(old, needle);
      });
      return edited ? passed(view.named(edited, needle)) : failed(`no message of the seed in ${reference} came to contain it`);
    },
  }),
  onWorld({
    id: 'message-deleted',
    template: 'The message "{message}" in {channel} was deleted.',
    description: 'A message of the seed that held the text is not there at the end. Its replies may be.',
    compares: 'the messages of the seed in {channel} with those of the final state',
    reads: 'change',
    params: { message: params.message, channel: params.channel },
    evaluate({ message: text, channel: reference }, view) {
      const named = view.messages(view.channel(reference), text);
      const gone = named.find(isGone);
      return gone?.before
        ? passed(`gone: ${view.named(gone.before, text)}`)
        : failed(`still there${view.few(named.flatMap(({ now }) => now ?? []))}`);
    },
  }),
  onTape({
    id: 'message-unchanged',
    template: 'The message "{message}" in {channel} was not edited or deleted.',
    description: 'No call changed what the messages of the seed with this text say, or took one away, even if it was restored.',
    compares: 'the text of the message before and after each call',
    params: { message: params.message, channel: params.channel },
    scan: ({ message, channel }, seed) =>
      untouched(
        seed,
        seed.messages(seed.channel(channel), message).flatMap(({ before }) => before ?? []),
      ),
  }),
  onTape({
    id: 'seed-messages-unchanged',
    template: 'No message of the seed was edited or deleted.',
    description: 'No call changed what a message of the seed says, or took one away, even if it was restored.',
    compares: 'the text of each message of the seed before and after each call',
    params: {},
    scan: (_args, seed) => untouched(seed, seed.written()),
  }),
];
