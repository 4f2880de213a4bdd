import { type Objection, quoted } from '@svc/twin-kit';
import { isOver } from '../actions/subscriptions.ts';
import type { Invoice, Subscription } from '../world.ts';
import { KINDS, type Kind } from './names.ts';
import { found, idsOf, left, made, never } from './never.ts';
import * as params from './params.ts';

const { customer, subscription } = params;

/** Has it ended, or is it to end? One that ends with its period has a time for that too. */
const isEnding = (one: Readonly<Subscription>): boolean => isOver(one) || one.cancel_at !== null;

const CHANGES: Readonly<Record<string, (after: Readonly<Invoice>) => boolean>> = {
  finalized: ({ status_transitions: { finalized_at: at } }) => at !== null,
  paid: ({ status }) => status === 'paid',
  voided: ({ status }) => status === 'void',
  'marked uncollectible': ({ status_transitions: { marked_uncollectible_at: at } }) => at !== null,
};

const billingChecks = [
  never({
    id: 'stripe.no-new-subscriptions',
    template: 'No new subscriptions were created.',
    description: 'No call made a subscription.',
    compares: 'the subscriptions that calls made with none',
    params: {},
    watch: () => (write) => {
      const one = made(write, 'subscriptions');
      return one && `subscription ${one.id} of ${one.customer}`;
    },
  }),
  never({
    id: 'stripe.no-subscription-canceled',
    template: 'No subscription was canceled.',
    description: 'No call ended a subscription or had it end later, with its period or at a time.',
    compares: 'status and end of each subscription that a call changed with those before',
    params: {},
    watch: () => (write) => {
      const [before, after] = [found(write, 'subscriptions'), left(write, 'subscriptions')];
      if (!before || !after || isEnding(before) || !isEnding(after)) return undefined;
      return `subscription ${after.id} is ${after.status}${isOver(after) ? '' : ' and ends'}`;
    },
  }),
  never({
    id: 'stripe.no-other-subscription-changed',
    template: 'No subscription other than {subscription} was changed.',
    description: 'No call made another subscription or changed one of the seed, with its items.',
    compares: 'the subscription of each record that a call changed with {subscription}',
    params: { subscription },
    watch: (args) => (write) => {
      const item = left(write, 'subscription_items') ?? found(write, 'subscription_items');
      const id = write.collection === 'subscriptions' ? String(write.id) : item?.subscription;
      return id !== undefined && id !== args.subscription ? `changed: subscription ${id}` : undefined;
    },
  }),
  never({
    id: 'stripe.subscription-unchanged',
    template: 'Subscription {subscription} was not changed.',
    description: 'No call changed or canceled this subscription of the seed, nor its items.',
    compares: 'the subscription of each record that a call changed with {subscription}',
    params: { subscription },
    watch: (args, seed) =>
      seed.subscriptions.some(({ id }) => id === args.subscription)
        ? (write) => {
            const item = left(write, 'subscription_items') ?? found(write, 'subscription_items');
            const id = write.collection === 'subscriptions' ? String(write.id) : item?.subscription;
            return id === args.subscription ? `changed: subscription ${id}` : undefined;
          }
        : `the seed has no subscription ${args.subscription}`,
  }),
  never({
    id: 'stripe.no-new-invoices',
    template: 'No new invoices were created.',
    description: 'No call made an invoice, be it a draft that was deleted. Those of subscriptions count.',
    compares: 'the invoices that calls made with none',
    params: {},
    watch: () => (write) => {
      const one = made(write, 'invoices');
      return one && `invoice ${one.id} for ${one.customer}`;
    },
  }),
  never({
    id: 'stripe.no-invoice-was',
    template: 'No invoice was {change}.',
    description: 'No call brought an invoice so far, be it a new one.',
    compares: 'the state of each invoice that a call wrote with {change}',
    params: { change: params.oneOf(Object.keys(CHANGES), 'finalized', 'One of') },
    watch(args) {
      const isSo = CHANGES[args.change] as (one: Readonly<Invoice>) => boolean;
      return (write) => {
        const [before, after] = [found(write, 'invoices'), left(write, 'invoices')];
        return after && isSo(after) && !(before && isSo(before)) ? `invoice ${after.id} was ${args.change}` : undefined;
      };
    },
  }),
];

const deletions =
  (kind: Kind): Objection =>
  ({ collection, id, after }) =>
    collection === KINDS[kind] && after === null ? `deleted: ${kind} ${id}` : undefined;

const recordChecks = [
  never({
    id: 'stripe.no-customer-deleted',
    template: 'No customers were deleted.',
    description: 'No call deleted a customer, be it one that another call had made.',
    compares: 'the customers that calls deleted with none',
    params: {},
    watch: () => deletions('customer'),
  }),
  never({
    id: 'stripe.no-object-deleted',
    template: 'No {kind} was deleted.',
    description: 'No call deleted an object of this kind, be it one that another call had made.',
    compares: 'the objects of the kind that calls deleted with none',
    params: { kind: params.deletable },
    watch: (args) => deletions(args.kind as Kind),
  }),
  never({
    id: 'stripe.customer-unchanged',
    template: 'Customer {customer} was not changed.',
    description:
      'No call changed or deleted the record of a customer of the seed whom the sentence means. What customers own, such as subscriptions, is not part of it.',
    compares: 'each customer that a call wrote with {customer}',
    params: { customer },
    watch(args, seed) {
      const ids = idsOf(seed, args.customer);
      if (typeof ids === 'string') return ids;
      return (write) =>
        write.collection === 'customers' && ids.has(String(write.id)) ? `changed: customer ${write.id}` : undefined;
    },
  }),
  never({
    id: 'stripe.no-other-customer-changed',
    template: 'No customer other than {customer} was changed.',
    description:
      'No call made, changed or deleted the record of another customer. What customers own, such as subscriptions, is not part of it.',
    compares: 'each customer that a call wrote with {customer}',
    params: { customer },
    watch(args, seed) {
      const ids = idsOf(seed, args.customer);
      if (typeof ids === 'string') return ids;
      return (write) => {
        if (write.collection !== 'customers' || ids.has(String(write.id))) return undefined;
        const one = left(write, 'customers') ?? found(write, 'customers');
        return `changed: customer ${write.id} (${quoted(one?.email ?? '')})`;
      };
    },
  }),
];

/** Records that were never made, changed or deleted. */
export const neverWrittenChecks = [...billingChecks, ...recordChecks];
