import { ANY, FIXED, LASTING, NO_NAME, NOTHING_OLDER, proof } from './kinds.ts';
import { type Cases, post, type Run, refused, write } from './world.ts';

const CARD = {
  currency: 'usd',
  payment_method: 'pm_card_visa',
  confirm: true,
  automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
};
const pay = (amount: number, more: object = {}) => post('payment_intents', { ...CARD, amount, ...more });
const own = { customer: 'cus_ada', payment_method: 'pm_ada' };
const payByTool = (amount: number, more: object = {}) => write('PostPaymentIntents', { ...CARD, amount, ...more });
const declined = (amount: number, more: object = {}) =>
  refused(pay(amount, { payment_method: 'pm_card_chargeDeclined', ...more }));
/** Of one who asks for another amount, currency or status. */
const unlike: Run = [pay(1235), pay(1234, { currency: 'eur' }), declined(1234)];
const authorized = { capture_method: 'manual' };
const later = { confirm: false };

export const chargeCases: Cases = {
  'stripe.charge-exists-with-status': proof({
    args: { status: 'failed' },
    good: [declined(1000)],
    bad: [pay(1000)],
    evidence: /none of the 14 charges is failed: ch_\w+ is succeeded/,
    back: LASTING,
    door: [payByTool(1000)],
    edit: [post('charges/ch_1', { description: 'failed' })],
    alike: [post('payment_intents/pi_1/cancel')],
  }),
  'stripe.charge-of-amount-exists': proof({
    args: { amount: '1234', currency: 'usd', status: 'succeeded' },
    good: [...unlike, pay(1234)],
    bad: unlike,
    evidence: /charges: .*1234 usd, failed/,
    back: LASTING,
    door: [payByTool(1235)],
    edit: [post('charges/ch_1', { description: '1234 usd' })],
    alike: [pay(1234, later)],
  }),
  'stripe.charge-captured-amount': proof({
    args: { charge: 'ch_held', amount: '3000' },
    good: [post('charges/ch_held/capture', { amount: 3000 })],
    bad: [post('charges/ch_held/capture', { amount: 2999 })],
    evidence: /2999 of ch_held \(5000 usd, succeeded\) is captured/,
    back: LASTING,
    door: [write('PostChargesChargeCapture', { charge: 'ch_held' })],
    rename: FIXED,
    edit: [post('charges/ch_held', { description: '3000' })],
    alike: [post('charges/ch_held_2/capture', { amount: 3000 })],
  }),
  'stripe.customer-charged': proof({
    args: { customer: 'ada@example.com', amount: '1234', currency: 'usd' },
    good: [pay(1234, own)],
    bad: [pay(1235, own), pay(1234, { ...own, currency: 'eur' })],
    evidence:
      /new charges of customer cus_ada: ch_\w+ \(1234 eur, succeeded\), ch_\w+ \(1235 usd, succeeded\)|new charges of customer cus_ada: ch_\w+ \(1235 usd, succeeded\), ch_\w+ \(1234 eur, succeeded\)/,
    back: [pay(1234, { ...own, ...authorized })],
    door: [payByTool(1234)],
    rename: [
      post('customers/cus_ada', { email: 'old@example.com' }),
      post('customers/cus_ben', { email: 'ada@example.com' }),
      pay(1234, { customer: 'cus_ben', payment_method: 'pm_ben' }),
    ],
    edit: [declined(1234, { customer: 'cus_ada' }), post('charges/ch_1', { description: '1234' })],
    alike: [pay(1234, { customer: 'cus_ben', payment_method: 'pm_ben' })],
  }),
  'stripe.new-charge-count': proof({
    args: { count: '2' },
    good: [pay(1000), declined(1000)],
    bad: [pay(1000)],
    evidence: /new: 1 \(ch_\w+ \(1000 usd, succeeded\)\)/,
    back: LASTING,
    door: [pay(1000), pay(1000), payByTool(1000)],
    edit: [pay(1000), post('charges/ch_1', { description: 'x' })],
    alike: [pay(1000), pay(1000, later)],
  }),
  'stripe.new-charge-at-least': proof({
    args: { count: '2' },
    good: [pay(1000), payByTool(1000)],
    bad: [pay(1000)],
    evidence: /new: 1 \(ch_/,
    back: LASTING,
    door: ANY,
    edit: [pay(1000), post('charges/ch_held/capture')],
    alike: [pay(1000), pay(1000, later)],
  }),
  'stripe.new-charge-at-most': proof({
    args: { count: '1' },
    good: [pay(1000), pay(1000, later), post('charges/ch_held/capture')],
    bad: [pay(1000), declined(1000)],
    evidence: /new: 2/,
    back: LASTING,
    door: [pay(1000), payByTool(1000)],
    edit: NOTHING_OLDER,
    alike: [pay(1000), post('invoices/in_1/pay')],
  }),
  'stripe.payment-intent-status': proof({
    args: { payment_intent: 'pi_1', status: 'succeeded' },
    good: [post('payment_intents/pi_1/confirm', { return_url: 'https://example.com/back' })],
    bad: [post('payment_intents/pi_1/cancel')],
    evidence: /PaymentIntent pi_1 is canceled/,
    back: LASTING,
    door: [write('PostPaymentIntentsIntentCancel', { intent: 'pi_1' })],
    rename: FIXED,
    edit: [post('payment_intents/pi_1', { description: 'succeeded' })],
    alike: [post('payment_intents/pi_2/confirm', { return_url: 'https://example.com/back' })],
  }),
  'stripe.payment-intent-exists': proof({
    args: { amount: '1234', currency: 'usd', status: 'succeeded' },
    good: [...unlike, pay(1234)],
    bad: unlike,
    evidence: /PaymentIntents: .*1234 usd, requires_payment_method/,
    back: [pay(1234, authorized), post('payment_intents/$0.id/cancel')],
    door: [payByTool(1235)],
    edit: [post('payment_intents/pi_1', { amount: 1234 })],
    alike: [pay(1234, later)],
  }),
  'stripe.customer-payment-intent': proof({
    args: { customer: 'ada@example.com', amount: '1234', currency: 'usd', status: 'requires_confirmation' },
    good: [pay(1234, { ...own, ...later })],
    bad: [pay(1235, { ...own, ...later }), pay(1234, { ...own, ...later, currency: 'eur' }), pay(1234, own)],
    evidence: /PaymentIntents of customer cus_ada: .*1234 usd, succeeded/,
    back: [pay(1234, { ...own, ...later }), post('payment_intents/$0.id/cancel')],
    door: [payByTool(1234, later)],
    rename: [
      post('customers/cus_ada', { email: 'old@example.com' }),
      post('customers/cus_ben', { email: 'ada@example.com' }),
      pay(1234, { customer: 'cus_ben', payment_method: 'pm_ben', ...later }),
    ],
    edit: [post('payment_intents/pi_2', { amount: 1234 })],
    alike: [pay(1234, { customer: 'cus_ben', payment_method: 'pm_ben', ...later })],
  }),
  'stripe.payment-intent-amount': proof({
    args: { payment_intent: 'pi_1', amount: '950', currency: 'eur' },
    good: [post('payment_intents/pi_1', { amount: 950, currency: 'eur' })],
    bad: [post('payment_intents/pi_1', { amount: 950 })],
    evidence: /PaymentIntent pi_1 \(950 usd, requires_confirmation\)/,
    back: [post('payment_intents/pi_1', { amount: 950, currency: 'eur' }), post('payment_intents/pi_1', { amount: 900 })],
    door: [write('PostPaymentIntentsIntent', { intent: 'pi_1', currency: 'eur' })],
    rename: FIXED,
    alike: [post('payment_intents/pi_2', { amount: 950, currency: 'eur' })],
  }),
  'stripe.payment-intent-received': proof({
    args: { payment_intent: 'pi_held', amount: '500' },
    good: [post('payment_intents/pi_held/capture', { amount_to_capture: 500 })],
    bad: [post('payment_intents/pi_held/capture')],
    evidence: /700 of pi_held \(700 usd, succeeded\) was received/,
    back: LASTING,
    door: [write('PostPaymentIntentsIntentCancel', { intent: 'pi_held' })],
    rename: NO_NAME,
    edit: [post('payment_intents/pi_1', { amount: 500 })],
    alike: [pay(500)],
  }),
};
