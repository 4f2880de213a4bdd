import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { refusal, type Served, serveStripe } from './served.ts';

// What a field may say, by the sentences of Stripe's reference that stand at each row; the words of refusals are Stripe's where a row says so.

let served: Served;
beforeAll(async () => {
  served = await serveStripe({
    customers: [{ id: 'cus_1', payment_methods: [{ id: 'pm_1', card: 'pm_card_visa' }] }],
    products: [{ id: 'prod_1', name: 'Plan', prices: [{ id: 'price_1', unit_amount: 500, recurring: { interval: 'month' } }] }],
    coupons: [{ id: 'HALF', percent_off: 50 }],
    payment_intents: [{ id: 'pi_1', amount: 900, status: 'requires_capture' }],
  });
  await served.send('POST', '/v1/products/prod_1', 'default_price=price_1');
});
afterAll(() => served.close());

const FUTURE = 'Invalid timestamp: must be an integer Unix timestamp in the future.';
const promotion = 'promotion[type]=coupon&promotion[coupon]=HALF';
const month = 'currency=usd&product=prod_1&unit_amount=5&recurring[interval]=month';
const subscribe = 'customer=cus_1&items[0][price]=price_1';

describe('is refused:', () => {
  test.each<[source: string, path: string, form: string, param: string | undefined, message: string | RegExp]>([
    [
      'receipt_email is an address',
      '/v1/payment_intents',
      'amount=500&currency=usd&receipt_email=foo',
      'receipt_email',
      'Invalid email address: foo',
    ],
    [
      'as of an intent',
      '/v1/charges',
      'amount=500&currency=usd&source=tok_visa&receipt_email=foo',
      'receipt_email',
      'Invalid email address: foo',
    ],
    [
      'named as it was sent',
      '/v1/payment_intents/pi_1/capture',
      'amount_to_capture=0',
      'amount_to_capture',
      'This value must be greater than or equal to 1.',
    ],
    [
      "Stripe's words for a type that isn't activated",
      '/v1/payment_intents',
      'amount=500&currency=usd&payment_method_types[]=foo',
      'payment_method_types',
      /^The payment method type provided: foo is invalid\. Please ensure/,
    ],
    [
      '"Required only if duration is repeating"',
      '/v1/coupons',
      'percent_off=5&duration=once&duration_in_months=3',
      'duration_in_months',
      /duration=repeating/,
    ],
    [
      '"A positive integer specifying the number of times"',
      '/v1/coupons',
      'percent_off=5&max_redemptions=0',
      'max_redemptions',
      'This value must be greater than or equal to 1.',
    ],
    ['the last time at which it can be redeemed', '/v1/coupons', 'percent_off=5&redeem_by=1', 'redeem_by', FUTURE],
    [
      '"Valid characters are lower case letters (a-z), upper case letters (A-Z), digits (0-9), and dashes (-)"',
      '/v1/promotion_codes',
      `${promotion}&code=a_b!`,
      'code',
      /letters, digits and dashes/,
    ],
    ['the time at which it expires', '/v1/promotion_codes', `${promotion}&expires_at=1`, 'expires_at', FUTURE],
    [
      '"Maximum of three years interval allowed (3 years, 36 months, or 156 weeks)"',
      '/v1/prices',
      `${month}&recurring[interval_count]=37`,
      'recurring[interval_count]',
      /from 1 to 36/,
    ],
    [
      "Stripe's words, as shops quote them",
      '/v1/prices/price_1',
      'active=false',
      undefined,
      'This price cannot be archived because it is the default price of its product.',
    ],
    [
      'one trial',
      '/v1/subscriptions',
      `${subscribe}&trial_period_days=3&trial_end=now`,
      'trial_end',
      'You may only specify one of these parameters: trial_end, trial_period_days.',
    ],
    [
      'stripe-ruby-mock: validations of trials',
      '/v1/subscriptions',
      `${subscribe}&trial_end=4102444800`,
      'trial_end',
      'Invalid timestamp: can be no more than five years in the future.',
    ],
    [
      'two years, as those quote Stripe who asked for more',
      '/v1/subscriptions',
      `${subscribe}&trial_period_days=731`,
      'trial_period_days',
      'The maximum number of trial period days is 730 (2 years).',
    ],
  ])('%s', async (_source, path, form, param, message) => {
    const { status, json } = await served.send('POST', path, form);
    expect({ status, param: json.error?.param }).toEqual({ status: 400, param });
    if (typeof message === 'string') expect(json.error.message).toBe(message);
    else expect(json.error.message).toMatch(message);
  });

  /** woocommerce-gateway-stripe, `is_no_linked_source_error` */
  test('a token beside a customer, who is charged by what is saved', async () => {
    const { status, json } = await served.send('POST', '/v1/charges', 'amount=500&currency=usd&customer=cus_1&source=tok_visa');
    expect({ status, code: json.error.code, message: json.error.message }).toEqual({
      status: 404,
      code: 'missing',
      message: 'Customer cus_1 does not have a linked source with ID tok_visa.',
    });
  });

  test('a search for a number that is none', async () => {
    const query = encodeURIComponent('created>"x"');
    expect((await served.send('GET', `/v1/customers/search?query=${query}`)).json.error.param).toBe('query');
  });
});

