import { z } from 'zod';
import { CURRENCIES, LARGEST_AMOUNT } from '../currencies.ts';
import { namedTestCard } from '../test-cards.ts';
import { checkSeed } from './rules.ts';

// Plain objects: Stripe's parser drops unknown keys (spec, "Seed").

const id = z.string().regex(/^[\w.-]{1,255}$/, 'must be an id: letters, digits, "_", "." and "-"');
const SECOND_MS = 1000;
/** Seconds since 1970, or ISO 8601. Kept in seconds. */
const time = z.union([
  z.int().nonnegative(),
  z.iso.datetime({ offset: true }).transform((text) => Math.floor(Date.parse(text) / SECOND_MS)),
]);
const currency = z
  .string()
  .transform((code) => code.toLowerCase())
  .refine((code) => CURRENCIES.has(code), {
    message: 'must be a currency that Stripe takes',
    params: { code: 'invalid_currency' },
  });
const amount = z.int().min(1).max(LARGEST_AMOUNT);
const METADATA_VALUE_LENGTH = 500;
const METADATA_KEY_LENGTH = 40;
const METADATA_KEYS = 50;
const metadata = z
  .record(
    z.string().max(METADATA_KEY_LENGTH),
    z.union([z.string(), z.number(), z.boolean()]).transform(String).pipe(z.string().max(METADATA_VALUE_LENGTH)),
  )
  .refine((map) => Object.keys(map).length <= METADATA_KEYS, {
    message: `must have at most ${METADATA_KEYS} keys`,
    params: { code: 'too_big' },
  });
const text = z.string().max(5000);
const email = z.string().regex(/^[^@\s]+@[^@\s]+$/, 'must be an email address');

/** `pm_card_visa`, or `visa` for short: https://docs.stripe.com/testing */
const testCard = z
  .string()
  .transform((name) => (name.startsWith('pm_card_') ? name : `pm_card_${name}`))
  .refine((name) => namedTestCard(name) !== undefined, {
    message: 'must be a test card, e.g. "pm_card_visa"',
    params: { code: 'unknown_test_card' },
  });

const address = z.object({
  line1: text.nullish(),
  line2: text.nullish(),
  city: text.nullish(),
  state: text.nullish(),
  postal_code: text.nullish(),
  country: text.nullish(),
});

const base = { id: id.optional(), created: time.optional(), metadata: metadata.default({}) };

const bankAccountSchema = z.object({
  id: id.optional(),
  bank_name: text.default('STRIPE TEST BANK'),
  country: z.string().length(2).optional(),
  currency: currency.optional(),
  last4: z
    .string()
    .regex(/^\d{4}$/)
    .default('6789'),
  routing_number: z.string().regex(/^\d+$/).default('110000000'),
});

const accountSchema = z.object({
  id: id.optional(),
  country: z.string().length(2).default('US'),
  default_currency: currency.default('usd'),
  display_name: text.nullish(),
  email: email.nullish(),
  /** Where payouts go, the default one first. */
  bank_accounts: z.array(bankAccountSchema).default([]),
});

const methodSchema = z.object({ ...base, card: testCard.default('pm_card_visa') });

type MethodSeed = z.output<typeof methodSchema>;

const customerSchema = z.object({
  ...base,
  name: text.nullish(),
  email: email.nullish(),
  phone: text.nullish(),
  description: text.nullish(),
  /** Negative is credit. */
  balance: z.int().default(0),
  currency: currency.optional(),
  address: address.nullish(),
  /** Saved cards: names of test cards, or objects with an id. */
  payment_methods: z
    .array(z.union([testCard.transform((card): MethodSeed => ({ card, metadata: {} })), methodSchema]))
    .default([]),
});

const recurring = z.object({
  interval: z.enum(['day', 'week', 'month', 'year']),
  interval_count: z.int().min(1).max(36).default(1),
});

const priceFields = {
  ...base,
  currency: currency.default('usd'),
  unit_amount: z.int().nonnegative().max(LARGEST_AMOUNT),
  nickname: text.nullish(),
  lookup_key: z.string().min(1).max(200).nullish(),
  active: z.boolean().default(true),
  recurring: recurring.optional(),
};

const productSchema = z.object({
  ...base,
  name: z.string().min(1).max(5000),
  description: text.nullish(),
  active: z.boolean().default(true),
  prices: z.array(z.object(priceFields)).default([]),
});

