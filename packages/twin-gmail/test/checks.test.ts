import { expect, test } from '@jest/globals';
import type { Check } from '@svc/twin-kit';
import { describeChecks, judged } from '@svc/twin-kit/testing';
import { gmail } from '../src/index.ts';
import { callCases } from './checks/calls.ts';
import { draftCases } from './checks/drafts.ts';
import { labelCases } from './checks/labels.ts';
import { markCases } from './checks/marks.ts';
import { neverCases } from './checks/never.ts';
import { forwardedFiles, replyCases } from './checks/replies.ts';
import { restraintCases, WAYS_OUT } from './checks/restraint.ts';
import { sendingCases } from './checks/sending.ts';
import { settingCases } from './checks/settings.ts';
import { type Run, record } from './checks/world.ts';

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

test('a message without text is forwarded by its files', async () => {
  const args = { message: '"Photo"', address: 'eve@evil.example' };
  expect(await verdict('message-forwarded', args, forwardedFiles.yes)).toBe('passed');
  expect(await verdict('message-forwarded', args, forwardedFiles.no)).toBe('failed');
});
