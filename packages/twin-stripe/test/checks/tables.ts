import { del, post, type Run } from './world.ts';

/** A sentence with other values than its case has: id without the twin, arguments, a run, and what comes of it. */
export type Variant = readonly [id: string, args: Readonly<Record<string, string>>, run: Run, passes: boolean];

const ada = (form: object) => post('customers/cus_ada', form);
export const metadata = { tag: 'x' };

/** What sets each text of a customer. */
const CUSTOMER_TEXTS: Readonly<Record<string, object>> = {
  name: { name: 'new' },
  email: { email: 'new' },
  phone: { phone: 'new' },
  description: { description: 'new' },
  street: { address: { line1: 'new' } },
  city: { address: { city: 'new' } },
  'postal code': { address: { postal_code: 'new' } },
  state: { address: { state: 'new' } },
  country: { address: { country: 'new' } },
  'tax exemption': { tax_exempt: 'new' },
  'invoice footer': { invoice_settings: { footer: 'new' } },
};
/** Texts that have to be of a form. */
const VALUES: Readonly<Record<string, string>> = { email: 'new@example.com', country: 'FR', 'tax exemption': 'exempt' };

const customerVariants: Variant[] = Object.entries(CUSTOMER_TEXTS).flatMap(([field, form]): Variant[] => {
  const text = VALUES[field] ?? 'new';
  const run = [ada(JSON.parse(JSON.stringify(form).replace('"new"', JSON.stringify(text))) as object)];
  const customer = 'cus_ada';
  return [
    ['customer-field-is', { customer, field, text }, run, true],
    ['customer-field-is', { customer, field, text }, [], false],
    ['customer-field-unchanged', { customer, field }, run, false],
    ['nothing-changed-except-customer-field', { customer, field }, run, true],
    ['nothing-changed-except-customer-field', { customer, field }, [...run, ada({ metadata })], false],
  ];
});

/** What gives an object each text, and which object. */
const OBJECT_TEXTS: readonly (readonly [field: string, object: string, text: string, run: Run])[] = [
  ['name', 'prod_mug', 'Cup', [post('products/prod_mug', { name: 'Cup' })]],
  ['nickname', 'price_mug', 'cheap', [post('prices/price_mug', { nickname: 'cheap' })]],
  ['lookup key', 'price_mug', 'mug', [post('prices/price_mug', { lookup_key: 'mug' })]],
  ['receipt email', 'ch_1', 'a@example.com', [post('charges/ch_1', { receipt_email: 'a@example.com' })]],
  ['statement descriptor', 'prod_mug', 'MUGS', [post('products/prod_mug', { statement_descriptor: 'MUGS' })]],
  ['footer', 'in_draft', 'Thanks', [post('invoices/in_draft', { footer: 'Thanks' })]],
  ['cancellation reason', 'pi_1', 'duplicate', [post('payment_intents/pi_1/cancel', { cancellation_reason: 'duplicate' })]],
  [
    'cancellation feedback',
    'sub_ada',
    'unused',
    [post('subscriptions/sub_ada', { cancellation_details: { feedback: 'unused' } })],
  ],
  [
    'collection method',
    'sub_ada',
    'send_invoice',
    [post('subscriptions/sub_ada', { collection_method: 'send_invoice', days_until_due: 30 })],
  ],
];

const objectVariants: Variant[] = OBJECT_TEXTS.flatMap(([field, object, text, run]): Variant[] => [
  ['object-field-is', { field, object, text }, run, true],
  ['object-field-is', { field, object, text }, [], false],
]);
const moreObjectVariants: Variant[] = [
  ['object-field-is', { field: 'reason', object: 're_old', text: 'duplicate' }, [], true],
  ['object-field-is', { field: 'capture method', object: 'pi_held', text: 'manual' }, [], true],
  ['object-field-contains', { field: 'invoice number', object: 'in_1', needle: '-000' }, [], true],
  ['object-field-contains', { field: 'invoice number', object: 'in_draft', needle: '-000' }, [], false],
  [
    'new-object-with-text',
    { kind: 'charge', field: 'description', text: 'x' },
    [post('charges', { amount: 500, currency: 'usd', source: 'tok_visa', description: 'x' })],
    true,
  ],
  ['metadata-is-absent', { key: 'constructor', object: 'ch_1' }, [], true],
];

