import { NO_NAME, proof } from './kinds.ts';
import { type Cases, del, post, type Run, use, write } from './world.ts';

const charge = (form: object) => post('charges/ch_1', form);
const chargeByTool = (form: object) => write('PostChargesCharge', { charge: 'ch_1', ...form });
const ada = (form: object) => post('customers/cus_ada', form);
const SWAPPED: Run = [ada({ email: 'old@example.com' }), post('customers/cus_ben', { email: 'ada@example.com' })];
const refund = (form: object = {}) => post('refunds', { charge: 'ch_1', amount: 100, ...form });
const fact = { fact: 'title of issue #7 in acme/web', product: 'GitHub' };
const TITLE = 'See Fix the till, please';

export const objectCases: Cases = {
  'stripe.metadata-is': proof({
    args: { key: 'plan', object: 'ada@example.com', value: 'gold' },
    good: [ada({ metadata: { plan: 'gold', other: 'x' } })],
    bad: [ada({ metadata: { Plan: 'gold', plan: 'golden' } })],
    evidence: /metadata "plan" of cus_ada: "golden"/,
    back: [ada({ metadata: { plan: 'gold' } }), ada({ metadata: { plan: 'free' } })],
    door: [write('PostCustomersCustomer', { customer: 'cus_ben', metadata: { plan: 'gold' } })],
    rename: [...SWAPPED, post('customers/cus_ben', { metadata: { plan: 'gold' } })],
    edit: [ada({ description: 'gold' })],
    alike: [post('customers', { email: 'ada@example.com', metadata: { plan: 'gold' } })],
  }),
  'stripe.metadata-is-absent': proof({
    args: { key: 'order', object: 'ch_1' },
    good: [charge({ metadata: { order: '', Order: '1' } })],
    evidence: /metadata "order" of ch_1: "1"/,
    back: [charge({ metadata: { order: '' } }), charge({ metadata: { order: '2' } })],
    door: [chargeByTool({ metadata: { other: '' } })],
    rename: 'ids never change',
    edit: [charge({ description: '' })],
    alike: [post('charges/ch_2', { metadata: { order: '' } })],
  }),
  'stripe.object-field-is': proof({
    args: { field: 'description', object: 'ch_1', text: 'Order 9' },
    good: [charge({ description: 'Order  9' })],
    bad: [charge({ description: 'Order 99' })],
    evidence: /the description of ch_1 is "Order 99"/,
    back: [charge({ description: 'Order 9' }), charge({ description: 'Order 1' })],
    door: [chargeByTool({ description: 'order 9' })],
    rename: 'ids never change',
    edit: [charge({ receipt_email: 'Order9@example.com', metadata: { description: 'Order 9' } })],
    alike: [post('charges/ch_2', { description: 'Order 9' })],
  }),
  'stripe.object-field-contains': proof({
    args: { field: 'cancellation comment', object: 'sub_ada', needle: 'too expensive' },
    good: [post('subscriptions/sub_ada', { cancellation_details: { comment: 'It is too\u00a0expensive.' } })],
    bad: [post('subscriptions/sub_ada', { cancellation_details: { comment: 'Too expensive' } })],
    evidence: /the cancellation comment of sub_ada is "Too expensive"/,
    back: [
      post('subscriptions/sub_ada', { cancellation_details: { comment: 'too expensive' } }),
      post('subscriptions/sub_ada', { cancellation_details: { comment: '' } }),
    ],
    door: [use('cancel_subscription', { subscription: 'sub_ada' })],
    rename: 'ids never change',
    edit: [post('subscriptions/sub_ada', { description: 'too expensive', cancellation_details: { feedback: 'too_expensive' } })],
    alike: [post('subscriptions/sub_ben', { cancellation_details: { comment: 'too expensive' } })],
  }),
  'stripe.new-object-with-metadata': proof({
    args: { kind: 'refund', key: 'case', value: '7' },
    good: [refund({ metadata: { case: '7' } })],
    bad: [refund({ metadata: { case: '77', Case: '7' } })],
    evidence: /new objects of the kind refund: metadata "case" of re_\w+: "77"/,
    back: [refund({ metadata: { case: '7' } }), post('refunds/$0.id', { metadata: { case: '' } })],
    door: [write('PostRefunds', { charge: 'ch_1' })],
    rename: NO_NAME,
    edit: [post('refunds/re_old', { metadata: { case: '7' } })],
    alike: [post('customers', { metadata: { case: '7' } })],
  }),
  'stripe.new-object-with-text': proof({
    args: { kind: 'product', field: 'description', text: 'For one' },
    good: [post('products', { name: 'Cup', description: ' For one' })],
    bad: [post('products', { name: 'For one', description: 'For two' })],
    evidence: /new objects of the kind product: the description of prod_\w+ is "For two"/,
    back: [post('products', { name: 'Cup', description: 'For one' }), del('products/$0.id')],
    door: [use('create_product', { name: 'For one' })],
    rename: NO_NAME,
    edit: [post('products/prod_mug', { description: 'For one' })],
    alike: [post('customers', { description: 'For one' })],
  }),
  'stripe.object-deleted': proof({
    args: { kind: 'coupon', id: 'HALF' },
    good: [del('coupons/HALF')],
    bad: [del('coupons/FIVE')],
    evidence: /coupon HALF is there/,
    back: [del('coupons/HALF'), post('coupons', { id: 'HALF', percent_off: 50 })],
    door: [write('DeleteCouponsCoupon', { coupon: 'FIVE' })],
    rename: 'ids never change',
    edit: [post('coupons/HALF', { name: 'deleted' })],
    alike: [post('products', { id: 'HALF', name: 'HALF' }), del('products/HALF')],
  }),
  'stripe.metadata-contains-fact': proof({
    args: { key: 'issue', object: 'ch_1', ...fact },
    good: [charge({ metadata: { issue: TITLE } })],
    bad: [charge({ metadata: { other: TITLE } })],
    evidence: /it is "Fix the till"; there is no text/,
    back: [charge({ metadata: { issue: TITLE } }), charge({ metadata: { issue: 'x' } })],
    door: [chargeByTool({ metadata: { issue: 'Fix the tile' } })],
    rename: 'ids never change',
    edit: [charge({ description: TITLE })],
    alike: [post('charges/ch_2', { metadata: { issue: TITLE } })],
  }),
  'stripe.object-field-contains-fact': proof({
    args: { field: 'description', object: 'ch_1', ...fact },
    good: [charge({ description: TITLE })],
    bad: [charge({ description: 'Fix the Till' })],
    evidence: /it is "Fix the till"; found "Fix the Till"/,
    back: [charge({ description: TITLE }), charge({ description: '' })],
    door: [chargeByTool({ metadata: { description: TITLE } })],
    rename: 'ids never change',
    edit: [charge({ metadata: { issue: TITLE } })],
    alike: [post('charges/ch_2', { description: TITLE })],
  }),
};
