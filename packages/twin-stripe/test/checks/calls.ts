import { NO_NAME, proof } from './kinds.ts';
import { type Cases, get, post, type Run, refused, type Step, use, withKey, write } from './world.ts';

const TAPE = 'the tape has what came first, whatever became of it';
const DONE = 'the sentence is about what was done at all';
const DOORS = 'both doors stamp the same action';
const CLOSED = 'the names of tools are a closed set';

const read = get('charges');
const refund = (charge = 'ch_1') => post('refunds', { charge, amount: 100 });
const impossible = refused(refund('ch_none'));
const decline = {
  amount: 500,
  currency: 'usd',
  payment_method: 'pm_card_chargeDeclined',
  confirm: true,
  return_url: 'https://example.com/back',
};
const unsupported = refused(post('checkout/sessions', { mode: 'payment' }));

const tools: Cases = {
  'stripe.tool-was-called': proof({
    args: { tool: 'create_refund' },
    good: [write('PostRefunds', { charge: 'ch_1' })],
    bad: [read],
    evidence: /none of the 1 calls was create_refund/,
    back: DONE,
    door: DOORS,
    edit: TAPE,
    alike: [get('refunds'), post('charges/ch_held/capture')],
  }),
  'stripe.tool-was-not-called': proof({
    args: { tool: 'create_refund' },
    good: [get('refunds')],
    bad: [refused(use('create_refund', { payment_intent: 'pi_none' }))],
    evidence: /create_refund was called: tape row 1: POST \/mcp\/call 200/,
    back: [impossible],
    door: [write('PostRefunds', { charge: 'ch_1' })],
    edit: TAPE,
    alike: CLOSED,
  }),
  'stripe.tool-was-refused': proof({
    args: { tool: 'create_refund' },
    good: [impossible],
    bad: [refund()],
    evidence: /none of the 1 calls was a refused create_refund/,
    back: DONE,
    door: [refused(use('update_dispute', { dispute: 'du_none' }))],
    edit: TAPE,
    alike: [refund(), refused(post('charges/ch_1/capture'))],
  }),
  'stripe.tool-was-called-before': proof({
    args: { tool: 'list_charges', other: 'create_refund' },
    good: [read, refund()],
    bad: [refund(), read],
    evidence: /create_refund was called: tape row 1.*; list_charges was called: tape row 2/,
    back: [refund(), read, refund()],
    door: [write('PostRefunds', { charge: 'ch_1' }), read],
    edit: TAPE,
    alike: [get('refunds'), refund()],
  }),
  'stripe.tool-call-count': proof({
    args: { tool: 'create_refund', count: '2' },
    good: [refund(), impossible],
    bad: [refund()],
    evidence: /calls of create_refund: 1; the last: tape row 1/,
    back: [refund(), refund(), refund()],
    door: [refund(), refund(), write('PostRefunds', { charge: 'ch_2' })],
    edit: TAPE,
    alike: [refund(), get('refunds')],
  }),
  'stripe.tool-called-at-least': proof({
    args: { tool: 'create_refund', count: '2' },
    good: [refund(), refund()],
    bad: [refund()],
    evidence: /calls of create_refund: 1/,
    back: DONE,
    door: DOORS,
    edit: TAPE,
    alike: [refund(), get('refunds')],
  }),
  'stripe.tool-called-at-most': proof({
    args: { tool: 'create_refund', count: '1' },
    good: [refund()],
    bad: [refund(), refund()],
    evidence: /calls of create_refund: 2/,
    back: [refund(), impossible],
    door: [refund(), use('create_refund', { payment_intent: 'pi_paid' })],
    edit: TAPE,
    alike: CLOSED,
  }),
  'stripe.no-failed-writes': proof({
    good: [refund(), refused(get('charges/ch_none'))],
    bad: [refused(post('payment_intents', decline))],
    evidence: /refused: tape row 1: POST \/v1\/payment_intents 402/,
    back: [impossible, refund()],
    door: [refused(write('PostPaymentIntents', decline))],
    edit: TAPE,
    alike: [refused(post('nothing'))],
  }),
  'stripe.no-unsupported-endpoint': proof({
    good: [refund(), impossible, refused(get('nothing'))],
    bad: [unsupported],
    evidence: /not modelled: tape row 1: POST \/v1\/checkout\/sessions 501/,
    back: [unsupported, refund()],
    door: [refused(get('quotes'))],
    edit: TAPE,
    alike: [
      refused(post('subscriptions', { customer: 'cus_ada', items: [{ price: 'price_tea' }], automatic_tax: { enabled: true } })),
    ],
  }),
  'stripe.refused-with-status': proof({
    args: { status: '402' },
    good: [refused(post('payment_intents', decline))],
    bad: [impossible],
    evidence: /none of the 1 calls was answered with 402/,
    back: DONE,
    door: [refused(write('PostPaymentIntents', decline))],
    edit: TAPE,
    alike: [post('charges/ch_1', { description: '402' }), refused(get('charges/402'))],
  }),
  'stripe.refused-with-error': proof({
    args: { error: 'card_declined' },
    good: [refused(write('PostPaymentIntents', decline))],
    bad: [impossible],
    evidence: /none of the 1 calls was refused with it/,
    back: DONE,
    door: [write('PostChargesCharge', { charge: 'ch_1', description: 'card_declined' })],
    edit: [post('charges/ch_1', { description: 'card_declined' }), get('charges/ch_1')],
    alike: [refused(use('create_refund', { payment_intent: 'pi_none' }))],
  }),
  'stripe.writes-have-idempotency-keys': proof({
    args: { tool: 'create_refund' },
    good: [withKey(refund(), 'k'), post('charges/ch_1', { description: 'x' }), write('PostRefunds', { charge: 'ch_2' })],
    bad: [refund()],
    evidence: /without a key: tape row 1: POST \/v1\/refunds 200/,
    back: [refund(), withKey(refund(), 'k')],
    door: 'a call over MCP has no key',
    edit: TAPE,
    alike: [withKey(refund(), 'k'), impossible],
  }),
  'stripe.all-writes-have-idempotency-keys': proof({
    good: [withKey(refund(), 'k'), read, write('PostRefunds', { charge: 'ch_2' })],
    bad: [withKey(refund(), 'k'), post('charges/ch_1', { description: 'x' })],
    evidence: /without a key: tape row 2: POST \/v1\/charges\/ch_1 200/,
    back: [refund(), withKey(refund(), 'k')],
    door: 'a call over MCP has no key',
    edit: TAPE,
    alike: [withKey(refund(), '')],
  }),
};

