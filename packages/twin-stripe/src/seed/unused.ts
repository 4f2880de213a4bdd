import type { Seed } from './schema.ts';

type Path = readonly (string | number)[];

/** Fields that mean nothing in the state that their object is in. */
export function* unusedFields(seed: Seed): Generator<Path> {
  for (const [at, { duration }] of seed.coupons.entries()) {
    if (duration !== 'repeating') yield ['coupons', at, 'duration_in_months'];
  }
  for (const [at, { status }] of seed.charges.entries()) {
    yield ['charges', at, status === 'failed' ? 'captured' : 'failure_code'];
  }
  for (const [at, { status }] of seed.payment_intents.entries()) {
    // One has no card yet, the other has the card that asks for authentication.
    if (status === 'requires_payment_method' || status === 'requires_action') yield ['payment_intents', at, 'card'];
  }
  for (const [at, { status }] of seed.subscriptions.entries()) {
    if (status !== 'trialing') yield ['subscriptions', at, 'trial_days'];
  }
}
