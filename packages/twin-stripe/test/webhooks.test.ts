import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { eventually, type ReceivedMessage, webhookReceiver } from '@svc/twin-kit/testing';
import Stripe from 'stripe';
import { type Served, serveStripe } from './served.ts';

/** Stripe's own verification, as a user's program does it: https://docs.stripe.com/webhooks#verify-official-libraries */
const verified = ({ body, headers }: ReceivedMessage, secret: string): Stripe.Event =>
  new Stripe('sk_test_unused').webhooks.constructEvent(body, headers['stripe-signature'] ?? '', secret);

type Receiver = Awaited<ReturnType<typeof webhookReceiver>>;
let served: Served;
let receiver: Receiver;
let two: Receiver;
beforeEach(async () => {
  receiver = await webhookReceiver();
  two = await webhookReceiver();
  served = await serveStripe(undefined, undefined, { webhookPorts: [receiver.port, two.port] });
});
afterEach(async () => {
  await served.close();
  await Promise.all([receiver, two].map((each) => each[Symbol.asyncDispose]()));
});

const endpointAt = (url: string, ...types: string[]) =>
  served.stripe.webhookEndpoints.create({
    url,
    enabled_events: (types.length > 0 ? types : ['*']) as Stripe.WebhookEndpointCreateParams.EnabledEvent[],
  });

describe('a webhook endpoint is sent its events', () => {
  test("signed as Stripe's own client verifies, and equal to the event that is listed", async () => {
    const { secret = '' } = await endpointAt(receiver.url, 'customer.created', 'charge.succeeded');
    await served.stripe.customers.create({ name: 'Ada' });
    await served.stripe.products.create({ name: 'Plan' });
    await served.stripe.paymentIntents.create({
      amount: 2000,
      currency: 'usd',
      payment_method: 'pm_card_visa',
      confirm: true,
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    });
    const messages = await receiver.arrived(2);
    const events = messages.map((message) => verified(message, secret));
    expect(events.map(({ type }) => type)).toEqual(['customer.created', 'charge.succeeded']);
    expect(events[0]).toMatchObject({ object: 'event', pending_webhooks: 1, data: { object: { name: 'Ada' } } });
    const { lastResponse: _, ...listed } = await served.stripe.events.retrieve(events[0]?.id ?? '');
    expect({ ...events[0], pending_webhooks: 0 }).toEqual({ ...listed, pending_webhooks: 0 });
    expect(() => verified(messages[0] as ReceivedMessage, 'whsec_other')).toThrow(/No signatures found/);
    expect(() => verified({ ...(messages[0] as ReceivedMessage), body: '{}' }, secret)).toThrow(/No signatures found/);
  });

  test('once each, where there are several, and not where it is disabled or deleted', async () => {
    const disabled = await endpointAt(`${receiver.url}/disabled`);
    const gone = await endpointAt(`${receiver.url}/gone`);
    await served.stripe.webhookEndpoints.update(disabled.id, { disabled: true });
    await served.stripe.webhookEndpoints.del(gone.id);
    const secrets = [(await endpointAt(receiver.url)).secret ?? '', (await endpointAt(two.url)).secret ?? ''];
    await served.stripe.customers.create({ name: 'Ada' });
    const [first] = await receiver.arrived(1);
    const [second] = await two.arrived(1);
    expect(verified(first as ReceivedMessage, secrets[0] ?? '').id).toBe(
      verified(second as ReceivedMessage, secrets[1] ?? '').id,
    );
    expect(receiver.messages.map(({ path }) => path)).toEqual(['/hook']);
  });

  // docs: Events, `pending_webhooks`; List all events, `delivery_success`
  test('and the event counts those that are still out', async () => {
    await endpointAt(receiver.url);
    await endpointAt('http://127.0.0.1:1/nobody', 'customer.created');
    await endpointAt('https://example.com/hook', 'customer.created');
    await using unasked = await webhookReceiver();
    await endpointAt(unasked.url, 'customer.created');
    await served.stripe.products.create({ name: 'Plan' });
    await served.stripe.customers.create({ name: 'Ada' });
    const pending = async () => (await served.stripe.events.list()).data.map((event) => [event.type, event.pending_webhooks]);
    await eventually(async () => JSON.stringify(await pending()) === '[["customer.created",3],["product.created",0]]');
    const types = async (delivery_success: boolean) =>
      (await served.stripe.events.list({ delivery_success })).data.map(({ type }) => type);
    expect([await types(true), await types(false)]).toEqual([['product.created'], ['customer.created']]);
    expect(unasked.messages).toEqual([]);
  });

  test('with the secret that a seed gave it, which is neither in the state nor on the tape', async () => {
    const seeded = await serveStripe({ webhook_endpoints: [{ url: receiver.url, secret: 'whsec_seeded' }] }, undefined, {
      webhookPorts: [receiver.port],
    });
    await seeded.stripe.customers.create({ name: 'Ada' });
    const [message] = await receiver.arrived(1);
    expect(verified(message as ReceivedMessage, 'whsec_seeded').type).toBe('customer.created');
    const made = await seeded.stripe.webhookEndpoints.create({ url: receiver.url, enabled_events: ['*'] });
    const evidence = JSON.stringify([await seeded.evidence('state'), await seeded.evidence('events')]);
    expect([evidence.includes('whsec_seeded'), evidence.includes(made.secret ?? '')]).toEqual([false, false]);
    await seeded.close();
  });
});
