import { smallestCharge } from '../currencies.ts';
import { CardDeclined, InvalidRequest } from '../errors.ts';
import { newId } from '../ids.ts';
import {
  type Customer,
  type Invoice,
  type InvoicePayment,
  type InvoiceRendering,
  inWireOrder,
  type StripeContext,
  seconds,
} from '../world.ts';
import { confirm } from './confirm.ts';
import { adjustBalance, changeCustomer } from './customers.ts';
import { emit } from './emit.ts';
import { FIRST_ATTEMPT, markPaid, paymentOf } from './invoice-payments.ts';
import { requireDraft } from './invoices.ts';
import { getCustomer, getInvoice } from './lookups.ts';
import { draftIntent } from './payment-intents.ts';
import { attachedTo, usableMethod } from './payment-method-sources.ts';

const NUMBER_LENGTH = 4;

export interface FinalizeParams {
  auto_advance?: boolean;
}

/** Closes a draft: it gets its number, takes up the customer's balance, and asks for the money. */
export function finalizeInvoice(context: StripeContext, id: string, params: FinalizeParams = {}): Readonly<Invoice> {
  const { world } = context;
  const draft = getInvoice(context, id);
  requireDraft(draft, "This invoice is already finalized, you can't re-finalize a non-draft invoice.");
  const customer = getCustomer(context, draft.customer);
  const next = `${customer.invoice_prefix}-${String(customer.next_invoice_sequence).padStart(NUMBER_LENGTH, '0')}`;
  // docs: Invoices, `number`: "If no number is present then a number will be assigned automatically when the invoice is finalized."
  const number = draft.number ?? next;
  changeCustomer(context, customer.id, {
    next_invoice_sequence: customer.next_invoice_sequence + (draft.number === null ? 1 : 0),
    currency: customer.currency ?? draft.currency,
  });
  const due = takeUpBalance(context, draft);
  const hosted = context.links.to(`/i/${id}`);
  const open = world.invoices.update(id, {
    amount_due: due,
    amount_remaining: due,
    ...(params.auto_advance !== undefined && { auto_advance: params.auto_advance }),
    effective_at: seconds(context.now),
    ending_balance: getCustomer(context, customer.id).balance,
    hosted_invoice_url: hosted,
    invoice_pdf: `${hosted}/pdf`,
    number,
    rendering: draft.rendering && {
      ...draft.rendering,
      pdf: { page_size: pageSizeFor(customer, draft.rendering.pdf.page_size) },
    },
    starting_balance: customer.balance,
    status: 'open',
    status_transitions: { ...draft.status_transitions, finalized_at: seconds(context.now) },
  });
  emit(context, 'invoice.finalized', open);
  if (due === 0) return markPaid(context, id, 0);
  requestPayment(context, open);
  return getInvoice(context, id);
}

/**
 * docs: Invoices, `rendering[pdf][page_size]`: "If set to `auto`, invoice PDF page size defaults to `a4` for customers with Japanese locale and
 * `letter` for customers with other locales."
 */
function pageSizeFor({ preferred_locales: [locale = ''] }: Readonly<Customer>, size: InvoiceRendering['pdf']['page_size']) {
  if (size !== 'auto') return size;
  return locale.startsWith('ja') ? 'a4' : 'letter';
}

/** What a payment is for, as Stripe describes it (recorded: pay-rails/pay, test/vcr_cassettes). */
function describe({ billing_reason, parent }: Readonly<Invoice>): string {
  if (!parent) return 'Payment for Invoice';
  return billing_reason === 'subscription_create' ? 'Subscription creation' : 'Subscription update';
}

