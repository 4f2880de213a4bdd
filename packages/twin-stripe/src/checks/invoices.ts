import { added, isoTime, type Outcome, quoted, readsSame } from '@svc/twin-kit';
import { DAY_SECONDS } from '../actions/periods.ts';
import type { Invoice, InvoiceLineItem, StripeState } from '../world.ts';
import { check, counting, findOne, listed, onCustomer, verdict, withId } from './find.ts';
import type { Worlds } from './names.ts';
import * as params from './params.ts';

const { amount, count, currency, date, days, invoice, invoiceStatus: status, text } = params;

const MINOR = 'in the smallest unit of the currency';
const named = (one: Readonly<Invoice>): string => `${one.id} (${one.total} ${one.currency}, ${one.status})`;
const linesOf = (state: StripeState, { id }: Readonly<Invoice>): readonly Readonly<InvoiceLineItem>[] =>
  state.invoice_line_items.filter((one) => one.invoice === id);
const namedLine = (line: Readonly<InvoiceLineItem>): string =>
  `${quoted(line.description ?? '')} ${line.amount} ${line.currency}`;
const isLine = (line: Readonly<InvoiceLineItem>, args: { text: string; amount: string }): boolean =>
  readsSame(line.description ?? '', args.text) && line.amount === Number(args.amount);
const onInvoice = (state: StripeState, id: string, judge: (one: Readonly<Invoice>) => Outcome): Outcome =>
  withId(state.invoices, 'invoice', id, judge);

const dayOf = (seconds: number): number => Math.floor(seconds / DAY_SECONDS);
const dueOn = ({ due_date: due }: Readonly<Invoice>): string | undefined =>
  due === null ? undefined : isoTime(due * 1000).slice(0, 'yyyy-mm-dd'.length);
const daysUntilDue = ({ created, due_date: due }: Readonly<Invoice>): number | undefined =>
  due === null ? undefined : dayOf(due) - dayOf(created);
const namedDue = (one: Readonly<Invoice>): string =>
  one.due_date === null ? `${one.id} is due on no day` : `${one.id} is due on ${dueOn(one)}, after ${daysUntilDue(one)} days`;

function newInvoiceDue(customer: string, { seed, final }: Worlds, fits: (one: Readonly<Invoice>) => boolean): Outcome {
  const invoices = added(seed.invoices, final.invoices).filter((one) => one.customer === customer);
  return findOne(invoices, fits, namedDue, `new invoices of customer ${customer}`);
}

