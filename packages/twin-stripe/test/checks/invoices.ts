import { AT_THE_END, FIXED, LASTING, NOTHING_OLDER, proof } from './kinds.ts';
import { type Cases, del, post, type Run, refused, use, write } from './world.ts';

const customer = 'ada@example.com';
const SWAPPED: Run = [
  post('customers/cus_ada', { email: 'old@example.com' }),
  post('customers/cus_ben', { email: 'ada@example.com' }),
];
const item = (invoice: string, amount: number, description = 'Extra', to = 'cus_ada', currency = 'usd') =>
  post('invoiceitems', { customer: to, invoice, amount, currency, description });
const draft = (to = 'cus_ada', form: object = {}) => post('invoices', { customer: to, currency: 'usd', ...form });
/** A draft of the step before it. */
const withLine = (amount: number, description = 'Extra', to = 'cus_ada'): Run => [
  draft(to),
  item('$0.id', amount, description, to),
];

/** A time as Stripe takes it. */
const at = (day: string, time = '00:00:00'): number => Date.parse(`${day}T${time}Z`) / 1000;
const due = (invoice: string, due_date: number) => post(`invoices/${invoice}`, { collection_method: 'send_invoice', due_date });
const toBePaidBy = (due_date: number, to = 'cus_ada') => draft(to, { collection_method: 'send_invoice', due_date });
const toBePaidIn = (days_until_due: number, to = 'cus_ada') => draft(to, { collection_method: 'send_invoice', days_until_due });
const byHand = (invoice: string) => post(`invoices/${invoice}`, { collection_method: 'send_invoice', days_until_due: 30 });

