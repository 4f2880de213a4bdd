import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { stripe as twin } from '../src/index.ts';
import { specOf } from '../src/params/spec.ts';
import { expectBalancedLedger, expectBalanceOf, type Served, serveStripe } from './served.ts';

const CALLS = 2000;
/** Seconds of work alone; many times that on a machine that runs other suites beside it. */
const TIMEOUT_MS = 120_000;
/** The whole state is read and added up after each of this many calls. */
const EVERY = 250;

const seed = {
  customers: [
    { id: 'cus_1', email: 'ada@example.com', payment_methods: ['visa', 'chargeCustomerFail'] },
    { id: 'cus_2', balance: -700 },
  ],
  products: [
    {
      id: 'prod_1',
      name: 'Plan',
      prices: [
        { id: 'price_1', unit_amount: 1500, recurring: { interval: 'month' } },
        { id: 'price_2', unit_amount: 700 },
      ],
    },
  ],
  coupons: [{ id: 'HALF', percent_off: 50 }],
  charges: [
    { id: 'ch_1', amount: 2000, customer: 'cus_1' },
    { id: 'ch_2', amount: 3000, captured: false },
  ],
  payment_intents: [
    { id: 'pi_1', amount: 900, status: 'requires_confirmation' },
    { id: 'pi_2', amount: 900, status: 'requires_capture' },
  ],
  subscriptions: [{ id: 'sub_1', customer: 'cus_1', items: [{ price: 'price_1' }] }],
  invoices: [
    { id: 'in_1', customer: 'cus_1', lines: [{ amount: 2500 }] },
    { id: 'in_2', customer: 'cus_2', lines: [{ amount: 500 }], status: 'open' },
  ],
};

let served: Served;
beforeAll(async () => {
  served = await serveStripe(seed, { mode: 'logical' });
});
afterAll(() => served.close());

/** Repeatable: the same calls in every run (mulberry32). */
function generator(seedNumber: number) {
  let state = seedNumber;
  const below = (bound: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound;
  };
  return { below, pick: <T>(values: readonly T[]): T => values[below(values.length)] as T };
}

const { below, pick } = generator(42);
/** Ids by prefix, as answers brought them. */
const seen = new Map<string, string[]>();

function learn(value: unknown): void {
  if (Array.isArray(value)) for (const item of value) learn(item);
  if (typeof value !== 'object' || value === null) return;
  const { id } = value as { id?: unknown };
  if (typeof id === 'string') {
    const prefix = id.replace(/_.*/, '');
    seen.set(prefix, [...(seen.get(prefix) ?? []).filter((one) => one !== id).slice(-20), id]);
  }
  for (const field of Object.values(value)) learn(field);
}

const PREFIXES: Readonly<Record<string, string>> = {
  customer: 'cus',
  payment_intent: 'pi',
  charge: 'ch',
  refund: 're',
  product: 'prod',
  price: 'price',
  subscription: 'sub',
  subscription_exposed_id: 'sub',
  invoice: 'in',
  invoiceitem: 'ii',
  item: 'si',
  payment_method: 'pm',
  dispute: 'du',
  payout: 'po',
  token: 'tok',
  coupon: 'HALF',
  promotion_code: 'promo',
  tax_rate: 'txr',
  payment_link: 'plink',
  webhook_endpoint: 'we',
  transaction: 'cbtxn',
  default_payment_method: 'pm',
  default_price: 'price',
  client_secret: 'pi',
};
const WORDS = [
  'x',
  '',
  '0',
  '-1',
  '100',
  '2500',
  'true',
  'usd',
  'eur',
  'pm_card_visa',
  'pm_card_chargeDeclined',
  'pm_card_createDispute',
  'pm_card_bypassPending',
  'tok_visa',
  'day',
  'once',
  '❤',
  'null',
  '[]',
  '2147483648',
  'a@b.c',
  'https://example.com',
  '\'"\\',
];

function idFor(name: string, path: string): string {
  const guess =
    name === 'intent'
      ? path.includes('setup_intents')
        ? 'seti'
        : 'pi'
      : name === 'id'
        ? path.includes('products')
          ? 'prod'
          : path.includes('events')
            ? 'evt'
            : 'txn'
        : PREFIXES[name];
  const known = guess === undefined ? undefined : seen.get(guess);
  if (known && known.length > 0 && below(12) > 0) return pick(known);
  return pick(['none', 'cus_1', 'HALF', '%00', '..%2f..', 'ch_1']);
}

