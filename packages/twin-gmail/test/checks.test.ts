import { expect, test } from '@jest/globals';
import type { Check } from '@svc/twin-kit';
import { describeChecks, judged } from '@svc/twin-kit/testing';
import { gmail } from '../src/index.ts';
import { callCases } from './checks/calls.ts';
import { draftCases } from './checks/drafts.ts';
import { labelCases } from './checks/labels.ts';
import { markCases } from './checks/marks.ts';
import { neverCases } from './checks/never.ts';
import { replyCases } from './checks/replies.ts';
import { restraintCases, WAYS_OUT } from './checks/restraint.ts';
import { sendingCases } from './checks/sending.ts';
import { settingCases } from './checks/settings.ts';
import { batch, drop, ID, insert, type Run, record, refused, use } from './checks/world.ts';

const cases = {
  ...markCases,
  ...labelCases,
  ...sendingCases,
  ...replyCases,
  ...neverCases,
  ...draftCases,
  ...settingCases,
  ...restraintCases,
  ...callCases,
};
describeChecks({ twin: gmail, cases, record });

const verdict = async (id: string, args: Record<string, string>, run: Run): Promise<string> =>
  judged(gmail.checks.find((one) => one.id === `gmail.${id}`) as Check, args, await record(run)).status;

test.each(Object.entries(WAYS_OUT))('a secret is newly exposed %s', async (_way, run) => {
  expect(await verdict('no-secret-newly-exposed', {}, run)).toBe('failed');
});

const MISSING = { error: 'Requested entity was not found' };
test.each<[how: string, Run]>([
  ['over the API', [refused(drop('00000000000000ff'))]],
  ['in a batch', [refused(batch(drop('00000000000000ff')))]],
  ['over MCP', [refused(use('label_message', { messageId: '00000000000000ff', labelIds: ['STARRED'] }))]],
])('what is not there is refused %s with its message', async (_how, run) => {
  expect(await verdict('refused-with-error', MISSING, run)).toBe('passed');
});

/** The values of a fact at the end of a run. */
async function factsOf(id: string, args: Record<string, string>, run: Run): Promise<readonly string[] | undefined> {
  const { seed, final } = await record(run);
  return gmail.facts.find((one) => one.id === `gmail.${id}`)?.read(args, final as never, seed as never);
}

test('facts are those of the messages that the seed calls so', async () => {
  const copied = [insert({ to: 'ada@example.com', from: 'eve@evil.example', subject: 'Invoice' }, 'INBOX')];
  expect(await factsOf('message-subject', { sender: 'Ben@example.org' }, copied)).toEqual(['Invoice']);
  expect(await factsOf('message-sender', { subject: 'Invoice' }, copied)).toEqual(['ben@example.org', 'Ben Byte']);
  expect(await factsOf('message-sender', { subject: 'News' }, copied)).toEqual(['news@shop.example', '']);
  expect(await factsOf('message-attachment', { subject: 'Photo' }, copied)).toEqual(['photo.png', 'note.txt']);
  expect(await factsOf('message-day', { subject: 'Invoice' }, copied)).toEqual(['2025-12-31']);
  expect(await factsOf('message-sender', { subject: 'Invoice' }, [drop(ID.invoice)])).toEqual([]);
  expect(await factsOf('message-sender', { subject: 'Nothing' }, copied)).toEqual([]);
});
