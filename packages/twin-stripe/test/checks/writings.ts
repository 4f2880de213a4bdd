import { get, post, type Run } from './world.ts';

const ada = (form: object) => post('customers/cus_ada', form);

/** Calls that each put "needle" where people read it. */
export const writings: readonly Run[] = [
  ...['name', 'phone', 'description'].map((field): Run => [ada({ [field]: 'needle' })]),
  ...['line1', 'city', 'postal_code'].map((field): Run => [ada({ address: { [field]: 'needle' } })]),
  [ada({ email: 'needle@example.com' })],
  [ada({ invoice_settings: { footer: 'needle' } })],
  [ada({ invoice_settings: { custom_fields: [{ name: 'needle', value: 'x' }] } })],
  [ada({ invoice_settings: { custom_fields: [{ name: 'x', value: 'needle' }] } })],
  [ada({ metadata: { needle: 'x' } })],
  [ada({ shipping: { name: 'needle', address: { line1: 'x' } } })],
  [ada({ shipping: { name: 'x', phone: 'needle', address: { line1: 'x' } } })],
  [ada({ shipping: { name: 'x', address: { line1: 'needle' } } })],
  [post('customers/cus_ada/balance_transactions', { amount: 100, currency: 'usd', description: 'needle' })],
  [post('charges/ch_1', { description: 'needle' })],
  [post('charges/ch_1', { shipping: { name: 'x', carrier: 'needle', address: { line1: 'x' } } })],
  [post('charges/ch_1', { shipping: { name: 'x', tracking_number: 'needle', address: { line1: 'x' } } })],
  [post('charges/ch_1', { receipt_email: 'needle@example.com' })],
  [post('charges/ch_1', { transfer_group: 'needle' })],
  [post('payment_intents/pi_1', { statement_descriptor: 'needle', payment_method_types: ['crypto'] })],
  [post('payment_intents/pi_1', { statement_descriptor_suffix: 'needle' })],
  [post('setup_intents', { description: 'needle' })],
  [post('payment_methods/pm_ada', { billing_details: { name: 'needle' } })],
  [post('payment_methods/pm_ada', { billing_details: { email: 'needle@example.com' } })],
  [post('payment_methods/pm_ada', { billing_details: { phone: 'needle' } })],
  [post('payment_methods/pm_ada', { billing_details: { address: { city: 'needle' } } })],
  [post('payouts', { amount: 100, currency: 'usd', description: 'needle' })],
  [post('payouts', { amount: 100, currency: 'usd', statement_descriptor: 'needle' })],
  ...['name', 'description', 'statement_descriptor', 'unit_label'].map(
    (field): Run => [post('products/prod_mug', { [field]: 'needle' })],
  ),
  [post('products/prod_mug', { url: 'https://example.com/needle' })],
  [post('products/prod_mug', { images: ['https://example.com/needle'] })],
  [post('products/prod_mug', { marketing_features: [{ name: 'needle' }] })],
  ...['nickname', 'lookup_key'].map((field): Run => [post('prices/price_mug', { [field]: 'needle' })]),
  ...['id', 'name'].map((field): Run => [post('coupons', { percent_off: 10, [field]: 'needle' })]),
  [post('promotion_codes', { promotion: { type: 'coupon', coupon: 'HALF' }, code: 'needle' })],
  [post('tax_rates', { display_name: 'needle', inclusive: false, percentage: 20 })],
  [post('tax_rates', { display_name: 'x', jurisdiction: 'needle', inclusive: false, percentage: 20 })],
  [
    post('payment_links', {
      line_items: [{ price: 'price_mug', quantity: 1 }],
      after_completion: { type: 'redirect', redirect: { url: 'https://example.com/needle' } },
    }),
  ],
  [
    post('payment_links', {
      line_items: [{ price: 'price_mug', quantity: 1 }],
      after_completion: { type: 'hosted_confirmation', hosted_confirmation: { custom_message: 'needle' } },
    }),
  ],
  [post('payment_links', { line_items: [{ price: 'price_mug', quantity: 1 }], inactive_message: 'needle' })],
  ...['description', 'footer', 'statement_descriptor'].map((field): Run => [post('invoices/in_draft', { [field]: 'needle' })]),
  [post('invoiceitems', { customer: 'cus_ada', amount: 100, currency: 'usd', description: 'needle' })],
  [post('subscriptions/sub_ada', { description: 'needle' })],
  [post('subscriptions/sub_ada', { cancellation_details: { comment: 'needle' } })],
  [post('subscription_items', { subscription: 'sub_ada', price: 'price_milk', metadata: { a: 'needle' } })],
  [post('webhook_endpoints/we_1', { url: 'https://example.com/needle' })],
  [post('webhook_endpoints/we_1', { description: 'needle' })],
  [get('disputes?charge=ch_3'), post('disputes/$0.id', { evidence: { uncategorized_text: 'needle' } })],
];
