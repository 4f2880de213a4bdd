import type { ClockSetting } from '@svc/twin-kit';
import { serveTwin } from '@svc/twin-kit/server';
import type { CheckCase, Judged } from '@svc/twin-kit/testing';
import qs from 'qs';
import { stripe as twin } from '../../src/index.ts';

/** Stripe's documentation shows it to everybody: https://docs.stripe.com/keys */
/** Known to whoever reads the catalog. */
export const KNOWN = 'sk_test_9zY8xW7vU6tS5rQ4pO3nM2lK';
export const SECRET = 'sk_test_4eC39HqLyjWDarjtT1zdp7dc';

/**
 * Ada is whom most sentences are about, Ben whom she is easily taken for; two customers have one name. What
 * belongs to one has its like with the other.
 */
const seed = {
  account: { id: 'acct_1' },
  customers: [
    {
      id: 'cus_ada',
      email: 'ada@example.com',
      name: 'Ada Field',
      phone: '+15550001',
      description: 'Buys tea',
      metadata: { plan: 'free' },
      address: { line1: '1 High Street', city: 'Leeds', postal_code: 'LS1', country: 'GB' },
      payment_methods: [{ id: 'pm_ada', card: 'pm_card_visa' }],
    },
    {
      id: 'cus_ben',
      email: 'ben@example.com',
      name: 'Ben Byte',
      metadata: { plan: 'free' },
      payment_methods: [
        { id: 'pm_ben', card: 'pm_card_visa' },
        { id: 'pm_ben_2', card: 'pm_card_mastercard' },
      ],
    },
    { id: 'cus_team_1', email: 'one@example.com', name: 'Team', metadata: { key: SECRET } },
    { id: 'cus_team_2', email: 'two@example.com', name: 'Team', balance: -300 },
  ],
  products: [
    {
      id: 'prod_tea',
      name: 'Tea',
      prices: [
        { id: 'price_tea', unit_amount: 1500, recurring: { interval: 'month' } },
        { id: 'price_tea_year', unit_amount: 15_000, recurring: { interval: 'year' } },
      ],
    },
    { id: 'prod_mug', name: 'Mug', prices: [{ id: 'price_mug', unit_amount: 900 }] },
    {
      id: 'prod_milk',
      name: 'Milk',
      metadata: { key: KNOWN },
      prices: [{ id: 'price_milk', unit_amount: 400, recurring: { interval: 'month' } }],
    },
  ],
  coupons: [
    { id: 'HALF', percent_off: 50, duration: 'forever' },
    { id: 'FIVE', amount_off: 500, currency: 'usd' },
  ],
  charges: [
    { id: 'ch_1', amount: 2000, customer: 'cus_ada', description: 'Order 1', metadata: { order: '1' } },
    { id: 'ch_2', amount: 3000, customer: 'cus_ben', description: 'Order 2', metadata: { order: '2' } },
    { id: 'ch_3', amount: 4000, customer: 'cus_ben', disputed: true },
    { id: 'ch_4', amount: 4000, customer: 'cus_ada', disputed: true },
    { id: 'ch_eur', amount: 9000, currency: 'eur', customer: 'cus_ada' },
    { id: 'ch_held', amount: 5000, customer: 'cus_ada', captured: false },
    { id: 'ch_held_2', amount: 5000, customer: 'cus_ben', captured: false },
    { id: 'ch_old', amount: 2500, customer: 'cus_ben', refunds: [{ id: 're_old', amount: 500, reason: 'duplicate' }] },
  ],
  payment_intents: [
    { id: 'pi_1', amount: 900, customer: 'cus_ada', status: 'requires_confirmation', description: 'Mug' },
    { id: 'pi_2', amount: 900, customer: 'cus_ben', status: 'requires_confirmation' },
    { id: 'pi_held', amount: 700, customer: 'cus_ada', status: 'requires_capture' },
    { id: 'pi_paid', amount: 1200, customer: 'cus_ada', status: 'succeeded' },
    { id: 'pi_paid_2', amount: 1200, customer: 'cus_ben', status: 'succeeded' },
  ],
  subscriptions: [
    { id: 'sub_ada', customer: 'cus_ada', items: [{ price: 'price_tea' }] },
    { id: 'sub_ben', customer: 'cus_ben', items: [{ price: 'price_tea' }] },
  ],
  invoices: [
    { id: 'in_1', customer: 'cus_ada', lines: [{ description: 'Work', amount: 2500 }], status: 'open' },
    { id: 'in_2', customer: 'cus_ben', lines: [{ description: 'Work', amount: 2500 }], status: 'open' },
    { id: 'in_draft', customer: 'cus_ada', lines: [{ description: 'Paint', amount: 1800 }] },
    { id: 'in_draft_2', customer: 'cus_ben', lines: [{ description: 'Paint', amount: 1800 }] },
  ],
  webhook_endpoints: [
    { id: 'we_1', url: 'https://example.com/one', enabled_events: ['charge.refunded'] },
    { id: 'we_2', url: 'https://example.com/two', enabled_events: ['charge.refunded'] },
  ],
  balance: { available: [{ amount: 100_000, currency: 'usd' }] },
};
const clock: ClockSetting = { mode: 'logical' };

