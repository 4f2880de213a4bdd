import { describeSiblings, type SampleCall, type Sibling } from '@svc/twin-kit/testing';
import { stripe } from '../src/index.ts';
import { SEED } from './inputs/world.ts';

const seed = {
  account: { id: 'acct_1' },
  customers: [{ id: 'cus_1', email: 'ada@example.com', payment_methods: ['visa'] }],
  products: [
    {
      id: 'prod_1',
      name: 'Plan',
      prices: [
        { id: 'price_1', unit_amount: 1500, recurring: { interval: 'month' } },
        { id: 'price_2', unit_amount: 700 },
        { id: 'price_3', unit_amount: 900, recurring: { interval: 'month' } },
      ],
    },
  ],
  charges: [{ id: 'ch_d', amount: 4000, disputed: true }],
  payment_intents: [{ id: 'pi_1', amount: 2000, customer: 'cus_1' }],
  subscriptions: [{ id: 'sub_1', customer: 'cus_1', items: [{ price: 'price_1' }] }],
  invoices: [{ id: 'in_1', customer: 'cus_1', lines: [{ amount: 2500 }] }],
};
const clock = { mode: 'logical' } as const;
const account = { stripe_context: 'acct_1', livemode: false };

const get = (path: string): SampleCall => ({ method: 'GET', path });
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const post = (path: string, body = ''): SampleCall => ({ method: 'POST', path, body, headers: form });

const disputeId = ({ disputes = [] }: Readonly<Record<string, readonly unknown[]>>) => (disputes[0] as { id: string }).id;

/** Each tool with the call of the REST API that does the same. */
const siblings: Sibling[] = [
  ['create_customer', { name: 'Ben', email: 'ben@example.com' }, post('/v1/customers', 'name=Ben&email=ben@example.com')],
  ['list_customers', { limit: 1 }, get('/v1/customers?limit=1')],
  ['create_product', { name: 'Mug', description: 'White' }, post('/v1/products', 'name=Mug&description=White')],
  ['list_products', {}, get('/v1/products')],
  [
    'create_price',
    { product: 'prod_1', unit_amount: 5, currency: 'usd' },
    post('/v1/prices', 'product=prod_1&unit_amount=5&currency=usd'),
  ],
  ['list_prices', { product: 'prod_1' }, get('/v1/prices?product=prod_1')],
  [
    'create_payment_link',
    { price: 'price_2', quantity: 2, redirect_url: 'https://example.com' },
    post(
      '/v1/payment_links',
      'line_items[0][price]=price_2&line_items[0][quantity]=2&after_completion[type]=redirect&after_completion[redirect][url]=https://example.com',
    ),
  ],
  [
    'create_invoice',
    { customer: 'cus_1', days_until_due: 30 },
    post('/v1/invoices', 'customer=cus_1&collection_method=send_invoice&days_until_due=30'),
  ],
  ['list_invoices', { customer: 'cus_1' }, get('/v1/invoices?customer=cus_1')],
  [
    'create_invoice_item',
    { customer: 'cus_1', price: 'price_2', invoice: 'in_1' },
    post('/v1/invoiceitems', 'customer=cus_1&invoice=in_1&pricing[price]=price_2'),
  ],
  ['finalize_invoice', { invoice: 'in_1' }, post('/v1/invoices/in_1/finalize', '')],
  ['retrieve_balance', {}, get('/v1/balance')],
  ['create_refund', { payment_intent: 'pi_1', amount: 500 }, post('/v1/refunds', 'payment_intent=pi_1&amount=500')],
  ['list_payment_intents', { customer: 'cus_1' }, get('/v1/payment_intents?customer=cus_1')],
  ['list_subscriptions', { status: 'all' }, get('/v1/subscriptions?status=all')],
  ['cancel_subscription', { subscription: 'sub_1' }, { method: 'DELETE', path: '/v1/subscriptions/sub_1' }],
  [
    'update_subscription',
    { subscription: 'sub_1', proration_behavior: 'none', items: [{ price: 'price_3', quantity: 2 }] },
    post('/v1/subscriptions/sub_1', 'proration_behavior=none&items[0][price]=price_3&items[0][quantity]=2'),
  ],
  ['list_coupons', {}, get('/v1/coupons')],
  [
    'create_coupon',
    { name: 'Fall', amount_off: 500 },
    post('/v1/coupons', 'name=Fall&amount_off=500&currency=USD&duration=once'),
  ],
  ['list_disputes', { charge: 'ch_d' }, get('/v1/disputes?charge=ch_d&limit=10')],
  ['get_stripe_account_info', account, get('/v1/account')],
  [
    'stripe_api_read',
    { ...account, stripe_api_operation_id: 'GetCustomersCustomer', parameters: { customer: 'cus_1' } },
    get('/v1/customers/cus_1'),
  ],
  [
    'stripe_api_write',
    {
      ...account,
      stripe_api_operation_id: 'PostPaymentIntents',
      parameters: {
        amount: 900,
        currency: 'usd',
        payment_method: 'pm_card_visa',
        confirm: true,
        return_url: 'https://example.com/back',
      },
    },
    post(
      '/v1/payment_intents',
      'amount=900&currency=usd&payment_method=pm_card_visa&confirm=true&return_url=https://example.com/back',
    ),
  ],
  [
    'update_dispute',
    (world) => ({ dispute: disputeId(world), evidence: { uncategorized_text: 'winning_evidence' }, submit: true }),
    (world) => post(`/v1/disputes/${disputeId(world)}`, 'evidence[uncategorized_text]=winning_evidence&submit=true'),
  ],
];

const of = (tool: string): readonly [string, object] => [tool, {}];

describeSiblings(stripe, {
  serve: { seed, clock },
  // Two of what is listed in pages.
  more: {
    seed: { ...SEED, account: { id: 'acct_1' } },
    calls: [
      ...['coupons', 'customers', 'disputes', 'invoices', 'payment_intents', 'prices', 'products', 'subscriptions'].map((name) =>
        of(`list_${name}`),
      ),
      ['list_disputes', { charge: 'ch_disputed' }],
      ['stripe_api_search', { ...account, intent: 'list', resource: 'customer' }],
      ['stripe_api_details', { ...account, stripe_api_operation_id: 'GetCustomers' }],
    ] as [string, Record<string, unknown>][],
  },
  siblings,
  answersAlike: true,
  without: {
    list_available_accounts_or_orgs: "it tells the choices of the MCP server's own argument stripe_context",
    stripe_api_search: 'it searches the description of the API, not the account',
    stripe_api_details: 'it reads the description of the API, not the account',
  },
});
