import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { routes } from '../src/routes/index.ts';
import { type Served, serveStripe } from './served.ts';

// "The objects are sorted in descending order by creation date, with the most recently created object appearing first": Stripe's reference
// says so of each list. Of what is made in one second the last made comes first.

let served: Served;
const made: Record<string, string> = {};
const OLD = 1_700_000_000;
beforeAll(async () => {
  served = await serveStripe({
    customers: ['cus_1', 'cus_2', 'cus_old'].map((id) => ({
      id,
      payment_methods: ['pm_card_visa', 'pm_card_mastercard'],
      ...(id === 'cus_old' && { created: OLD }),
    })),
    products: ['prod_1', 'prod_2', 'prod_old'].map((id) => ({
      id,
      name: id,
      prices: [
        { unit_amount: 100, recurring: { interval: 'month' as const } },
        { unit_amount: 200, ...(id === 'prod_old' && { created: OLD }) },
      ],
      ...(id === 'prod_old' && { created: OLD }),
    })),
    coupons: ['ONE', 'TWO', 'OLD'].map((id) => ({ id, percent_off: 5, ...(id === 'OLD' && { created: OLD }) })),
    charges: [
      { amount: 500 },
      { amount: 600 },
      { amount: 700, created: OLD },
      { amount: 800, disputed: true },
      { amount: 900, disputed: true },
    ],
    payment_intents: [{ amount: 500 }, { amount: 600 }, { amount: 700, created: OLD }],
    invoices: [
      { customer: 'cus_1', lines: [{ amount: 100 }] },
      { customer: 'cus_1', lines: [{ amount: 100 }], created: OLD },
    ],
    balance: { available: [{ amount: 100_000 }] },
    webhook_endpoints: [{ url: 'http://127.0.0.1:1/a' }, { url: 'http://127.0.0.1:1/b' }],
  });
  const { stripe } = served;
  const prices = (await stripe.prices.list({ type: 'recurring' })).data.map(({ id }) => id);
  const [charge, other] = (await stripe.charges.list()).data.filter(({ disputed }) => !disputed);
  for (const { id } of [charge, other] as { id: string }[]) await stripe.refunds.create({ charge: id, amount: 100 });
  for (const name of ['one', 'two']) {
    await stripe.taxRates.create({ display_name: name, inclusive: false, percentage: 5 });
    await stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon: 'ONE' } });
    await stripe.setupIntents.create({ customer: 'cus_1' });
    await stripe.payouts.create({ amount: 100, currency: 'usd' });
    await stripe.customers.createBalanceTransaction('cus_1', { amount: -5, currency: 'usd' });
    await stripe.invoiceItems.create({ customer: 'cus_2', amount: 100, currency: 'usd', description: name });
    await stripe.paymentLinks.create({ line_items: [{ price: prices[0] as string, quantity: 1 }] });
    const card = (await stripe.paymentMethods.list({ customer: 'cus_2' })).data[0]?.id as string;
    made.subscription = (
      await stripe.subscriptions.create({
        customer: 'cus_2',
        default_payment_method: card,
        items: prices.map((price) => ({ price })),
      })
    ).id;
  }
});
afterAll(() => served.close());

