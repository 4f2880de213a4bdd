import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type Stripe from 'stripe';
import { routes } from '../src/routes/index.ts';
import { SEED } from './inputs/world.ts';
import { type Served, serveStripe } from './served.ts';

// Every list and search that the twin models, read to its end by the pages of Stripe's own client.

let served: Served;
let stripe: Stripe;
const made: Record<string, string> = {};
beforeAll(async () => {
  served = await serveStripe(SEED);
  stripe = served.stripe;
  const customer = 'cus_3';
  for (const name of ['one', 'two', 'three']) {
    await stripe.taxRates.create({ display_name: name, inclusive: false, percentage: 5 });
    await stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon: 'HALF' } });
    await stripe.setupIntents.create({ customer });
    await stripe.payouts.create({ amount: 100, currency: 'usd' });
    await stripe.customers.createBalanceTransaction(customer, { amount: -5, currency: 'usd' });
    await stripe.invoiceItems.create({ customer, amount: 100, currency: 'usd' });
  }
  const link = await stripe.paymentLinks.create({
    line_items: ['price_once', 'price_two'].map((price) => ({ price, quantity: 1 })),
  });
  await stripe.paymentLinks.create({ line_items: [{ price: 'price_once', quantity: 2 }] });
  const invoice = await stripe.invoices.create({ customer, pending_invoice_items_behavior: 'include' });
  Object.assign(made, { link: link.id, invoice: invoice.id });
});
afterAll(() => served.close());

interface Pages {
  autoPagingToArray(options: { limit: number }): Promise<{ id: string }[]>;
}
type Reader = (limit: number) => Pages;

const found = { query: 'created>0' };
/** By the operation's id. */
const READERS: Readonly<Record<string, Reader>> = {
  GetAccountsAccountExternalAccounts: (limit) => stripe.accounts.listExternalAccounts('acct_twin', { limit }),
  GetBalanceTransactions: (limit) => stripe.balanceTransactions.list({ limit }),
  GetCharges: (limit) => stripe.charges.list({ limit }),
  GetChargesSearch: (limit) => stripe.charges.search({ ...found, limit }),
  GetCoupons: (limit) => stripe.coupons.list({ limit }),
  GetCustomers: (limit) => stripe.customers.list({ limit }),
  GetCustomersCustomerBalanceTransactions: (limit) => stripe.customers.listBalanceTransactions('cus_3', { limit }),
  GetCustomersCustomerPaymentMethods: (limit) => stripe.customers.listPaymentMethods('cus_3', { limit }),
  GetCustomersSearch: (limit) => stripe.customers.search({ ...found, limit }),
  GetDisputes: (limit) => stripe.disputes.list({ limit }),
  GetEvents: (limit) => stripe.events.list({ limit }),
  GetInvoiceitems: (limit) => stripe.invoiceItems.list({ limit }),
  GetInvoices: (limit) => stripe.invoices.list({ limit }),
  GetInvoicePayments: (limit) => stripe.invoicePayments.list({ limit }),
  GetInvoicesInvoiceLines: (limit) => stripe.invoices.listLineItems(made.invoice as string, { limit }),
  GetInvoicesSearch: (limit) => stripe.invoices.search({ ...found, limit }),
  GetPaymentIntents: (limit) => stripe.paymentIntents.list({ limit }),
  GetPaymentIntentsSearch: (limit) => stripe.paymentIntents.search({ ...found, limit }),
  GetPaymentLinks: (limit) => stripe.paymentLinks.list({ limit }),
  GetPaymentLinksPaymentLinkLineItems: (limit) => stripe.paymentLinks.listLineItems(made.link as string, { limit }),
  GetPaymentMethods: (limit) => stripe.paymentMethods.list({ customer: 'cus_3', limit }),
  GetPayouts: (limit) => stripe.payouts.list({ limit }),
  GetPrices: (limit) => stripe.prices.list({ limit }),
  GetPricesSearch: (limit) => stripe.prices.search({ ...found, limit }),
  GetProducts: (limit) => stripe.products.list({ limit }),
  GetProductsSearch: (limit) => stripe.products.search({ query: 'active:"true"', limit }),
  GetPromotionCodes: (limit) => stripe.promotionCodes.list({ limit }),
  GetRefunds: (limit) => stripe.refunds.list({ limit }),
  GetSetupIntents: (limit) => stripe.setupIntents.list({ limit }),
  GetSubscriptionItems: (limit) => stripe.subscriptionItems.list({ subscription: 'sub_3', limit }),
  GetSubscriptions: (limit) => stripe.subscriptions.list({ limit }),
  GetSubscriptionsSearch: (limit) => stripe.subscriptions.search({ ...found, limit }),
  GetTaxRates: (limit) => stripe.taxRates.list({ limit }),
  GetWebhookEndpoints: (limit) => stripe.webhookEndpoints.list({ limit }),
};

/** Of what no world has. */
const EMPTY: Readonly<Record<string, Reader>> = {
  GetCustomersCustomerSources: (limit) => stripe.customers.listSources('cus_3', { limit }),
  GetCustomersCustomerTaxIds: (limit) => stripe.customers.listTaxIds('cus_3', { limit }),
};
/** The client has no method for these older addresses: crawl.test.ts reads them. */
const NAMELESS = ['GetChargesChargeRefunds', 'GetCustomersCustomerSubscriptions'];

test('every list is read', () => {
  const lists = routes.filter(({ reads }) => 'starting_after' in reads || 'page' in reads).map(({ id }) => id);
  expect([...Object.keys(READERS), ...Object.keys(EMPTY), ...NAMELESS].sort()).toEqual(lists.sort());
});

test.each(Object.entries(EMPTY))('%s has nothing', async (_id, read) => {
  expect(await read(1).autoPagingToArray({ limit: 1000 })).toEqual([]);
});

describe('is read to its end by pages of one and of two, each object once:', () => {
  test.each(Object.entries(READERS))('%s', async (_id, read) => {
    const whole = (await read(100).autoPagingToArray({ limit: 1000 })).map(({ id }) => id);
    expect(whole.length).toBeGreaterThan(1);
    expect(new Set(whole).size).toBe(whole.length);
    for (const limit of [1, 2]) {
      const pages = (await read(limit).autoPagingToArray({ limit: 1000 })).map(({ id }) => id);
      expect(pages).toEqual(whole);
    }
  });
});
