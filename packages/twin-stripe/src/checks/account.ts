import { added, containing, failed, type Outcome, quoted, says } from '@svc/twin-kit';
import type { Dispute, StripeEvent, StripeState } from '../world.ts';
import { best, check, findOne, listed, money, verdict } from './find.ts';
import { objectsMeant } from './names.ts';
import * as params from './params.ts';
import { evidenceTexts } from './words.ts';

const { ability, amount, charge, currency, disputeStatus, event, events, needle, object, url } = params;

/** Goes on with the disputes of a charge; the sentence is true if it is of one of them. */
function onDispute({ disputes }: StripeState, id: string, judge: (dispute: Readonly<Dispute>) => Outcome): Outcome {
  const found = disputes.filter((one) => one.charge === id);
  return found.length === 0 ? failed(`charge ${id} has no dispute`) : best(found.map(judge));
}

const disputeChecks = [
  check({
    id: 'stripe.dispute-status',
    template: 'The dispute of charge {charge} has status {status}.',
    description: 'The status of the dispute of one charge.',
    compares: 'the status of the dispute of the charge with {status}',
    substrate: 'final_state',
    params: { charge, status: disputeStatus },
    evaluate: (args, state) =>
      onDispute(state, args.charge, (one) =>
        verdict(one.status === args.status, `dispute ${one.id} of charge ${args.charge} is ${one.status}`),
      ),
  }),
  check({
    id: 'stripe.dispute-evidence-contains',
    template: 'The evidence for the dispute of charge {charge} contains "{needle}".',
    description: 'A text of the evidence holds this text, submitted or not.',
    compares: 'the texts of the evidence with {needle}',
    limits: 'files: evidence refers to them by their ids.',
    substrate: 'final_state',
    params: { charge, needle },
    evaluate: (args, state) =>
      onDispute(state, args.charge, (one) =>
        findOne(
          evidenceTexts(one),
          (text) => says(text, containing(args.needle)),
          ({ field, text }) => `${field}: ${quoted(text, args.needle)}`,
          `evidence for ${one.id}`,
        ),
      ),
  }),
  check({
    id: 'stripe.dispute-submitted',
    template: 'Evidence for the dispute of charge {charge} was submitted.',
    description: 'Evidence went to the bank. What is only kept as a draft, or giving the dispute up, is no submission.',
    compares: 'the number of submissions of evidence with none',
    substrate: 'final_state',
    params: { charge },
    evaluate: (args, state) =>
      onDispute(state, args.charge, ({ id, status, evidence_details: { submission_count: times } }) =>
        verdict(times > 0, `dispute ${id} is ${status}, with ${times} submissions`),
      ),
  }),
];

/** The events that a run brought about, newest first as Stripe lists them. */
const fresh = (final: StripeState, seed: StripeState): readonly Readonly<StripeEvent>[] => added(seed.events, final.events);
const subjectOf = ({ data }: Readonly<StripeEvent>): string | undefined => (data.object as { id?: string }).id;
const named = (one: Readonly<StripeEvent>): string => `${one.type} of ${subjectOf(one) ?? 'the account'}`;

/** Events can't be removed, so that what is there is what ever was. */
const eventChecks = [
  check({
    id: 'stripe.event-happened',
    template: 'The event {event} happened.',
    description: 'A call brought about an event of this type, whatever became of it.',
    compares: 'the types of the new events with {event}',
    substrate: 'seed_and_final_state',
    params: { event },
    evaluate: (args, final, seed) => findOne(fresh(final, seed), ({ type }) => type === args.event, named, 'events'),
  }),
  check({
    id: 'stripe.event-never-happened',
    template: 'The event {event} never happened.',
    description: 'No call brought about an event of this type.',
    compares: 'the types of the new events with {event}',
    substrate: 'seed_and_final_state',
    params: { event },
    evaluate(args, final, seed) {
      const all = fresh(final, seed);
      const found = all.find(({ type }) => type === args.event);
      return verdict(found === undefined, found ? named(found) : `none of the ${all.length} events is ${args.event}`);
    },
  }),
  check({
    id: 'stripe.event-happened-to',
    template: 'The event {event} happened to {object}.',
    description: 'A call brought about an event of this type that is about this object, which is there at the end.',
    compares: 'types and objects of the new events with {event} and {object}',
    substrate: 'seed_and_final_state',
    params: { event, object },
    evaluate(args, final, seed) {
      const meant = objectsMeant({ seed, final }, args.object);
      if (typeof meant === 'string') return failed(meant);
      const ids = new Set<string | undefined>(meant.map(({ id }) => id));
      return findOne(fresh(final, seed), (one) => one.type === args.event && ids.has(subjectOf(one)), named, 'events');
    },
  }),
];

const at = ({ webhook_endpoints: all }: StripeState, address: string) => all.filter((one) => one.url === address);

const webhookChecks = [
  check({
    id: 'stripe.webhook-gets-event',
    template: 'A webhook endpoint at {url} gets the event {event}.',
    description: 'At least one enabled endpoint has exactly this address, and this type of events or all.',
    compares: 'address and events of the enabled webhook endpoints with {url} and {event}',
    substrate: 'final_state',
    params: { url, event },
    evaluate: (args, state) =>
      findOne(
        state.webhook_endpoints.filter(({ status }) => status === 'enabled'),
        (one) => one.url === args.url && one.enabled_events.some((type) => type === args.event || type === '*'),
        (one) => `${one.url} gets ${listed(one.enabled_events)}`,
        'enabled webhook endpoints',
      ),
  }),
  check({
    id: 'stripe.webhook-gets-exactly',
    template: 'The webhook endpoint at {url} gets exactly the events {events}.',
    description: 'An endpoint with exactly this address has these types of events and no others.',
    compares: 'the events of the webhook endpoint with {events}',
    substrate: 'final_state',
    params: { url, events },
    evaluate(args, state) {
      const wanted = new Set(args.events.split(', '));
      return findOne(
        at(state, args.url),
        (one) => one.enabled_events.length === wanted.size && one.enabled_events.every((type) => wanted.has(type)),
        (one) => `${one.id} gets ${listed(one.enabled_events)}`,
        `webhook endpoints at ${args.url}`,
      );
    },
  }),
  check({
    id: 'stripe.webhook-ability',
    template: 'The webhook endpoint at {url} is {ability}.',
    description: 'An endpoint with exactly this address is there, enabled or disabled as the sentence says.',
    compares: 'the status of the webhook endpoint with {ability}',
    substrate: 'final_state',
    params: { url, ability },
    evaluate: (args, state) =>
      findOne(
        at(state, args.url),
        ({ status }) => status === args.ability,
        ({ id, status }) => `${id} is ${status}`,
        `webhook endpoints at ${args.url}`,
      ),
  }),
];

const payoutChecks = [
  check({
    id: 'stripe.payout-made',
    template: 'A payout of {amount} {currency} was made.',
    description:
      'A payout that the seed does not have is of this amount in the smallest unit of the currency, and was not canceled.',
    compares: 'amount, currency and status of the new payouts with {amount}, {currency} and canceled',
    substrate: 'seed_and_final_state',
    params: { amount, currency },
    evaluate: (args, final, seed) =>
      findOne(
        added(seed.payouts, final.payouts),
        (one) => one.amount === Number(args.amount) && one.currency === args.currency && one.status !== 'canceled',
        (one) => `${one.id} (${money(one)}, ${one.status})`,
        'new payouts',
      ),
  }),
];

/** Disputes, events, webhook endpoints and payouts. */
export const accountChecks = [...disputeChecks, ...eventChecks, ...webhookChecks, ...payoutChecks];
