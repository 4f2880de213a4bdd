import { failed } from '@svc/twin-kit';
import type { PaymentMethod, StripeState } from '../world.ts';
import { check, listed, onCustomer, verdict } from './find.ts';
import { brand, count, last4, paymentMethod } from './params.ts';

const named = ({ id, type, card }: Readonly<PaymentMethod>): string =>
  card ? `${id} (${card.brand} ${card.last4})` : `${id} (${type})`;

const savedBy = (state: StripeState, customer: string): readonly Readonly<PaymentMethod>[] =>
  state.payment_methods.filter((one) => one.customer === customer);

const isCard = (method: Readonly<PaymentMethod> | undefined, args: { brand: string; last4: string }): boolean =>
  method?.card?.brand === args.brand && method.card.last4 === args.last4;

/** Cards that customers have saved. */
export const paymentMethodChecks = [
  onCustomer({
    id: 'stripe.customer-has-card',
    template: 'Customer {customer} has a {brand} card ending in {last4}.',
    description: 'At least one payment method that is attached to the customer is this card.',
    compares: 'brand and last four digits of the cards of the customer with {brand} and {last4}',
    params: { brand, last4 },
    judge({ id }, args, { final }) {
      const saved = savedBy(final, id);
      return verdict(
        saved.some((one) => isCard(one, args)),
        `payment methods of customer ${id}: ${listed(saved.map(named))}`,
      );
    },
  }),
  onCustomer({
    id: 'stripe.customer-default-card',
    template: 'The default payment method of customer {customer} is a {brand} card ending in {last4}.',
    description: 'What the invoices of the customer are paid with is this card.',
    compares: 'brand and last four digits of the default payment method of the customer with {brand} and {last4}',
    params: { brand, last4 },
    judge({ id, invoice_settings: settings }, args, { final }) {
      const method = savedBy(final, id).find((one) => one.id === settings.default_payment_method);
      return verdict(isCard(method, args), `the default payment method of customer ${id} is ${method ? named(method) : 'none'}`);
    },
  }),
  onCustomer({
    id: 'stripe.customer-payment-method-count',
    template: 'Customer {customer} has exactly {count} payment methods.',
    description: 'The number of payment methods that are attached to the customer at the end.',
    compares: 'the number of payment methods of the customer with {count}',
    params: { count },
    judge({ id }, args, { final }) {
      const saved = savedBy(final, id);
      return verdict(
        saved.length === Number(args.count),
        `${saved.length} payment methods of customer ${id}: ${listed(saved.map(named))}`,
      );
    },
  }),
  check({
    id: 'stripe.payment-method-detached',
    template: 'Payment method {payment_method} was detached.',
    description:
      'The payment method belongs to a customer in the seed and to none at the end. That of a deleted customer is detached.',
    compares: 'the customer of the payment method in the seed and in the final state with none',
    substrate: 'seed_and_final_state',
    params: { payment_method: paymentMethod },
    evaluate(args, final, seed) {
      const [before, now] = [seed, final].map(({ payment_methods: all }) => all.find(({ id }) => id === args.payment_method));
      if (!before?.customer) return failed(`the seed has no payment method ${args.payment_method} that is attached`);
      return verdict(!now?.customer, `payment method ${before.id} belongs to ${now?.customer ?? 'no customer'}`);
    },
  }),
];
