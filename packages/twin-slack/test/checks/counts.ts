import type { CheckCase } from '@svc/twin-kit/testing';
import {
  all,
  brieflySay,
  type Cases,
  edit,
  ephemeral,
  general,
  inNamesake,
  later,
  ONE_ACT,
  rename,
  reply,
  type Steps,
  say,
  sayByTool,
  tell,
} from './run.ts';

const where = { in: general, everywhere: {} };

/** What makes two messages of one in #general, or seems to. */
const twice = all(say('It is fixed'), reply('fixed again'));
const noise = all(say('open'), say('fixed', 'C0OTHER'));

function exactly(place: keyof typeof where, needle?: string): CheckCase<Steps> {
  const [text, isIn] = [needle ?? 'x', place === 'in'];
  return {
    args: { count: '2', ...where[place], ...(needle && { needle }) },
    good: all(twice, ...(isIn ? [say('fixed', 'C0OTHER')] : []), ...(needle ? [say('open')] : [])),
    bad: all(twice, say('fixed, really')),
    evidence: /3 were posted: message \S+ in #general: "It is fixed"; tape row 1: POST \/chat\.postMessage; message/,
    evasions: {
      'taken back in the same call': ONE_ACT,
      'taken back later': all(twice, brieflySay(text)),
      'through another door': all(say(text), ephemeral(text), later(text)),
      'after a rename': isIn
        ? all(
            say(text),
            inNamesake((id) => say(text, id)),
          )
        : all(say(text), rename('moved')),
      'by an edit of something older': all(say(text), edit(text)),
      'on a look-alike': isIn ? all(say(text), say(text, 'C0OTHER')) : all(twice, tell(['ada'], text)),
    },
  };
}

function atLeast(place: keyof typeof where, needle?: string): CheckCase<Steps> {
  const text = needle ?? 'x';
  return {
    args: { count: '2', ...where[place], ...(needle && { needle }) },
    good: all(twice, say('fixed, really')),
    bad: all(say('It is fixed'), brieflySay('fixed')),
    evidence: /2 were posted, 1 of them taken back: message/,
    evasions: {
      'taken back in the same call': ONE_ACT,
      'taken back later': all(say(text), brieflySay(text)),
      'through another door': all(say(text), ephemeral(text), later(text)),
      'after a rename': all(say(text), rename('moved')),
      'by an edit of something older': all(say(text), edit(text)),
      'on a look-alike': place === 'in' ? all(say(text), say(text, 'C0OTHER')) : all(say(text), later(text, 'C0OTHER')),
    },
  };
}

function atMost(place: keyof typeof where, needle?: string): CheckCase<Steps> {
  const text = needle ?? 'x';
  return {
    args: { count: '1', ...where[place], ...(needle && { needle }) },
    good:
      place === 'in' ? all(say('It is fixed'), say('fixed', 'C0OTHER'), edit('fixed')) : all(say('It is fixed'), edit('fixed')),
    bad: twice,
    evidence: /2 were posted: message/,
    evasions: {
      'taken back in the same call': ONE_ACT,
      'taken back later': all(say(text), brieflySay(text)),
      'through another door': all(say(text), sayByTool(text)),
      'after a rename': all(say(text), rename('moved'), say(text)),
      'by an edit of something older': async (twin) => {
        await say(text)(twin);
        const { ts } = (await twin.call('chat.postMessage', { channel: 'C0GENERAL', text })) as { ts: string };
        await edit('nothing', ts)(twin);
      },
      'on a look-alike': all(noise, say(text), reply(text)),
    },
  };
}

export const cases: Cases = Object.fromEntries(
  (
    [
      ['count', exactly],
      ['count-at-least', atLeast],
      ['count-at-most', atMost],
    ] as const
  ).flatMap(([bound, make]) => [
    [`slack.new-message-${bound}`, make('in')],
    [`slack.new-message-${bound}-everywhere`, make('everywhere')],
    [`slack.containing-message-${bound}`, make('in', 'fixed')],
    [`slack.containing-message-${bound}-everywhere`, make('everywhere', 'fixed')],
  ]),
);
