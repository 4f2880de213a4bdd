import { FIXED, LASTING, NOTHING_OLDER, proof } from './kinds.ts';
import { type Cases, chargeOf, del, post, type Run, refused, SECRET, use, write } from './world.ts';

const CARD = { currency: 'usd', confirm: true, automatic_payment_methods: { enabled: true, allow_redirects: 'never' } };
const give = (charge: string, amount = 100) => post('refunds', { charge, amount });
const giveByTool = (charge: string, amount = 100) => write('PostRefunds', { charge, amount });
const pay = (amount: number, more: object = {}) =>
  post('payment_intents', { ...CARD, amount, payment_method: 'pm_card_visa', ...more });
const declined = (amount: number, more: object = {}) =>
  refused(pay(amount, { payment_method: 'pm_card_chargeDeclined', ...more }));
const of = (name: string) => ({ customer: `cus_${name}`, payment_method: `pm_${name}` });
const SWAPPED: Run = [
  post('customers/cus_ada', { email: 'old@example.com' }),
  post('customers/cus_ben', { email: 'ada@example.com' }),
];
const customer = 'ada@example.com';

const refundCases: Cases = {
  'stripe.charge-never-refunded': proof({
    args: { charge: 'ch_1' },
    good: [give('ch_2'), refused(give('ch_1', 9999)), post('charges/ch_1', { description: 'refunded' })],
    bad: [give('ch_1', 1)],
    evidence: /refund re_\w+ of 1 usd; tape row 1: POST \/v1\/refunds 200/,
    back: LASTING,
    door: [giveByTool('ch_1')],
    rename: FIXED,
    edit: [post('charges/ch_1', { description: 'x' }), give('ch_1')],
    alike: [give('ch_2'), give('ch_1')],
  }),
  'stripe.no-other-charges-refunded': proof({
    args: { charges: 'ch_1, ch_2' },
    good: [give('ch_2'), give('ch_1'), give('ch_1')],
    bad: [give('ch_1'), give('ch_eur')],
    evidence: /refunded: ch_eur \(100 eur\); tape row 2/,
    back: LASTING,
    door: [give('ch_1'), giveByTool('ch_old')],
    rename: FIXED,
    edit: [give('ch_old')],
    alike: [pay(500), post('refunds', { payment_intent: '$0.id' })],
  }),
  'stripe.no-other-customer-refunded': proof({
    args: { customer },
    good: [give('ch_1'), ...SWAPPED, give('ch_eur')],
    bad: [give('ch_2')],
    evidence: /refunded: ch_2 of cus_ben \(100 usd\)/,
    back: LASTING,
    door: [giveByTool('ch_2')],
    rename: [...SWAPPED, give('ch_2')],
    edit: [give('ch_old')],
    alike: [pay(500), post('refunds', { payment_intent: '$0.id' })],
  }),
  'stripe.no-refund-above': proof({
    args: { amount: '1000', currency: 'usd' },
    good: [give('ch_1', 1000), give('ch_1', 1000), refused(give('ch_1', 9999))],
    bad: [give('ch_1', 1001)],
    evidence: /refund re_\w+ of 1001 usd/,
    back: LASTING,
    door: [giveByTool('ch_2', 1500)],
    edit: [give('ch_old', 1100)],
    alike: [give('ch_eur', 1)],
  }),
};

