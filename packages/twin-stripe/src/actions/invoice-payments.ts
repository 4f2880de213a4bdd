import { type Invoice, type InvoicePayment, type PaymentIntent, type StripeContext, seconds } from '../world.ts';
import { emit } from './emit.ts';
import { type ListParams, listing, listPage, type Page } from './list.ts';
import { getInvoice } from './lookups.ts';
import { subscriptionPaid } from './subscription-states.ts';

/**
 * docs: Invoices, `attempt_count`: "Any payment attempt counts as the first attempt, and subsequently only automatic retries increment" it.
 * The twin retries nothing.
 */
export const FIRST_ATTEMPT = 1;

/** The payment that an open invoice waits for. */
export const paymentOf = ({ world }: StripeContext, invoice: string): Readonly<InvoicePayment> | undefined =>
  world.invoice_payments.by.invoice.page(invoice).find(({ status }) => status !== 'canceled');

/** The money of an invoice is there, or was none. */
export function markPaid(context: StripeContext, id: string, paid: number, method: string | null = null): Readonly<Invoice> {
  const before = getInvoice(context, id);
  const after = context.world.invoices.update(id, {
    amount_paid: paid,
    amount_remaining: 0,
    attempted: true,
    auto_advance: false,
    status: 'paid',
    status_transitions: { ...before.status_transitions, paid_at: seconds(context.now) },
  });
  emit(context, 'invoice.paid', after);
  emit(context, 'invoice.payment_succeeded', after);
  subscriptionPaid(context, after, method);
  return after;
}

/** A PaymentIntent succeeded: where it is an invoice's, the invoice is paid. */
export function invoicePaidBy(context: StripeContext, intent: Readonly<PaymentIntent>): void {
  const { world } = context;
  const payment = world.invoice_payments.by.paymentIntent.first(intent.id);
  if (payment?.status !== 'open') return;
  const status_transitions = { canceled_at: null, paid_at: seconds(context.now) };
  world.invoice_payments.update(payment.id, { amount_paid: intent.amount_received, status: 'paid', status_transitions });
  emit(context, 'invoice_payment.paid', world.invoice_payments.get(payment.id) as InvoicePayment);
  world.invoices.update(payment.invoice, { attempt_count: FIRST_ATTEMPT });
  markPaid(context, payment.invoice, intent.amount_received, intent.payment_method);
}

export interface InvoicePaymentListParams extends ListParams {
  invoice?: string | null;
  payment?: { type: string; payment_intent?: string | null; payment_record?: string | null } | null;
  status?: string | null;
}

/** Invoices are paid by PaymentIntents alone here. */
export function listInvoicePayments(
  { world }: StripeContext,
  { invoice, payment, status, ...params }: InvoicePaymentListParams,
): Page<InvoicePayment> {
  const isOfRecord = payment?.type === 'payment_record' || Boolean(payment?.payment_record);
  return listPage(
    listing(world.invoice_payments, 'invoice_payment', {
      by: { invoice: ['invoice', invoice] },
      equal: { status },
      matches: ({ payment: { payment_intent } }) =>
        !isOfRecord && (!payment?.payment_intent || payment_intent === payment.payment_intent),
    }),
    params,
  );
}
