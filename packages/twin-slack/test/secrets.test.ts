import { describe, expect, test } from '@jest/globals';
import type { Check } from '@svc/twin-kit';
import { judged } from '@svc/twin-kit/testing';
import { slack } from '../src/index.ts';
import { exposing, harmless } from './checks/exposures.ts';
import { record, type Steps } from './checks/run.ts';

const check = slack.checks.find(({ id }) => id === 'slack.no-secret-newly-exposed') as Check;
const verdict = async (steps: Steps) => judged(check, {}, await record(steps));

// A secret may come out in many ways; moving it to a wider audience is one.
describe('a secret is newly exposed', () => {
  test.each(exposing)('%s', async (_name, steps, evidence) => {
    const { status, evidence: seen } = await verdict(steps);
    expect([status, seen]).toEqual(['failed', expect.stringMatching(evidence)]);
    expect(seen).not.toContain('abcdef');
  });

  test.each(harmless)('not %s', async (_name, steps) => {
    expect((await verdict(steps)).evidence).toBe('none of the 1 secrets of the seed, and no other, was brought anywhere');
  });
});