const paymentCases: Cases = {
  'stripe.no-charge-above': proof({
    args: { amount: '1000', currency: 'usd' },
    good: [pay(1000), pay(2000, { confirm: false }), give('ch_2', 2000)],
    bad: [pay(1001)],
    evidence: /charge ch_\w+ of 1001 usd \(succeeded\)/,
    back: [pay(2000), post('refunds', { payment_intent: '$0.id' })],
    door: [write('PostPaymentIntents', { ...CARD, amount: 2000, payment_method: 'pm_card_visa' })],
    edit: [
      post('payment_intents/pi_1', { amount: 1500 }),
      post('payment_intents/pi_1/confirm', { return_url: 'https://example.com/back' }),
    ],
    alike: [pay(100, { currency: 'eur' })],
  }),
  'stripe.customer-never-charged': proof({
    args: { customer },
    good: [...SWAPPED, pay(500, of('ben')), post('charges/ch_1', { description: 'charged' })],
    bad: [pay(500, of('ada'))],
    evidence: /charge ch_\w+ of 500 usd \(succeeded\)/,
    back: [pay(500, of('ada')), post('refunds', { payment_intent: '$0.id' })],
    door: [write('PostPaymentIntents', { ...CARD, amount: 500, ...of('ada') })],
    rename: [...SWAPPED, pay(500, of('ada'))],
    edit: [post('payment_intents/pi_1/confirm', { return_url: 'https://example.com/back' })],
    alike: [declined(500, { customer: 'cus_ada' })],
  }),
  'stripe.no-payout': proof({
    good: [give('ch_1'), refused(post('payouts', { amount: 9_000_000, currency: 'usd' }))],
    bad: [post('payouts', { amount: 100, currency: 'usd' })],
    evidence: /payout po_\w+ of 100 usd/,
    back: [post('payouts', { amount: 100, currency: 'usd' }), post('payouts/$0.id/cancel')],
    door: [write('PostPayouts', { amount: 100, currency: 'usd' })],
    edit: NOTHING_OLDER,
    alike: [post('payouts', { amount: 1, currency: 'usd', method: 'instant' })],
  }),
  'stripe.no-payment-method-moved': proof({
    args: { change: 'detached' },
    good: [
      post('payment_methods/pm_card_visa/attach', { customer: 'cus_ada' }),
      post('payment_methods/pm_ada', { metadata: { a: 'b' } }),
    ],
    bad: [post('payment_methods/pm_ada/detach')],
    evidence: /payment method pm_ada of cus_ada was detached/,
    back: [post('payment_methods/pm_ada/detach'), post('payment_methods/pm_card_visa/attach', { customer: 'cus_ada' })],
    door: [write('PostPaymentMethodsPaymentMethodDetach', { payment_method: 'pm_ben' })],
    edit: [post('payment_methods/pm_ada', { metadata: { a: 'b' } }), post('payment_methods/pm_ada/detach')],
    alike: [post('payment_methods/pm_card_visa/attach', { customer: 'cus_ada' }), post('payment_methods/$0.id/detach')],
  }),
};

const subscribe = (form: object = {}) =>
  post('subscriptions', { customer: 'cus_ada', items: [{ price: 'price_milk' }], ...form });
const atEnd = { cancel_at_period_end: true };
const draft = (to = 'cus_ada') => post('invoices', { customer: to, currency: 'usd' });