/** Uses the customer's credit, adds the customer's debt, and carries over what is too little to charge. */
function takeUpBalance(context: StripeContext, invoice: Readonly<Invoice>): number {
  const customer = getCustomer(context, invoice.customer);
  const { currency, total } = invoice;
  // A balance in another currency stays where it is.
  const usable = customer.currency === currency;
  const balance = usable ? customer.balance : 0;
  const wanted = total + balance;
  const move = (amount: number, type: 'applied_to_invoice' | 'adjustment'): void => {
    if (amount !== 0 && usable) adjustBalance(context, invoice.customer, { amount, currency }, { type, invoice: invoice.id });
  };
  if (wanted <= 0) {
    move(total, 'applied_to_invoice');
    return 0;
  }
  if (wanted < smallestCharge(currency)) {
    move(total, 'adjustment');
    return 0;
  }
  move(-balance, 'applied_to_invoice');
  return wanted;
}

/** The PaymentIntent through which an invoice is paid. */
function requestPayment(context: StripeContext, invoice: Readonly<Invoice>): void {
  const { world } = context;
  const intent = world.payment_intents.insert(
    draftIntent(context, {
      amount: invoice.amount_due,
      currency: invoice.currency,
      customer: invoice.customer,
      description: describe(invoice),
      capture_method: 'automatic',
      invoice: invoice.id,
      method: null,
      types: ['card'],
      payment_method_types: ['card'],
      setup_future_usage: invoice.parent ? 'off_session' : null,
    }),
  );
  emit(context, 'payment_intent.created', intent);
  world.invoice_payments.insert(
    inWireOrder<InvoicePayment>({
      id: newId(context.ids, 'invoice_payment'),
      object: 'invoice_payment',
      amount_paid: null,
      amount_requested: invoice.amount_due,
      created: seconds(context.now),
      currency: invoice.currency,
      invoice: invoice.id,
      is_default: true,
      livemode: false,
      payment: { payment_intent: intent.id, type: 'payment_intent' },
      status: 'open',
      status_transitions: { canceled_at: null, paid_at: null },
    }),
  );
}

function cancelPayment(context: StripeContext, invoice: string): void {
  const { world } = context;
  const payment = paymentOf(context, invoice);
  if (!payment) return;
  const at = seconds(context.now);
  world.invoice_payments.update(payment.id, { status: 'canceled', status_transitions: { canceled_at: at, paid_at: null } });
  const intent = world.payment_intents.update(payment.payment.payment_intent, {
    canceled_at: at,
    cancellation_reason: 'void_invoice',
    next_action: null,
    status: 'canceled',
  });
  emit(context, 'payment_intent.canceled', intent);
}

export interface PayParams {
  off_session?: boolean;
  paid_out_of_band?: boolean;
  payment_method?: string | null;
}

/** The payment method that an invoice is paid with when nobody says. */
export function defaultMethod(context: StripeContext, invoice: Readonly<Invoice>): string | null {
  const id = invoice.parent?.subscription_details.subscription;
  const subscription = id === undefined ? undefined : context.world.subscriptions.get(id);
  return (
    invoice.default_payment_method ??
    defaultMethodOf(context, subscription ?? { customer: invoice.customer, default_payment_method: null })
  );
}

/** The payment method of a subscription, else of its customer. */
export function defaultMethodOf(
  context: StripeContext,
  owner: { customer: string; default_payment_method: string | null },
): string | null {
  const customer = getCustomer(context, owner.customer);
  return owner.default_payment_method ?? customer.invoice_settings.default_payment_method ?? customer.default_source;
}

