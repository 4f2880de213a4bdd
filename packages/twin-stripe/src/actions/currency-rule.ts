import { CombinedCurrencies } from '../errors.ts';
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

/** @throws for something in another currency than that of what waits to be billed */
export function requireOneCurrency(context: StripeContext, customer: string, currency: string): void {
  const known = billedIn(context, customer);
  if (known !== undefined && known !== currency) throw new CombinedCurrencies(known);
}
