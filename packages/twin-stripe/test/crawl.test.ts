import { type DirectCall, type PlainWorld, testCrawl } from '@svc/twin-kit/testing';
import { stripe } from '../src/index.ts';
import { SEED } from './inputs/world.ts';

const form = (path: string, body: string): DirectCall => ({
  method: 'POST',
  path: `/v1/${path}`,
  body,
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
});
const BACK = 'return_url=https://example.com/back';

/** Where the ids are that a path asks for; else the last part of the path names the collection. */
const COLLECTIONS: Readonly<Record<string, string>> = {
  account: 'account',
  subscription_exposed_id: 'subscriptions',
  item: 'subscription_items',
  transaction: 'customer_balance_transactions',
};
const idOf = (world: PlainWorld, path: string, name: string): string => {
  const before = /\/(\w+)\/$/.exec(path.slice(0, path.indexOf(`{${name}}`)))?.[1] ?? '';
  return String(world[COLLECTIONS[name] ?? before]?.[0]?.id);
};

testCrawl(stripe, {
  seed: SEED,
  writes: () => [
    form('payment_links', 'line_items[0][price]=price_once&line_items[0][quantity]=1'),
    form('payment_intents', `amount=900&currency=usd&payment_method=pm_card_authenticationRequired&confirm=true&${BACK}`),
    form('payment_intents', `amount=900&currency=usd&payment_method=pm_card_visa&confirm=true&${BACK}`),
    form('setup_intents', `customer=cus_1&payment_method=pm_card_authenticationRequired&confirm=true&${BACK}`),
    form('tax_rates', 'display_name=VAT&inclusive=false&percentage=20'),
    form('promotion_codes', 'promotion[type]=coupon&promotion[coupon]=HALF'),
    form('payouts', 'amount=100&currency=usd'),
    form('invoices/in_draft/finalize', ''),
    form('customers/cus_1/balance_transactions', 'amount=-5&currency=usd'),
    form('subscriptions', 'customer=cus_new&items[0][price]=price_month&default_payment_method=pm_new'),
    form('tokens', 'card[number]=4242424242424242&card[exp_month]=12&card[exp_year]=2034'),
  ],
  reads: (world) =>
    stripe.definition.operations
      .filter(({ method, mutates, page }) => method === 'GET' && !mutates && !page)
      .map(({ path }) => {
        const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => idOf(world, path, name));
        const query = path.endsWith('/search')
          ? '?query=created>0'
          : path === '/v1/subscription_items'
            ? '?subscription=sub_3'
            : '';
        const of = path === '/v1/products/search' ? '?query=active:"true"' : query;
        return { method: 'GET', path: filled + of };
      })
      // Lists that stand in an object where they are asked for.
      .concat(
        [
          '/v1/customers?expand[]=data.sources&expand[]=data.tax_ids&expand[]=data.subscriptions&expand[]=data.cash_balance',
          '/v1/charges?expand[]=data.refunds',
          '/v1/invoices?expand[]=data.payments',
          '/v1/payment_links?expand[]=data.line_items',
        ].map((path) => ({ method: 'GET', path })),
      ),
  tools: () => [
    ['create_payment_link', { price: 'price_once', quantity: 1 }],
    ['list_customers', {}],
    ['list_invoices', {}],
    ['list_subscriptions', {}],
    ['retrieve_balance', {}],
  ],
  elsewhere: {
    'stripe.com': 'Stripe’s documentation',
    'docs.stripe.com': 'Stripe’s documentation',
    'support.stripe.com': 'Stripe’s documentation',
    'dashboard.stripe.com': 'the log of a call in the Dashboard',
    'pay.stripe.com': 'Stripe’s pages for customers',
  },
  lands: 0.9,
  // The address of a search without what is searched for.
  without: [/\/search$/],
});
