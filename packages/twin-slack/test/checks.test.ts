import { describe, expect, test } from '@jest/globals';
import type { Check } from '@svc/twin-kit';
import { describeChecks, judged, type LookAlike } from '@svc/twin-kit/testing';
import { isWhole, shareOf } from '@svc/twin-kit/testing/share';
import { slack } from '../src/index.ts';
import { cases as calls } from './checks/calls.ts';
import { cases as changes } from './checks/changes.ts';
import { cases as channels } from './checks/channels.ts';
import { cases as counts } from './checks/counts.ts';
import { cases as edits } from './checks/edits.ts';
import { exposing, harmless } from './checks/exposures.ts';
import { cases as items } from './checks/items.ts';
import { lookAlikes as differing } from './checks/look-alikes.ts';
import { cases as members } from './checks/members.ts';
import { cases as never } from './checks/never.ts';
import { cases as patterns } from './checks/patterns.ts';
import { cases as posted } from './checks/posted.ts';
import { alsoShownAs, linkedAs, mentionedAs, partsSaying, readAs, saysExactly } from './checks/read-as.ts';
import { nothing, record, type Steps, say } from './checks/run.ts';
import { cases as others } from './checks/secrets.ts';
import { shownAs, cases as styles } from './checks/styles.ts';

const cases = {
  ...posted,
  ...counts,
  ...never,
  ...patterns,
  ...edits,
  ...styles,
  ...items,
  ...channels,
  ...members,
  ...changes,
  ...calls,
  ...others,
};
const missing = {
  channel: '#nowhere',
  user: '@nobody',
  users: '@ada, @nobody',
  message: 'No such words',
  parent: 'No such words',
};
const styled = Object.entries(shownAs);
const lookAlikes: LookAlike<Steps>[] = [
  ...exposing.map(([, run, evidence]) => ({ check: 'slack.no-secret-newly-exposed', run, status: 'failed' as const, evidence })),
  ...harmless.map(([, run]) => ({ check: 'slack.no-secret-newly-exposed', run, status: 'passed' as const })),
  ...styled.flatMap(([style, run]) =>
    styled.map(([other]) => ({
      check: 'slack.message-with-style',
      args: { style: other, channel: '#general' },
      run,
      status: style === other ? ('passed' as const) : ('failed' as const),
    })),
  ),
  ...alsoShownAs.map(([style, run]) => ({
    check: 'slack.message-with-style',
    args: { style, channel: '#general' },
    run,
    status: 'passed' as const,
  })),
  ...readAs.map(([needle, run, isRead]) => ({
    check: 'slack.message-posted',
    args: { needle, channel: '#general' },
    run,
    status: isRead ? ('passed' as const) : ('failed' as const),
  })),
  ...saysExactly.map(([text, run, isIt]) => ({
    check: 'slack.message-posted-exactly',
    args: { text, channel: '#general' },
    run,
    status: isIt ? ('passed' as const) : ('failed' as const),
  })),
  ...partsSaying.map(([style, needle, run, isIt]) => ({
    check: 'slack.message-with-styled-text',
    args: { style, needle, channel: '#general' },
    run,
    status: isIt ? ('passed' as const) : ('failed' as const),
  })),
  ...mentionedAs.map(([run, isMentioned]) => ({
    check: 'slack.message-mentions',
    run,
    status: isMentioned ? ('passed' as const) : ('failed' as const),
  })),
  ...linkedAs.map(([run, isLinked]) => ({
    check: 'slack.message-links',
    args: { link: 'https://example.com/x' },
    run,
    status: isLinked ? ('passed' as const) : ('failed' as const),
  })),
  ...differing,
];
describeChecks({
  twin: slack,
  cases,
  record,
  missing,
  lookAlikes: shareOf(lookAlikes, 0, ({ check }) => check),
  fewEvasions: !isWhole,
});

const checkNamed = (id: string): Check => slack.checks.find((check) => check.id === id) as Check;

test('what the specification names is there', () => {
  expect(slack.checks.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['slack.no-message-containing', 'slack.no-secret-newly-exposed']),
  );
});

describe('a message is seen to be shown with', () => {
  const check = checkNamed('slack.message-with-style');

  test('every style that the sentence takes', () => {
    expect(Object.keys(shownAs).join('|')).toBe(check.params.style?.pattern.source);
  });

  test.each(styled)('%s', async (style, steps) => {
    const run = await record(steps);
    expect(judged(check, { style, channel: '#general' }, run)).toMatchObject({ status: 'passed' });
    const seen = styled.filter(([other]) => judged(check, { style: other, channel: '#general' }, run).status === 'passed');
    expect(seen.map(([other]) => other)).toEqual([style]);
  });
});

test('a sentence about what is not in the world fails and says what is missing, whatever it says of it', async () => {
  const { seed, final, tape } = await record(nothing);
  for (const check of slack.checks) {
    if (check.substrate === 'final_answer') continue;
    const args = Object.fromEntries(Object.entries(check.params).map(([name, { example }]) => [name, example]));
    for (const [slot, missing] of [
      ['channel', '#nowhere'],
      ['user', '@nobody'],
      ['users', '@ada, @nobody'],
    ] as const) {
      if (!(slot in check.params)) continue;
      const outcome = judged(
        check,
        { ...args, channel: '#general', user: '@ben', message: 'Status', [slot]: missing },
        { seed, final, tape: tape ?? [] },
      );
      expect([check.id, outcome.status]).toEqual([check.id, 'failed']);
    }
  }
});

test('evidence says a text once, though Slack keeps it twice', async () => {
  const run = await record(say('Refunded Ada'));
  const { evidence } = judged(checkNamed('slack.message-posted'), { needle: 'Refunded', channel: '#general' }, run);
  expect(evidence).toMatch(/by @bot: "Refunded Ada"$/);
});
