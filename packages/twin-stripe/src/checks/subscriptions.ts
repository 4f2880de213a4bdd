import { added, type Outcome } from '@svc/twin-kit';
import { DAY_SECONDS } from '../actions/periods.ts';
import { isOver } from '../actions/subscriptions.ts';
import type { StripeState, Subscription } from '../world.ts';
import { check, counting, findOne, listed, onCustomer, verdict, withCustomers, withId } from './find.ts';
import { productsMeant, type Worlds } from './names.ts';
import * as params from './params.ts';

const { coupon, days, email, price, prices, product, quantity, subscription, subscriptionStatus: status } = params;

const named = (one: Readonly<Subscription>): string => `${one.id} is ${one.status}`;
const ofCustomer = (state: StripeState, id: string): readonly Readonly<Subscription>[] =>
  state.subscriptions.filter((one) => one.customer === id);
const itemsOf = (state: StripeState, { id }: Readonly<Subscription>) =>
  state.subscription_items.filter((one) => one.subscription === id);
const onSubscription = (state: StripeState, id: string, judge: (one: Readonly<Subscription>) => Outcome): Outcome =>
  withId(state.subscriptions, 'subscription', id, judge);

/** How many of a product a subscription has, at whichever of its prices. */
function quantityOf({ seed, final }: Worlds, one: Readonly<Subscription>, name: string): number {
  const products = new Set(productsMeant({ seed, final }, name).map(({ id }) => id));
  const own = new Set(final.prices.filter((each) => products.has(each.product)).map(({ id }) => id));
  return itemsOf(final, one)
    .filter((item) => own.has(item.price))
    .reduce((sum, item) => sum + item.quantity, 0);
}

