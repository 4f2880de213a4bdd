import { AT_THE_END, LASTING, NOTHING_OLDER, proof } from './kinds.ts';
import { type Cases, del, post, type Run, refused, use, write } from './world.ts';

const ada = (form: object) => post('customers/cus_ada', form);
const ben = (form: object) => post('customers/cus_ben', form);
const byTool = (customer: string, form: object) => write('PostCustomersCustomer', { customer, ...form });
const customer = 'ada@example.com';
/** Ben gets Ada's address. */
const SWAPPED: Run = [ada({ email: 'old@example.com' }), ben({ email: customer })];
const create = (form: object = {}) => post('customers', { email: 'eve@example.com', ...form });

export const customerCases: Cases = {
  'stripe.customer-exists': proof({
    args: { email: 'eve@example.com' },
    good: [create()],
    bad: [create({ email: 'Eve@example.com' })],
    evidence: /none of the 5 customers has the email "eve@example.com": .*cus_\w+ \("Eve@example.com"\)/,
    back: [create(), del('customers/$0.id')],
    door: [use('create_customer', { name: 'eve@example.com' })],
    rename: [create(), post('customers/$0.id', { email: 'else@example.com' })],
    edit: [ada({ description: 'eve@example.com' })],
    alike: [create({ email: 'eve@example.co' })],
  }),
  'stripe.customer-created': proof({
    args: { email: 'eve@example.com' },
    good: [create()],
    bad: [create({ email: 'Eve@example.com' })],
    evidence: /new customers: cus_\w+ \("Eve@example.com"\)/,
    back: [create(), del('customers/$0.id')],
    door: [use('create_customer', { name: 'eve@example.com' })],
    rename: [create(), post('customers/$0.id', { email: 'else@example.com' })],
    edit: [ada({ email: 'eve@example.com' })],
    alike: [create({ email: 'eve@example.co' })],
  }),
  'stripe.new-customer-count': proof({
    args: { count: '1' },
    good: [create(), create(), del('customers/$1.id')],
    bad: [create(), create()],
    evidence: /new: 2 \(cus_\w+ \("eve@example.com"\), cus_/,
    back: [create(), del('customers/$0.id')],
    door: [create(), use('create_customer', { name: 'x' })],
    edit: [ada({ email: 'eve@example.com' })],
    alike: [post('products', { name: 'Customer' })],
  }),
  'stripe.new-customer-at-least': proof({
    args: { count: '2' },
    good: [create(), use('create_customer', { name: 'x' })],
    bad: [create()],
    evidence: /new: 1/,
    back: [create(), create(), del('customers/$0.id')],
    door: 'it counts by whichever door',
    edit: [create(), ada({ email: 'eve@example.com' })],
    alike: [create(), post('products', { name: 'Customer' })],
  }),
  'stripe.new-customer-at-most': proof({
    args: { count: '1' },
    good: [create()],
    bad: [create(), create({ email: '' })],
    evidence: /new: 2 \(.*\(no email\)|new: 2 \(cus_/,
    back: AT_THE_END,
    door: [create(), use('create_customer', { name: 'x' })],
    edit: NOTHING_OLDER,
    alike: [create(), create({ name: 'Ada Field' })],
  }),
  'stripe.customer-deleted': proof({
    args: { customer },
    good: [del('customers/cus_ada')],
    bad: [del('customers/cus_ben')],
    evidence: /of 1 in the seed there are at the end 1 \(cus_ada \("ada@example.com"\)\)/,
    back: LASTING,
    door: [write('DeleteCustomersCustomer', { customer: 'cus_ben' })],
    rename: [...SWAPPED, del('customers/cus_ben')],
    edit: [ada({ email: '', name: 'deleted' })],
    alike: [create({ email: 'x@example.com' }), del('customers/$0.id')],
  }),
  'stripe.customer-field-is': proof({
    args: { customer, field: 'city', text: 'York' },
    good: [ada({ address: { city: 'York' } })],
    bad: [ada({ address: { city: 'York upon Ouse' } })],
    evidence: /the city of customer cus_ada is "York upon Ouse"/,
    back: [ada({ address: { city: 'York' } }), ada({ address: { city: 'Leeds' } })],
    door: [ada({ address: { city: 'York' } }), byTool('cus_ada', { address: { city: '' } })],
    rename: [...SWAPPED, ben({ address: { city: 'York' } })],
    edit: [ada({ address: { line1: 'York' }, name: 'York' })],
    alike: [ben({ address: { city: 'York' } })],
  }),
  'stripe.customer-field-contains': proof({
    args: { customer: '"Ada Field"', field: 'description', needle: 'green tea' },
    good: [ada({ description: 'Now green\u00a0tea only', name: 'Ada Green' })],
    bad: [ada({ description: 'Green tea' })],
    evidence: /the description of customer cus_ada is "Green tea"/,
    back: [ada({ description: 'green tea' }), ada({ description: '' })],
    door: [byTool('cus_ada', { phone: 'green tea' })],
    rename: [ada({ name: 'Old' }), ben({ name: 'Ada Field', description: 'green tea' })],
    edit: [ada({ name: 'green tea' })],
    alike: [ben({ description: 'green tea' })],
  }),
  'stripe.customer-field-unchanged': proof({
    args: { customer, field: 'phone' },
    good: [ada({ name: 'x', address: { city: 'York' } }), ben({ phone: '1' })],
    bad: [ada({ phone: '+15550002' })],
    evidence: /the phone: changed: cus_ada \("ada@example.com"\)/,
    back: [ada({ phone: '1' }), ada({ phone: '+15550001' })],
    door: [byTool('cus_ada', { phone: '' })],
    rename: [...SWAPPED, ada({ phone: '1' })],
    edit: 'the sentence is about what is old',
    alike: [del('customers/cus_ada'), create({ email: customer, phone: '+15550001' })],
  }),
  'stripe.customer-balance': proof({
    args: { customer, balance: '-500' },
    good: [post('customers/cus_ada/balance_transactions', { amount: -500, currency: 'usd' })],
    bad: [post('customers/cus_ada/balance_transactions', { amount: 500, currency: 'usd' })],
    evidence: /the balance of customer cus_ada is 500/,
    back: [ada({ balance: -500 }), ada({ balance: 0 })],
    door: [byTool('cus_ada', { balance: -501 })],
    rename: [...SWAPPED, ben({ balance: -500 })],
    edit: [post('customers/cus_ada/balance_transactions', { amount: -400, currency: 'usd' })],
    alike: [ben({ balance: -500 })],
  }),
  'stripe.customer-metadata-is': proof({
    args: { email: customer, key: 'plan', value: 'gold' },
    good: [ada({ metadata: { plan: 'gold', other: 'x' } })],
    bad: [ada({ metadata: { Plan: 'gold' } })],
    evidence: /metadata "plan" of customer cus_ada: "free"/,
    back: [ada({ metadata: { plan: 'gold' } }), ada({ metadata: { plan: '' } })],
    door: [byTool('cus_ada', { metadata: { plan: 'golden' } })],
    rename: [...SWAPPED, ben({ metadata: { plan: 'gold' } })],
    edit: [ada({ description: 'plan: gold' })],
    alike: [create({ email: customer, metadata: { plan: 'gold' } })],
  }),
  'stripe.customer-has-coupon': proof({
    args: { customer: '"Team"', coupon: 'HALF' },
    good: [post('customers/cus_team_2', { coupon: 'HALF' })],
    bad: [post('customers/cus_team_1', { coupon: 'FIVE' })],
    evidence: /the coupon of customer cus_team_1 is FIVE; the coupon of customer cus_team_2 is none/,
    back: [post('customers/cus_team_1', { coupon: 'HALF' }), del('customers/cus_team_1/discount')],
    door: [byTool('cus_team_1', { coupon: 'FIVE' })],
    rename: [post('customers/cus_team_1', { name: 'x' }), post('customers/cus_ada', { name: 'Team', coupon: 'HALF' })],
    edit: [
      post('coupons', { id: 'HALF2', percent_off: 50, duration: 'once' }),
      post('customers/cus_team_1', { coupon: 'HALF2' }),
    ],
    alike: [ada({ coupon: 'HALF' })],
  }),
};

const save = (id: string, to: string) => post(`payment_methods/${id}/attach`, { customer: to });
const choose = (id: string, method: string) => post(`customers/${id}`, { invoice_settings: { default_payment_method: method } });
const remove = (id: string) => post(`payment_methods/${id}/detach`);

export const paymentMethodCases: Cases = {
  'stripe.customer-has-card': proof({
    args: { customer, brand: 'mastercard', last4: '4444' },
    good: [save('pm_card_mastercard', 'cus_ada')],
    bad: [save('pm_card_mastercard_debit', 'cus_ada')],
    evidence:
      /payment methods of customer cus_ada: .*pm_ada \(visa 4242\)|payment methods of customer cus_ada: pm_ada \(visa 4242\), /,
    back: [save('pm_card_mastercard', 'cus_ada'), remove('$0.id')],
    door: [write('PostPaymentMethods', { type: 'card', card: { token: 'tok_mastercard' } })],
    rename: SWAPPED,
    edit: [post('payment_methods/pm_ada', { metadata: { brand: 'mastercard 4444' } })],
    alike: [save('pm_card_mastercard', 'cus_team_1')],
  }),
  'stripe.customer-default-card': proof({
    args: { customer: 'ben@example.com', brand: 'mastercard', last4: '4444' },
    good: [choose('cus_ben', 'pm_ben_2')],
    evidence: /the default payment method of customer cus_ben is pm_ben \(visa 4242\)/,
    back: [choose('cus_ben', 'pm_ben_2'), remove('pm_ben_2')],
    door: [save('pm_card_visa_debit', 'cus_ben'), byTool('cus_ben', { invoice_settings: { default_payment_method: '$0.id' } })],
    rename: [...SWAPPED, save('pm_card_mastercard', 'cus_ada'), choose('cus_ada', '$2.id')],
    edit: [save('pm_card_mastercard', 'cus_ben')],
    alike: [save('pm_card_mastercard', 'cus_ada'), choose('cus_ada', '$0.id')],
  }),
  'stripe.customer-payment-method-count': proof({
    args: { customer, count: '2' },
    good: [save('pm_card_visa', 'cus_ada')],
    evidence: /1 payment methods of customer cus_ada: pm_ada \(visa 4242\)/,
    back: [save('pm_card_visa', 'cus_ada'), remove('$0.id')],
    door: [
      save('pm_card_visa', 'cus_ada'),
      write('PostPaymentMethodsPaymentMethodAttach', { payment_method: 'pm_card_visa', customer: 'cus_ada' }),
    ],
    rename: SWAPPED,
    edit: [post('payment_methods/pm_ada', { metadata: { a: 'b' } })],
    alike: [save('pm_card_visa', 'cus_team_1')],
  }),
  'stripe.payment-method-detached': proof({
    args: { payment_method: 'pm_ben' },
    good: [remove('pm_ben')],
    bad: [remove('pm_ben_2')],
    evidence: /payment method pm_ben belongs to cus_ben/,
    back: LASTING,
    door: [write('PostPaymentMethodsPaymentMethodDetach', { payment_method: 'pm_ada' })],
    rename: [del('customers/cus_ada')],
    edit: [ben({ invoice_settings: { default_payment_method: 'pm_ben_2' } })],
    alike: [refused(remove('pm_none')), save('pm_card_visa', 'cus_ben'), remove('$1.id')],
  }),
};
