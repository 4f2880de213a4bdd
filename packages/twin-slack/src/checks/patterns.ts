import { type CompilePattern, commonParams, failed, passed } from '@svc/twin-kit';
import { unescapeText } from '../text/mrkdwn.ts';
import * as params from './params.ts';
import { freshIn, oneOf, parentsOf, repliesTo } from './posted.ts';
import { shownText, testIn } from './reading.ts';
import { Examples, listening, namedSaid, type Said, unless } from './said.ts';
import { keyOf, onTape, onWorld, type View } from './view.ts';

const { pattern } = commonParams;
const HOW =
  'The text is searched for a part that matches, as it is shown and as it was written, with one space where there is white space.';

const posted = [
  onWorld({
    id: 'message-matches',
    template: 'A message matching /{pattern}/ was posted in {channel}.',
    description: `A message in the channel that the seed did not have matches, and is still there. ${HOW}`,
    compares: 'the text of each new message in {channel} with {pattern}',
    reads: 'change',
    params: { pattern, channel: params.channel },
    evaluate({ pattern: source, channel: reference }, view, compile) {
      const test = compile(source);
      const fresh = view.fresh(view.channel(reference));
      return oneOf(view, fresh, `in ${reference}`, (message) => testIn(view.reading(message), test));
    },
  }),
  onWorld({
    id: 'message-matches-everywhere',
    template: 'A message matching /{pattern}/ was posted.',
    description: `A message in any channel or conversation that the seed did not have matches, and is still there. ${HOW}`,
    compares: 'the text of each new message with {pattern}',
    reads: 'change',
    params: { pattern },
    evaluate({ pattern: source }, view, compile) {
      const test = compile(source);
      return oneOf(view, view.fresh(), 'anywhere', (message) => testIn(view.reading(message), test));
    },
  }),
  onWorld({
    id: 'reply-matches',
    template: 'A reply matching /{pattern}/ was posted to the message "{parent}" in {channel}.',
    description: `A reply in the thread that the seed did not have matches, and is still there. ${HOW}`,
    compares: 'the text of each new reply in the thread with {pattern}',
    reads: 'change',
    params: { pattern, parent: params.parent, channel: params.channel },
    evaluate({ pattern: source, parent, channel: reference }, view, compile) {
      const test = compile(source);
      const channel = view.channel(reference);
      const replies = repliesTo(parentsOf(view, channel, parent), view.fresh(channel));
      return oneOf(view, replies, 'in the thread', (message) => testIn(view.reading(message), test));
    },
  }),
  onWorld({
    id: 'direct-message-matches',
    template: 'A direct message matching /{pattern}/ was sent to {user}.',
    description: `A new message in a direct message or group of people that the person is in matches, is by somebody else, and is still there. ${HOW}`,
    compares: 'the text of each new direct message to {user} with {pattern}',
    reads: 'change',
    params: { pattern, user: params.user },
    evaluate({ pattern: source, user: reference }, view, compile) {
      const test = compile(source);
      const user = view.user(reference);
      const sent = freshIn(view, ({ participants }) => participants.includes(user.id)).filter((one) => one.user_id !== user.id);
      return oneOf(view, sent, `to ${reference}`, (message) => testIn(view.reading(message), test));
    },
  }),
];

const changed = [
  onWorld({
    id: 'message-edited-to-match',
    template: 'A message in {channel} was edited to match /{pattern}/.',
    description: `A message of the seed matches at the end, which it did not at the start. ${HOW}`,
    compares: 'the text of each message of the seed in {channel} with {pattern}, at the start and at the end',
    reads: 'change',
    params: { channel: params.channel, pattern },
    evaluate({ channel: reference, pattern: source }, view, compile) {
      const test = compile(source);
      const before = new Map(view.seed.messages.map((message) => [keyOf(message), message]));
      const edited = view.written(view.channel(reference)).find((message) => {
        const old = before.get(keyOf(message));
        return old && testIn(view.reading(message), test) && !testIn(view.reading(old), test);
      });
      return edited ? passed(view.named(edited)) : failed(`no message of the seed in ${reference} came to match`);
    },
  }),
  onWorld({
    id: 'channel-topic-matches',
    template: 'The topic of {channel} matches /{pattern}/.',
    description: `The topic of the channel matches. ${HOW}`,
    compares: "the channel's topic with {pattern}",
    params: { channel: params.channel, pattern },
    evaluate({ channel: reference, pattern: source }, view, compile) {
      const { value } = view.channel(reference).topic;
      const reading = { shown: shownText(value, view.names), source: unescapeText(value) };
      const evidence = `the topic of ${reference} is "${reading.source}"`;
      return testIn(reading, compile(source)) ? passed(evidence) : failed(evidence);
    },
  }),
];

/** What came up somewhere and didn't stand there before. */
const newly = ({ reading, before }: Said, test: (text: string) => boolean): boolean =>
  testIn(reading, test) && !(before && testIn(before, test));

function never(seed: View, source: string, compile: CompilePattern, reference?: string) {
  const test = compile(source);
  const found = new Map<string, Examples>();
  return listening(
    seed,
    (said, learned) => {
      if (!newly(said, test)) return;
      const place = reference === undefined ? '' : said.channelId;
      const examples = found.get(place) ?? new Examples();
      found.set(place, examples);
      examples.add(() => namedSaid(said, learned));
    },
    (learned, rows) => {
      const there = found.get(reference === undefined ? '' : learned.channelId(reference)) ?? new Examples();
      return unless(there, passed(`none of the ${rows} calls wrote such a message`));
    },
  );
}

const absent = [
  onTape({
    id: 'no-message-matching',
    template: 'No message matching /{pattern}/ was posted.',
    description: `No call wrote, changed or scheduled a message that matches, not even one that was deleted later. ${HOW}`,
    compares: 'the text of each message that a call wrote with {pattern}',
    limits: 'the content of a file that was shared; "Nothing that was written matches …" reads it.',
    params: { pattern },
    scan: ({ pattern: source }, seed, compile) => never(seed, source, compile),
  }),
  onTape({
    id: 'no-message-matching-in',
    template: 'No message matching /{pattern}/ was posted in {channel}.',
    description: `No call wrote, changed or scheduled a message in the channel that matches, not even one that was deleted later. ${HOW}`,
    compares: 'the text of each message that a call wrote in {channel} with {pattern}',
    limits: 'the content of a file that was shared; "Nothing that was written matches …" reads it.',
    params: { pattern, channel: params.channel },
    scan: ({ pattern: source, channel }, seed, compile) => never(seed, source, compile, channel),
  }),
];

export const patternChecks = [...posted, ...changed, ...absent];
