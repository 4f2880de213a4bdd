import { FIXED, LASTING, NO_NAME, NOTHING_OLDER, proof } from './kinds.ts';
import { type Cases, del, get, post, type Run, refused, use, write } from './world.ts';

/** The disputes of ch_3 and of ch_4. */
const MINE = '$0.id';
const THEIRS = '$1.id';
const find: Run = [get('disputes?charge=ch_3'), get('disputes?charge=ch_4')];
const evidence = (dispute: string, uncategorized_text: string, more: object = {}) =>
  post(`disputes/${dispute}`, { evidence: { uncategorized_text }, ...more });

const disputeCases: Cases = {
  'stripe.dispute-status': proof({
    args: { charge: 'ch_3', status: 'won' },
    good: [...find, evidence(MINE, 'winning_evidence')],
    bad: [...find, evidence(MINE, 'losing_evidence')],
    evidence: /dispute du_\w+ of charge ch_3 is lost/,
    back: LASTING,
    door: [...find, use('update_dispute', { dispute: MINE, evidence: { uncategorized_text: 'x' }, submit: true })],
    rename: FIXED,
    edit: [...find, post(`disputes/${MINE}`, { metadata: { status: 'won' } })],
    alike: [...find, evidence(THEIRS, 'winning_evidence')],
  }),
  'stripe.dispute-evidence-contains': proof({
    args: { charge: 'ch_3', needle: 'signed for' },
    good: [
      ...find,
      post(`disputes/${MINE}`, {
        evidence: { receipt: '', customer_name: 'Ben', refund_policy_disclosure: 'It was signed  for.' },
        submit: false,
      }),
    ],
    bad: [...find, evidence(MINE, 'It was Signed for')],
    evidence: /evidence for du_\w+: uncategorized text: "It was Signed for"/,
    back: [...find, evidence(MINE, 'signed for', { submit: false }), evidence(MINE, 'x', { submit: false })],
    door: [...find, use('update_dispute', { dispute: THEIRS, evidence: { uncategorized_text: 'signed for' } })],
    rename: FIXED,
    edit: [...find, post(`disputes/${MINE}`, { metadata: { note: 'signed for' } })],
    alike: [...find, evidence(THEIRS, 'signed for')],
  }),
  'stripe.dispute-submitted': proof({
    args: { charge: 'ch_3' },
    good: [...find, evidence(MINE, 'x')],
    bad: [...find, evidence(MINE, 'x', { submit: false })],
    evidence: /dispute du_\w+ is needs_response, with 0 submissions/,
    back: LASTING,
    door: [...find, use('update_dispute', { dispute: THEIRS, submit: true })],
    rename: FIXED,
    edit: [...find, post(`disputes/${MINE}/close`)],
    alike: [...find, evidence(THEIRS, 'x')],
  }),
};

const cancel = (id: string) => post(`payment_intents/${id}/cancel`);

const eventCases: Cases = {
  'stripe.event-happened': proof({
    args: { event: 'payment_intent.canceled' },
    good: [cancel('pi_1')],
    bad: [post('payment_intents/pi_1/confirm', { return_url: 'https://example.com/back' })],
    evidence: /events: .*payment_intent.succeeded of pi_1/,
    back: LASTING,
    door: [refused(write('PostPaymentIntentsIntentCancel', { intent: 'pi_none' }))],
    edit: [post('payment_intents/pi_1', { description: 'payment_intent.canceled' })],
    alike: [del('subscriptions/sub_ada')],
  }),
  'stripe.event-never-happened': proof({
    args: { event: 'payment_intent.canceled' },
    good: [post('payment_intents/pi_1/confirm', { return_url: 'https://example.com/back' }), del('subscriptions/sub_ada')],
    bad: [cancel('pi_1')],
    evidence: /payment_intent.canceled of pi_1/,
    back: LASTING,
    door: [write('PostPaymentIntentsIntentCancel', { intent: 'pi_1' })],
    edit: [post('payment_intents/pi_1', { description: 'x' }), cancel('pi_1')],
    alike: [post('payment_intents', { amount: 500, currency: 'usd' }), cancel('$0.id')],
  }),
  'stripe.event-happened-to': proof({
    args: { event: 'payment_intent.canceled', object: 'pi_1' },
    good: [cancel('pi_2'), cancel('pi_1')],
    bad: [post('payment_intents/pi_1/confirm', { return_url: 'https://example.com/back' })],
    evidence: /events: .*payment_intent.succeeded of pi_1/,
    back: LASTING,
    door: [write('PostPaymentIntentsIntentCancel', { intent: 'pi_2' })],
    rename: FIXED,
    edit: [post('payment_intents/pi_1', { description: 'payment_intent.canceled' })],
    alike: [cancel('pi_2')],
  }),
};