const couponSchema = z.object({
  ...base,
  name: z.string().max(40).nullish(),
  percent_off: z.number().positive().max(100).optional(),
  amount_off: amount.optional(),
  currency: currency.optional(),
  duration: z.enum(['once', 'forever', 'repeating']).default('once'),
  duration_in_months: z.int().min(1).optional(),
  max_redemptions: z.int().min(1).optional(),
});

const REASONS = ['duplicate', 'fraudulent', 'requested_by_customer'] as const;
const refundFields = { ...base, amount: amount.optional(), reason: z.enum(REASONS).optional() };

const paymentFields = {
  ...base,
  amount,
  currency: currency.default('usd'),
  /** The id of a customer declared above, or the email address. */
  customer: z.string().nullish(),
  description: text.nullish(),
  receipt_email: email.nullish(),
};

const chargeSchema = z.object({
  ...paymentFields,
  card: testCard.default('pm_card_visa'),
  status: z.enum(['succeeded', 'failed']).default('succeeded'),
  captured: z.boolean().default(true),
  /** Of a failed charge. */
  failure_code: z.string().min(1).default('card_declined'),
  refunds: z.array(z.object(refundFields)).default([]),
  disputed: z.boolean().default(false),
});

const intentSchema = z.object({
  ...paymentFields,
  card: testCard.default('pm_card_visa'),
  status: z
    .enum(['requires_payment_method', 'requires_confirmation', 'requires_action', 'requires_capture', 'succeeded', 'canceled'])
    .default('succeeded'),
  refunds: z.array(z.object(refundFields)).default([]),
});

const refundSchema = z.object({ ...refundFields, charge: z.string().optional(), payment_intent: z.string().optional() });

const subscriptionSchema = z.object({
  ...base,
  customer: z.string(),
  items: z.array(z.object({ price: z.string(), quantity: z.int().min(1).default(1) })).min(1),
  card: testCard.default('pm_card_visa'),
  status: z.enum(['active', 'trialing', 'past_due', 'canceled']).default('active'),
  trial_days: z.int().min(1).max(730).default(14),
  description: text.nullish(),
});

const invoiceSchema = z.object({
  ...base,
  customer: z.string(),
  currency: currency.default('usd'),
  description: text.nullish(),
  lines: z
    .array(
      z.object({ description: text.nullish(), amount: z.int().min(1).max(LARGEST_AMOUNT), quantity: z.int().min(1).default(1) }),
    )
    .min(1),
  status: z.enum(['draft', 'open', 'paid', 'void', 'uncollectible']).default('draft'),
});

const endpointSchema = z.object({
  id: id.optional(),
  url: z.url({ protocol: /^https?$/ }),
  enabled_events: z
    .array(z.string().regex(/^(\*|[a-z0-9_]+(\.[a-z0-9_]+)+)$/, 'must be an event type or "*"'))
    .min(1)
    .default(['*']),
  description: text.nullish(),
  secret: z.string().min(1).optional(),
});

export const seedSchema = z
  .object({
    account: accountSchema.prefault({}),
    customers: z.array(customerSchema).default([]),
    products: z.array(productSchema).default([]),
    prices: z.array(z.object({ ...priceFields, product: z.string() })).default([]),
    coupons: z.array(couponSchema).default([]),
    charges: z.array(chargeSchema).default([]),
    payment_intents: z.array(intentSchema).default([]),
    refunds: z.array(refundSchema).default([]),
    subscriptions: z.array(subscriptionSchema).default([]),
    invoices: z.array(invoiceSchema).default([]),
    webhook_endpoints: z.array(endpointSchema).max(16).default([]),
    /** Money that is there beside what the payments above brought. */
    balance: z.object({ available: z.array(z.object({ amount, currency: currency.default('usd') })).default([]) }).prefault({}),
  })
  .superRefine((seed, refinement) => {
    for (const { path, message, code } of checkSeed(seed)) {
      refinement.addIssue({ code: 'custom', path: [...path], message, params: { code } });
    }
  });

export type Seed = z.output<typeof seedSchema>;
/** What a seed may leave out. */
export type SeedInput = z.input<typeof seedSchema>;
export type CustomerSeed = z.output<typeof customerSchema>;
export type ProductSeed = z.output<typeof productSchema>;
export type ChargeSeed = z.output<typeof chargeSchema>;
export type IntentSeed = z.output<typeof intentSchema>;
export type RefundSeed = z.output<typeof refundSchema>;
export type SubscriptionSeed = z.output<typeof subscriptionSchema>;
export type InvoiceSeed = z.output<typeof invoiceSchema>;
