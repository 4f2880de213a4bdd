import { describe, expect, test } from '@jest/globals';
import type { Fault, TapeRow } from '@svc/twin-kit';
import { served } from '@svc/twin-kit/testing';
import Stripe from 'stripe';
import { stripe as definition } from '../src/index.ts';
import { refusal } from './served.ts';

// docs: "Rate limits", "Error codes", "Advanced error handling" and API, "Idempotent requests"; the client's own retries: stripe-node, RequestSender

/** A twin with these faults, and Stripe's client as it is, which repeats twice. */
async function faulty(...faults: Fault[]) {
  const twin = await served(definition, { faults });
  const options = { host: '127.0.0.1', port: twin.port, protocol: 'http', maxNetworkRetries: 2, telemetry: false } as const;
  const stripe = new Stripe(twin.token, options);
  const { id } = await stripe.paymentIntents.create({
    amount: 2000,
    currency: 'usd',
    payment_method: 'pm_card_visa',
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    confirm: true,
  });
  const refund = { payment_intent: id, amount: 500 };
  const rows = async () => (await twin.events()).slice(1);
  const refunds = async () => (await twin.state()).refunds?.length;
  /** As a program without Stripe's client does it: no key, and once more when there is no answer. */
  const naive = async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const attempt = () => twin.call('POST', '/v1/refunds', `payment_intent=${id}&amount=500`, headers);
    return attempt().catch(attempt);
  };
  return { ...twin, stripe, refund, rows, refunds, naive };
}

const create: Pick<Fault, 'tool' | 'nth'> = { tool: 'create_refund', nth: 1 };
const told = (rows: readonly TapeRow[]) => rows.map(({ status, fault, state_mutation }) => [status, fault?.kind, state_mutation]);

describe("Stripe's client", () => {
  test.each([
    ['lock_timeout', 429, 'lock_timeout'],
    ['key_in_use', 409, 'idempotency_key_in_use'],
    ['server_error', 500, undefined],
  ] as const)('repeats what was refused for %s, as it is told to', async (kind, status, code) => {
    await using twin = await faulty({ ...create, kind });
    await twin.stripe.refunds.create(twin.refund);
    const rows = await twin.rows();
    expect(told(rows)).toEqual([
      [status, kind, false],
      [200, undefined, true],
    ]);
    expect(rows[0]).toMatchObject({
      response_headers: { 'stripe-should-retry': 'true', 'request-id': expect.stringMatching(/^req_/) },
      response_body: { error: { type: kind === 'server_error' ? 'api_error' : 'invalid_request_error', ...(code && { code }) } },
    });
    expect(await twin.refunds()).toBe(1);
  });

  test('leaves a rate limit to its caller', async () => {
    await using twin = await faulty({ ...create, kind: 'rate_limit' });
    const error = await twin.stripe.refunds.create(twin.refund).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Stripe.errors.StripeRateLimitError);
    expect(error).toMatchObject({ statusCode: 429, code: 'rate_limit' });
    expect(told(await twin.rows())).toEqual([[429, 'rate_limit', false]]);
  });

  test('does not double a refund whose answer was lost: its key gets the first answer again', async () => {
    await using twin = await faulty({ ...create, kind: 'lost_after_write' });
    const refund = await twin.stripe.refunds.create(twin.refund);
    const [lost, repeated] = await twin.rows();
    expect(told([lost as TapeRow, repeated as TapeRow])).toEqual([
      [200, 'lost_after_write', true],
      [200, undefined, false],
    ]);
    expect(repeated?.response_headers).toMatchObject({ 'idempotent-replayed': 'true' });
    expect((await twin.state()).refunds).toMatchObject([{ id: refund.id, amount: 500 }]);
  });

  test('does not double a refund whose answer came too late', async () => {
    await using twin = await faulty({ ...create, kind: 'slow', delay_ms: 1_500 });
    await twin.stripe.refunds.create(twin.refund, { timeout: 300 });
    expect(told(await twin.rows())).toEqual([
      [200, 'slow', true],
      [200, undefined, false],
    ]);
    expect(await twin.refunds()).toBe(1);
  });

  test('repeats a call that never arrived', async () => {
    await using twin = await faulty({ ...create, kind: 'lost_before_write' });
    await twin.stripe.refunds.create(twin.refund);
    expect(told(await twin.rows())).toEqual([
      [0, 'lost_before_write', false],
      [200, undefined, true],
    ]);
    expect(await twin.refunds()).toBe(1);
  });

  test('gives up on an expired key', async () => {
    await using twin = await faulty({ ...create, kind: 'expired_token' });
    expect(await refusal(twin.stripe.refunds.create(twin.refund))).toMatchObject({ status: 401, code: 'api_key_expired' });
    expect(await twin.rows()).toHaveLength(1);
  });

  test('does not see in a stale list the refund that it has just made', async () => {
    await using twin = await faulty({ operation: 'GetRefunds', nth: 1, kind: 'stale_list' });
    const { id } = await twin.stripe.refunds.create(twin.refund);
    const ids = async () => (await twin.stripe.refunds.list({ limit: 3 })).data.map((one) => one.id);
    expect(await ids()).toEqual([]);
    expect((await twin.stripe.refunds.retrieve(id)).id).toBe(id);
    expect(await ids()).toEqual([id]);
  });
});

test('a client that sends no key doubles a refund whose answer was lost', async () => {
  await using twin = await faulty({ ...create, kind: 'lost_after_write' });
  expect((await twin.naive()).status).toBe(200);
  expect(told(await twin.rows())).toEqual([
    [200, 'lost_after_write', true],
    [200, undefined, true],
  ]);
  expect(await twin.refunds()).toBe(2);
});
