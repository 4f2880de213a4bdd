import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { refusal, type Served, serveStripe } from './served.ts';

// docs: API, "Pagination"

let served: Served;
const ids = Array.from({ length: 25 }, (_, at) => `ch_${String(at).padStart(2, '0')}`);
beforeAll(async () => {
  served = await serveStripe({
    customers: [{ id: 'cus_a' }, { id: 'cus_b' }],
    // Five a second, so that places within a second matter.
    charges: ids.map((id, at) => ({
      id,
      amount: 1000 + at,
      created: 1_700_000_000 + Math.floor(at / 5),
      customer: at % 2 ? 'cus_a' : 'cus_b',
    })),
  });
});
afterAll(() => served.close());

const newest = ids.toReversed();
const list = async (params: object) => {
  const { data, has_more } = await served.stripe.charges.list(params);
  return { ids: data.map(({ id }) => id), has_more };
};

describe('a list', () => {
  test('is newest first, ten at a time', async () => {
    expect(await list({})).toEqual({ ids: newest.slice(0, 10), has_more: true });
    expect(await list({ limit: 100 })).toEqual({ ids: newest, has_more: false });
  });

  test.each([1, 3, 7, 10])('is read through by pages of %i, forwards and backwards', async (limit) => {
    const seen: string[] = [];
    for (let page = await list({ limit }); ; page = await list({ limit, starting_after: seen.at(-1) })) {
      seen.push(...page.ids);
      if (!page.has_more) break;
    }
    expect(seen).toEqual(newest);
    const back: string[] = [];
    for (let page = await list({ limit, ending_before: newest.at(-1) }); ; page = await list({ limit, ending_before: back[0] })) {
      back.unshift(...page.ids);
      if (!page.has_more) break;
    }
    expect(back).toEqual(newest.slice(0, -1));
  });

  test('is read through by the client itself', async () => {
    const all = await served.stripe.charges.list({ limit: 4 }).autoPagingToArray({ limit: 100 });
    expect(all.map(({ id }) => id)).toEqual(newest);
  });

  test('is narrowed by a field, by time, and by both, with cursors', async () => {
    const own = newest.filter((id) => Number(id.slice(3)) % 2 === 1);
    expect((await list({ customer: 'cus_a', limit: 100 })).ids).toEqual(own);
    expect((await list({ customer: 'cus_a', limit: 2, starting_after: own[1] })).ids).toEqual(own.slice(2, 4));
    expect((await list({ created: { gte: 1_700_000_004 }, limit: 100 })).ids).toEqual(newest.slice(0, 5));
    expect((await list({ created: { gt: 1_700_000_000, lt: 1_700_000_002 }, limit: 100 })).ids).toEqual(newest.slice(15, 20));
    expect((await list({ created: 1_700_000_001 })).ids).toEqual(newest.slice(15, 20));
    expect((await list({ created: { lte: 1_700_000_001 }, starting_after: 'ch_08', limit: 2 })).ids).toEqual(['ch_07', 'ch_06']);
  });

  test.each([
    [{ starting_after: 'ch_none' }, 'starting_after'],
    [{ starting_after: 'ch_01', ending_before: 'ch_02' }, undefined],
  ])('refuses %j', async (params, param) => {
    expect(await refusal(served.stripe.charges.list(params))).toMatchObject({ status: 400, param });
  });

  test('of the ledger is newest first', async () => {
    const { data } = await served.stripe.balanceTransactions.list({ limit: 3 });
    expect(data.map(({ source }) => source)).toEqual(newest.slice(0, 3));
  });
});

// docs: List all charges, "If you provide a non-existent customer ID, this call throws an error"; List all invoices, "Throws an error
// if the customer ID is invalid"; List all refunds, "If you provide a non-existent charge ID, this call raises an error". Payment
// methods: Kiln-AI/stripe_world, phase 6.
test.each([
  ['/v1/charges?customer=cus_nope', 'customer', 'cus_nope', 'customer'],
  ['/v1/invoices?customer=cus_nope', 'customer', 'cus_nope', 'customer'],
  ['/v1/payment_methods?customer=cus_nope', 'customer', 'cus_nope', 'customer'],
  ['/v1/refunds?charge=ch_nope', 'charge', 'ch_nope', 'charge'],
])('%s is refused', async (path, object, id, param) => {
  const { status, json } = await served.send('GET', path);
  expect({ status, ...json.error }).toMatchObject({
    status: 400,
    code: 'resource_missing',
    message: `No such ${object}: '${id}'`,
    param,
  });
});

// The page of subscriptions has no such sentence, and an empty list was seen for a customer that wasn't there (docs/decisions.md).
test.each(['subscriptions', 'payment_intents', 'setup_intents', 'invoiceitems', 'promotion_codes'])(
  '%s of a customer that is not there are none',
  async (name) => {
    const { status, json } = await served.send('GET', `/v1/${name}?customer=cus_nope`);
    expect({ status, data: json.data }).toEqual({ status: 200, data: [] });
  },
);

// Quoted in onetimesecret/onetimesecret issue 569, and for POST and inner parts by others.
test.each([
  ['GET', '/v1/customers/'],
  ['POST', '/v1/customers/'],
  ['DELETE', '/v1/customers/'],
  ['GET', '/v1/subscriptions/'],
  ['POST', '/v1/payment_intents//confirm'],
])('%s %s lacks an id, and is no list', async (method, path) => {
  const { status, json } = await served.send(method, path, method === 'POST' ? 'description=x' : undefined);
  expect({ status, ...json.error }).toEqual({
    status: 404,
    type: 'invalid_request_error',
    message:
      `Unrecognized request URL (${method}: ${path}). If you are trying to list objects, remove the trailing slash. If you are trying to ` +
      'retrieve an object, make sure you passed a valid (non-empty) identifier in your code. Please see https://stripe.com/docs or we can ' +
      'help at https://support.stripe.com/.',
  });
});
