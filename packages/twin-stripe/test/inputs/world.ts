import { InputTrials } from '@svc/twin-kit/testing';
import { stripe } from '../../src/index.ts';
import type { StripeSeed } from '../../src/types.ts';

export const SEED: StripeSeed = {
  account: { id: 'acct_twin', bank_accounts: [{ currency: 'usd' }, { currency: 'eur' }] },
  customers: [
    { id: 'cus_1', name: 'Ada', email: 'ada@example.com', payment_methods: [{ id: 'pm_saved', card: 'pm_card_visa' }] },
    { id: 'cus_2', email: 'ben@example.com', payment_methods: [{ id: 'pm_2', card: 'pm_card_mastercard' }] },
    {
      id: 'cus_3',
      email: 'cy@example.com',
      payment_methods: [
        { id: 'pm_3', card: 'pm_card_visa' },
        { id: 'pm_4', card: 'pm_card_amex' },
      ],
    },
    { id: 'cus_new', payment_methods: [{ id: 'pm_new', card: 'pm_card_visa' }] },
  ],
  products: [
    {
      id: 'prod_1',
      name: 'Plan',
      prices: [
        { id: 'price_month', unit_amount: 1500, recurring: { interval: 'month' } },
        { id: 'price_more', unit_amount: 4500, recurring: { interval: 'month' } },
        { id: 'price_third', unit_amount: 800, recurring: { interval: 'month' } },
      ],
    },
    {
      id: 'prod_2',
      name: 'Setup',
      prices: [
        { id: 'price_once', unit_amount: 9900, lookup_key: 'taken' },
        { id: 'price_two', unit_amount: 800 },
      ],
    },
    { id: 'prod_3', name: 'Nothing yet' },
  ],
  prices: [{ id: 'price_eur', product: 'prod_2', unit_amount: 700, currency: 'eur' }],
  coupons: [
    { id: 'HALF', percent_off: 50, duration: 'forever' },
    { id: 'FIVE', amount_off: 500, currency: 'usd', duration: 'forever' },
  ],
  charges: [
    { id: 'ch_1', amount: 2000, customer: 'cus_1', created: 1_700_000_000 },
    { id: 'ch_2', amount: 3000, customer: 'cus_2', created: 1_700_000_100, refunds: [{ id: 're_1', amount: 1000 }] },
    { id: 'ch_authorised', amount: 2500, captured: false },
    { id: 'ch_disputed', amount: 4000, disputed: true },
    { id: 'ch_disputed_too', amount: 4100, disputed: true },
    { id: 'ch_eur', amount: 2000, currency: 'eur' },
  ],
  payment_intents: [
    { id: 'pi_paid', amount: 700, customer: 'cus_1' },
    { id: 'pi_new', amount: 800, status: 'requires_payment_method' },
    { id: 'pi_ready', amount: 900, status: 'requires_confirmation' },
    { id: 'pi_held', amount: 1000, customer: 'cus_2', status: 'requires_capture' },
    { id: 'pi_returned', amount: 1100, refunds: [{ id: 're_2', amount: 100, created: 1_700_000_000 }] },
  ],
  subscriptions: [
    { id: 'sub_1', customer: 'cus_1', items: [{ price: 'price_month', quantity: 2 }] },
    { id: 'sub_2', customer: 'cus_2', items: [{ price: 'price_month' }, { price: 'price_more' }], status: 'trialing' },
    { id: 'sub_3', customer: 'cus_2', items: [{ price: 'price_month' }, { price: 'price_more' }] },
  ],
  invoices: [
    { id: 'in_draft', customer: 'cus_1', lines: [{ description: 'Work', amount: 2500 }] },
    { id: 'in_other', customer: 'cus_2', lines: [{ description: 'Work', amount: 2500 }] },
    { id: 'in_open', customer: 'cus_3', lines: [{ description: 'Work', amount: 2500 }], status: 'open' },
  ],
  webhook_endpoints: [
    { id: 'we_1', url: 'http://127.0.0.1:4242/hook', enabled_events: ['charge.refunded'] },
    { id: 'we_2', url: 'http://127.0.0.1:4242/other' },
  ],
  balance: {
    available: [
      { amount: 100_000, currency: 'usd' },
      { amount: 50_000, currency: 'eur' },
    ],
  },
};

/** What was made by calls, by the name that a case gives it. */
export type Made = Readonly<Record<string, string>>;

