import { InvalidParameter, InvalidRequest } from '../errors.ts';
import type { StripeContext } from '../world.ts';

const PREFIX = /^[A-Z0-9]{1,12}$/;

/** In Stripe's words (recorded: Kiln-AI/stripe_world, cassette probe_invoice_prefix). */
export function checkPrefix({ world }: StripeContext, prefix: string | null | undefined, own: string): void {
  if (!prefix) return;
  if (!PREFIX.test(prefix)) throw new InvalidParameter('Invoice number prefix must be 1–12 uppercase letters or numbers.');
  const holder = [...world.customers.values()].find((one) => one.invoice_prefix === prefix && one.id !== own);
  if (!holder) return;
  throw new InvalidRequest(`This invoice number prefix is taken by customer: ${holder.id}. Please enter a different prefix.`, {
    param: 'invoice_prefix',
  });
}
