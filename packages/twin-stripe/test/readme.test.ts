import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { stripe as twin } from '../src/index.ts';
import { expectBalancedLedger } from './invariants.ts';

test("the README's seed boots, and each of its collections holds what it says", () => {
  const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');
  const seed = JSON.parse(/```json\n([\s\S]*?)```/.exec(readme)?.[1] ?? 'null') as Record<string, { id?: string }[]>;
  const state = twin.initialState(seed, { mode: 'logical' }) as unknown as Record<string, { id: string }[]>;
  expectBalancedLedger(state);
  for (const name of [
    'customers',
    'products',
    'prices',
    'coupons',
    'charges',
    'payment_intents',
    'refunds',
    'subscriptions',
    'invoices',
  ]) {
    const declared = (seed[name] ?? []).flatMap(({ id }) => (id === undefined ? [] : [id]));
    expect(declared.length).toBeGreaterThan(0);
    expect(state[name]?.map(({ id }) => id)).toEqual(expect.arrayContaining(declared));
  }
});
