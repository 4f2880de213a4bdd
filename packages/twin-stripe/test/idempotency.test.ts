import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { refusal, type Served, serveStripe } from './served.ts';

// docs: API, "Idempotent requests"

let served: Served;
beforeEach(async () => {
  served = await serveStripe();
});
afterEach(() => served.close());

const payment = {
  amount: 2000,
  currency: 'usd',
  payment_method: 'pm_card_visa',
  confirm: true,
  return_url: 'https://example.com/back',
} as const;
const key = { idempotencyKey: 'order-7' };
const rows = async () => served.evidence('events');

describe('a key', () => {
  test('makes a repeated call answer as the first, and do nothing', async () => {
    const form = 'amount=2000&currency=usd&payment_method=pm_card_visa&confirm=true&return_url=https://example.com/back';
    const headers = { 'idempotency-key': 'order-7' };
    const first = await served.send('POST', '/v1/payment_intents', form, headers);
    const again = await served.send('POST', '/v1/payment_intents', form.split('&').reverse().join('&'), headers);
    expect(again.json).toEqual(first.json);
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.headers.get('original-request')).toBe(first.headers.get('request-id'));
    expect(again.headers.get('request-id')).not.toBe(first.headers.get('request-id'));
    expect((await served.evidence('state')).charges).toHaveLength(1);
    expect((await rows()).map((row: { state_mutation: boolean }) => row.state_mutation)).toEqual([true, false]);
  });

  test('is refused with other parameters, and at another path', async () => {
    await served.stripe.paymentIntents.create(payment, key);
    const other = await refusal(served.stripe.paymentIntents.create({ ...payment, amount: 2001 }, key));
    expect(other).toMatchObject({
      status: 400,
      type: 'idempotency_error',
      message: expect.stringMatching(/^Keys for idempotent requests can only be used with the same parameters.*'order-7'/),
    });
    expect(await refusal(served.stripe.customers.create({}, key))).toMatchObject({
      type: 'idempotency_error',
      message: expect.stringContaining('same endpoint'),
    });
    expect((await served.evidence('state')).customers).toEqual([]);
  });

  test('repeats a refused card with what it left behind', async () => {
    const declined = { ...payment, payment_method: 'pm_card_chargeDeclined' };
    const first = await refusal(served.stripe.paymentIntents.create(declined, key));
    const again = await refusal(served.stripe.paymentIntents.create(declined, key));
    expect(again.raw.payment_intent).toEqual(first.raw.payment_intent);
    expect((await served.evidence('state')).charges).toHaveLength(1);
  });

  test('repeats a refusal although the cause is gone', async () => {
    const { id } = await served.stripe.paymentIntents.create({ amount: 500, currency: 'usd' });
    const first = await refusal(served.stripe.paymentIntents.capture(id, {}, key));
    expect(first).toMatchObject({ status: 400, code: 'payment_intent_unexpected_state' });
    expect((await rows()).at(-1)).toMatchObject({ state_mutation: false, state_delta: null });
    await served.stripe.paymentIntents.cancel(id);
    expect((await refusal(served.stripe.paymentIntents.capture(id, {}, key))).message).toBe(first.message);
  });

  test('is free again after parameters that failed validation', async () => {
    expect(await refusal(served.stripe.paymentIntents.create({ ...payment, amount: 'x' as never }, key))).toMatchObject({
      code: 'parameter_invalid_integer',
    });
    expect((await served.stripe.paymentIntents.create(payment, key)).status).toBe('succeeded');
  });

  test('stands in the event of what it caused', async () => {
    const customer = await served.stripe.customers.create({}, key);
    const [event] = (await served.stripe.events.list()).data;
    expect(event).toMatchObject({
      type: 'customer.created',
      request: { id: customer.lastResponse.requestId, idempotency_key: 'order-7' },
    });
  });

  test('is in no state', async () => {
    await served.stripe.customers.create({}, key);
    expect(Object.keys(await served.evidence('state'))).not.toContain('idempotency_keys');
  });
});
