import type { Context, SeedContext, State, World } from '@svc/twin-kit';
import { accountCollections } from './world/account.ts';
import { billingCollections } from './world/billing.ts';
import { catalogCollections } from './world/catalog.ts';
import { customerCollections } from './world/customers.ts';
import { ledgerCollections } from './world/ledger.ts';
import { paymentMethodCollections } from './world/payment-methods.ts';
import { paymentCollections } from './world/payments.ts';

export const collections = {
  ...accountCollections,
  ...customerCollections,
  ...paymentMethodCollections,
  ...paymentCollections,
  ...ledgerCollections,
  ...catalogCollections,
  ...billingCollections,
};

export type StripeCollections = typeof collections;
export type StripeWorld = World<StripeCollections>;
export type StripeSeedContext = SeedContext<StripeCollections>;
export type StripeState = State<StripeCollections>;

/** The API request that causes what happens; null for what happens by itself (docs: Events, `request`). */
export interface Cause {
  id: string | null;
  idempotency_key: string | null;
}

export interface StripeContext extends Context<StripeCollections> {
  readonly cause: Cause;
  /** The charges that this call captures asynchronously: the answer doesn't know their lines in the ledger yet. */
  readonly unsettled?: Set<string>;
}

const SECOND_MS = 1000;

/** The world's time as Stripe writes it: whole seconds since 1970. */
export const seconds = (now: number): number => Math.floor(now / SECOND_MS);

export * from './world/account.ts';
export * from './world/billing.ts';
export * from './world/catalog.ts';
export * from './world/customers.ts';
export * from './world/ledger.ts';
export * from './world/object.ts';
export * from './world/payment-methods.ts';
export * from './world/payments.ts';