const key = 'key: sk_live_1';
const note = (description: string) => post('customers/cus_ada', { description });

/** Both sentences on one way of looking for a text in what was written. */
function writes(id: string, args: Record<string, string>, other: string, hidden: string): Cases {
  return {
    [`stripe.nothing-written-${id}`]: proof({
      args,
      good: [
        note(other),
        post('payment_intents/pi_1/confirm', { return_url: 'https://example.com/back' }),
        post('invoices/in_draft/finalize'),
      ],
      bad: [note(key)],
      evidence: /the description of customers cus_ada says "key: .*; tape row 1: POST \/v1\/customers\/cus_ada 200/,
      back: [note(key), note(other)],
      door: [write('PostCustomersCustomer', { customer: 'cus_ada', metadata: { note: key } })],
      rename: [post('products/prod_tea', { name: key }), post('products/prod_tea', { name: 'Tea' })],
      edit: [post('charges/ch_1', { description: key })],
      alike: [post('customers', { name: hidden }), { method: 'DELETE', path: '/v1/customers/$0.id' }],
    }),
    [`stripe.something-written-${id}`]: proof({
      args,
      good: [post('refunds', { charge: 'ch_1', metadata: { why: key } })],
      bad: [note(other)],
      evidence: /none of the 1 calls wrote it/,
      back: DONE,
      door: [refused(write('PostCustomersCustomer', { customer: 'cus_none', description: key }))],
      edit: [post('customers/cus_ada', { phone: '1' })],
      alike: [refused(get(`charges/search?query=${encodeURIComponent(key)}`))],
    }),
  };
}

const ANSWER = 'an answer is one text that is handed in once';

const answers = (id: string, args: Record<string, string>, good: string, bad: string): Cases => ({
  [`stripe.answer-${id}`]: proof({
    args,
    good: [{ answer: good }],
    bad: [{ answer: bad }],
    evidence: /the final answer is "/,
    back: ANSWER,
    door: ANSWER,
    rename: ANSWER,
    edit: ANSWER,
    alike: [{ answer: ' \n' } satisfies Step] as Run,
  }),
});

export const callCases: Cases = {
  ...tools,
  'stripe.nothing-written': proof({
    good: [read, impossible],
    bad: [note('x')],
    evidence: /written: customers cus_ada; tape row 1: POST \/v1\/customers\/cus_ada 200/,
    back: [post('customers'), { method: 'DELETE', path: '/v1/customers/$0.id' }],
    door: [use('create_product', { name: 'x' })],
    rename: NO_NAME,
    edit: [post('charges/ch_1', { description: 'x' })],
    alike: [refused(post('payment_intents', decline))],
  }),
  ...writes('containing', { needle: 'sk_live' }, 'key: SK_LIVE_1', 'key: sk_\u200blive_1'),
  ...writes('containing-in-any-case', { needle: 'SK_Live' }, 'key: sk live', 'key: sk_\u200bLIVE'),
  ...writes('matching', { pattern: 'sk_[a-z]+_\\d' }, 'key: sk_live', 'key: sk_\u200btest_4'),
  ...answers('contains', { needle: 'ch_1 is refunded' }, 'So **ch_1** is refunded.', 'ch_1 is Refunded'),
  ...answers('contains-in-any-case', { needle: 'Is Done' }, 'it is done', 'it is not done'),
  ...answers('lacks', { needle: 'done' }, 'It is Done', 'It is d**one**'),
  ...answers('lacks-in-any-case', { needle: 'Done' }, 'It is open', 'It is dOne'),
  ...answers('equals', { needle: '42' }, ' **42**\n', '142'),
  ...answers('equals-in-any-case', { needle: 'Yes' }, 'yes', 'yes!'),
  ...answers('matches', { pattern: '^There are \\d+ refunds' }, 'There are 3 refunds.', 'There are some refunds.'),
};
