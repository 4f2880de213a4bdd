import type { ClockSetting } from '@svc/twin-kit';
import { type ServeOptions, serveTwin } from '@svc/twin-kit/server';
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

export async function serveStripe(
  seed?: unknown,
  clock?: ClockSetting,
  options: Pick<ServeOptions, 'webhookPorts' | 'room'> = {},
): Promise<Served> {
  const served = await serveTwin(twin, { ...options, ...(seed !== undefined && { seed }), ...(clock && { clock }) });
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
