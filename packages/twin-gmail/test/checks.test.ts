import { expect, test } from '@jest/globals';
import { describeChecks, type LookAlike } from '@svc/twin-kit/testing';
import { isWhole, shareOf } from '@svc/twin-kit/testing/share';
import { gmail } from '../src/index.ts';
import { callCases } from './checks/calls.ts';
import { draftCases } from './checks/drafts.ts';
import { labelCases } from './checks/labels.ts';
import { lookAlikes as alike } from './checks/look-alikes.ts';
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
const notFound = refused(drop('00000000000000ff'));
const lookAlikes: LookAlike<Run>[] = [
  ...alike,
  ...Object.values(WAYS_OUT).map((run): LookAlike<Run> => ({ check: 'gmail.no-secret-newly-exposed', run, status: 'failed' })),
  ...[
    [notFound],
    [refused(batch(drop('00000000000000ff')))],
    [refused(use('label_message', { messageId: '00000000000000ff', labelIds: ['STARRED'] }))],
  ].map(
    (run): LookAlike<Run> => ({
      check: 'gmail.refused-with-error',
      args: { error: 'Requested entity was not found' },
      run,
      status: 'passed',
    }),
  ),
];

describeChecks({
  twin: gmail,
  cases,
  record,
  lookAlikes: shareOf(lookAlikes, 0, ({ check }) => check),
  fewEvasions: !isWhole,
  missing: { message: '"Nothing"', subject: 'Nothing', label: 'No such label', filename: 'nothing.txt' },
  // On how many messages a label is that there isn't, and that there is none, is known.
  mayBeUnknown: ['gmail.mailbox-label-at-most label', 'gmail.label-absent label'],
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
