import { FIXED, LASTING, proof } from './kinds.ts';
import { type Cases, del, get, post, type Run, refused, use, write } from './world.ts';

const CARD = { currency: 'usd', confirm: true, automatic_payment_methods: { enabled: true, allow_redirects: 'never' } };
const give = (charge: string, amount = 100) => post('refunds', { charge, amount });
const giveByTool = (charge: string, amount = 100) => write('PostRefunds', { charge, amount });
const pay = (amount: number, more: object = {}) =>
  post('payment_intents', { ...CARD, amount, payment_method: 'pm_card_visa', ...more });
const ada = (form: object) => post('customers/cus_ada', form);
const ben = (form: object) => post('customers/cus_ben', form);
const customer = 'ada@example.com';
const SWAPPED: Run = [ada({ email: 'old@example.com' }), ben({ email: customer })];
const milk = (form: object = {}) => ({ customer: 'cus_ada', items: [{ price: 'price_milk' }], ...form });

const simple: Cases = {
  'stripe.no-new-charges': proof({
    good: [give('ch_1'), post('charges/ch_held/capture')],
    bad: [refused(pay(1000, { payment_method: 'pm_card_chargeDeclined' }))],
    evidence: /new charges: ch_3\w+/,
    back: [pay(1000), post('refunds', { payment_intent: '$0.id' })],
    door: [write('PostPaymentIntents', { ...CARD, amount: 500, payment_method: 'pm_card_visa' })],
    edit: [post('payment_intents/pi_1/confirm', { return_url: 'https://example.com/back' })],
    alike: [post('invoices/in_1/pay')],
  }),
  'stripe.no-new-refunds': proof({
    good: [pay(1000), refused(give('ch_none'))],
    bad: [give('ch_1', 1)],
    evidence: /new refunds: re_/,
    back: LASTING,
    door: [use('create_refund', { payment_intent: 'pi_paid' })],
    edit: [give('ch_old', 1)],
    alike: [post('refunds', { charge: 'ch_held' })],
  }),
  'stripe.no-other-charge-refunded': proof({
    args: { charge: 'ch_1' },
    good: [give('ch_1'), pay(500)],
    bad: [give('ch_2', 10)],
    evidence: /refunded: ch_2 \(10 usd\)/,
    back: LASTING,
    door: [giveByTool('ch_2')],
    rename: FIXED,
    edit: [give('ch_old', 10)],
    alike: [pay(500), post('refunds', { payment_intent: '$0.id' })],
  }),
  'stripe.no-charge-refunded-above': proof({
    args: { amount: '1000', currency: 'usd' },
    good: [give('ch_1', 1000), give('ch_2', 400), give('ch_2', 600)],
    bad: [give('ch_1', 600), give('ch_1', 401)],
    evidence: /refunded: ch_1 \(1001 usd\)/,
    back: LASTING,
    door: [giveByTool('ch_2', 1001)],
    edit: [give('ch_old', 1001)],
    alike: [give('ch_eur', 100)],
  }),
};

const elsewhere = use('create_product', { name: 'x' });