export const invoiceCases: Cases = {
  'stripe.invoice-status': proof({
    args: { invoice: 'in_1', status: 'paid' },
    good: [post('invoices/in_1/pay')],
    bad: [post('invoices/in_1/void')],
    evidence: /invoice in_1 is void/,
    back: LASTING,
    door: [write('PostInvoicesInvoiceMarkUncollectible', { invoice: 'in_1' })],
    rename: FIXED,
    edit: [post('invoices/in_1', { metadata: { status: 'paid' } })],
    alike: [post('invoices/in_2/pay')],
  }),
  'stripe.customer-invoice': proof({
    args: { customer, amount: '1234', currency: 'usd', status: 'draft' },
    good: withLine(1234),
    bad: withLine(1235),
    evidence: /invoices of customer cus_ada: .*\(1235 usd, draft\)/,
    back: [...withLine(1234), del('invoices/$0.id')],
    door: [...withLine(1234), use('finalize_invoice', { invoice: '$0.id' })],
    rename: [...SWAPPED, draft('cus_ben'), item('$2.id', 1234, 'Extra', 'cus_ben')],
    edit: [draft('cus_ada', { currency: 'eur' }), item('$0.id', 1234, 'Extra', 'cus_ada', 'eur')],
    alike: withLine(1234, 'Extra', 'cus_ben'),
  }),
  'stripe.invoice-amount-due': proof({
    args: { invoice: 'in_draft', amount: '2000' },
    good: [item('in_draft', 200)],
    bad: [item('in_draft', 201)],
    evidence: /the amount due of in_draft is 2001 usd/,
    back: [item('in_draft', 200), del('invoiceitems/$0.id')],
    door: [item('in_draft', 200), post('customers/cus_ada', { balance: -300 }), use('finalize_invoice', { invoice: 'in_draft' })],
    rename: FIXED,
    edit: [post('invoices/in_draft', { description: '2000' })],
    alike: [item('in_draft_2', 200, 'Extra', 'cus_ben')],
  }),
  'stripe.invoice-due-date': proof({
    args: { invoice: 'in_draft', date: '2030-03-31' },
    good: [due('in_draft', at('2030-03-31', '23:59:59'))],
    bad: [due('in_draft', at('2030-04-01'))],
    evidence: /in_draft is due on 2030-04-01/,
    back: [due('in_draft', at('2030-03-31')), due('in_draft', at('2030-03-30'))],
    door: [due('in_draft', at('2030-03-31')), write('PostInvoicesInvoice', { invoice: 'in_draft', due_date: at('2030-04-01') })],
    rename: FIXED,
    edit: [post('invoices/in_draft', { description: 'due on 2030-03-31' })],
    alike: [due('in_draft_2', at('2030-03-31'))],
  }),
  'stripe.invoice-days-until-due': proof({
    args: { invoice: 'in_draft', days: '30' },
    good: [byHand('in_draft')],
    bad: [post('invoices/in_draft', { collection_method: 'send_invoice', days_until_due: 31 })],
    evidence: /in_draft is due on 20\d\d-\d\d-\d\d, after 31 days/,
    back: [byHand('in_draft'), post('invoices/in_draft', { days_until_due: 29 })],
    door: [byHand('in_draft'), write('PostInvoicesInvoice', { invoice: 'in_draft', days_until_due: 60 })],
    rename: FIXED,
    edit: [post('invoices/in_draft', { description: 'due 30 days after it was created' })],
    alike: [byHand('in_draft_2')],
  }),
  'stripe.customer-invoice-due-date': proof({
    args: { customer, date: '2030-03-31' },
    good: [toBePaidBy(at('2030-03-31', '12:00:00'))],
    bad: [draft(), toBePaidBy(at('2030-03-30', '23:59:59'))],
    evidence: /new invoices of customer cus_ada: in_\w+ is due on 2030-03-30, after \d+ days, in_\w+ is due on no day/,
    back: [toBePaidBy(at('2030-03-31')), del('invoices/$0.id')],
    door: [write('PostInvoices', { customer: 'cus_ben', collection_method: 'send_invoice', due_date: at('2030-03-31') })],
    rename: [...SWAPPED, toBePaidBy(at('2030-03-31'), 'cus_ben')],
    edit: [due('in_draft', at('2030-03-31'))],
    alike: [toBePaidBy(at('2030-03-31'), 'cus_ben')],
  }),
  'stripe.customer-invoice-days-until-due': proof({
    args: { customer, days: '30' },
    good: [toBePaidIn(30)],
    bad: [toBePaidIn(31)],
    evidence: /new invoices of customer cus_ada: in_\w+ is due on 20\d\d-\d\d-\d\d, after 31 days/,
    back: [toBePaidIn(30), del('invoices/$0.id')],
    door: [write('PostInvoices', { customer: 'cus_ben', collection_method: 'send_invoice', days_until_due: 30 })],
    rename: [...SWAPPED, toBePaidIn(30, 'cus_ben')],
    edit: [byHand('in_draft')],
    alike: [toBePaidIn(30, 'cus_ben')],
  }),
  'stripe.invoice-line': proof({
    args: { invoice: 'in_draft', text: 'Brushes', amount: '300' },
    good: [item('in_draft', 300, 'Brushes ')],
    bad: [item('in_draft', 301, 'Brushes'), item('in_draft', 300, 'Brush')],
    evidence: /lines of in_draft: .*"Brush" 300 usd/,
    back: [item('in_draft', 300, 'Brushes'), del('invoiceitems/$0.id')],
    door: [write('PostInvoiceitems', { customer: 'cus_ada', amount: 300, currency: 'usd', description: 'Brushes' })],
    rename: [item('in_draft', 300, 'Brushes'), post('invoiceitems/$0.id', { description: 'Rollers' })],
    edit: [post('invoices/in_draft', { description: 'Brushes' })],
    alike: [item('in_draft_2', 300, 'Brushes', 'cus_ben')],
  }),
  'stripe.customer-invoice-line': proof({
    args: { customer, text: 'Brushes', amount: '300' },
    good: withLine(300, 'Brushes'),
    bad: withLine(301, 'Brushes'),
    evidence: /lines of the 1 new invoices of customer cus_ada: "Brushes" 301 usd/,
    back: [...withLine(300, 'Brushes'), del('invoices/$0.id')],
    door: [...withLine(300, 'Brush'), use('create_invoice', { customer: 'cus_ada' })],
    rename: [...SWAPPED, draft('cus_ben'), item('$2.id', 300, 'Brushes', 'cus_ben')],
    edit: [item('in_draft', 300, 'Brushes')],
    alike: withLine(300, 'Brushes', 'cus_ben'),
  }),
  'stripe.invoice-line-count': proof({
    args: { invoice: 'in_draft', count: '2' },
    good: [item('in_draft', 300)],
    evidence: /1 lines of in_draft: "Paint" 1800 usd/,
    back: [item('in_draft', 300), del('invoiceitems/$0.id')],
    door: [item('in_draft', 300), use('create_invoice_item', { customer: 'cus_ada', price: 'price_mug', invoice: 'in_draft' })],
    rename: FIXED,
    edit: [post('invoices/in_draft', { description: 'two lines' })],
    alike: [item('in_draft_2', 300, 'Extra', 'cus_ben')],
  }),
  'stripe.new-invoice-count': proof({
    args: { count: '1' },
    good: [draft(), draft(), del('invoices/$0.id')],
    bad: [draft(), draft('cus_ben')],
    evidence: /new: 2 \(in_\w+ \(0 usd, draft\), in_/,
    back: [draft(), del('invoices/$0.id')],
    door: [draft(), use('create_invoice', { customer: 'cus_ada' })],
    edit: [post('invoices/in_draft', { description: 'new' })],
    alike: [refused(draft('cus_none'))],
  }),
  'stripe.new-invoice-at-least': proof({
    args: { count: '2' },
    good: [draft(), draft()],
    bad: [draft()],
    evidence: /new: 1 \(in_/,
    back: [draft(), draft(), del('invoices/$0.id')],
    door: 'it counts by whichever door',
    edit: [draft(), post('invoices/in_draft/finalize')],
    alike: [draft(), refused(draft('cus_none'))],
  }),
  'stripe.new-invoice-at-most': proof({
    args: { count: '1' },
    good: [draft()],
    bad: [draft(), draft('cus_ben')],
    evidence: /new: 2/,
    back: AT_THE_END,
    door: [draft(), use('create_invoice', { customer: 'cus_ada' })],
    edit: NOTHING_OLDER,
    alike: [draft(), post('subscriptions', { customer: 'cus_ben', items: [{ price: 'price_milk' }] })],
  }),
  'stripe.invoice-sent': proof({
    args: { invoice: 'in_draft' },
    good: [byHand('in_draft'), post('invoices/in_draft/send')],
    bad: [byHand('in_draft'), post('invoices/in_draft/finalize')],
    evidence: /invoice in_draft is open and was sent 0 times/,
    back: LASTING,
    door: [byHand('in_draft'), use('finalize_invoice', { invoice: 'in_draft' })],
    rename: FIXED,
    edit: [refused(post('invoices/in_draft/send')), post('invoices/in_draft', { metadata: { sent: 'yes' } })],
    alike: [byHand('in_draft_2'), post('invoices/in_draft_2/send')],
  }),
};
