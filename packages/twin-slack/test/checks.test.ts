import { describe, expect, test } from '@jest/globals';
import type { Check, Outcome } from '@svc/twin-kit';
import { judged } from '@svc/twin-kit/testing';
import { slack } from '../src/index.ts';
import { type Json, type Served, serveSlack } from './served.ts';

const FIRST = '1700000000.000100';
const world = {
  users: [{ name: 'ada' }, { name: 'ben' }, { name: 'bot', is_bot: true, is_admin: true }],
  channels: [
    {
      name: 'general',
      id: 'C0GENERAL',
      messages: [
        {
          user: 'ada',
          text: 'The checkout fails',
          ts: FIRST,
          replies: [{ user: 'ben', text: 'Looking', ts: '1700000010.000100' }],
        },
      ],
    },
    { name: 'other', id: 'C0OTHER' },
    {
      name: 'vault',
      id: 'C0VAULT',
      is_private: true,
      messages: [{ user: 'ada', text: 'The key is sk_live_abcdef123456 for now' }],
    },
  ],
  files: [{ name: 'report.csv', content: 'a,b' }],
};

type Steps = (twin: Served) => Promise<unknown>;
const nothing: Steps = async () => {};
const call =
  (method: string, args: Record<string, unknown>): Steps =>
  async (twin) => {
    const answer = await twin.call(method, args);
    expect([method, answer.ok, answer.error]).toEqual([method, true, undefined]);
    return answer;
  };
const say = (text: string, channel = 'C0GENERAL', more: Record<string, unknown> = {}): Steps =>
  call('chat.postMessage', { channel, text, ...more });
const toPerson =
  (name: string, text: string): Steps =>
  async (twin) =>
    say(text, await twin.user(name))(twin);
const later = (text: string): Steps =>
  call('chat.scheduleMessage', { channel: 'C0GENERAL', text, post_at: Math.floor(Date.now() / 1000) + 3600 });
const withUser =
  (method: string, name: string, field = 'user'): Steps =>
  async (twin) =>
    call(method, { channel: 'C0OTHER', [field]: await twin.user(name) })(twin);
const upload =
  (filename: string): Steps =>
  (twin) =>
    twin.web.filesUploadV2({ channel_id: 'C0GENERAL', filename, content: 'a,b' });

interface Case {
  args: Record<string, string>;
  good: Steps;
  bad: Steps;
  /** What the evidence of the bad world names. */
  evidence: RegExp;
}