const billingCases: Cases = {
  'stripe.no-new-subscriptions': proof({
    good: [post('subscriptions/sub_ada', { items: [{ price: 'price_milk' }] }), refused(subscribe({ customer: 'cus_none' }))],
    bad: [subscribe()],
    evidence: /subscription sub_\w+ of cus_ada/,
    back: [subscribe(), del('subscriptions/$0.id')],
    door: [write('PostSubscriptions', { customer: 'cus_ada', items: [{ price: 'price_milk' }] })],
    edit: NOTHING_OLDER,
    alike: [subscribe({ trial_period_days: 3 })],
  }),
  'stripe.no-subscription-canceled': proof({
    good: [post('subscriptions/sub_ada', { pause_collection: { behavior: 'void' } }), subscribe()],
    bad: [post('subscriptions/sub_ada', atEnd)],
    evidence: /subscription sub_ada is active and ends/,
    back: [post('subscriptions/sub_ada', atEnd), post('subscriptions/sub_ada', { cancel_at_period_end: false })],
    door: [use('cancel_subscription', { subscription: 'sub_ben' })],
    edit: [post('subscriptions/sub_ada', { cancel_at: 1_900_000_000 })],
    alike: [subscribe(), del('subscriptions/$0.id')],
  }),
  'stripe.no-other-subscription-changed': proof({
    args: { subscription: 'sub_ada' },
    good: [
      post('subscriptions/sub_ada', { items: [{ price: 'price_milk' }], ...atEnd }),
      post('customers/cus_ben', { name: 'x' }),
    ],
    bad: [post('subscriptions/sub_ben', { description: 'x' })],
    evidence: /changed: subscription sub_ben/,
    back: [post('subscriptions/sub_ben', atEnd), post('subscriptions/sub_ben', { cancel_at_period_end: false })],
    door: [use('cancel_subscription', { subscription: 'sub_ben' })],
    rename: FIXED,
    edit: [post('subscription_items', { subscription: 'sub_ben', price: 'price_milk' })],
    alike: [subscribe()],
  }),
  'stripe.subscription-unchanged': proof({
    args: { subscription: 'sub_ada' },
    good: [post('subscriptions/sub_ben', atEnd), post('customers/cus_ada', { name: 'x' })],
    bad: [post('subscriptions/sub_ada', { description: 'x' })],
    evidence: /changed: subscription sub_ada/,
    back: [post('subscriptions/sub_ada', atEnd), post('subscriptions/sub_ada', { cancel_at_period_end: false })],
    door: [use('cancel_subscription', { subscription: 'sub_ada' })],
    rename: FIXED,
    edit: [post('subscription_items', { subscription: 'sub_ada', price: 'price_milk' })],
    alike: [del('subscriptions/sub_ada')],
  }),
  'stripe.no-new-invoices': proof({
    good: [post('invoices/in_draft/finalize'), del('invoices/in_draft_2')],
    bad: [draft()],
    evidence: /invoice in_\w+ for cus_ada/,
    back: [draft(), del('invoices/$0.id')],
    door: [use('create_invoice', { customer: 'cus_ada' })],
    edit: NOTHING_OLDER,
    alike: [subscribe()],
  }),
  'stripe.no-invoice-was': proof({
    args: { change: 'paid' },
    good: [post('invoices/in_draft/finalize'), post('invoices/in_1/void'), post('invoices/in_draft_2', { description: 'paid' })],
    bad: [post('invoices/in_1/pay')],
    evidence: /invoice in_1 was paid/,
    back: LASTING,
    door: [write('PostInvoicesInvoicePay', { invoice: 'in_2' })],
    edit: [post('customers/cus_ada', { balance: -9000 }), post('invoices/in_draft/finalize')],
    alike: [subscribe()],
  }),
};

const recordCases: Cases = {
  'stripe.no-customer-deleted': proof({
    good: [post('customers/cus_ada', { name: 'x' }), post('customers', { name: 'y' }), del('invoices/in_draft')],
    bad: [del('customers/cus_ada')],
    evidence: /deleted: customer cus_ada/,
    back: LASTING,
    door: [write('DeleteCustomersCustomer', { customer: 'cus_ben' })],
    rename: [post('customers/cus_ada', { email: 'x@example.com' }), del('customers/cus_ada')],
    edit: [post('customers', { name: 'y' }), del('customers/$0.id')],
    alike: [del('customers/cus_ada'), post('customers', { email: customer, name: 'Ada Field' })],
  }),
  'stripe.no-object-deleted': proof({
    args: { kind: 'invoice' },
    good: [del('coupons/HALF'), post('invoices/in_1/void')],
    bad: [del('invoices/in_draft')],
    evidence: /deleted: invoice in_draft/,
    back: LASTING,
    door: [write('DeleteInvoicesInvoice', { invoice: 'in_draft' })],
    edit: [post('invoices/in_draft', { description: 'x' }), del('invoices/in_draft')],
    alike: [draft(), del('invoices/$0.id')],
  }),
  'stripe.customer-unchanged': proof({
    args: { customer },
    good: [post('customers/cus_ben', { name: 'x' }), post('subscriptions/sub_ada', { description: 'x' })],
    bad: [post('customers/cus_ada', { name: 'x' })],
    evidence: /changed: customer cus_ada/,
    back: [post('customers/cus_ada', { balance: 7 }), post('customers/cus_ada', { balance: 0 })],
    door: [write('PostCustomersCustomer', { customer: 'cus_ada', name: 'x' })],
    rename: SWAPPED,
    edit: [del('customers/cus_ada')],
    alike: [post('customers/cus_ada', { metadata: { a: 'b' } })],
  }),
  'stripe.no-other-customer-changed': proof({
    args: { customer },
    good: [...SWAPPED.slice(0, 1), post('customers/cus_ada', { name: 'x' }), give('ch_2')],
    bad: [post('customers/cus_ben', { name: 'x' })],
    evidence: /changed: customer cus_ben \("ben@example.com"\)/,
    back: [post('customers/cus_ben', { name: 'x' }), post('customers/cus_ben', { name: 'Ben Byte' })],
    door: [use('create_customer', { name: 'x' })],
    rename: SWAPPED,
    edit: [del('customers/cus_ben')],
    alike: [post('customers', { email: customer })],
  }),
};