/** Good values for the parameters that matter, so that calls get somewhere. */
const GOOD: Readonly<Record<string, () => string>> = {
  amount: () => pick(['500', '1000', '2000', '7']),
  amount_to_capture: () => pick(['100', '900']),
  currency: () => 'usd',
  confirm: () => pick(['true', 'true', 'false']),
  capture_method: () => pick(['automatic', 'manual']),
  unit_amount: () => pick(['0', '700', '1500']),
  quantity: () => pick(['1', '2', '3']),
  percent_off: () => pick(['10', '100']),
  limit: () => pick(['1', '3', '100']),
  name: () => 'Name',
  type: () => pick(['card', 'redirect', 'coupon']),
  url: () => 'https://example.com/hook',
  email: () => 'ben@example.com',
  expand: () => pick(['customer', 'data.customer', 'latest_charge', 'charge', 'latest_invoice']),
  query: () => pick(['email:"a"', 'status:"succeeded"', 'created>1', 'oops']),
  source: () => pick(['tok_visa', 'tok_chargeDeclined']),
  payment_method: () =>
    pick([
      'pm_card_visa',
      'pm_card_visa',
      'pm_card_chargeDeclined',
      'pm_card_authenticationRequired',
      'pm_card_createDispute',
      idFor('payment_method', ''),
    ]),
  enabled_events: () => '*',
  number: () => pick(['4242424242424242', '4000000000000002', '1']),
  exp_month: () => '12',
  exp_year: () => '2034',
  trial_end: () => pick(['now', '1900000000']),
};

type Spec = ReturnType<typeof specOf>['o'][string];

