import { expect } from '@jest/globals';
import type { ClockSetting } from '@svc/twin-kit';
import { serveTwin } from '@svc/twin-kit/server';
import Stripe from 'stripe';
import { stripe as twin } from '../src/index.ts';
import { faultsOf } from './schemas.ts';

export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: answers are JSON of many shapes
  json: any;
}

/** A served twin and Stripe's own client on it, each answer held against Stripe's schemas. */
export interface Served {
  stripe: Stripe;
  url: string;
  port: number;
  token: string;
  /** A call without the client, as curl would make it. The body is a form. */
  send(method: string, path: string, form?: string, headers?: Record<string, string>): Promise<Answer>;
  /** `/_svc/<name>`. */
  // biome-ignore lint/suspicious/noExplicitAny: states and tapes are JSON
  evidence(name: string): Promise<any>;
  /** @throws when an answer was not as Stripe's schemas say */
  close(): Promise<void>;
}

/** Through the path prefix that Stripe's client would drop: only its `httpClient` can keep it. */
export function clientAt(url: string, token: string, checked: typeof fetch = fetch): Stripe {
  const httpClient = Stripe.createFetchHttpClient(((address: string, init: RequestInit) => {
    const { pathname, search } = new URL(address);
    return checked(url + pathname + search, init);
  }) as typeof fetch);
  return new Stripe(token, { httpClient, maxNetworkRetries: 0, telemetry: false });
}

/** Notes what is wrong with an answer, for the end of the test: thrown here, the client would report a broken connection. */
const conformingFetch =
  (faults: string[]): typeof fetch =>
  async (input, init) => {
    const response = await fetch(input, init);
    if (response.status === 501) return response;
    const found = faultsOf(response.status, await response.clone().json());
    faults.push(...found);
    return response;
  };

export async function serveStripe(seed?: unknown, clock?: ClockSetting): Promise<Served> {
  const served = await serveTwin(twin, { ...(seed !== undefined && { seed }), ...(clock && { clock }) });
  const { url, token, port } = served;
  const authorization = `Bearer ${token}`;
  const faults: string[] = [];
  const checked = conformingFetch(faults);
  return {
    stripe: clientAt(url, token, checked),
    url,
    port,
    token,
    async send(method, path, form, headers = {}) {
      const type = form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' };
      const response = await checked(url + path, {
        method,
        headers: { authorization, ...type, ...headers },
        ...(form !== undefined && { body: form }),
      });
      return { status: response.status, headers: response.headers, json: await response.json() };
    },
    evidence: async (name) => (await fetch(`${url}/_svc/${name}`, { headers: { authorization } })).json(),
    async close() {
      await served.close();
      if (faults.length > 0) throw new Error(`answers that Stripe's schemas don't allow:\n${[...new Set(faults)].join('\n')}`);
    },
  };
}

export interface Refusal {
  status: number | undefined;
  type: string;
  code: string | undefined;
  param: string | undefined;
  message: string;
  // biome-ignore lint/suspicious/noExplicitAny: Stripe's error body
  raw: any;
}

/** What the client threw, with Stripe's own fields. */
export async function refusal(call: Promise<unknown>): Promise<Refusal> {
  try {
    await call;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) {
      const { statusCode: status, rawType, code, param, message, raw } = error;
      return { status, type: String(rawType), code, param, message, raw };
    }
    throw error;
  }
  throw new Error('the call was not refused');
}

/** The rules that hold in every world that calls can lead to. */
// biome-ignore lint/suspicious/noExplicitAny: a state is plain JSON
export function expectBalancedLedger(state: any): void {
  for (const charge of state.charges) {
    const refunded = state.refunds.filter((one: { charge: string }) => one.charge === charge.id);
    const sum = refunded.reduce((total: number, { amount }: { amount: number }) => total + amount, 0);
    const lines = state.balance_transactions.filter((one: { source: string }) => one.source === charge.id);
    expect(lines.reduce((total: number, one: { amount: number }) => total + one.amount, 0)).toBe(charge.amount_captured);
    expect(charge.amount_refunded).toBeLessThanOrEqual(charge.amount);
    expect(charge.refunded).toBe(charge.amount_refunded === charge.amount && charge.amount_refunded > 0 && charge.refunded);
    // What a charge gave back: its refunds, and what was never captured and released.
    const released = charge.captured ? charge.amount - charge.amount_captured : charge.amount_refunded - sum;
    expect(charge.amount_refunded).toBe(charge.status === 'failed' ? 0 : sum + released);
  }
  for (const refund of state.refunds) {
    const line = state.balance_transactions.find((one: { id: string }) => one.id === refund.balance_transaction);
    const charge = state.charges.find((one: { id: string }) => one.id === refund.charge);
    expect(line?.amount ?? (charge.captured ? 'no line' : -refund.amount)).toBe(-refund.amount);
  }
  for (const line of state.balance_transactions) expect(line.net).toBe(line.amount - line.fee);
  for (const intent of state.payment_intents) {
    const charge = state.charges.find((one: { id: string }) => one.id === intent.latest_charge);
    if (intent.status === 'succeeded') expect(intent.amount_received).toBe(charge.amount_captured);
    if (intent.status === 'requires_capture') expect(intent.amount_capturable).toBe(charge.amount);
    else expect(intent.amount_capturable).toBe(0);
  }
  for (const invoice of state.invoices) {
    expect(invoice.amount_remaining).toBe(
      invoice.status === 'void' || invoice.status === 'paid' ? 0 : invoice.amount_due - invoice.amount_paid,
    );
  }
}

/** The balance is the sum of the ledger, currency by currency. */
// biome-ignore lint/suspicious/noExplicitAny: as above
export function expectBalanceOf(balance: any, state: any): void {
  const sums: Record<string, number> = {};
  for (const { currency, net } of state.balance_transactions) sums[currency] = (sums[currency] ?? 0) + net;
  const shown: Record<string, number> = {};
  for (const { currency, amount } of [...balance.available, ...balance.pending])
    shown[currency] = (shown[currency] ?? 0) + amount;
  expect(shown).toEqual(sums);
}