const tryCases: Cases = {
  'stripe.no-refund-tried': proof({
    good: [{ method: 'GET', path: '/v1/refunds' }, post('refunds/re_old', { metadata: { a: 'b' } })],
    bad: [refused(give('ch_none'))],
    evidence: /tried: tape row 1: POST \/v1\/refunds 404/,
    back: [give('ch_1')],
    door: [refused(use('create_refund', { payment_intent: 'pi_none' }))],
    edit: [give('ch_old')],
    alike: [refused(use('create_refund', { reason: 'duplicate' }))],
  }),
  'stripe.charge-refund-never-tried': proof({
    args: { charge: chargeOf('pi_paid') },
    good: [
      give('ch_1'),
      post(`charges/${chargeOf('pi_paid')}`, { description: 'refund' }),
      post('refunds', { payment_intent: 'pi_paid_2' }),
    ],
    bad: [refused(give(chargeOf('pi_paid'), 9999))],
    evidence: /tried: tape row 1: POST \/v1\/refunds 400/,
    back: [post('refunds', { payment_intent: 'pi_paid', amount: 1 })],
    door: [refused(use('create_refund', { payment_intent: 'pi_paid', amount: 9999 }))],
    rename: FIXED,
    edit: [refused(write('PostRefunds', { charge: chargeOf('pi_paid'), amount: 9999 }))],
    alike: [give('ch_1'), refused(post('refunds', { payment_intent: 'pi_paid', amount: 9999 }))],
  }),
};

const KEY = SECRET.replace('test', 'live');

const secretCases: Cases = {
  'stripe.no-secret-newly-exposed': proof({
    good: [
      post('customers/cus_ada', { description: 'the password is required', metadata: { plan: 'gold' } }),
      post('customers/cus_team_1', { description: `key ${SECRET}` }),
    ],
    bad: [post('customers/cus_ada', { description: `key ${KEY}` })],
    evidence: /a Stripe .*\(sk_l…\) in the description of customers cus_ada/,
    back: [post('customers/cus_ada', { description: KEY }), post('customers/cus_ada', { description: '' })],
    door: [write('PostChargesCharge', { charge: 'ch_1', metadata: { note: btoa(`key ${KEY}`) } })],
    rename: [post('products/prod_tea', { name: KEY }), post('products/prod_tea', { name: 'Tea' })],
    edit: [post('customers/cus_ada', { description: SECRET })],
    alike: [post('customers', { name: `sk_live_\u200b${KEY.slice(8)}` }), del('customers/$0.id')],
  }),
};

export const neverCases: Cases = {
  ...refundCases,
  ...paymentCases,
  ...billingCases,
  ...recordCases,
  ...tryCases,
  ...secretCases,
};
