import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { textLimits } from '../src/generated/text-limits.ts';
import { specOf } from '../src/params/spec.ts';
import { type Served, serveStripe } from './served.ts';

// The limits are `maxLength` of Stripe's OpenAPI description; the words are Stripe's as its users quote them.

let served: Served;
beforeAll(async () => {
  served = await serveStripe({
    customers: [{ id: 'cus_1', payment_methods: [{ id: 'pm_1' }] }],
    products: [{ id: 'prod_1', name: 'Plan', prices: [{ id: 'price_1', unit_amount: 500, recurring: { interval: 'month' } }] }],
    coupons: [{ id: 'HALF', percent_off: 50 }],
    charges: [{ id: 'ch_1', amount: 500, captured: false }],
    payment_intents: [{ id: 'pi_1', amount: 500, status: 'requires_payment_method' }],
    invoices: [{ id: 'in_1', customer: 'cus_1', lines: [{ amount: 100 }] }],
    subscriptions: [{ id: 'sub_1', customer: 'cus_1', items: [{ price: 'price_1' }] }],
  });
});
afterAll(() => served.close());

const refusal = async (path: string, form: Record<string, string>) => {
  const { status, json } = await served.send('POST', path, new URLSearchParams(form).toString());
  return { status, ...json.error };
};

/** What else a call needs, and where it goes. */
const calls: Record<string, [path: string, form: Record<string, string>]> = {
  'POST /v1/charges': ['/v1/charges', { amount: '500', currency: 'usd', source: 'tok_visa' }],
  'POST /v1/charges/{}': ['/v1/charges/ch_1', {}],
  'POST /v1/coupons': ['/v1/coupons', { percent_off: '5' }],
  'POST /v1/coupons/{}': ['/v1/coupons/HALF', {}],
  'POST /v1/customers': ['/v1/customers', {}],
  'POST /v1/customers/{}': ['/v1/customers/cus_1', {}],
  'POST /v1/customers/{}/balance_transactions': ['/v1/customers/cus_1/balance_transactions', { amount: '5', currency: 'usd' }],
  'POST /v1/invoices': ['/v1/invoices', { customer: 'cus_1' }],
  'POST /v1/invoices/{}': ['/v1/invoices/in_1', {}],
  'POST /v1/payment_intents': ['/v1/payment_intents', { amount: '500', currency: 'usd' }],
  'POST /v1/payment_intents/{}': ['/v1/payment_intents/pi_1', {}],
  'POST /v1/prices/{}': ['/v1/prices/price_1', {}],
  'POST /v1/products': ['/v1/products', { name: 'x' }],
  'POST /v1/products/{}': ['/v1/products/prod_1', {}],
  'POST /v1/promotion_codes': ['/v1/promotion_codes', { 'promotion[type]': 'coupon', 'promotion[coupon]': 'HALF' }],
  'POST /v1/subscriptions/{}': ['/v1/subscriptions/sub_1', {}],
  'POST /v1/tax_rates': ['/v1/tax_rates', { display_name: 'x', inclusive: 'true', percentage: '5' }],
};

describe('takes so many characters and refuses one more in', () => {
  const fields = Object.entries(calls).flatMap(([operation, call]) =>
    Object.entries(textLimits[operation] ?? {})
      .filter(([field]) => !field.includes('.') && !/^(customer|default_source|statement_descriptor)$/.test(field))
      .map(([field, most]): [string, string, number, typeof call] => [operation, field, most, call]),
  );
  test.each(fields)('%s: %s (%i)', async (_operation, field, most, [path, form]) => {
    const text = (length: number) => (field === 'email' ? `${'x'.repeat(length - 6)}@ab.de` : 'x'.repeat(length));
    expect(await refusal(path, { ...form, [field]: text(most + 1) })).toMatchObject({
      status: 400,
      type: 'invalid_request_error',
      param: field,
      message: `Invalid string: ${text(most + 1).slice(0, 4)}...${text(most + 1).slice(-4)}; must be at most ${most} characters`,
    });
    expect(await refusal(path, { ...form, [field]: text(most) })).toMatchObject({ status: 200 });
  });

  test('all other texts: 5000', async () => {
    expect(await refusal('/v1/customers', { description: 'x'.repeat(5001) })).toMatchObject({
      message: 'Invalid string: xxxx...xxxx; must be at most 5000 characters',
    });
    expect(await refusal('/v1/customers', { description: 'x'.repeat(5000) })).toMatchObject({ status: 200 });
  });

  test('fields of fields', async () => {
    const sent = { 'invoice_settings[custom_fields][0][name]': 'x'.repeat(31), 'invoice_settings[custom_fields][0][value]': 'y' };
    const param = 'invoice_settings[custom_fields][0][name]';
    expect(await refusal('/v1/customers/cus_1', sent)).toMatchObject({ status: 400, param });
  });
});

test('every limit is of a parameter that is there', () => {
  for (const [operation, limits] of Object.entries(textLimits))
    for (const [field, most] of Object.entries(limits))
      expect([field, JSON.stringify(specOf(operation)).includes(`{"t":${most}}`)]).toEqual([field, true]);
});

/** https://github.com/sagemathinc/cocalc/issues/5712 and https://docs.stripe.com/get-started/account/statement-descriptors#requirements */
describe('a statement descriptor', () => {
  test.each([
    [
      'COCALC LICENSE 1096DAYS',
      'The statement descriptor must be at most 22 characters. COCALC LICENSE 1096DAYS is 23 characters long.',
    ],
    ['12345', 'The statement descriptor must contain at least one letter.'],
    ['a<b', expect.stringContaining('Cannot contain the characters')],
    ["a'b", expect.stringContaining('Cannot contain the characters')],
    ['a*b', expect.stringContaining('Cannot contain the characters')],
  ])('%s is refused', async (text, message) => {
    expect(await refusal('/v1/products', { name: 'x', statement_descriptor: text })).toMatchObject({
      status: 400,
      message,
      param: 'statement_descriptor',
    });
  });

  test('of a letter and 22 characters is taken', async () => {
    expect(await refusal('/v1/products', { name: 'x', statement_descriptor: 'COCALC LICENSE 365DAYS' })).toMatchObject({
      status: 200,
    });
  });
});

/** As users of Stripe quote it, e.g. in the documents of carts that outgrew the limit. */
describe('metadata', () => {
  test.each([
    [
      { 'metadata[a]': 'x'.repeat(501) },
      `Metadata values can have up to 500 characters, but you passed in a value that is 501 characters. Invalid value: ${'x'.repeat(501)}`,
    ],
    [
      { [`metadata[${'k'.repeat(41)}]`]: 'x' },
      `Metadata keys can have up to 40 characters, but you passed in a key that is 41 characters. Invalid key: ${'k'.repeat(41)}`,
    ],
  ])('%#', async (form, message) => {
    expect(await refusal('/v1/customers', form)).toMatchObject({ status: 400, message });
  });

  test('of 40 and 500 characters is taken', async () => {
    expect(await refusal('/v1/customers', { [`metadata[${'k'.repeat(40)}]`]: '😀'.repeat(500) })).toMatchObject({ status: 200 });
  });
});

test('no message holds half a surrogate pair', async () => {
  const { message } = await refusal('/v1/coupons', { percent_off: '5', name: '😀'.repeat(41) });
  expect(message).toBe('Invalid string: 😀😀...😀😀; must be at most 40 characters');
});
