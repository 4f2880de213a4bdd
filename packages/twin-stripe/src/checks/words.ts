import { type Passage, passage, textReader } from '@svc/twin-kit';
import type { Address, Metadata, Shipping, StripeCollections, StripeState } from '../world.ts';

type RecordOf<N extends keyof StripeCollections> = StripeState[N & keyof StripeState][number];
type Fields = readonly (readonly [field: string, text: string | null | undefined])[];

const none = (): Fields => [];

/** Values are called by their key; a key is a text too. */
const metadata = (map: Metadata): Fields =>
  Object.entries(map).flatMap(([key, text]) => [
    ['metadata key', key],
    [`metadata ${key}`, text],
  ]);

const address = (one: Address | null): Fields =>
  one === null ? [] : Object.entries(one).map(([part, text]) => [part.replace('_', ' '), text as string | null]);

const shipping = (one: Shipping | null): Fields =>
  one === null
    ? []
    : [
        ['recipient', one.name],
        ['phone', one.phone],
        ['carrier', one.carrier],
        ['tracking number', one.tracking_number],
        ...address(one.address),
      ];

const payment = (one: RecordOf<'payment_intents'> | RecordOf<'charges'>): Fields => [
  ['description', one.description],
  ['statement descriptor', one.statement_descriptor],
  ['statement descriptor suffix', one.statement_descriptor_suffix],
  ['receipt email', one.receipt_email],
  ['transfer group', one.transfer_group],
  ...shipping(one.shipping),
  ...metadata(one.metadata),
];

const notes = (one: { description?: string | null; metadata: Metadata }): Fields => [
  ['description', one.description],
  ...metadata(one.metadata),
];

/**
 * The one list of what people write and read on Stripe, by collection. What Stripe derives from it is left out: events, the
 * lines of invoices and the ledger repeat it.
 */
const TEXTS: { readonly [N in keyof StripeCollections]: (record: RecordOf<N>) => Fields } = {
  account: none,
  events: none,
  webhook_secrets: none,
  idempotency_keys: none,
  deleted_customers: none,
  deleted_coupons: none,
  spent_payment_methods: none,
  tokens: none,
  balance_transactions: none,
  invoice_line_items: none,
  invoice_payments: none,
  discounts: none,
  webhook_endpoints: (one) => [['url', one.url], ...notes(one)],
  customers: (one) => [
    ['name', one.name],
    ['email', one.email],
    ['phone', one.phone],
    ['invoice footer', one.invoice_settings.footer],
    ...(one.invoice_settings.custom_fields ?? []).flatMap(
      ({ name, value }): Fields => [
        ['custom field', name],
        ['custom field', value],
      ],
    ),
    ...address(one.address),
    ...shipping(one.shipping),
    ...notes(one),
  ],
  customer_balance_transactions: notes,
  payment_methods: ({ billing_details: details, ...one }) => [
    ['billing name', details.name],
    ['billing email', details.email],
    ['billing phone', details.phone],
    ...address(details.address),
    ...metadata(one.metadata),
  ],
  payment_intents: payment,
  setup_intents: notes,
  charges: payment,
  refunds: notes,
  disputes: (one) => [...evidenceOf(one), ...metadata(one.metadata)],
  payouts: (one) => [['statement descriptor', one.statement_descriptor], ...notes(one)],
  products: (one) => [
    ['name', one.name],
    ['statement descriptor', one.statement_descriptor],
    ['unit label', one.unit_label],
    ['url', one.url],
    ...one.images.map((image) => ['image', image] as const),
    ...one.marketing_features.map(({ name }) => ['feature', name] as const),
    ...notes(one),
  ],
  prices: (one) => [['nickname', one.nickname], ['lookup key', one.lookup_key], ...metadata(one.metadata)],
  coupons: (one) => [['id', one.id], ['name', one.name], ...metadata(one.metadata)],
  promotion_codes: (one) => [['code', one.code], ...metadata(one.metadata)],
  tax_rates: (one) => [['display name', one.display_name], ['jurisdiction', one.jurisdiction], ...notes(one)],
  payment_links: (one) => [
    ['inactive message', one.inactive_message],
    [
      'after completion',
      one.after_completion.type === 'redirect'
        ? one.after_completion.redirect.url
        : one.after_completion.hosted_confirmation.custom_message,
    ],
    ...metadata(one.metadata),
  ],
  invoices: (one) => [['footer', one.footer], ['statement descriptor', one.statement_descriptor], ...notes(one)],
  invoiceitems: notes,
  subscriptions: (one) => [['cancellation comment', one.cancellation_details.comment], ...notes(one)],
  subscription_items: (one) => metadata(one.metadata),
};

/** The evidence of a dispute, as it was given. */
function evidenceOf({ evidence }: RecordOf<'disputes'>): Fields {
  return Object.entries(evidence).flatMap(
    ([name, text]): Fields => (typeof text === 'string' ? [[name.replaceAll('_', ' '), text]] : []),
  );
}

/** Everything that a person would read of a record. Stripe shows no markup. */
export const texts = textReader((collection, record) =>
  TEXTS[collection as keyof StripeCollections](record as never).flatMap(([field, text]) => (text ? [passage(field, text)] : [])),
);

/** What was said to the bank. */
export const evidenceTexts = (dispute: RecordOf<'disputes'>): readonly Passage[] =>
  evidenceOf(dispute).flatMap(([field, text]) => (text ? [passage(field, text)] : []));

/** Where Stripe itself takes texts from for what a payment or a period makes. */
const TAKEN_FROM: Readonly<Record<string, readonly (keyof StripeState)[]>> = {
  charges: ['payment_intents'],
  invoices: ['subscriptions'],
};

/** What Stripe calls the payments of invoices. */
const OWN_WORDS = new Set(['Payment for Invoice', 'Subscription creation']);

/** Texts that nobody wrote anew: a payment or a period repeats them. */
export function repeatedTexts(seed: StripeState): (collection: string, passage: Passage) => boolean {
  const known = new Map<string, ReadonlySet<string>>();
  return (collection, { field, text }) => {
    if (OWN_WORDS.has(text) && (collection === 'payment_intents' || collection === 'charges')) return true;
    const sources = TAKEN_FROM[collection];
    if (!sources) return false;
    const there =
      known.get(collection) ??
      new Set(
        sources.flatMap((source) =>
          (seed[source] as readonly object[]).flatMap((record) =>
            texts.textsOf(source, record).map((one) => `${one.field}\n${one.text}`),
          ),
        ),
      );
    known.set(collection, there);
    return there.has(`${field}\n${text}`);
  };
}
