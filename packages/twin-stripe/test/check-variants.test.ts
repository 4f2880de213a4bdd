import { describe, expect, test } from '@jest/globals';
import type { Check } from '@svc/twin-kit';
import { judged } from '@svc/twin-kit/testing';
import { stripe } from '../src/index.ts';
import { variants } from './checks/variants.ts';
import { type Run, record } from './checks/world.ts';
import { writings } from './checks/writings.ts';

const verdict = async (id: string, args: Readonly<Record<string, string>>, run: Run) =>
  judged(stripe.checks.find((check) => check.id === `stripe.${id}`) as Check, args, await record(run));

describe('a sentence', () => {
  test.each(variants)('%s %j', async (id, args, run, passes) => {
    const outcome = await verdict(id, args, run);
    expect(outcome).toEqual({ status: passes ? 'passed' : 'failed', evidence: outcome.evidence });
  });
});

describe('every text that a call writes', () => {
  test.each(writings.map((run) => [JSON.stringify(run.at(-1)), run] as const))('%s', async (_name, run) => {
    expect(await verdict('nothing-written-containing', { needle: 'needle' }, run)).toMatchObject({ status: 'failed' });
    expect(await verdict('something-written-containing', { needle: 'needle' }, run)).toMatchObject({ status: 'passed' });
  });
});
