import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type Stripe from 'stripe';
import { expectBalancedLedger, expectBalanceOf } from './invariants.ts';
import { refusal, type Served, serveStripe } from './served.ts';

let served: Served;
let stripe: Stripe;
beforeEach(async () => {
  served = await serveStripe(undefined, { mode: 'logical' });
  stripe = served.stripe;
});
afterEach(async () => {
  const state = await served.evidence('state');
  expectBalancedLedger(state);
  expectBalanceOf(await stripe.balance.retrieve(), state);
  await served.close();
});

const usd = (amount: number, more: Partial<Stripe.PaymentIntentCreateParams> = {}): Stripe.PaymentIntentCreateParams => ({
  amount,
  currency: 'usd',
  payment_method: 'pm_card_visa',
  confirm: true,
  return_url: 'https://example.com/back',
  ...more,
});
const types = async (): Promise<string[]> => (await stripe.events.list({ limit: 100 })).data.map(({ type }) => type).reverse();
const chargeOf = ({ latest_charge }: Stripe.PaymentIntent): string => latest_charge as string;

describe('an empty account', () => {
  test('has no money and no currency', async () => {
    expect(await stripe.balance.retrieve()).toMatchObject({ available: [], pending: [] });
    expect((await stripe.charges.list()).data).toEqual([]);
  });
});

// docs: "How PaymentIntents work"; fee of 2.9 % and 30 cents: https://stripe.com/pricing
describe('a payment with a good card', () => {
  test('succeeds, books the money as pending, and tells of each step', async () => {
    const intent = await stripe.paymentIntents.create(usd(2000, { expand: ['latest_charge.balance_transaction'] }));
    expect(intent).toMatchObject({ status: 'succeeded', amount_received: 2000, next_action: null, last_payment_error: null });
    const charge = intent.latest_charge as Stripe.Charge;
    expect(charge).toMatchObject({
      paid: true,
      captured: true,
      payment_method_details: { card: { brand: 'visa', last4: '4242' } },
    });
    // docs: "Asynchronous capture", the default: the answer comes before its line in the ledger.
    expect(charge.balance_transaction).toBeNull();
    const { balance_transaction: line } = await stripe.charges.retrieve(charge.id, { expand: ['balance_transaction'] });
    expect(line).toMatchObject({ amount: 2000, fee: 88, net: 1912, status: 'pending', type: 'charge' });
    expect(await stripe.balance.retrieve()).toMatchObject({
      available: [{ amount: 0 }],
      pending: [{ amount: 1912, currency: 'usd' }],
    });
    expect(await types()).toEqual(['payment_intent.created', 'charge.succeeded', 'payment_intent.succeeded', 'charge.updated']);
  });

  test('goes step by step: create, choose a method, confirm', async () => {
    const { id, status } = await stripe.paymentIntents.create({ amount: 500, currency: 'eur' });
    expect(status).toBe('requires_payment_method');
    expect((await stripe.paymentIntents.update(id, { payment_method: 'pm_card_mastercard' })).status).toBe(
      'requires_confirmation',
    );
    expect((await stripe.paymentIntents.confirm(id, { return_url: 'https://example.com/back' })).status).toBe('succeeded');
    const again = await refusal(stripe.paymentIntents.confirm(id));
    expect(again).toMatchObject({
      status: 400,
      code: 'payment_intent_unexpected_state',
      raw: { payment_intent: { id, status: 'succeeded' } },
    });
  });

  test('takes a card by its number, and a token', async () => {
    const card = { number: '4242424242424242', exp_month: 12, exp_year: 2034, cvc: '123' };
    const method = await stripe.paymentMethods.create({ type: 'card', card });
    expect(method.card).toMatchObject({ brand: 'visa', last4: '4242', checks: { cvc_check: 'unchecked' } });
    expect((await stripe.paymentIntents.create(usd(700, { payment_method: method.id }))).status).toBe('succeeded');
    const token = await stripe.tokens.create({ card: { number: '5555555555554444', exp_month: '12', exp_year: '2034' } });
    const charge = await stripe.charges.create({ amount: 800, currency: 'usd', source: token.id });
    expect(charge).toMatchObject({
      status: 'succeeded',
      payment_intent: null,
      payment_method_details: { card: { brand: 'mastercard' } },
    });
    const used = await refusal(stripe.charges.create({ amount: 800, currency: 'usd', source: token.id }));
    expect(used).toMatchObject({ status: 400, code: 'token_already_used' });
  });

  test('is available at once where the test card says so', async () => {
    await stripe.paymentIntents.create(usd(2000, { payment_method: 'pm_card_bypassPending' }));
    expect(await stripe.balance.retrieve()).toMatchObject({ available: [{ amount: 1912 }], pending: [{ amount: 0 }] });
    const payout = await stripe.payouts.create({ amount: 1000, currency: 'usd' });
    expect(payout.status).toBe('pending');
    expect(await refusal(stripe.payouts.create({ amount: 1000, currency: 'usd' }))).toMatchObject({
      code: 'balance_insufficient',
    });
    expect((await stripe.payouts.cancel(payout.id)).status).toBe('canceled');
    expect(await stripe.balance.retrieve()).toMatchObject({ available: [{ amount: 1912 }] });
  });
});