/** What customers are asked to pay. */
export const invoiceChecks = [
  check({
    id: 'stripe.invoice-status',
    template: 'Invoice {invoice} is {status}.',
    description: 'The status of one invoice.',
    compares: 'the status of the invoice with {status}',
    substrate: 'final_state',
    params: { invoice, status },
    evaluate: (args, state) =>
      onInvoice(state, args.invoice, (one) => verdict(one.status === args.status, `invoice ${one.id} is ${one.status}`)),
  }),
  onCustomer({
    id: 'stripe.customer-invoice',
    template: 'Customer {customer} has an invoice of {amount} {currency} with status {status}.',
    description: `At least one invoice of the customer has this total ${MINOR}, discounts taken off, this currency and this status.`,
    compares: 'total, currency and status of the invoices of the customer with {amount}, {currency} and {status}',
    params: { amount, currency, status },
    judge: ({ id }, args, { final }) =>
      findOne(
        final.invoices.filter((one) => one.customer === id),
        (one) => one.total === Number(args.amount) && one.currency === args.currency && one.status === args.status,
        named,
        `invoices of customer ${id}`,
      ),
  }),
  check({
    id: 'stripe.invoice-amount-due',
    template: 'The amount due of invoice {invoice} is {amount}.',
    description: `What is to be paid, ${MINOR}, after discounts and the balance of the customer.`,
    compares: 'the amount due of the invoice with {amount}',
    substrate: 'final_state',
    params: { invoice, amount },
    evaluate: (args, state) =>
      onInvoice(state, args.invoice, (one) =>
        verdict(one.amount_due === Number(args.amount), `the amount due of ${one.id} is ${one.amount_due} ${one.currency}`),
      ),
  }),
  check({
    id: 'stripe.invoice-due-date',
    template: 'Invoice {invoice} is due on {date}.',
    description: 'The invoice is to be paid by this day (UTC). One that is charged automatically has no due date.',
    compares: 'the day of the due date of the invoice with {date}',
    substrate: 'final_state',
    params: { invoice, date },
    evaluate: (args, state) => onInvoice(state, args.invoice, (one) => verdict(dueOn(one) === args.date, namedDue(one))),
  }),
  check({
    id: 'stripe.invoice-days-until-due',
    template: 'Invoice {invoice} is due {days} days after it was created.',
    description: 'So many days (UTC) lie between the day on which the invoice was made and the one by which it is to be paid.',
    compares: 'the days from creation to due date of the invoice with {days}',
    substrate: 'final_state',
    params: { invoice, days },
    evaluate: (args, state) =>
      onInvoice(state, args.invoice, (one) => verdict(daysUntilDue(one) === Number(args.days), namedDue(one))),
  }),
  onCustomer({
    id: 'stripe.customer-invoice-due-date',
    template: 'A new invoice of customer {customer} is due on {date}.',
    description: 'An invoice of the customer that the seed does not have is to be paid by this day (UTC).',
    compares: 'the day of the due date of new invoices of the customer with {date}',
    params: { date },
    comparesSeed: true,
    judge: ({ id }, args, worlds) => newInvoiceDue(id, worlds, (one) => dueOn(one) === args.date),
  }),
  onCustomer({
    id: 'stripe.customer-invoice-days-until-due',
    template: 'A new invoice of customer {customer} is due {days} days after it was created.',
    description:
      'Of an invoice of the customer that the seed does not have, so many days (UTC) lie between the day on which it was made and the one by which it is to be paid.',
    compares: 'the days from creation to due date of new invoices of the customer with {days}',
    params: { days },
    comparesSeed: true,
    judge: ({ id }, args, worlds) => newInvoiceDue(id, worlds, (one) => daysUntilDue(one) === Number(args.days)),
  }),
  check({
    id: 'stripe.invoice-line',
    template: 'Invoice {invoice} has a line "{text}" of {amount}.',
    description: `A line has this description and comes to this amount ${MINOR}.`,
    compares: 'description and amount of the lines of the invoice with {text} and {amount}',
    substrate: 'final_state',
    params: { invoice, text, amount },
    evaluate: (args, state) =>
      onInvoice(state, args.invoice, (one) =>
        findOne(linesOf(state, one), (line) => isLine(line, args), namedLine, `lines of ${one.id}`),
      ),
  }),
  onCustomer({
    id: 'stripe.customer-invoice-line',
    template: 'A new invoice of customer {customer} has a line "{text}" of {amount}.',
    description: `An invoice that the seed does not have has a line with this description that comes to this amount ${MINOR}.`,
    compares: 'description and amount of the lines of new invoices of the customer with {text} and {amount}',
    params: { text, amount },
    comparesSeed: true,
    judge({ id }, args, { seed, final }) {
      const invoices = added(seed.invoices, final.invoices).filter((one) => one.customer === id);
      const lines = invoices.flatMap((one) => linesOf(final, one));
      return findOne(
        lines,
        (line) => isLine(line, args),
        namedLine,
        `lines of the ${invoices.length} new invoices of customer ${id}`,
      );
    },
  }),
  check({
    id: 'stripe.invoice-line-count',
    template: 'Invoice {invoice} has exactly {count} lines.',
    description: 'The number of lines of one invoice.',
    compares: 'the number of lines of the invoice with {count}',
    substrate: 'final_state',
    params: { invoice, count },
    evaluate: (args, state) =>
      onInvoice(state, args.invoice, (one) => {
        const lines = linesOf(state, one);
        return verdict(
          lines.length === Number(args.count),
          `${lines.length} lines of ${one.id}: ${listed(lines.map(namedLine))}`,
        );
      }),
  }),
  ...counting({
    id: 'new-invoice',
    words: 'invoices were created',
    description:
      'The number of invoices at the end that the seed does not have, whatever their status. Those of subscriptions count.',
    compares: 'the number of new invoices with {count}',
    found: (final, seed) => added(seed.invoices, final.invoices).map(named),
  }),
  check({
    id: 'stripe.invoice-sent',
    template: 'Invoice {invoice} was sent.',
    description: 'The invoice was mailed to its customer by hand; there is an event invoice.sent of it.',
    compares: 'the events invoice.sent with {invoice}',
    substrate: 'final_state',
    params: { invoice },
    evaluate: (args, state) =>
      onInvoice(state, args.invoice, ({ id, status: now }) => {
        const sent = state.events.filter(
          ({ type, data }) => type === 'invoice.sent' && (data.object as { id: string }).id === id,
        );
        return verdict(sent.length > 0, `invoice ${id} is ${now} and was sent ${sent.length} times`);
      }),
  }),
];
