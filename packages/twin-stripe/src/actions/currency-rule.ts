import { InvalidRequest } from '../errors.ts';
import type { StripeContext } from '../world.ts';
import { couponOf } from './discounts.ts';

/** The currency of something that a customer is to be billed for by and by; undefined where there is nothing. */
function billedIn(context: StripeContext, customer: string): string | undefined {
  const { world } = context;
  const over = new Set(['canceled', 'incomplete_expired']);
  const subscription = world.subscriptions.by.customer.page(customer).find(({ status }) => !over.has(status));
  if (subscription) return subscription.currency;
  const [item] = world.invoiceitems.by.pending.page(customer, { limit: 1 });
  if (item) return item.currency;
  const discount = world.customers.get(customer)?.discount;
  return (discount && couponOf(context, discount)?.currency) ?? undefined;
}

/**
 * All that waits to be billed to a customer has one currency, in the words of
 * https://github.com/Automattic/woocommerce-payments/issues/7732
 */
export function requireOneCurrency(context: StripeContext, customer: string, currency: string): void {
  const known = billedIn(context, customer);
  if (known === undefined || known === currency) return;
  throw new InvalidRequest(
    `You cannot combine currencies on a single customer. This customer has an active subscription, subscription schedule, discount, quote, or invoice item with currency ${known}`,
  );
}
