import { type Check, type CheckParam, failed, type Outcome, passed, type TapeScan, writesOf } from '@svc/twin-kit';
import type { Message } from '../world.ts';
import * as params from './params.ts';
import { quote, readsIn } from './reading.ts';
import { Examples, Learned, namedCall } from './said.ts';
import { isWritten, keyOf, onTape, type View } from './view.ts';

/** A message that a call posted and that held the text at some time. */
interface Posted {
  channelId: string;
  /** It stands there and holds the text. */
  now: boolean;
}

interface Wanted {
  needle: string | undefined;
  channel: string | undefined;
  judge(ever: number, now: number): boolean;
}

/** Counts the messages that were posted: as many as ever were, and as many as are left. */
function counting(seed: View, { needle, channel, judge }: Wanted): TapeScan {
  const learned = new Learned(seed);
  const posted = new Map<string, Posted>();
  const shown = new Map<string, Examples>();
  const holds = (message: Message): boolean => needle === undefined || readsIn(learned.reading(message), needle);
  return {
    row(row) {
      for (const change of writesOf(row)) {
        learned.learn(change);
        if (change.collection !== 'messages') continue;
        const [before, after] = [change.before as Message | null, change.after as Message | null];
        const key = keyOf((after ?? before) as Message);
        const known = posted.get(key);
        const isOlder = !known && before !== null && (!isWritten(before) || seed.isOfSeed(before));
        const now = after !== null && isWritten(after) && holds(after);
        if (isOlder || (!now && !known)) continue;
        const channelId = (after ?? before)?.channel_id as string;
        posted.set(key, { channelId, now });
        if (now && !known) {
          const examples = shown.get(channelId) ?? new Examples();
          shown.set(channelId, examples);
          examples.add(
            () =>
              `message ${after.ts} in ${learned.called(channelId)}: ${quote(learned.reading(after), needle)}; ${namedCall(row)}`,
          );
        }
      }
    },
    outcome(): Outcome {
      const id = channel === undefined ? undefined : learned.channelId(channel);
      const all = [...posted.values()].filter(({ channelId }) => id === undefined || channelId === id);
      const [ever, now] = [all.length, all.filter((one) => one.now).length];
      const examples = [...shown].flatMap(([channelId, few]) => (id === undefined || channelId === id ? [`${few}`] : []));
      const gone = ever === now ? '' : `, ${ever - now} of them taken back`;
      const evidence = `${ever} were posted${gone}${examples.length > 0 ? `: ${examples.slice(0, 3).join('; ')}` : ''}`;
      return judge(ever, now) ? passed(evidence) : failed(evidence);
    },
  };
}

interface Bound {
  id: string;
  words: string;
  description: string;
  count: CheckParam;
  judge(wanted: number): Wanted['judge'];
}

const BOUNDS: readonly Bound[] = [
  {
    id: 'count',
    words: 'Exactly {count}',
    description: 'Neither more nor fewer were posted, and all of them are still there',
    count: params.count,
    judge: (wanted) => (ever, now) => ever === wanted && now === wanted,
  },
  {
    id: 'count-at-least',
    words: 'At least {count}',
    description: 'So many or more were posted and are still there',
    count: params.some,
    judge: (wanted) => (_ever, now) => now >= wanted,
  },
  {
    id: 'count-at-most',
    words: 'At most {count}',
    description: 'So many or fewer were posted, those that were taken back counted',
    count: params.count,
    judge: (wanted) => (ever) => ever <= wanted,
  },
];

const HOW = 'Replies in threads and direct messages count, messages of the seed that were edited do not.';

/** The same three bounds on all messages and on those with a text, in a channel and everywhere. */
export const countChecks: readonly Check[] = BOUNDS.flatMap(({ id, words, description, count, judge }): Check[] => {
  const compares = 'the number of messages that calls posted with {count}';
  return [
    onTape({
      id: `new-message-${id}`,
      template: `${words} messages were posted in {channel}.`,
      description: `${description}. ${HOW}`,
      compares,
      params: { count, channel: params.channel },
      scan: (args, seed) => counting(seed, { needle: undefined, channel: args.channel, judge: judge(Number(args.count)) }),
    }),
    onTape({
      id: `new-message-${id}-everywhere`,
      template: `${words} messages were posted.`,
      description: `${description}. ${HOW}`,
      compares,
      params: { count },
      scan: (args, seed) => counting(seed, { needle: undefined, channel: undefined, judge: judge(Number(args.count)) }),
    }),
    onTape({
      id: `containing-message-${id}`,
      template: `${words} messages containing "{needle}" were posted in {channel}.`,
      description: `Of those that hold the text: ${description.charAt(0).toLowerCase()}${description.slice(1)}. ${HOW}`,
      compares: 'the number of messages with {needle} that calls posted with {count}',
      params: { count, needle: params.words, channel: params.channel },
      scan: (args, seed) => counting(seed, { needle: args.needle, channel: args.channel, judge: judge(Number(args.count)) }),
    }),
    onTape({
      id: `containing-message-${id}-everywhere`,
      template: `${words} messages containing "{needle}" were posted.`,
      description: `Of those that hold the text: ${description.charAt(0).toLowerCase()}${description.slice(1)}. ${HOW}`,
      compares: 'the number of messages with {needle} that calls posted with {count}',
      params: { count, needle: params.words },
      scan: (args, seed) => counting(seed, { needle: args.needle, channel: undefined, judge: judge(Number(args.count)) }),
    }),
  ];
});
