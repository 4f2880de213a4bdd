import { defineCheck, failed, type Outcome } from '@svc/twin-kit';
import type { Charge, Customer, StripeCollections, StripeState } from '../world.ts';

export const check = defineCheck<StripeCollections>();

/** Goes on with the charge, or fails with what is missing. */
export function withCharge(state: StripeState, id: string, judge: (charge: Readonly<Charge>) => Outcome): Outcome {
  const charge = state.charges.find((one) => one.id === id);
  return charge ? judge(charge) : failed(`there is no charge ${id} among ${state.charges.length}`);
}

export function withCustomer(state: StripeState, email: string, judge: (customer: Readonly<Customer>) => Outcome): Outcome {
  const customer = state.customers.find((one) => one.email === email);
  return customer ? judge(customer) : failed(`none of the ${state.customers.length} customers has the email "${email}"`);
}

const MOST_LISTED = 10;

/** Values for evidence: `none` where there are none. */
export const listed = (values: readonly string[]): string => {
  if (values.length === 0) return 'none';
  const more = values.length > MOST_LISTED ? ` and ${values.length - MOST_LISTED} more` : '';
  return values.slice(0, MOST_LISTED).join(', ') + more;
};

export const money = ({ amount, currency }: { amount: number; currency: string }): string => `${amount} ${currency}`;