/** What customers are billed for from period to period. */
export const subscriptionChecks = [
  check({
    id: 'stripe.subscription-status',
    template: 'The customer with the email "{email}" has a subscription with status {status}.',
    description: 'At least one subscription of the customer has this status. The email address is that of the seed.',
    compares: 'the statuses of the subscriptions of the customer with {status}',
    substrate: 'final_state',
    params: { email, status },
    evaluate: (args, final, seed) =>
      withCustomers({ seed, final }, args.email, ({ id }) =>
        findOne(ofCustomer(final, id), (one) => one.status === args.status, named, `subscriptions of customer ${id}`),
      ),
  }),
  check({
    id: 'stripe.subscription-ends-with-period',
    template: 'The customer with the email "{email}" has a subscription that ends with its period.',
    description:
      'At least one subscription of the customer goes on until its period is over and is not renewed then. The email address is that of the seed.',
    compares: 'status and cancel_at_period_end of the subscriptions of the customer with a cancellation to come',
    substrate: 'final_state',
    params: { email },
    evaluate: (args, final, seed) =>
      withCustomers({ seed, final }, args.email, ({ id }) =>
        findOne(
          ofCustomer(final, id),
          (one) => one.cancel_at_period_end,
          (one) => `${named(one)}${one.cancel_at_period_end ? ' and ends with its period' : ''}`,
          `subscriptions of customer ${id}`,
        ),
      ),
  }),
  check({
    id: 'stripe.subscription-has-status',
    template: 'Subscription {subscription} has status {status}.',
    description: 'The status of one subscription. One that ends with its period is active until then.',
    compares: 'the status of the subscription with {status}',
    substrate: 'final_state',
    params: { subscription, status },
    evaluate: (args, state) => onSubscription(state, args.subscription, (one) => verdict(one.status === args.status, named(one))),
  }),
  check({
    id: 'stripe.subscription-has-price',
    template: 'Subscription {subscription} has the price {price} with quantity {quantity}.',
    description: 'An item of the subscription is of this price and this often.',
    compares: 'prices and quantities of the items of the subscription with {price} and {quantity}',
    substrate: 'final_state',
    params: { subscription, price, quantity },
    evaluate: (args, state) =>
      onSubscription(state, args.subscription, (one) =>
        findOne(
          itemsOf(state, one),
          (item) => item.price === args.price && item.quantity === Number(args.quantity),
          (item) => `${item.quantity} of ${item.price}`,
          `items of ${one.id}`,
        ),
      ),
  }),
  check({
    id: 'stripe.subscription-has-exactly-prices',
    template: 'Subscription {subscription} has exactly the prices {prices}.',
    description: 'The items of the subscription are of these prices and no others, in whatever order.',
    compares: 'the prices of the items of the subscription with {prices}',
    substrate: 'final_state',
    params: { subscription, prices },
    evaluate: (args, state) =>
      onSubscription(state, args.subscription, (one) => {
        const found = itemsOf(state, one).map((item) => item.price);
        const wanted = new Set(args.prices.split(', '));
        const isSame = found.length === wanted.size && found.every((id) => wanted.has(id));
        return verdict(isSame, `prices of ${one.id}: ${listed(found)}`);
      }),
  }),
  onCustomer({
    id: 'stripe.customer-subscribed',
    template: 'Customer {customer} has a subscription to "{product}" with status {status}.',
    description: 'At least one subscription of the customer has an item of a price of this product, and this status.',
    compares: 'products and status of the subscriptions of the customer with {product} and {status}',
    params: { product, status },
    judge: ({ id }, args, worlds) =>
      findOne(
        ofCustomer(worlds.final, id).filter((one) => quantityOf(worlds, one, args.product) > 0),
        (one) => one.status === args.status,
        named,
        `subscriptions of customer ${id} to "${args.product}"`,
      ),
  }),
  onCustomer({
    id: 'stripe.customer-subscribed-quantity',
    template: 'Customer {customer} is subscribed to exactly {quantity} of "{product}".',
    description: 'How many of the product there are at whichever price in the subscriptions of the customer that have not ended.',
    compares: 'the sum of the quantities of the product with {quantity}',
    params: { quantity, product },
    judge({ id }, args, worlds) {
      const running = ofCustomer(worlds.final, id).filter((one) => !isOver(one));
      const sum = running.reduce((total, one) => total + quantityOf(worlds, one, args.product), 0);
      return verdict(sum === Number(args.quantity), `customer ${id} is subscribed to ${sum} of "${args.product}"`);
    },
  }),
  onCustomer({
    id: 'stripe.customer-has-ended-all',
    template: 'Customer {customer} has no running subscription.',
    description:
      'Every subscription of the customer has ended. One that ends with its period still runs. There has to be a customer.',
    compares: 'the statuses of the subscriptions of the customer with canceled and incomplete_expired',
    ofAll: true,
    judge({ id }, _args, { final }) {
      const own = ofCustomer(final, id);
      return verdict(own.every(isOver), `subscriptions of customer ${id}: ${listed(own.map(named))}`);
    },
  }),
  onCustomer({
    id: 'stripe.customer-trial',
    template: 'Customer {customer} has a subscription with a trial of {days} days.',
    description: 'A subscription of the customer is in a trial that is so long from its beginning to its end.',
    compares: 'the days of the trials of the customer with {days}',
    params: { days },
    judge: ({ id }, args, { final }) =>
      findOne(
        ofCustomer(final, id),
        (one) => one.status === 'trialing' && trialDays(one) === Number(args.days),
        (one) => `${named(one)}${one.trial_end === null ? '' : ` with a trial of ${trialDays(one)} days`}`,
        `subscriptions of customer ${id}`,
      ),
  }),
  check({
    id: 'stripe.subscription-collection-paused',
    template: 'Payment collection of subscription {subscription} is paused.',
    description: 'The subscription goes on, and its invoices are not collected; pause_collection is set.',
    compares: 'pause_collection of the subscription with absence',
    substrate: 'final_state',
    params: { subscription },
    evaluate: (args, state) =>
      onSubscription(state, args.subscription, (one) =>
        verdict(
          one.pause_collection !== null && !isOver(one),
          `${named(one)}, paused: ${one.pause_collection?.behavior ?? 'no'}`,
        ),
      ),
  }),
  check({
    id: 'stripe.subscription-has-coupon',
    template: 'Subscription {subscription} has the coupon {coupon}.',
    description: 'A discount of the subscription comes from this coupon, be it by a promotion code.',
    compares: 'the coupons of the discounts of the subscription with {coupon}',
    substrate: 'final_state',
    params: { subscription, coupon },
    evaluate: (args, state) =>
      onSubscription(state, args.subscription, ({ id, discounts }) => {
        const found = state.discounts.filter((one) => discounts.includes(one.id)).map(({ source }) => source.coupon);
        return verdict(found.includes(args.coupon), `coupons of ${id}: ${listed(found)}`);
      }),
  }),
  ...counting({
    id: 'new-subscription',
    words: 'subscriptions were created',
    description: 'The number of subscriptions that the seed does not have, whatever their status.',
    compares: 'the number of new subscriptions with {count}',
    found: (final, seed) => added(seed.subscriptions, final.subscriptions).map(named),
  }),
];

/** 0 for one without a trial. */
const trialDays = ({ trial_start: start, trial_end: end }: Readonly<Subscription>): number =>
  Math.round(((end ?? 0) - (start ?? 0)) / DAY_SECONDS);
