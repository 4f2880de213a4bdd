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