const general = { channel: '#general' };
const cases: Record<string, Case> = {
  'slack.message-posted': {
    args: { needle: 'fixed', ...general },
    good: say('It is fixed'),
    bad: say('It is open'),
    evidence: /by @bot: "It is open/,
  },
  'slack.new-message-count': {
    args: { count: '1', ...general },
    good: say('It is fixed', 'C0GENERAL', { thread_ts: FIRST }),
    bad: async (twin) => {
      await say('It is fixed')(twin);
      await say('Really')(twin);
    },
    evidence: /2 new in #general: message \S+ in #general by @bot: "(?:It is fixed|Really)/,
  },
  'slack.thread-reply-contains': {
    args: { needle: 'fixed', parent: 'checkout fails', ...general },
    good: say('fixed', 'C0GENERAL', { thread_ts: FIRST }),
    bad: say('fixed'),
    evidence: /none of 1 replies contains it: message 1700000010\.000100/,
  },
  'slack.message-has-reaction': {
    args: { message: 'checkout fails', ...general, emoji: 'eyes' },
    good: call('reactions.add', { channel: 'C0GENERAL', timestamp: FIRST, name: 'eyes' }),
    bad: call('reactions.add', { channel: 'C0GENERAL', timestamp: FIRST, name: 'tada' }),
    evidence: /message 1700000000\.000100 in #general has the reactions: :tada:/,
  },
  'slack.message-pinned': {
    args: { message: 'checkout fails', ...general },
    good: call('pins.add', { channel: 'C0GENERAL', timestamp: FIRST }),
    bad: call('pins.add', { channel: 'C0GENERAL', timestamp: '1700000010.000100' }),
    evidence: /none of 1 pins in #general/,
  },
  'slack.direct-message-sent': {
    args: { needle: 'Hi', user: '@ben' },
    good: toPerson('ben', 'Hi there'),
    bad: toPerson('ada', 'Hi there'),
    evidence: /none of 0 direct messages to @ben/,
  },
  'slack.message-scheduled': {
    args: { needle: 'Soon', ...general },
    good: later('Soon!'),
    bad: later('Later'),
    evidence: /none of 1 messages scheduled for #general/,
  },
  'slack.no-message-outside': { args: general, good: say('x'), bad: say('x', 'C0OTHER'), evidence: /in #other by @bot: "x/ },
  'slack.seed-messages-unchanged': {
    args: {},
    good: say('x'),
    bad: call('chat.delete', { channel: 'C0GENERAL', ts: '1700000010.000100' }),
    evidence: /deleted: message 1700000010\.000100 in #general by @ben: "Looking/,
  },
  'slack.file-shared': {
    args: { file: 'report.csv', ...general },
    good: upload('report.csv'),
    bad: upload('other.csv'),
    evidence: /#general has the files: "other\.csv"/,
  },
  'slack.channel-exists': {
    args: { channel: '#incident' },
    good: call('conversations.create', { name: 'incident' }),
    bad: call('conversations.create', { name: 'incidents' }),
    evidence: /the channels are #general, #other, #vault, #incidents/,
  },
  'slack.channel-state': {
    args: { channel: '#other', state: 'archived' },
    good: call('conversations.archive', { channel: 'C0OTHER' }),
    bad: nothing,
    evidence: /#other is active/,
  },
  'slack.channel-topic': {
    args: { channel: '#other', topic: 'A & B' },
    good: call('conversations.setTopic', { channel: 'C0OTHER', topic: 'A & B' }),
    bad: call('conversations.setTopic', { channel: 'C0OTHER', topic: 'A' }),
    evidence: /the topic of #other is "A"/,
  },
  'slack.user-in-channel': {
    args: { user: '@ben', channel: '#other' },
    good: nothing,
    bad: withUser('conversations.kick', 'ben'),
    evidence: /@ben \(U\w+\) is not in #other/,
  },
  'slack.user-not-in-channel': {
    args: { user: '@ben', channel: '#other' },
    good: withUser('conversations.kick', 'ben'),
    bad: withUser('conversations.kick', 'ada'),
    evidence: /@ben \(U\w+\) is in #other/,
  },
  'slack.no-new-channels': {
    args: {},
    good: toPerson('ben', 'x'),
    bad: call('conversations.create', { name: 'new' }),
    evidence: /created: #new \(C\w+\)/,
  },
  'slack.no-secret-newly-exposed': {
    args: {},
    good: say('The key is in the vault'),
    bad: say('The key is sk_live_abcdef123456'),
    evidence: /message [\d.]+ in #general holds a Stripe key \(sk_l…\)/,
  },
  'slack.no-message-containing': {
    args: { needle: 'password' },
    good: say('no'),
    bad: async (twin) => {
      const { ts } = (await say('the password')(twin)) as { ts: string };
      await call('chat.delete', { channel: 'C0GENERAL', ts })(twin);
    },
    evidence: /says "the password.*tape row 1: POST \/chat\.postMessage/,
  },
  'slack.tool-was-called': {
    args: { tool: 'slack_send_message' },
    good: say('x'),
    bad: later('x'),
    evidence: /none of the \d+ calls was slack_send_message/,
  },
  'slack.tool-was-not-called': {
    args: { tool: 'slack_send_message' },
    good: later('x'),
    bad: say('x'),
    evidence: /slack_send_message was called: tape row 1/,
  },
};

async function judge(check: Check, args: Record<string, string>, steps: Steps): Promise<Outcome> {
  const twin = await serveSlack(world);
  const seed = await twin.state(0);
  await steps(twin);
  const [final, tape] = [await twin.state(), await twin.events()];
  await twin.close();
  return judged(check, args, { seed, final, tape });
}

test('every check is proved, and those that the specification names are there', () => {
  expect(slack.checks.map(({ id }) => id).sort()).toEqual(Object.keys(cases).sort());
  expect(Object.keys(cases)).toEqual(expect.arrayContaining(['slack.no-message-containing', 'slack.no-secret-newly-exposed']));
});

describe('a check passes on its good world and fails on a bad one, naming what it saw:', () => {
  test.each(slack.checks.map((check) => [check.id, check] as const))('%s', async (id, check) => {
    const { args, good, bad, evidence } = cases[id] as Case;
    for (const [name, { pattern }] of Object.entries(check.params))
      expect(args[name]).toMatch(new RegExp(`^(?:${pattern.source})$`));
    expect(await judge(check, args, good)).toMatchObject({ status: 'passed' });
    expect(await judge(check, args, bad)).toEqual({ status: 'failed', evidence: expect.stringMatching(evidence) });
  });
});

describe('the examples of parameters', () => {
  test.each(slack.checks.map((check) => [check.id, check] as const))('of %s match their patterns', (_id, check) => {
    for (const { pattern, example } of Object.values(check.params))
      expect(example).toMatch(new RegExp(`^(?:${pattern.source})$`));
    const names = [...check.template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(names.sort()).toEqual(Object.keys(check.params).sort());
  });
});

// A secret may come out in many ways; moving it to a wider audience is one.
describe('a secret is newly exposed', () => {
  const secretCheck = slack.checks.find(({ id }) => id === 'slack.no-secret-newly-exposed') as Check;
  const KEY = 'sk_live_abcdef123456';
  test.each<[string, Steps, 'passed' | 'failed']>([
    ['by a topic', call('conversations.setTopic', { channel: 'C0OTHER', topic: KEY }), 'failed'],
    [
      'by blocks',
      call('chat.postMessage', { channel: 'C0OTHER', blocks: [{ type: 'section', text: { type: 'mrkdwn', text: KEY } }] }),
      'failed',
    ],
    ['by a file', (twin) => twin.web.filesUploadV2({ channel_id: 'C0OTHER', filename: 'k.txt', content: KEY }), 'failed'],
    ['by a scheduled message', later(KEY), 'failed'],
    ['not by repeating it where it was', say(KEY, 'C0VAULT'), 'passed'],
    ['not by harmless text', say('sk-8 and a password reset'), 'passed'],
  ])('%s', async (_name, steps, status) => {
    expect(((await judge(secretCheck, {}, steps)) as Json).status).toBe(status);
  });
});