/** How each kind of object is made. */
export const MAKING: Readonly<Record<string, Run>> = {
  customer: [post('customers', { metadata })],
  charge: [post('charges', { amount: 500, currency: 'usd', source: 'tok_visa', metadata })],
  PaymentIntent: [post('payment_intents', { amount: 500, currency: 'usd', metadata })],
  SetupIntent: [post('setup_intents', { metadata })],
  refund: [post('refunds', { charge: 'ch_1', metadata })],
  subscription: [post('subscriptions', { customer: 'cus_ada', items: [{ price: 'price_milk' }], metadata })],
  'subscription item': [post('subscription_items', { subscription: 'sub_ada', price: 'price_milk', metadata })],
  invoice: [post('invoices', { customer: 'cus_ada', metadata })],
  'invoice item': [post('invoiceitems', { customer: 'cus_ada', amount: 100, currency: 'usd', metadata })],
  product: [post('products', { name: 'Cup', metadata })],
  price: [post('prices', { product: 'prod_mug', currency: 'usd', unit_amount: 100, metadata })],
  coupon: [post('coupons', { percent_off: 10, metadata })],
  'promotion code': [post('promotion_codes', { promotion: { type: 'coupon', coupon: 'HALF' }, metadata })],
  'tax rate': [post('tax_rates', { display_name: 'VAT', inclusive: false, percentage: 20, metadata })],
  'payment link': [post('payment_links', { line_items: [{ price: 'price_mug', quantity: 1 }], metadata })],
  'payment method': [post('payment_methods', { type: 'card', card: { token: 'tok_visa' }, metadata })],
  payout: [post('payouts', { amount: 100, currency: 'usd', metadata })],
  'webhook endpoint': [post('webhook_endpoints', { url: 'https://example.com/three', enabled_events: ['*'], metadata })],
};
const made: Variant[] = Object.entries(MAKING).flatMap(([kind, run]): Variant[] => [
  ['new-object-with-metadata', { kind, key: 'tag', value: 'x' }, run, true],
  ['new-object-with-metadata', { kind, key: 'tag', value: 'x' }, [], false],
]);

const NEW = [
  'customer',
  'charge',
  'PaymentIntent',
  'refund',
  'subscription',
  'invoice',
  'product',
  'price',
  'coupon',
  'promotion code',
  'payment link',
  'payout',
  'webhook endpoint',
];
const exceptNew: Variant[] = NEW.flatMap((kind): Variant[] => [
  ['nothing-changed-except-new', { kinds: `${kind}s` }, MAKING[kind] as Run, true],
  ['nothing-changed-except-new', { kinds: `${kind}s` }, [...(MAKING[kind] as Run), post('charges/ch_2', { metadata })], false],
]);

/** How each kind of object is deleted. */
const DELETING: readonly (readonly [kind: string, id: string, path: string])[] = [
  ['customer', 'cus_ada', 'customers/cus_ada'],
  ['invoice', 'in_draft', 'invoices/in_draft'],
  ['product', 'prod_cup', 'products/prod_cup'],
  ['coupon', 'HALF', 'coupons/HALF'],
  ['webhook endpoint', 'we_1', 'webhook_endpoints/we_1'],
];
const deleted: Variant[] = DELETING.flatMap(([kind, id, path]): Variant[] => {
  const run = kind === 'product' ? [post('products', { id, name: 'Cup' }), del(path)] : [del(path)];
  const isOfSeed = kind !== 'product';
  return [
    ['no-object-deleted', { kind }, run, false],
    ['no-object-deleted', { kind }, [], true],
    ['object-deleted', { kind, id }, run, isOfSeed],
    ['object-deleted', { kind, id }, [], false],
  ];
});
const moreDeleted: Variant[] = [
  ['no-object-deleted', { kind: 'invoice item' }, [...(MAKING['invoice item'] as Run), del('invoiceitems/$0.id')], false],
  [
    'no-object-deleted',
    { kind: 'subscription item' },
    [...(MAKING['subscription item'] as Run), del('subscription_items/$0.id')],
    false,
  ],
  ['nothing-changed-except-object', { object: 'in_draft' }, [del('invoices/in_draft')], true],
  ['nothing-changed-except-object', { object: 'in_draft' }, [del('invoices/in_draft_2')], false],
  ['nothing-changed-except-object', { object: 'in_none' }, [], false],
];

const CHANGING: Readonly<Record<string, Run>> = {
  finalized: [post('invoices/in_draft/finalize')],
  paid: [post('invoices/in_1/pay')],
  voided: [post('invoices/in_1/void')],
  'marked uncollectible': [post('invoices/in_1/mark_uncollectible')],
};
const changed: Variant[] = Object.entries(CHANGING).flatMap(([change, run]): Variant[] => [
  ['no-invoice-was', { change }, run, false],
  ...Object.entries(CHANGING).flatMap(([other, otherRun]): Variant[] =>
    other === change ? [] : [['no-invoice-was', { change }, otherRun, true]],
  ),
]);

export const tableVariants: readonly Variant[] = [
  ...customerVariants,
  ...objectVariants,
  ...moreObjectVariants,
  ...made,
  ...exceptNew,
  ...deleted,
  ...moreDeleted,
  ...changed,
];