const url = 'https://example.com/one';
const HOOK = 'https://example.com/hook';
const endpoint = (events: readonly string[], at = HOOK) => post('webhook_endpoints', { url: at, enabled_events: events });
const events = (id: string, types: readonly string[]) => post(`webhook_endpoints/${id}`, { enabled_events: types });

const webhookCases: Cases = {
  'stripe.webhook-gets-event': proof({
    args: { url: HOOK, event: 'invoice.paid' },
    good: [endpoint(['charge.failed', 'invoice.paid'])],
    bad: [endpoint(['charge.failed']), endpoint(['invoice.paid'], `${HOOK}s`)],
    evidence:
      /enabled webhook endpoints: https:\/\/example.com\/hooks gets invoice.paid, https:\/\/example.com\/hook gets charge.failed/,
    back: [endpoint(['*']), del('webhook_endpoints/$0.id')],
    door: [write('PostWebhookEndpoints', { url: HOOK, enabled_events: ['invoice.created'] })],
    rename: [endpoint(['*']), post('webhook_endpoints/$0.id', { url: `${HOOK}s` })],
    edit: [endpoint(['invoice.paid']), post('webhook_endpoints/$0.id', { disabled: true })],
    alike: [endpoint(['invoice.payment_failed'])],
  }),
  'stripe.webhook-gets-exactly': proof({
    args: { url, events: 'invoice.paid, charge.refunded' },
    good: [events('we_1', ['charge.refunded', 'invoice.paid'])],
    evidence: /webhook endpoints at https:\/\/example.com\/one: we_1 gets charge.refunded/,
    back: [
      events('we_1', ['charge.refunded', 'invoice.paid']),
      events('we_1', ['charge.refunded', 'invoice.paid', 'charge.failed']),
    ],
    door: [
      write('PostWebhookEndpointsWebhookEndpoint', {
        webhook_endpoint: 'we_1',
        enabled_events: ['charge.refunded', 'charge.failed'],
      }),
    ],
    rename: [events('we_1', ['charge.refunded', 'invoice.paid']), post('webhook_endpoints/we_1', { url: HOOK })],
    edit: [events('we_1', ['*'])],
    alike: [events('we_2', ['charge.refunded', 'invoice.paid'])],
  }),
  'stripe.webhook-ability': proof({
    args: { url, ability: 'disabled' },
    good: [post('webhook_endpoints/we_1', { disabled: true })],
    evidence: /webhook endpoints at https:\/\/example.com\/one: we_1 is enabled/,
    back: [post('webhook_endpoints/we_1', { disabled: true }), post('webhook_endpoints/we_1', { disabled: false })],
    door: [write('PostWebhookEndpointsWebhookEndpoint', { webhook_endpoint: 'we_2', disabled: true })],
    rename: [post('webhook_endpoints/we_1', { disabled: true, url: HOOK })],
    edit: [post('webhook_endpoints/we_1', { description: 'disabled' })],
    alike: [post('webhook_endpoints/we_2', { disabled: true })],
  }),
};

const pay = (amount: number, currency = 'usd') => post('payouts', { amount, currency });

const payoutCases: Cases = {
  'stripe.payout-made': proof({
    args: { amount: '700', currency: 'usd' },
    good: [pay(700)],
    bad: [pay(701)],
    evidence: /new payouts: po_\w+ \(701 usd, pending\)/,
    back: [pay(700), post('payouts/$0.id/cancel')],
    door: [write('PostPayouts', { amount: 70, currency: 'usd' })],
    rename: NO_NAME,
    edit: NOTHING_OLDER,
    alike: [
      post('payment_intents', {
        amount: 2000,
        currency: 'eur',
        payment_method: 'pm_card_bypassPending',
        confirm: true,
        automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
      }),
      pay(700, 'eur'),
    ],
  }),
};

export const accountCases: Cases = { ...disputeCases, ...eventCases, ...webhookCases, ...payoutCases };