// https://docs.stripe.com/testing#declined-payments
describe('a payment with a card that is refused', () => {
  test.each([
    ['pm_card_chargeDeclined', 'card_declined', 'generic_decline', 'Your card was declined.'],
    ['pm_card_chargeDeclinedInsufficientFunds', 'card_declined', 'insufficient_funds', 'Your card has insufficient funds.'],
    ['pm_card_chargeDeclinedExpiredCard', 'expired_card', 'expired_card', 'Your card has expired.'],
    ['pm_card_chargeDeclinedIncorrectCvc', 'incorrect_cvc', 'incorrect_cvc', "Your card's security code is incorrect."],
    ['pm_card_radarBlock', 'card_declined', 'fraudulent', 'Your card was declined.'],
  ])('%s answers 402 and keeps the failed charge', async (payment_method, code, decline, message) => {
    const refused = await refusal(stripe.paymentIntents.create(usd(2000, { payment_method })));
    expect(refused).toMatchObject({ status: 402, type: 'card_error', code, message, raw: { decline_code: decline } });
    const { id, latest_charge, last_payment_error } = refused.raw.payment_intent;
    expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({ status: 'requires_payment_method', payment_method: null });
    expect(last_payment_error).toMatchObject({ code, decline_code: decline, charge: latest_charge });
    expect(await stripe.charges.retrieve(latest_charge)).toMatchObject({ status: 'failed', paid: false, failure_code: code });
    expect(await types()).toEqual(['payment_intent.created', 'charge.failed', 'payment_intent.payment_failed']);
    const [row] = (await served.evidence('events')).filter(({ method }: { method: string }) => method === 'POST');
    expect(row).toMatchObject({ status: 402, state_mutation: true, tool: 'create_payment_intent' });
    expect(
      (await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa', return_url: 'https://example.com/back' }))
        .status,
    ).toBe('succeeded');
  });

  test('leaves no customer behind it when the card is only to be saved', async () => {
    const { id } = await stripe.customers.create();
    const refused = await refusal(stripe.paymentMethods.attach('pm_card_chargeDeclined', { customer: id }));
    expect(refused).toMatchObject({ status: 402, code: 'card_declined' });
    expect((await stripe.customers.listPaymentMethods(id)).data).toEqual([]);
    const attached = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: id });
    expect(await refusal(stripe.paymentIntents.create(usd(900, { payment_method: attached.id, customer: id })))).toMatchObject({
      status: 402,
    });
  });

  test.each([
    ['4242424242424241', 'incorrect_number'],
    ['4111111111111111', 'card_declined'],
  ])('%s is no test card: %s', async (number, code) => {
    const refused = await refusal(stripe.paymentMethods.create({ type: 'card', card: { number, exp_month: 1, exp_year: 2034 } }));
    expect(refused).toMatchObject({ status: 402, type: 'card_error', code });
  });
});

