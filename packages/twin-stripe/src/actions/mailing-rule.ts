import { InvalidRequest } from '../errors.ts';
import type { Customer, Invoice } from '../world.ts';

/** Invoices that are sent need somebody to be sent to, in Stripe's words, as billing services quote them. */
export function requireEmail(customer: Readonly<Customer>, method: Invoice['collection_method'] | undefined): void {
  if (method !== 'send_invoice' || customer.email) return;
  throw new InvalidRequest(
    'Missing email. In order to create invoices that are sent to the customer, the customer must have a valid email.',
  );
}