/** A world with an object of every kind in every state that a call needs. */
export function trialWorld(): { trials: InputTrials; made: Made } {
  const trials = new InputTrials(stripe, SEED);
  const land = (operation: string, body: object, params: Record<string, string> = {}): { id: string } & Record<string, unknown> =>
    trials.land({ operation, body, params }) as { id: string } & Record<string, unknown>;
  const listed = (operation: string, body: object): string[] =>
    (land(operation, body) as unknown as { data: { id: string }[] }).data.map(({ id }) => id);
  const rate = { display_name: 'VAT', percentage: '20', inclusive: 'false' };
  const promotion = (coupon: string, customer?: string): string =>
    land('PostPromotionCodes', { promotion: { type: 'coupon', coupon }, ...(customer && { customer }) }).id;
  const attach = (method: string, customer: string): string =>
    land('PostPaymentMethodsPaymentMethodAttach', { customer }, { payment_method: method }).id;
  const item = land('PostInvoiceitems', { customer: 'cus_1', amount: '100', currency: 'usd' }).id;
  land('PostCustomersCustomer', { invoice_settings: { default_payment_method: 'pm_3' } }, { customer: 'cus_3' });
  const setup = land('PostSetupIntents', { customer: 'cus_1' }).id;
  const ready = land('PostSetupIntents', { customer: 'cus_1', payment_method: 'pm_saved', payment_method_types: ['card'] }).id;
  land('PostRefunds', { charge: 'ch_2', amount: '100' });
  const disputes = listed('GetDisputes', {});
  const items = listed('GetSubscriptionItems', { subscription: 'sub_1' });
  const token = land('PostTokens', { card: { number: '4242424242424242', exp_month: '12', exp_year: '2040' } }).id;
  const link = land('PostPaymentLinks', { line_items: [{ price: 'price_once', quantity: '1' }] });
  const [linkItem = ''] = (
    trials.land({ operation: 'GetPaymentLinksPaymentLinkLineItems', params: { payment_link: link.id } }) as {
      data: { id: string }[];
    }
  ).data.map(({ id }) => id);
  const sent = land('PostInvoices', {
    customer: 'cus_3',
    collection_method: 'send_invoice',
    days_until_due: '3',
    pending_invoice_items_behavior: 'exclude',
  }).id;
  for (const amount of ['4000', '100']) land('PostInvoiceitems', { customer: 'cus_3', invoice: sent, amount, currency: 'usd' });
  land('PostCustomersCustomerBalanceTransactions', { amount: '-6', currency: 'usd' }, { customer: 'cus_3' });
  const balance = land('PostCustomersCustomerBalanceTransactions', { amount: '-5', currency: 'usd' }, { customer: 'cus_3' }).id;
  return {
    trials,
    made: {
      promotion: promotion('HALF'),
      otherPromotion: promotion('FIVE', 'cus_1'),
      rate: land('PostTaxRates', rate).id,
      inclusiveRate: land('PostTaxRates', { ...rate, inclusive: 'true', active: 'false' }).id,
      discount: (land('PostInvoices', { customer: 'cus_2', discounts: [{ coupon: 'HALF' }] }).discounts as string[])[0] as string,
      deposit: land('PostPaymentIntents', {
        amount: '900',
        currency: 'usd',
        payment_method_types: ['crypto'],
        payment_method_data: { type: 'crypto' },
        payment_method_options: { crypto: { mode: 'deposit', deposit_options: { networks: ['base', 'solana'] } } },
        confirm: 'true',
      }).id,
      linkItem,
      oneOfTwo: listed('GetSubscriptionItems', { subscription: 'sub_3' })[0] as string,
      secured: attach('pm_card_authenticationRequired', 'cus_3'),
      failing: attach('pm_card_chargeCustomerFail', 'cus_2'),
      trialPrice: land('PostPrices', {
        currency: 'usd',
        product: 'prod_1',
        unit_amount: '900',
        recurring: { interval: 'month', trial_period_days: '5' },
      }).id,
      item,
      setup,
      ready,
      dispute: disputes[0] as string,
      subscriptionItem: items[0] as string,
      token,
      link: link.id,
      sent,
      balance,
      otherSetup: land('PostSetupIntents', { customer: 'cus_2' }).id,
      otherLink: land('PostPaymentLinks', { line_items: [{ price: 'price_once', quantity: '2' }] }).id,
      longLink: land('PostPaymentLinks', { line_items: ['price_once', 'price_two'].map((price) => ({ price, quantity: '1' })) })
        .id,
      payout: land('PostPayouts', { amount: '500', currency: 'usd' }).id,
      otherPayout: land('PostPayouts', { amount: '600', currency: 'usd' }).id,
      shippable: land('PostProducts', { name: 'Box', shippable: 'true', url: 'https://example.com/a', active: 'false' }).id,
    },
  };
}
