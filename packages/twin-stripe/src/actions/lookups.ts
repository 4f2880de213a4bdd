import type { Collection } from '@svc/twin-kit';
import { NoSuchObject } from '../errors.ts';
import type { Customer, Invoice, PaymentIntent, StripeContext } from '../world.ts';

/** What an id that isn't found is called, e.g. `PaymentMethod` in "No such PaymentMethod: 'pm_x'". */
export type ObjectName =
  | 'balance transaction'
  | 'charge'
  | 'coupon'
  | 'customer'
  | 'customer balance transaction'
  | 'dispute'
  | 'event'
  | 'external account'
  | 'invoice'
  | 'invoice_payment'
  | 'invoiceitem'
  | 'payment_intent'
  | 'payment_link'
  | 'PaymentMethod'
  | 'payout'
  | 'price'
  | 'product'
  | 'promotion code'
  | 'refund'
  | 'source'
  | 'setupintent'
  | 'subscription'
  | 'subscription item'
  | 'tax rate'
  | 'tax_id'
  | 'token'
  | 'webhook endpoint';

/** @param param where the id stands, if not in the path */
export function getObject<T extends object>(
  collection: Collection<T>,
  object: ObjectName,
  id: string,
  param?: string,
): Readonly<T> {
  const record = collection.get(id);
  if (!record) throw new NoSuchObject(object, id, param);
  return record;
}

/** @param param where the id stands, if not in the path */
export const getCustomer = ({ world }: StripeContext, id: string, param?: string): Readonly<Customer> =>
  getObject(world.customers, 'customer', id, param);

/** @param param where the id stands, if not in the path */
export const getInvoice = ({ world }: StripeContext, id: string, param?: string): Readonly<Invoice> =>
  getObject(world.invoices, 'invoice', id, param);

/** The invoice of a path that names it `invoice`: Stripe's other paths of invoices say `id` (recorded: Kiln-AI/stripe_world, phase 13). */
export function getInvoiceInPath(context: StripeContext, id: string): Readonly<Invoice> {
  if (!context.world.invoices.has(id)) throw new NoSuchObject('invoice', id, undefined, 'invoice');
  return getInvoice(context, id);
}

/** @param param where the id stands, if not in the path */
export const getPaymentIntent = ({ world }: StripeContext, id: string, param?: string): Readonly<PaymentIntent> =>
  getObject(world.payment_intents, 'payment_intent', id, param);

export const accountCurrency = ({ world }: StripeContext): string => world.account.by.all.first('all')?.default_currency ?? 'usd';
