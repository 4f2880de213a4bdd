import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { refusal, type Served, serveStripe } from './served.ts';

// docs: Errors; "Error codes"; API, "Metadata", "Expanding responses", "Pagination", "Idempotent requests", "Search"

let served: Served;
beforeAll(async () => {
  served = await serveStripe({
    customers: [{ id: 'cus_1', name: 'Ada', email: 'ada@example.com', metadata: { a: '1', b: '2' } }],
  });
});
afterAll(() => served.close());

const post = async (path: string, form: string, headers?: Record<string, string>) => served.send('POST', path, form, headers);
const error = async (path: string, form: string) => {
  const { status, json } = await post(path, form);
  return { status, ...json.error };
};
const state = async () => served.evidence('state');

describe('a parameter', () => {
  test.each([
    ['/v1/customers', 'foo=1', { code: 'parameter_unknown', param: 'foo', message: 'Received unknown parameter: foo' }],
    ['/v1/customers', 'foo=1&bar=2', { code: 'parameter_unknown', message: 'Received unknown parameters: foo, bar' }],
    ['/v1/customers', 'address[street]=x', { code: 'parameter_unknown', param: 'address[street]' }],
    ['/v1/customers', 'constructor=1', { code: 'parameter_unknown', param: 'constructor' }],
    [
      '/v1/payment_intents',
      'currency=usd',
      { code: 'parameter_missing', param: 'amount', message: 'Missing required param: amount.' },
    ],
    ['/v1/payment_intents', 'amount=&currency=usd', { code: 'parameter_invalid_empty', param: 'amount' }],
    [
      '/v1/payment_intents',
      'amount=ten&currency=usd',
      { code: 'parameter_invalid_integer', param: 'amount', message: 'Invalid integer: ten' },
    ],
    ['/v1/payment_intents', 'amount=10.5&currency=usd', { code: 'parameter_invalid_integer', param: 'amount' }],
    ['/v1/payment_intents', 'amount=1000&currency=usd&confirm=yes', { param: 'confirm', message: 'Invalid boolean: yes' }],
    [
      '/v1/payment_intents',
      'amount=1000&currency=xxx',
      { param: 'currency', message: expect.stringMatching(/^Invalid currency: xxx\. Stripe currently supports/) },
    ],
    ['/v1/payment_intents', 'amount=49&currency=usd', { code: 'amount_too_small', param: 'amount' }],
    ['/v1/payment_intents', 'amount=100000000&currency=usd', { code: 'amount_too_large', param: 'amount' }],
    ['/v1/payment_intents', 'amount=0&currency=usd', { code: 'parameter_invalid_integer', param: 'amount' }],
    [
      '/v1/payment_intents',
      'amount=1000&currency=usd&capture_method=later',
      { param: 'capture_method', message: 'Invalid capture_method: must be one of automatic, automatic_async, or manual' },
    ],
    ['/v1/payment_intents', 'amount=1000&currency=usd&metadata=x', { param: 'metadata', message: 'Invalid object' }],
    ['/v1/payment_intents', 'amount=1000&currency=usd&expand=customer', { param: 'expand', message: 'Invalid array' }],
    [
      '/v1/payment_intents',
      'amount=1000&currency=usd&customer=cus_none',
      { code: 'resource_missing', param: 'customer', message: "No such customer: 'cus_none'" },
    ],
    [
      '/v1/payment_intents',
      'amount=1000&currency=usd&payment_method=pm_none',
      { code: 'resource_missing', param: 'payment_method' },
    ],
    ['/v1/customers', 'preferred_locales[0]=', { code: 'parameter_invalid_empty', param: 'preferred_locales[0]' }],
    ['/v1/customers', 'email=nobody', { code: 'email_invalid', param: 'email' }],
    ['/v1/refunds', 'charge[]=ch_1', { param: 'charge' }],
    ['/v1/products', 'description=x', { code: 'parameter_missing', param: 'name' }],
    ['/v1/webhook_endpoints', 'url=ftp://x&enabled_events[]=*', { code: 'url_invalid', param: 'url' }],
  ])('%s %s is refused', async (path, form, expected) => {
    const before = await state();
    expect(await error(path, form)).toMatchObject({ status: 400, type: 'invalid_request_error', ...expected });
    expect(await state()).toEqual(before);
  });

  test('that moves money between accounts is not modelled, and says so', async () => {
    const refused = await error('/v1/payment_intents', 'amount=1000&currency=usd&application_fee_amount=1');
    expect(refused).toMatchObject({ status: 501, param: 'application_fee_amount' });
  });

  test('may be nested, repeated and empty', async () => {
    const form =
      'name=Grace&name=Hopper&address[line1]=1+Navy+Way&address[city]=&preferred_locales[]=en&preferred_locales[]=fr&metadata[k]=v';
    const { json } = await post('/v1/customers', form);
    expect(json).toMatchObject({
      name: 'Hopper',
      address: { line1: '1 Navy Way', city: null },
      preferred_locales: ['en', 'fr'],
      metadata: { k: 'v' },
    });
    const [row] = (await served.evidence('events')).slice(-1);
    expect(row).toMatchObject({ request_body: { metadata: { k: 'v' } }, state_mutation: true, tool: 'create_customer' });
  });

  test('is a boolean in the spelling of any client', async () => {
    expect((await post('/v1/products', 'name=x&active=False')).json.active).toBe(false);
  });

  test('unsets a field when it is empty', async () => {
    expect((await post('/v1/customers/cus_1', 'name=')).json.name).toBeNull();
  });
});