type Call =
  | { method: 'GET' | 'POST' | 'DELETE'; path: string; form?: object; key?: string; refused?: true }
  | { tool: string; args: object; refused?: true };
/** One call of an agent, or what it says in the end. */
export type Step = Call | { answer: string };
export type Run = readonly Step[];
export type Cases = Readonly<Record<string, CheckCase<Run>>>;

/** A call over REST. `$2.id` in its path or form stands for the id that step 2 of the run answered with, from 0. */
export const post = (path: string, form: object = {}): Call => ({ method: 'POST', path: `/v1/${path}`, form });
export const del = (path: string): Call => ({ method: 'DELETE', path: `/v1/${path}` });
export const get = (path: string): Call => ({ method: 'GET', path: `/v1/${path}` });
export const withKey = (call: Call, key: string): Call => ({ ...call, key });
/** A call of an MCP tool. */
export const use = (tool: string, args: object): Call => ({ tool, args });
/** The MCP tool that does any POST or DELETE. */
export const write = (operation: string, parameters: object): Call =>
  use('stripe_api_write', { stripe_api_operation_id: operation, parameters, stripe_context: 'acct_1', livemode: false });
/** A step that the twin is to refuse. */
export const refused = (call: Call): Call => ({ ...call, refused: true });

/** What another product has, for sentences that repeat it. */
const others = new Map([
  [
    'github',
    { seed: {}, final: {}, product: 'GitHub', factOf: (phrase: string) => (phrase.includes('#7') ? ['Fix the till'] : []) },
  ],
]);

const start = JSON.parse(JSON.stringify(twin.initialState(seed, clock)));
/** The charge of a PaymentIntent of the seed. */
export const chargeOf = (intent: string): string =>
  (start.payment_intents as { id: string; latest_charge: string }[]).find(({ id }) => id === intent)?.latest_charge as string;
const recorded = new Map<string, Promise<Judged>>();

/** Runs on a fresh twin, each run once. */
export function record(run: Run): Promise<Judged> {
  const name = JSON.stringify(run);
  const known = recorded.get(name) ?? recordNow(run);
  recorded.set(name, known);
  return known;
}

/** A step that comes out otherwise than it says is a fault of the case. */
async function recordNow(run: Run): Promise<Judged> {
  const served = await serveTwin(twin, { seed, clock });
  const headers = { authorization: `Bearer ${served.token}` };
  const evidence = async (name: string) => (await fetch(`${served.url}/_svc/${name}`, { headers })).json();
  const answers: Record<string, unknown>[] = [];
  let answer = '';
  try {
    for (const step of run) {
      if ('answer' in step) answer = step.answer;
      else answers.push(await performed(served, filled(step, answers)));
    }
    return { seed: start, final: await evidence('state'), tape: (await evidence('events')) as unknown[], answer, others };
  } finally {
    await served.close();
  }
}

/** Puts in what earlier steps answered with. */
const filled = (step: Call, answers: readonly Record<string, unknown>[]): Call =>
  JSON.parse(JSON.stringify(step).replaceAll(/\$(\d+)\.(\w+)/g, (_all, at, name) => String(answers[Number(at)]?.[name]))) as Call;

async function performed({ url, token }: { url: string; token: string }, step: Call): Promise<Record<string, unknown>> {
  const headers: Record<string, string> = { authorization: `Bearer ${token}` };
  const isTool = 'tool' in step;
  const request = isTool
    ? { method: 'POST', path: '/mcp/call', body: JSON.stringify({ name: step.tool, arguments: step.args }) }
    : { method: step.method, path: step.path, ...(step.form && { body: qs.stringify(step.form) }) };
  if (!isTool && step.form) headers['content-type'] = 'application/x-www-form-urlencoded';
  if (!isTool && step.key !== undefined) headers['idempotency-key'] = step.key;
  const { method, path, body } = request as { method: string; path: string; body?: string };
  const response = await fetch(url + path, { method, headers, ...(body !== undefined && { body }) });
  // biome-ignore lint/suspicious/noExplicitAny: answers are JSON of many shapes
  const read = (await response.json()) as any;
  const isRefused =
    response.status >= 400 || read.isError === true || (isTool && /^\{"error":/.test(read.content?.[0]?.text ?? ''));
  if (isRefused !== (step.refused === true))
    throw new Error(`${JSON.stringify(step)}: ${response.status} ${JSON.stringify(read).slice(0, 400)}`);
  // Of a list the first.
  if (!isTool) return read.data?.[0] ?? read;
  const text = read.content?.[0]?.text ?? '';
  return text.startsWith('{') ? JSON.parse(text) : {};
}