// https://docs.stripe.com/testing#regulatory-cards
describe('a payment that wants authentication', () => {
  const secured = { payment_method: 'pm_card_authenticationRequired' };

  test('waits for the customer and goes on from the page it names', async () => {
    const intent = await stripe.paymentIntents.create(usd(2000, { ...secured, return_url: 'https://example.com/back' }));
    expect(intent).toMatchObject({ status: 'requires_action', next_action: { type: 'redirect_to_url' } });
    const url = intent.next_action?.redirect_to_url?.url as string;
    expect(url.startsWith(`${served.url}/`)).toBe(true);
    expect((await served.send('GET', `${url.slice(served.url.length)}?outcome=fail`)).json).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'payment_intent_authentication_failure' },
    });
    const again = await stripe.paymentIntents.confirm(intent.id, { ...secured, use_stripe_sdk: true });
    expect(again.next_action?.type).toBe('use_stripe_sdk');
    expect((await served.send('GET', url.slice(served.url.length))).json).toMatchObject({ status: 'succeeded' });
    expect(await types()).toContain('payment_intent.requires_action');
  });

  test('is refused when nobody is there, or when that was asked for', async () => {
    const alone = await refusal(stripe.paymentIntents.create(usd(2000, { ...secured, off_session: true })));
    expect(alone).toMatchObject({ status: 402, code: 'authentication_required' });
    const strict = await refusal(stripe.paymentIntents.create(usd(2000, { ...secured, error_on_requires_action: true })));
    expect(strict).toMatchObject({ status: 402, code: 'authentication_required' });
    expect(strict.raw.payment_intent).toMatchObject({ status: 'requires_payment_method', latest_charge: null });
  });

  test('does not want it again once the card was set up', async () => {
    const { id: customer } = await stripe.customers.create();
    const setup = await stripe.setupIntents.create({
      customer,
      payment_method: 'pm_card_authenticationRequiredOnSetup',
      confirm: true,
      use_stripe_sdk: true,
    });
    expect(setup.status).toBe('requires_action');
    const done = (await served.send('GET', `/3d_secure/${setup.client_secret}`)).json;
    expect(done).toMatchObject({ status: 'succeeded', payment_method: setup.payment_method });
    const paid = await stripe.paymentIntents.create(
      usd(2000, { customer, payment_method: setup.payment_method as string, off_session: true }),
    );
    expect(paid.status).toBe('succeeded');
  });
});

// docs: "Place a hold on a payment method"
describe('a payment that is captured later', () => {
  test('is captured in part, and the rest is released', async () => {
    const intent = await stripe.paymentIntents.create(usd(2000, { capture_method: 'manual' }));
    expect(intent).toMatchObject({ status: 'requires_capture', amount_capturable: 2000, amount_received: 0 });
    expect(await refusal(stripe.paymentIntents.capture(intent.id, { amount_to_capture: 2001 }))).toMatchObject({
      code: 'amount_too_large',
    });
    const captured = await stripe.paymentIntents.capture(intent.id, { amount_to_capture: 1500 });
    expect(captured).toMatchObject({ status: 'succeeded', amount_received: 1500, amount_capturable: 0 });
    expect(await stripe.charges.retrieve(chargeOf(intent))).toMatchObject({
      amount: 2000,
      amount_captured: 1500,
      amount_refunded: 500,
    });
    expect(await refusal(stripe.paymentIntents.capture(intent.id))).toMatchObject({ code: 'payment_intent_unexpected_state' });
  });

  test('is not captured by its charge', async () => {
    const intent = await stripe.paymentIntents.create(usd(2000, { capture_method: 'manual' }));
    expect(await refusal(stripe.charges.capture(chargeOf(intent)))).toMatchObject({
      message: expect.stringContaining('You must capture the PaymentIntent instead.'),
    });
    await stripe.paymentIntents.capture(intent.id);
    expect(await refusal(stripe.charges.capture(chargeOf(intent)))).toMatchObject({ code: 'charge_already_captured' });
  });

  test('is cancelled, which gives the hold back', async () => {
    const intent = await stripe.paymentIntents.create(usd(2000, { capture_method: 'manual' }));
    const canceled = await stripe.paymentIntents.cancel(intent.id, { cancellation_reason: 'abandoned' });
    expect(canceled).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned', amount_capturable: 0 });
    expect(await stripe.charges.retrieve(chargeOf(intent))).toMatchObject({
      refunded: true,
      amount_refunded: 2000,
      captured: false,
    });
    const refused = await refusal(stripe.paymentIntents.cancel(intent.id));
    expect(refused).toMatchObject({
      status: 400,
      code: 'payment_intent_unexpected_state',
      message: expect.stringMatching(/status of canceled/),
    });
  });
});