/** Where the objects of a list stand in the world, in the order in which they were made. */
const lists: Record<string, [path: string, collection: string]> = {
  GetBalanceTransactions: ['/v1/balance_transactions', 'balance_transactions'],
  GetCharges: ['/v1/charges', 'charges'],
  GetCoupons: ['/v1/coupons', 'coupons'],
  GetCustomers: ['/v1/customers', 'customers'],
  GetCustomersCustomerBalanceTransactions: ['/v1/customers/cus_1/balance_transactions', 'customer_balance_transactions'],
  GetCustomersCustomerPaymentMethods: ['/v1/customers/cus_2/payment_methods', 'payment_methods'],
  GetDisputes: ['/v1/disputes', 'disputes'],
  GetEvents: ['/v1/events', 'events'],
  GetInvoiceitems: ['/v1/invoiceitems', 'invoiceitems'],
  GetInvoicePayments: ['/v1/invoice_payments', 'invoice_payments'],
  GetInvoices: ['/v1/invoices', 'invoices'],
  GetPaymentIntents: ['/v1/payment_intents', 'payment_intents'],
  GetPaymentLinks: ['/v1/payment_links', 'payment_links'],
  GetPaymentMethods: ['/v1/payment_methods?customer=cus_2', 'payment_methods'],
  GetPayouts: ['/v1/payouts', 'payouts'],
  GetPrices: ['/v1/prices', 'prices'],
  GetProducts: ['/v1/products', 'products'],
  GetPromotionCodes: ['/v1/promotion_codes', 'promotion_codes'],
  GetRefunds: ['/v1/refunds', 'refunds'],
  GetSetupIntents: ['/v1/setup_intents', 'setup_intents'],
  GetSubscriptions: ['/v1/subscriptions?status=all', 'subscriptions'],
  GetTaxRates: ['/v1/tax_rates', 'tax_rates'],
  GetWebhookEndpoints: ['/v1/webhook_endpoints', 'webhook_endpoints'],
};
/** Stripe's pages name no order of what a search finds: it comes as the list does. */
const searches: Record<string, string> = {
  GetChargesSearch: 'charges',
  GetCustomersSearch: 'customers',
  GetInvoicesSearch: 'invoices',
  GetPaymentIntentsSearch: 'payment_intents',
  GetPricesSearch: 'prices',
  GetProductsSearch: 'products',
  GetSubscriptionsSearch: 'subscriptions',
};
for (const [id, name] of Object.entries(searches)) {
  const query = id === 'GetProductsSearch' ? '-name:"none"' : 'created>0';
  lists[id] = [`/v1/${name}/search?query=${encodeURIComponent(query)}`, name];
}
/** Parts, in the order of their whole. */
const others = [
  'GetAccountsAccountExternalAccounts',
  'GetChargesChargeRefunds',
  'GetCustomersCustomerSources',
  'GetCustomersCustomerSubscriptions',
  'GetCustomersCustomerTaxIds',
  'GetInvoicesInvoiceLines',
  'GetPaymentLinksPaymentLinkLineItems',
  'GetSubscriptionItems',
];

test('every list has its order here', () => {
  const all = routes.filter(({ reads }) => 'starting_after' in reads || 'page' in reads).map(({ id }) => id);
  expect([...Object.keys(lists), ...others].sort()).toEqual(all.sort());
});

describe('comes newest first:', () => {
  test.each(Object.entries(lists))('%s', async (_operation, [path, collection]) => {
    const { json } = await served.send('GET', `${path}${path.includes('?') ? '&' : '?'}limit=100`);
    const ids: string[] = json.data.map(({ id }: { id: string }) => id);
    expect(ids.length).toBeGreaterThan(1);
    const records: { id: string; created?: number; date?: number }[] = (await served.evidence('state'))[collection];
    const time = (one: (typeof records)[number]) => one.created ?? one.date ?? 0;
    const expected = records.toReversed().toSorted((one, other) => time(other) - time(one));
    expect(ids).toEqual(expected.map(({ id }) => id).filter((id) => ids.includes(id)));
  });
});

/** docs: Invoices, `lines`: pending items newest first, then those of the subscription, then what was added, oldest first. */
test("an invoice's lines are what waited, what the subscription asks, what was added", async () => {
  const { stripe } = served;
  const invoice = (await stripe.invoices.list({ subscription: made.subscription as string })).data[0];
  const kinds = invoice?.lines.data.map(({ parent }) => parent?.type);
  expect(kinds).toEqual([...(kinds ?? [])].sort((one) => (one === 'invoice_item_details' ? -1 : 1)));
  expect(kinds).toContain('invoice_item_details');
  expect(kinds).toContain('subscription_item_details');
  const draft = await stripe.invoices.create({ customer: 'cus_1', currency: 'usd' });
  for (const description of ['first', 'second'])
    await stripe.invoiceItems.create({
      customer: 'cus_1',
      invoice: draft.id as string,
      amount: 100,
      currency: 'usd',
      description,
    });
  const lines = await stripe.invoices.listLineItems(draft.id as string);
  expect(lines.data.map(({ description }) => description)).toEqual(['first', 'second']);
});

/** Stripe's pages name no order: that of the request, as `items[0]` of the answer is the first item sent. */
test('the items of a subscription and of a payment link come as they were sent', async () => {
  const { stripe } = served;
  const prices = (await stripe.prices.list({ type: 'recurring' })).data.map(({ id }) => id);
  const items = await stripe.subscriptionItems.list({ subscription: made.subscription as string });
  expect(items.data.map(({ price }) => price.id)).toEqual(prices);
  const subscription = await stripe.subscriptions.retrieve(made.subscription as string);
  expect(subscription.items.data.map(({ price }) => price.id)).toEqual(prices);
  const link = await stripe.paymentLinks.create({ line_items: prices.map((price) => ({ price, quantity: 1 })) });
  const { data } = await stripe.paymentLinks.listLineItems(link.id);
  expect(data.map(({ price }) => price?.id)).toEqual(prices);
});
