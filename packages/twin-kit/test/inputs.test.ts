import { describe, expect, test } from '@jest/globals';
import {
  collection,
  defineTwin,
  droppedFields,
  fidelityPage,
  type InputsOf,
  inputFates,
  json,
  operationsOf,
  readsOfSchema,
  screenInputs,
  TwinError,
} from '@svc/twin-kit';
import { InputTrials, served } from '@svc/twin-kit/testing';
import { z } from 'zod';

interface Order {
  id: number;
  item: string;
  lines: readonly { sku: string; count?: number }[];
}

const READS: InputsOf<Omit<Order, 'id'>> = { item: true, lines: { count: true, sku: true } };
const inputs = {
  reads: { ...READS, trace: 'ignored' },
  documented: () => ['item', 'lines', 'lines.sku', 'lines.count', 'lines.discount', 'coupon', 'trace'],
  screenedBy: 'kit',
} as const;

const collections = { orders: collection<Order>()({ key: (order) => order.id, indexes: {} }) };
const operation = operationsOf<typeof collections>();
const refusal = (status: number) => (_request: unknown, what?: unknown) => new TwinError(status, { error: String(what) });

const shop = defineTwin({
  id: 'shop',
  title: 'Shop',
  collections,
  seed: { schema: z.object({}), defaultSeed: {}, load: () => {} },
  operations: [
    operation({
      id: 'orders/create',
      method: 'POST',
      path: '/orders',
      fidelity: 'semantic',
      mutates: true,
      action: 'create_order',
      inputs,
      handle({ world, ids }, { body }) {
        const { item, lines = [] } = body as Order;
        return json(world.orders.insert({ id: ids.next('order'), item, lines }));
      },
    }),
    operation({
      id: 'orders/get',
      method: 'GET',
      path: '/orders/{id}',
      fidelity: 'semantic',
      mutates: false,
      handle: ({ world }, { params }) => json(world.orders.get(Number(params.id)) ?? {}),
    }),
  ],
  tools: [],
  checks: [],
  documented: ['GET /orders/summary', 'GET /orders/{number}'],
  bodyLimit: 1024,
  bodies: 'json',
  credential: () => ({ token: 'x', header: 'x', scheme: 'x' }),
  errors: {
    notFound: refusal(404),
    unsupported: refusal(501),
    unauthenticated: refusal(401),
    badCredentials: refusal(401),
    malformedBody: refusal(400),
    bodyTooLarge: refusal(413),
    invalidInput: refusal(422),
    outOfRoom: refusal(403),
    internal: refusal(500),
  },
});

describe('a documented input that an operation does not read', () => {
  test.each([
    [{ item: 'tea', coupon: 'HALF' }, 'the input coupon'],
    [{ item: 'tea', lines: [{ sku: 'a' }, { sku: 'b', discount: 1 }] }, 'the input lines.discount'],
  ])('is refused by name, and nothing is changed: %j', async (body, error) => {
    await using twin = await served(shop);
    expect(await twin.call('POST', '/orders', body)).toMatchObject({ status: 501, body: { error } });
    expect(await twin.state()).toEqual({ orders: [] });
    expect(await twin.events()).toMatchObject([{ fidelity: 'unsupported', tool: 'create_order', state_mutation: false }]);
  });

  test('is refused in the query, too', async () => {
    await using twin = await served(shop);
    expect((await twin.call('POST', '/orders?coupon=HALF', { item: 'tea' })).status).toBe(501);
  });

  test('is named on the tape where it is ignored on purpose', async () => {
    await using twin = await served(shop);
    expect((await twin.call('POST', '/orders', { item: 'tea', trace: 'x' })).status).toBe(200);
    await twin.call('POST', '/orders', { item: 'tea', undocumented: 1 });
    const [first, second] = await twin.events();
    expect(first).toMatchObject({ ignored: ['trace'], fidelity: 'semantic' });
    expect(second).not.toHaveProperty('ignored');
  });

  test('is on the fidelity page, by what becomes of it', async () => {
    expect(inputFates(inputs)).toEqual({ ignored: ['trace'], refused: ['coupon', 'lines.discount'] });
    expect(await fidelityPage(shop)).toContain('| `POST /orders` | `coupon`, `lines.discount` | `trace` |');
  });
});

test('a schema says itself what is read', () => {
  const line = z.object({ sku: z.string(), note: z.union([z.string(), z.object({ text: z.string() })]) });
  const schema = z.object({
    item: z.string().transform(Number),
    lines: z.array(line).default([]),
    tags: z.record(z.string(), z.string()),
  });
  const reads = { item: true, lines: { note: { text: true }, sku: true }, tags: true };
  expect(readsOfSchema(schema)).toEqual(reads);
  const orders = { ...shop.definition, seed: { ...shop.definition.seed, schema } };
  expect(droppedFields(orders, { item: 'x', lines: [{}, { skew: 1, note: { test: 1 } }], tag: {} })).toEqual([
    'lines[1].skew',
    'lines[1].note.test',
    'tag',
  ]);
});

test('inputs are told by the steps that lead to them', () => {
  expect(screenInputs(inputs.reads, { lines: [{ sku: 'a', discount: 1 }], constructor: 1, trace: 1 })).toEqual({
    unread: [['lines', '0', 'discount'], ['constructor']],
    ignored: [['trace']],
  });
});

test('trials tell what an input does from what it does not', () => {
  const trials = new InputTrials(shop);
  const call = (body: object) => ({ operation: 'orders/create', body });
  const fate = (more: object) => trials.fateOf(call({ item: 'tea' }), call({ item: 'tea', ...more }));
  expect(fate({ item: 'milk' })).toBe('effective');
  expect(fate({ coupon: 'HALF' })).toBe('refused');
  expect(fate({ trace: 'x' })).toBe('ignored');
  expect(fate({ other: 'x' })).toBe('silent');
});

test('a documented operation is not taken for the parameter of another', async () => {
  await using twin = await served(shop);
  expect(await twin.call('GET', '/orders/summary')).toMatchObject({ status: 501, body: { error: 'GET /orders/summary' } });
  expect((await twin.call('GET', '/orders/1')).status).toBe(200);
});