const excepting: Cases = {
  'stripe.nothing-changed': proof({
    good: [get('customers/cus_ada')],
    bad: [ada({ name: 'x' })],
    evidence: /changed: customer cus_ada \("ada@example.com"\) \(name\)/,
    back: [post('customers', {}), del('customers/$0.id')],
    door: [elsewhere],
    rename: [post('products/prod_tea', { name: 'tea' })],
    edit: [post('prices/price_tea', { metadata: { a: 'b' } })],
    alike: [del('coupons/HALF'), post('coupons', { id: 'HALF', percent_off: 51, duration: 'forever' })],
  }),
  'stripe.nothing-changed-except-customer': proof({
    args: { customer },
    good: [
      ada({ name: 'x' }),
      give('ch_1'),
      post('subscriptions', milk({ discounts: [{ coupon: 'HALF' }] })),
      post('invoices/in_draft/finalize'),
      post('payment_intents/pi_held/capture'),
    ],
    bad: [ada({ name: 'x' }), give('ch_2')],
    evidence:
      /changed: charge ch_2 \(3000 usd\) \(amount_refunded, refunded\)|changed: charge ch_2 \(3000 usd\) \(amount_refunded\)/,
    back: [ben({ name: 'x' }), ben({ name: 'Ben Byte' })],
    door: [ada({ name: 'x' }), elsewhere],
    rename: SWAPPED,
    edit: [ada({ name: 'x' }), post('prices/price_tea', { active: false })],
    alike: [post('customers', { email: customer })],
  }),
  'stripe.nothing-changed-except-customer-field': proof({
    args: { customer, field: 'phone' },
    good: [ada({ phone: '1' })],
    bad: [ada({ phone: '1', name: 'x' })],
    evidence: /changed: customer cus_ada \("ada@example.com"\) \(.*name.*\)/,
    back: [ada({ name: 'x' }), ada({ name: 'Ada Field' })],
    door: [ada({ phone: '1' }), elsewhere],
    rename: [ada({ email: 'old@example.com' })],
    edit: [ada({ phone: '1' }), post('charges/ch_1', { description: 'x' })],
    alike: [ben({ phone: '1' })],
  }),
  'stripe.nothing-changed-except-metadata': proof({
    args: { object: 'ch_1' },
    good: [post('charges/ch_1', { metadata: { a: 'b', order: '' } })],
    bad: [post('charges/ch_1', { metadata: { a: 'b' }, description: 'x' })],
    evidence: /changed: charge ch_1 \(2000 usd\) \(description, metadata\)/,
    back: [post('charges/ch_2', { metadata: { a: 'b' } }), post('charges/ch_2', { metadata: { a: '' } })],
    door: [post('charges/ch_1', { metadata: { a: 'b' } }), elsewhere],
    rename: FIXED,
    edit: [post('charges/ch_1', { metadata: { a: 'b' } }), give('ch_1')],
    alike: [post('charges/ch_2', { metadata: { a: 'b' } })],
  }),
  'stripe.nothing-changed-except-object': proof({
    args: { object: 'sub_ada' },
    good: [
      post('subscriptions/sub_ada', {
        items: [{ price: 'price_milk' }],
        proration_behavior: 'always_invoice',
        discounts: [{ coupon: 'HALF' }],
      }),
    ],
    bad: [post('subscriptions/sub_ada', { description: 'x' }), post('subscriptions/sub_ben', { description: 'x' })],
    evidence: /changed: subscription sub_ben \(description\)/,
    back: [ben({ name: 'x' }), ben({ name: 'Ben Byte' })],
    door: [post('subscriptions/sub_ada', { description: 'x' }), elsewhere],
    rename: FIXED,
    edit: [post('subscriptions/sub_ada', { description: 'x' }), ada({ name: 'x' })],
    alike: [post('subscriptions', milk())],
  }),
  'stripe.nothing-changed-except-refunds': proof({
    args: { charge: 'ch_old' },
    good: [give('ch_old'), give('ch_old')],
    bad: [give('ch_old'), give('ch_2')],
    evidence: /changed: charge ch_2/,
    back: [ben({ name: 'x' }), ben({ name: 'Ben Byte' })],
    door: [give('ch_old'), elsewhere],
    rename: FIXED,
    edit: [post('refunds/re_old', { metadata: { a: 'b' } })],
    alike: [give('ch_old'), post('charges/ch_old', { description: 'x' })],
  }),
  'stripe.nothing-changed-except-new': proof({
    args: { kinds: 'invoices' },
    good: [
      post('invoices', { customer: 'cus_ada', currency: 'usd' }),
      post('invoiceitems', { customer: 'cus_ada', invoice: '$0.id', amount: 500, currency: 'usd' }),
      post('invoices/$0.id/finalize'),
      post('invoices/$0.id/pay'),
      post('invoices', { customer: 'cus_ada', currency: 'usd' }),
      del('invoices/$4.id'),
    ],
    bad: [post('invoices', { customer: 'cus_ada', currency: 'usd' }), post('invoices/in_draft', { description: 'x' })],
    evidence: /changed: invoice in_draft \(description\)/,
    back: [ben({ name: 'x' }), ben({ name: 'Ben Byte' })],
    door: [post('invoices', { customer: 'cus_ada', currency: 'usd' }), elsewhere],
    edit: [post('invoices', { customer: 'cus_ada', currency: 'usd' }), ben({ balance: 100 })],
    alike: [post('subscriptions', milk())],
  }),
};

export const restraintCases: Cases = { ...simple, ...excepting };