describe('a refund', () => {
  test('comes in parts until nothing is left', async () => {
    const intent = await stripe.paymentIntents.create(usd(2000));
    const part = await stripe.refunds.create({
      payment_intent: intent.id,
      amount: 750,
      reason: 'duplicate',
      metadata: { ticket: '7' },
    });
    expect(part).toMatchObject({ amount: 750, status: 'succeeded', reason: 'duplicate', charge: intent.latest_charge });
    expect(await stripe.balanceTransactions.retrieve(part.balance_transaction as string)).toMatchObject({
      amount: -750,
      fee: 0,
      type: 'refund',
    });
    const over = await refusal(stripe.refunds.create({ charge: chargeOf(intent), amount: 1251 }));
    expect(over).toMatchObject({
      status: 400,
      param: 'amount',
      message: 'Refund amount ($12.51) is greater than unrefunded amount on charge ($12.50)',
    });
    expect((await stripe.refunds.create({ charge: chargeOf(intent) })).amount).toBe(1250);
    expect(await stripe.charges.retrieve(chargeOf(intent))).toMatchObject({ refunded: true, amount_refunded: 2000 });
    const again = await refusal(stripe.refunds.create({ charge: chargeOf(intent) }));
    expect(again).toMatchObject({ status: 400, code: 'charge_already_refunded' });
    const list = await stripe.refunds.list({ charge: chargeOf(intent) });
    expect(list.data.map(({ amount }) => amount)).toEqual([1250, 750]);
    expect((await types()).slice(-4)).toEqual(['refund.created', 'charge.refunded', 'refund.created', 'charge.refunded']);
  });

  test('needs a payment that succeeded', async () => {
    const { id } = await stripe.paymentIntents.create({ amount: 500, currency: 'usd' });
    expect(await refusal(stripe.refunds.create({ payment_intent: id }))).toMatchObject({
      status: 400,
      message: expect.stringContaining('successful charge'),
    });
    expect(await refusal(stripe.refunds.create({ charge: 'ch_none' }))).toMatchObject({
      status: 404,
      code: 'resource_missing',
      param: 'id',
    });
    expect(await refusal(stripe.refunds.create({}))).toMatchObject({ status: 400, code: undefined });
    const paid = await stripe.paymentIntents.create(usd(500));
    expect(await refusal(stripe.refunds.create({ payment_intent: paid.id, amount: 0 }))).toMatchObject({
      code: 'parameter_invalid_integer',
    });
  });
});