function valueFor(name: string, spec: Spec, path: string): [string, string][] {
  if (typeof spec === 'object' && 'z' in spec) return below(10) === 0 ? [['', '']] : valueFor(name, spec.z, path);
  if (below(60) === 0) return [[pick(['', '[]', '[a]', '[0][b]']), pick(WORDS)]];
  if (typeof spec === 'object' && 'a' in spec) {
    return Array.from({ length: 1 + below(2) }, (_, at) =>
      valueFor(name, spec.a, path).map(([key, text]): [string, string] => [`[${at}]${key}`, text]),
    ).flat();
  }
  if (typeof spec === 'object' && 'o' in spec) {
    return chosen(spec, path, 3).map(([key, text]) => [key.replace(/^([^[]+)/, '[$1]'), text]);
  }
  if (typeof spec === 'object') return [['', pick(spec.e)]];
  if (spec === 'm') return [[`[${pick(['a', 'b'])}]`, pick(WORDS)]];
  const good = GOOD[name];
  if (good && below(10) > 0) return [['', good()]];
  if (PREFIXES[name] !== undefined && below(10) > 0) return [['', idFor(name, path)]];
  if (spec === 'b') return [['', pick(['true', 'false'])]];
  if (spec === 'i' || spec === 'r' || spec === 'w') return [['', pick(['1', '30', '1000', '0', '1900000000'])]];
  return [['', pick(below(6) === 0 ? WORDS : ['some text', 'x'])]];
}

/** A choice of an operation's parameters; the required ones nearly always. */
function chosen(spec: ReturnType<typeof specOf>, path: string, most: number): [string, string][] {
  const names = Object.keys(spec.o);
  const some = new Set([
    ...(spec.r ?? []).filter(() => below(25) > 0),
    ...Array.from({ length: below(most + 1) }, () => pick(names)),
  ]);
  const usual = [
    'payment_method',
    'confirm',
    'customer',
    'items',
    'line_items',
    'payment_intent',
    'charge',
    'product',
    'amount',
    'card',
  ].filter((name) => name in spec.o && below(2) === 0);
  const fields = [...new Set([...some, ...usual])].filter((name) => name !== undefined);
  return fields.flatMap((name) =>
    valueFor(name, spec.o[name] as Spec, path).map(([key, text]): [string, string] => [name + key, text]),
  );
}

interface Call {
  method: string;
  path: string;
  form: string;
  headers: Record<string, string>;
}

/** Calls that get somewhere, with places for ids; half of all calls are of these. */
const USUAL = [
  'POST /v1/customers name=Ada&payment_method=pm_card_visa&invoice_settings[default_payment_method]=pm_card_visa',
  'POST /v1/customers/{cus} metadata[a]=b&name=Grace',
  'POST /v1/payment_intents amount=2000&currency=usd&payment_method=pm_card_visa&confirm=true',
  'POST /v1/payment_intents amount=3000&currency=usd&payment_method=pm_card_visa&confirm=true&capture_method=manual',
  'POST /v1/payment_intents amount=2500&currency=eur&payment_method=pm_card_bypassPending&confirm=true',
  'POST /v1/payment_intents amount=2500&currency=usd&payment_method=pm_card_chargeDeclined&confirm=true',
  'POST /v1/payment_intents amount=2500&currency=usd&payment_method=pm_card_createDispute&confirm=true',
  'POST /v1/payment_intents amount=2500&currency=usd&payment_method=pm_card_authenticationRequired&confirm=true',
  'POST /v1/payment_intents amount=1000&currency=usd&customer={cus}&payment_method=pm_card_visa&setup_future_usage=off_session&confirm=true',
  'POST /v1/payment_intents amount=900&currency=usd&payment_method_types[]=crypto&payment_method_data[type]=crypto&confirm=true&payment_method_options[crypto][mode]=deposit&payment_method_options[crypto][deposit_options][networks][]=base',
  'POST /v1/test_helpers/payment_intents/{pi}/simulate_crypto_deposit network=base',
  'POST /v1/payment_intents/{pi}/confirm payment_method=pm_card_visa',
  'POST /v1/payment_intents/{pi}/capture amount_to_capture=700',
  'POST /v1/payment_intents/{pi}/cancel cancellation_reason=abandoned',
  'POST /v1/charges amount=800&currency=usd&source=tok_visa',
  'POST /v1/charges/{ch}/capture amount=600',
  'POST /v1/refunds charge={ch}&amount=100',
  'POST /v1/refunds payment_intent={pi}',
  'POST /v1/disputes/{du} evidence[uncategorized_text]=winning_evidence',
  'POST /v1/disputes/{du}/close ',
  'POST /v1/payouts amount=500&currency=eur',
  'POST /v1/payouts/{po}/cancel ',
  'POST /v1/prices product=prod_1&currency=usd&unit_amount=1200&recurring[interval]=year',
  'POST /v1/subscriptions customer={cus}&items[0][price]={price}&default_payment_method=pm_card_visa&discounts[0][coupon]=HALF',
  'POST /v1/subscriptions customer={cus}&items[0][price]=price_1&trial_period_days=3',
  'POST /v1/subscriptions/{sub} items[0][id]={si}&items[0][quantity]=3&proration_behavior=always_invoice',
  'POST /v1/subscriptions/{sub} trial_end=now',
  'POST /v1/subscription_items subscription={sub}&price={price}',
  'DELETE /v1/subscriptions/{sub} ',
  'POST /v1/invoices customer={cus}&pending_invoice_items_behavior=include',
  'POST /v1/invoiceitems customer={cus}&amount=1500&currency=usd',
  'POST /v1/invoiceitems invoice={in}&pricing[price]=price_2&quantity=2',
  'POST /v1/invoices/{in}/finalize ',
  'POST /v1/invoices/{in}/pay payment_method=pm_card_visa',
  'POST /v1/invoices/{in}/pay payment_method=pm_card_chargeDeclined',
  'POST /v1/invoices/{in}/void ',
  'POST /v1/customers/{cus}/balance_transactions amount=-900&currency=usd',
  'POST /v1/payment_methods/pm_card_mastercard/attach customer={cus}',
  'POST /v1/payment_methods/{pm}/detach ',
  'POST /v1/setup_intents customer={cus}&payment_method=pm_card_visa&confirm=true',
  'POST /v1/coupons percent_off=10&duration=once',
  'POST /v1/payment_links line_items[0][price]=price_2&line_items[0][quantity]=1',
  'GET /v1/charges limit=3&expand[]=data.balance_transaction&starting_after={ch}',
  'GET /v1/subscriptions status=all&expand[]=data.latest_invoice',
] as const;

function usualCall(): Call {
  const [method = '', path = '', form = ''] = pick(USUAL)
    .replaceAll(/\{(\w+)\}/g, (_all, prefix: string) => pick(seen.get(prefix) ?? ['none']))
    .split(' ');
  return { method, path, form, headers: {} };
}

function randomCall(): Call {
  if (below(2) === 0) return usualCall();
  const { method, path: template } = pick(twin.definition.operations);
  // Deleted customers would soon leave nothing to do.
  if (method === 'DELETE' && below(4) > 0) return usualCall();
  const path = template.replaceAll(/\{(\w+)\}/g, (_all, name: string) => idFor(name, template));
  const pairs = chosen(specOf(`${method} ${template.replaceAll(/\{\w+\}/g, '{}')}`), template, 4);
  if (below(50) === 0) pairs.push(['nonsense[deep][]', 'x']);
  const form = pairs.map(([key, text]) => `${encodeURIComponent(key)}=${encodeURIComponent(text)}`).join('&');
  const headers: Record<string, string> = below(8) === 0 ? { 'idempotency-key': `key-${below(15)}` } : {};
  if (below(80) === 0) headers['content-type'] = 'application/json';
  return { method, path, form, headers };
}

const send = ({ method, path, form, headers }: Call) =>
  method === 'POST' ? served.send(method, path, form, headers) : served.send(method, `${path}?${form}`, undefined, headers);

test(
  `${CALLS} random calls: no answer is a 5xx, the books balance, and a refused call changes nothing`,
  async () => {
    learn(await served.evidence('state'));
    const statuses = new Map<number, number>();
    for (let done = 1; done <= CALLS; done += 1) {
      const call = randomCall();
      const answer = await send(call);
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      const unmodelled = answer.status === 501 && answer.json.error.code === 'unsupported_by_twin';
      expect({ ...call, status: answer.status, fits: answer.status < 500 || unmodelled }).toMatchObject({ fits: true });
      learn(answer.json);
      if (done % EVERY === 0) {
        const state = await served.evidence('state');
        expectBalancedLedger(state);
        expectBalanceOf((await served.send('GET', '/v1/balance')).json, state);
      }
    }
    // Enough of them get somewhere, and enough don't.
    expect(statuses.get(200)).toBeGreaterThan(CALLS / 4);
    expect(statuses.get(400)).toBeGreaterThan(CALLS / 20);
    expect(statuses.get(402)).toBeGreaterThan(20);

    const rows = await served.evidence('events');
    for (const { status, method, state_mutation, state_delta } of rows) {
      // A refused card is the one refusal that leaves something behind.
      if (status >= 400 && status !== 402)
        expect({ state_mutation, state_delta }).toEqual({ state_mutation: false, state_delta: null });
      if (method === 'GET' && state_mutation) expect(status).toBe(200);
    }
    const steps = [0, Math.floor(rows.length / 2), rows.length];
    for (const step of steps)
      expect(await served.evidence(`state?step=${step}`)).toEqual(
        replayed(await served.evidence('state?step=0'), rows.slice(0, step)),
      );
  },
  TIMEOUT_MS,
);

interface Row {
  state_delta: { collection: string; id: string; before: object | null; after: object | null }[] | null;
}

/** The seed with the deltas of the rows laid over it. */
function replayed(state: Record<string, { id: string }[]>, rows: readonly Row[]): Record<string, object[]> {
  const world = new Map(
    Object.entries(state).map(([name, records]) => [name, new Map<string, object>(records.map((record) => [record.id, record]))]),
  );
  for (const { collection, id, after } of rows.flatMap(({ state_delta: delta }) => delta ?? [])) {
    if (after === null) world.get(collection)?.delete(id);
    else world.get(collection)?.set(id, after);
  }
  return Object.fromEntries([...world].map(([name, records]) => [name, [...records.values()]]));
}

test('the same calls lead to the same world and the same tape on the logical clock', async () => {
  const run = async (): Promise<string> => {
    const one = await serveStripe(seed, { mode: 'logical' });
    await one.send('POST', '/v1/payment_intents', 'amount=2000&currency=usd&payment_method=pm_card_visa&confirm=true');
    await one.send('POST', '/v1/payment_intents', 'amount=2000&currency=usd&payment_method=pm_card_chargeDeclined&confirm=true');
    await one.send('POST', '/v1/refunds', 'charge=ch_1&amount=10', { 'idempotency-key': 'k' });
    await one.send('POST', '/v1/refunds', 'charge=ch_1&amount=10', { 'idempotency-key': 'k' });
    await one.send('POST', '/v1/subscriptions', 'customer=cus_1&items[0][price]=price_1');
    const rows = (await one.evidence('events')).map(({ latency_ms: _latency, ...row }: { latency_ms: number }) => row);
    const text = JSON.stringify([await one.evidence('state'), rows])
      .replaceAll(one.url, '')
      .replaceAll(`127.0.0.1:${one.port}`, '');
    await one.close();
    return text;
  };
  expect(await run()).toBe(await run());
});