test('an id that nothing has is a 404 in the path', async () => {
  expect(await served.send('GET', '/v1/charges/ch_none')).toMatchObject({
    status: 404,
    json: {
      error: {
        code: 'resource_missing',
        param: 'id',
        message: "No such charge: 'ch_none'",
        doc_url: 'https://stripe.com/docs/error-codes/resource-missing',
      },
    },
  });
});

describe('metadata', () => {
  test('is laid over what is there; empty values and an empty whole take away', async () => {
    const merged = await post('/v1/customers/cus_1', 'metadata[b]=&metadata[c]=3');
    expect(merged.json.metadata).toEqual({ a: '1', c: '3' });
    expect((await post('/v1/customers/cus_1', 'metadata=')).json.metadata).toEqual({});
  });

  test.each([
    ['a key of 41 characters', `metadata[${'k'.repeat(41)}]=v`],
    ['a value of 501 characters', `metadata[k]=${'v'.repeat(501)}`],
    ['51 keys', Array.from({ length: 51 }, (_, at) => `metadata[k${at}]=v`).join('&')],
  ])('is refused with %s', async (_case, form) => {
    expect(await error('/v1/customers', form)).toMatchObject({ status: 400, param: expect.stringMatching(/^metadata/) });
  });
});

describe('an answer', () => {
  test('expands ids, lists and what stands inside them', async () => {
    const { stripe } = served;
    const intent = await stripe.paymentIntents.create({
      amount: 1000,
      currency: 'usd',
      customer: 'cus_1',
      payment_method: 'pm_card_visa',
      capture_method: 'automatic',
      confirm: true,
      return_url: 'https://example.com/back',
      expand: ['customer', 'latest_charge.balance_transaction', 'payment_method'],
    });
    expect(intent).toMatchObject({
      customer: { object: 'customer', id: 'cus_1' },
      latest_charge: { object: 'charge', balance_transaction: { object: 'balance_transaction' } },
      payment_method: { object: 'payment_method' },
    });
    const list = await stripe.charges.list({ expand: ['data.customer', 'data.refunds'] });
    expect(list.data[0]).toMatchObject({ customer: { email: 'ada@example.com' }, refunds: { object: 'list', data: [] } });
  });

  test.each([
    ['/v1/customers/cus_1?expand[]=email', 'This property cannot be expanded (email).'],
    ['/v1/customers/cus_1?expand[]=nothing', 'This property cannot be expanded (nothing).'],
    [
      '/v1/customers?expand[]=sources',
      "This property cannot be expanded (sources). You may want to try expanding 'data.sources' instead.",
    ],
    ['/v1/customers/cus_1?expand[]=a.b.c.d.e', 'You cannot expand more than 4 levels of a property.'],
  ])('%s is refused', async (path, message) => {
    expect(await served.send('GET', path)).toMatchObject({ status: 400, json: { error: { message } } });
  });
});

describe('a search', () => {
  test.each([
    ['email:"ada@example.com"', 1],
    ['email~"ada" AND -name:"Hopper"', 1],
    ['name:"Hopper" OR email:"ada@example.com"', 2],
    ['metadata["k"]:"v"', 1],
    ['metadata["k"]:null', 1],
    ['created>0', 2],
    ['email:"nobody@example.com"', 0],
  ])('%s finds %i', async (query, count) => {
    expect((await served.stripe.customers.search({ query })).data).toHaveLength(count);
  });

  test.each(['email', 'shoe:"9"', 'email~"ab"', 'name>"a"', 'name:"a" AND email:"b" OR phone:"c"', 'name:"a" AND'])(
    '%s is refused',
    async (query) => {
      expect(await refusal(served.stripe.customers.search({ query }))).toMatchObject({ status: 400, param: 'query' });
    },
  );
});
