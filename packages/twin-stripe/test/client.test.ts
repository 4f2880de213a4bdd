import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import Stripe from 'stripe';
import { documentedOperations } from '../src/generated/operations.ts';
import { stripe as twin } from '../src/index.ts';
import { clientAt, refusal, type Served, serveStripe } from './served.ts';

let served: Served;
beforeEach(async () => {
  served = await serveStripe();
});
afterEach(() => served.close());

describe("Stripe's own client", () => {
  test('works through host, port and protocol', async () => {
    const client = new Stripe(served.token, { host: '127.0.0.1', port: served.port, protocol: 'http', telemetry: false });
    const customer = await client.customers.create({ name: 'Ada' });
    expect((await client.customers.retrieve(customer.id)).id).toBe(customer.id);
  });

  test('works below a path prefix through its httpClient', async () => {
    const customer = await clientAt(served.url, served.token).customers.create({ name: 'Ada' });
    expect((await served.stripe.customers.list()).data).toMatchObject([{ id: customer.id, name: 'Ada' }]);
  });

  test('sees the id of the request, the API version and the idempotency key', async () => {
    const customer = await served.stripe.customers.create({}, { idempotencyKey: 'key-1' });
    expect(customer.lastResponse.requestId).toMatch(/^req_/);
    expect(customer.lastResponse.apiVersion).toBe('2026-10-28.endive');
    expect(customer.lastResponse.idempotencyKey).toBe('key-1');
  });

  test('is answered its own credential in Basic form, as curl -u sends it', async () => {
    const authorization = `Basic ${Buffer.from(`${served.token}:`).toString('base64')}`;
    const answer = await served.send('GET', '/v1/balance', undefined, { authorization });
    expect(answer).toMatchObject({ status: 200, json: { object: 'balance' } });
  });
});

// docs: Errors; API, "Authentication"
describe('a call is refused', () => {
  test('without a key', async () => {
    const answer = await fetch(`${served.url}/v1/balance`);
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe('Basic realm="Stripe"');
    expect(((await answer.json()) as { error: object }).error).toMatchObject({
      type: 'invalid_request_error',
      message: expect.stringMatching(/^You did not provide an API key\./),
    });
  });

  test('with a wrong key, which the answer does not tell', async () => {
    const wrong = new Stripe('sk_test_wrongwrongwrong', {
      host: '127.0.0.1',
      port: served.port,
      protocol: 'http',
      telemetry: false,
    });
    const refused = await refusal(wrong.balance.retrieve());
    expect(refused).toMatchObject({ status: 401, message: expect.stringMatching(/^Invalid API Key provided: \*+$/) });
  });

  test('at a path that Stripe does not have', async () => {
    expect(await served.send('GET', '/v1/nothing')).toMatchObject({
      status: 404,
      json: {
        error: {
          type: 'invalid_request_error',
          message: expect.stringMatching(/^Unrecognized request URL \(GET: \/v1\/nothing\)/),
        },
      },
    });
    expect((await served.send('DELETE', '/v1/balance')).status).toBe(404);
  });

  test('loudly where Stripe has it and the twin does not', async () => {
    const refused = await refusal(served.stripe.transfers.create({ amount: 100, currency: 'usd', destination: 'acct_1' }));
    expect(refused).toMatchObject({
      status: 501,
      code: 'unsupported_by_twin',
      message: expect.stringContaining('POST /v1/transfers'),
    });
    expect(await served.evidence('events')).toMatchObject([{ status: 501, fidelity: 'unsupported', state_mutation: false }]);
  });

  test('as JSON', async () => {
    const answer = await served.send('POST', '/v1/customers', '{"name":"Ada"}', { 'content-type': 'application/json' });
    expect(answer).toMatchObject({
      status: 400,
      json: { error: { message: expect.stringContaining('application/x-www-form-urlencoded') } },
    });
    expect((await served.evidence('state')).customers).toEqual([]);
  });
});

describe('the surface', () => {
  const normal = (operation: string): string => operation.replaceAll(/\{\w+\}/g, '{}');
  const documented = new Set(documentedOperations.map(normal));
  // Preview, the page that `next_action` leads to, and what lists inside of objects name as their address.
  const others = new Set([
    'GET /v1/customers/{}/subscriptions',
    'GET /v1/charges/{}/refunds',
    'POST /v1/test_helpers/payment_intents/{}/simulate_crypto_deposit',
    'GET /3d_secure/{}',
  ]);

  test('has no operation that Stripe does not document', () => {
    const stray = twin.definition.operations
      .filter(({ page }) => !page)
      .map(({ method, path }) => normal(`${method} ${path}`))
      .filter((one) => !documented.has(one) && !others.has(one));
    expect(stray).toEqual([]);
  });

  // github.com/stripe/openapi (PostChargesChargeRefund and its like)
  test('refuses by name what Stripe serves and its client has no method for', async () => {
    const charge = await served.stripe.charges.create({ amount: 500, currency: 'usd', source: 'tok_visa' });
    for (const path of [`/v1/charges/${charge.id}/refund`, `/v1/charges/${charge.id}/refunds`, '/v1/customers/cus_1/cards'])
      await expect(served.stripe.rawRequest('POST', path)).rejects.toMatchObject({ statusCode: 501 });
    expect(await served.stripe.charges.retrieve(charge.id)).toMatchObject({ amount_refunded: 0 });
  });

  test('models at least 80 operations, each with an action of its own', () => {
    const operations = twin.definition.operations.filter(({ page }) => !page);
    expect(operations.length).toBeGreaterThanOrEqual(80);
    expect(new Set(operations.map(({ action }) => action)).size).toBe(operations.length);
  });
});
