import { collection } from '@svc/twin-kit';
import { type BillingDetails, constructorOf, type Listed, type Metadata, over, whole } from './object.ts';

export interface CardChecks {
  address_line1_check: 'pass' | 'fail' | 'unchecked' | null;
  address_postal_code_check: 'pass' | 'fail' | 'unchecked' | null;
  cvc_check: 'pass' | 'fail' | 'unchecked' | null;
}

export interface Card {
  brand: string;
  checks: CardChecks;
  country: string;
  display_brand: string;
  exp_month: number;
  exp_year: number;
  /** One for each card number: how a test card is known again. */
  fingerprint: string;
  funding: 'credit' | 'debit' | 'prepaid';
  generated_from: null;
  last4: string;
  networks: { available: readonly string[]; preferred: null };
  regulated_status: 'unregulated';
  three_d_secure_usage: { supported: boolean };
  wallet: null;
}

export interface PaymentMethodFields extends Listed {
  object: 'payment_method';
  allow_redisplay: 'always' | 'limited' | 'unspecified';
  billing_details: BillingDetails;
  card?: Card;
  crypto?: Record<string, never>;
  customer: string | null;
  metadata: Metadata;
  type: 'card' | 'crypto';
}

export const newPaymentMethod = constructorOf({ customer_account: null, livemode: false, shared_payment_granted_token: null });
export type PaymentMethod = PaymentMethodFields & ReturnType<typeof newPaymentMethod<object>>;

/** The older form of a card, as tokens carry it. */
export interface LegacyCard {
  id: string;
  object: 'card';
  [field: string]: unknown;
}

export interface Token extends Listed {
  object: 'token';
  card: LegacyCard;
  client_ip: null;
  livemode: boolean;
  type: 'card';
  used: boolean;
}

export const paymentMethodCollections = {
  payment_methods: collection<PaymentMethod>()({
    key: (method) => method.id,
    indexes: { all: whole, customer: over((method: PaymentMethod) => method.customer) },
  }),
  tokens: collection<Token>()({ key: (token) => token.id, indexes: {} }),
  /** Detached, or used once without a customer: not to be used again. */
  spent_payment_methods: collection<{ id: string }>()({ key: ({ id }) => id, internal: true }),
};