// docs: Prices, `active`: "Whether the price can be used for new purchases."
test('a price that was put away is no part of an invoice', async () => {
  const made = await served.send('POST', '/v1/prices', 'currency=usd&product=prod_1&unit_amount=5');
  await served.send('POST', `/v1/prices/${made.json.id}`, 'active=false');
  const { status, json } = await served.send('POST', '/v1/invoiceitems', `customer=cus_1&pricing[price]=${made.json.id}`);
  expect([status, json.error.message]).toEqual([400, 'The price specified is inactive. This field only accepts active prices.']);
});

test('a longest interval, a longest trial and other types of payment methods go on as before', async () => {
  expect((await served.send('POST', '/v1/prices', `${month}&recurring[interval_count]=36`)).status).toBe(200);
  expect((await served.send('POST', '/v1/subscriptions', `${subscribe}&trial_period_days=730`)).status).toBe(200);
  const klarna = await served.send('POST', '/v1/payment_intents', 'amount=500&currency=usd&payment_method_types[]=klarna');
  expect(klarna.status).toBe(501);
});

// Rules that the reference states of one field, or of two beside each other; each names its page.
describe('what a field may hold, and beside which other one', () => {
  test.each<[string, string, string, RegExp]>([
    ['API, "Metadata"', '/v1/customers', 'metadata[a%5Bb]=x', /^Metadata keys can't contain square brackets/],
    ['Create a product, url; error code url_invalid', '/v1/products', 'name=x&url=nowhere', /^Not a valid URL$/],
    [
      'flutter_stripe#1485',
      '/v1/payment_intents',
      'amount=500&currency=usd&confirm=true&payment_method=pm_card_visa&return_url=nowhere',
      /^Not a valid URL$/,
    ],
    [
      'stripe-react-native#539',
      '/v1/setup_intents',
      'confirm=true&payment_method=pm_card_visa&return_url=app:///--/done',
      /^Not a valid URL$/,
    ],
    [
      'error code url_invalid',
      '/v1/payment_links',
      'line_items[0][price]=price_1&line_items[0][quantity]=1&after_completion[type]=redirect&after_completion[redirect][url]=x',
      /^Not a valid URL$/,
    ],
    ['Create a product, images', '/v1/products', 'name=x&images[0]=nowhere', /^Not a valid URL$/],
    [
      'Create a product, images: up to 8',
      '/v1/products',
      `name=x&${Array.from({ length: 9 }, (_, n) => `images[${n}]=https://example.com/${n}.png`).join('&')}`,
      /^images can have up to 8 entries/,
    ],
    [
      'Statement descriptors, "Requirements"',
      '/v1/payment_intents',
      'amount=500&currency=usd&statement_descriptor_suffix=123',
      /at least one letter/,
    ],
    [
      'Statement descriptors, "Requirements"',
      '/v1/payment_intents',
      'amount=500&currency=usd&statement_descriptor_suffix=a%3Cb',
      /Cannot contain/,
    ],
  ])('%s: %s %s', async (_page, path, form, message) => {
    const { status, json } = await served.send('POST', path, form);
    expect([status, json.error.message]).toEqual([400, expect.stringMatching(message)]);
  });

  // docs: Update a charge, `customer`
  test("a charge's customer is set once", async () => {
    const { stripe } = served;
    const one = await stripe.customers.create({ source: 'tok_visa' });
    const other = await stripe.customers.create({});
    const charge = await stripe.charges.create({ amount: 500, currency: 'usd', customer: one.id });
    expect(await refusal(stripe.charges.update(charge.id, { customer: other.id }))).toMatchObject({
      status: 400,
      param: 'customer',
    });
    expect((await stripe.charges.update(charge.id, { customer: one.id })).customer).toBe(one.id);
  });

  // The words of Stripe on 2026-04-22.dahlia, also where one of both is only unset
  test('a subscription ends at a time or with its period', async () => {
    const begin = subscribe;
    const both = {
      status: 400,
      message: 'Received both cancel_at_period_end and cancel_at parameters. Please pass in only one.',
    };
    const refused = async (path: string, form: string) => {
      const { status, json } = await served.send('POST', path, form);
      return { status, message: json.error?.message };
    };
    expect(await refused('/v1/subscriptions', `${begin}&cancel_at=4102444800&cancel_at_period_end=true`)).toEqual(both);
    expect(await refused('/v1/subscriptions', `${begin}&cancel_at=1`)).toMatchObject({ status: 400 });
    expect(await refused('/v1/subscriptions', `${begin}&days_until_due=3`)).toMatchObject({ status: 400 });
    const made = await served.send('POST', '/v1/subscriptions', begin);
    const path = `/v1/subscriptions/${made.json.id}`;
    expect(await refused(path, 'cancel_at=&cancel_at_period_end=false')).toEqual(both);
    expect((await served.send('POST', path, 'cancel_at_period_end=true')).json.cancel_at_period_end).toBe(true);
    expect((await served.send('POST', path, 'cancel_at=')).json.cancel_at).toBeNull();
  });
});