// https://docs.stripe.com/testing#disputes
describe('a disputed payment', () => {
  test('takes the money back with a fee, and gives it again when won', async () => {
    const intent = await stripe.paymentIntents.create(usd(2000, { payment_method: 'pm_card_createDispute' }));
    const [dispute] = (await stripe.disputes.list({ charge: chargeOf(intent) })).data;
    expect(dispute).toMatchObject({
      status: 'needs_response',
      reason: 'fraudulent',
      balance_transactions: [{ amount: -2000, fee: 1500 }],
    });
    expect(await refusal(stripe.refunds.create({ payment_intent: intent.id }))).toMatchObject({ code: 'charge_disputed' });
    const won = await stripe.disputes.update(dispute?.id as string, { evidence: { uncategorized_text: 'winning_evidence' } });
    expect(won).toMatchObject({ status: 'won', balance_transactions: [{ amount: -2000 }, { amount: 2000 }] });
    expect(await refusal(stripe.disputes.close(dispute?.id as string))).toMatchObject({ status: 400 });
  });

  test('is lost when it is given up', async () => {
    await stripe.paymentIntents.create(usd(2000, { payment_method: 'pm_card_createDispute' }));
    const [dispute] = (await stripe.disputes.list()).data;
    expect((await stripe.disputes.close(dispute?.id as string)).status).toBe('lost');
    expect((await types()).at(-1)).toBe('charge.dispute.closed');
  });
});

// https://docs.stripe.com/payments/deposit-mode-stablecoin-payments
describe('a crypto deposit', () => {
  const HASH = '0x00000000000000000000000000000000000000000000000000000testsuccess';
  const FAILED = '0x000000000000000000000000000000000000000000000000000000testfailed';
  const form =
    'amount=20000&currency=usd&payment_method_types[]=crypto&payment_method_data[type]=crypto&confirm=true' +
    '&payment_method_options[crypto][mode]=deposit&payment_method_options[crypto][deposit_options][networks][]=base';
  const simulate = (id: string, more: string) =>
    served.send('POST', `/v1/test_helpers/payment_intents/${id}/simulate_crypto_deposit`, more);
  const deposit = `network=base&token_currency=usdc&buyer_wallet=0x1&transaction_hash=${HASH}`;

  test('shows an address for each network and pays when the money comes', async () => {
    const { json: intent } = await served.send('POST', '/v1/payment_intents', form);
    expect(intent).toMatchObject({ status: 'requires_action', next_action: { type: 'crypto_display_details' } });
    const { base } = intent.next_action.crypto_display_details.deposit_addresses;
    expect(base).toMatchObject({
      address: expect.stringMatching(/^0x[0-9a-f]{40}$/),
      supported_tokens: [{ token_currency: 'usdc' }],
    });
    const { json: paid } = await simulate(intent.id, deposit);
    expect(paid).toMatchObject({ status: 'succeeded', amount_received: 20000, next_action: null });
    const charge = await stripe.charges.retrieve(paid.latest_charge, { expand: ['balance_transaction'] });
    expect(charge).toMatchObject({
      payment_method_details: { type: 'crypto', crypto: { network: 'base', token_currency: 'usdc', buyer_address: '0x1' } },
    });
    // 1.5 %: https://stripe.com/pricing
    expect(charge.balance_transaction).toMatchObject({ fee: 300, type: 'payment' });
    expect((await types()).slice(-3)).toEqual(['payment_intent.processing', 'charge.succeeded', 'payment_intent.succeeded']);
    expect((await stripe.refunds.create({ charge: charge.id, amount: 7500 })).status).toBe('succeeded');
    expect(await simulate(intent.id, deposit)).toMatchObject({
      status: 400,
      json: { error: { code: 'payment_intent_unexpected_state' } },
    });
  });

  test('fails, and is refused, by its transaction hash', async () => {
    const { json: intent } = await served.send('POST', '/v1/payment_intents', form);
    const odd = await simulate(intent.id, 'transaction_hash=0xabc');
    expect(odd).toMatchObject({
      status: 400,
      json: { error: { param: 'transaction_hash', message: expect.stringContaining('not a valid testmode transaction hash') } },
    });
    expect((await simulate(intent.id, 'network=solana')).json.error.param).toBe('network');
    expect(await simulate(intent.id, `transaction_hash=${FAILED}`)).toMatchObject({
      status: 200,
      json: { status: 'requires_payment_method' },
    });
  });
});