/** Takes the money of an open invoice. @throws CardDeclined after the refusal has been written down */
export function payInvoice(context: StripeContext, id: string, params: PayParams): Readonly<Invoice> {
  const { world } = context;
  let invoice = getInvoice(context, id);
  if (invoice.status === 'draft') invoice = finalizeInvoice(context, id);
  else if (invoice.status === 'paid') throw new InvalidRequest('Invoice is already paid', { code: 'invoice_already_paid' });
  else if (invoice.status !== 'open' && invoice.status !== 'uncollectible') {
    throw new InvalidRequest(`This invoice is ${invoice.status}, so it can't be paid.`, { code: 'invoice_not_editable' });
  }
  if (invoice.status === 'paid') return invoice;
  if (params.paid_out_of_band) {
    cancelPayment(context, id);
    return markPaid(context, id, invoice.amount_due);
  }
  const method = params.payment_method ?? defaultMethod(context, invoice);
  if (!method) {
    throw new InvalidRequest(
      'There is no `default_payment_method` set on this Customer or Invoice. Please set a default payment method, or send `payment_method`.',
      { code: 'missing' },
    );
  }
  const payment = paymentOf(context, id);
  if (!payment) throw new InvalidRequest("This invoice can't be paid any more.", { code: 'invoice_not_editable' });
  // docs: Pay an invoice, `payment_method`: "The PaymentMethod must be the ID of a PaymentMethod belonging to the customer".
  if (world.payment_methods.has(method)) attachedTo(context, method, invoice.customer, 'payment_method');
  const usable = usableMethod(context, method, 'payment_method');
  world.payment_intents.update(payment.payment.payment_intent, { payment_method: usable.id, status: 'requires_confirmation' });
  try {
    // Unless it is said that nobody is there, an invoice waits for the customer instead of failing.
    const intent = confirm(context, payment.payment.payment_intent, { off_session: params.off_session });
    if (intent.status === 'requires_action') throw actionRequired(context, id);
  } catch (error) {
    // What waits for the customer is no attempt yet (recorded: pay-rails/pay, test/vcr_cassettes, `attempt_count`).
    if (error instanceof CardDeclined) attemptFailed(context, id, error.error.code !== ACTION_REQUIRED);
    throw error;
  }
  return getInvoice(context, id);
}

const ACTION_REQUIRED = 'invoice_payment_intent_requires_action';

function actionRequired(context: StripeContext, id: string): CardDeclined {
  emit(context, 'invoice.payment_action_required', getInvoice(context, id));
  return new CardDeclined({
    code: ACTION_REQUIRED,
    message: 'This payment requires additional user action before it can be completed successfully.',
  });
}

function attemptFailed(context: StripeContext, id: string, counts: boolean): void {
  const after = context.world.invoices.update(id, { attempted: true, ...(counts && { attempt_count: FIRST_ATTEMPT }) });
  emit(context, 'invoice.payment_failed', after);
}

function end(context: StripeContext, id: string, status: 'void' | 'uncollectible'): Readonly<Invoice> {
  const before = getInvoice(context, id);
  const allowed = status === 'void' ? ['open', 'uncollectible'] : ['open'];
  if (!allowed.includes(before.status)) {
    if (status === 'void' && before.status === 'paid')
      throw new InvalidRequest('Invoices with `paid` payments cannot be voided.');
    if (status === before.status && status === 'uncollectible')
      throw new InvalidRequest('This invoice has already been marked uncollectible.');
    throw new InvalidRequest("You can only pass in open invoices. This invoice isn't open.");
  }
  if (status === 'void') cancelPayment(context, id);
  const at = seconds(context.now);
  const after = context.world.invoices.update(id, {
    status,
    ...(status === 'void' && { amount_remaining: 0 }),
    status_transitions: {
      ...before.status_transitions,
      ...(status === 'void' ? { voided_at: at } : { marked_uncollectible_at: at }),
    },
  });
  emit(context, status === 'void' ? 'invoice.voided' : 'invoice.marked_uncollectible', after);
  return after;
}

export const voidInvoice = (context: StripeContext, id: string): Readonly<Invoice> => end(context, id, 'void');
export const markUncollectible = (context: StripeContext, id: string): Readonly<Invoice> => end(context, id, 'uncollectible');

/** Sends an invoice to its customer; a draft is finalised first. */
export function sendInvoice(context: StripeContext, id: string): Readonly<Invoice> {
  const before = getInvoice(context, id);
  if (before.collection_method !== 'send_invoice') {
    throw new InvalidRequest('You can only manually send an invoice if its collection method is `send_invoice`.');
  }
  if (before.status !== 'draft' && before.status !== 'open') {
    throw new InvalidRequest(
      'This invoice cannot be sent right now. Please contact us via https://support.stripe.com/contact with details, so we can help.',
    );
  }
  const invoice = before.status === 'draft' ? finalizeInvoice(context, id) : before;
  emit(context, 'invoice.sent', invoice);
  return invoice;
}
