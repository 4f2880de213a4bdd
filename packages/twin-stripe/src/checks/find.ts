import {
  BOUNDS,
  type CheckArgs,
  type CheckParam,
  defineCheck,
  failed,
  few,
  type Outcome,
  passed,
  quoted,
  readsSame,
} from '@svc/twin-kit';
import type { Charge, Customer, StripeCollections, StripeState } from '../world.ts';
import { customersMeant, type Worlds } from './names.ts';
import { customer as customerParam } from './params.ts';

export const check = defineCheck<StripeCollections>();

/** A verdict that says the same either way. */
export const verdict = (isTrue: boolean, evidence: string): Outcome => (isTrue ? passed(evidence) : failed(evidence));

const MOST_LISTED = 10;

/** Values for evidence: `none` where there are none. */
export const listed = (values: readonly string[]): string => {
  if (values.length === 0) return 'none';
  const more = values.length > MOST_LISTED ? ` and ${values.length - MOST_LISTED} more` : '';
  return values.slice(0, MOST_LISTED).join(', ') + more;
};

export const money = ({ amount, currency }: { amount: number; currency: string }): string => `${amount} ${currency}`;

/** Is there one among the records? Evidence names it, or those that there are, the newest first. */
export function findOne<T>(
  records: readonly T[],
  fits: (record: T) => boolean,
  named: (record: T) => string,
  what: string,
): Outcome {
  const found = records.find(fits);
  return found === undefined ? failed(`${what}: ${listed(records.map(named).reverse())}`) : passed(named(found));
}

/** The best of several verdicts, where a sentence is true if one of the things it may mean makes it true. */
export function best(outcomes: readonly Outcome[]): Outcome {
  return outcomes.find(({ status }) => status === 'passed') ?? failed(few(outcomes.map(({ evidence }) => evidence)));
}

/** What metadata have under a key, as it reads. */
export const metadataValue = (metadata: Readonly<Record<string, string>>, key: string): string | undefined =>
  Object.hasOwn(metadata, key) ? metadata[key] : Object.entries(metadata).find(([name]) => readsSame(name, key))?.[1];

/** The worst of several verdicts, where a sentence is true if it is so of all things that it may mean. */
export function worst(outcomes: readonly Outcome[]): Outcome {
  return outcomes.find(({ status }) => status !== 'passed') ?? passed(few(outcomes.map(({ evidence }) => evidence)));
}

/** Goes on with the charge, or fails with what is missing. */
export function withCharge(state: StripeState, id: string, judge: (charge: Readonly<Charge>) => Outcome): Outcome {
  const charge = state.charges.find((one) => one.id === id);
  return charge ? judge(charge) : failed(`there is no charge ${id} among ${state.charges.length}`);
}

/** One record of a collection by its id, or why there is none. */
export function withId<T extends { id: string }>(
  records: readonly T[],
  what: string,
  id: string,
  judge: (record: T) => Outcome,
): Outcome {
  const found = records.find((one) => one.id === id);
  return found ? judge(found) : failed(`there is no ${what} ${id} among ${records.length}`);
}

/** Goes on with every customer that is meant. @param sum by default the sentence is true if it is so of one of them */
export function withCustomers(
  worlds: Worlds,
  reference: string,
  judge: (customer: Readonly<Customer>) => Outcome,
  sum = best,
): Outcome {
  const found = customersMeant(worlds, reference);
  if (found.length > 0) return sum(found.map(judge));
  return failed(`there is no customer ${reference} among ${worlds.final.customers.length}`);
}

interface OnCustomer<P extends string> {
  id: string;
  template: string;
  description: string;
  compares: string;
  limits?: string;
  /** Besides `customer`. */
  params?: Readonly<Record<P, CheckParam>>;
  /** True where the seed is compared with, not only asked what things were called. */
  comparesSeed?: boolean;
  /** True where the sentence says what isn't so: of none of those that it may mean. */
  ofAll?: boolean;
  judge(customer: Readonly<Customer>, args: CheckArgs<P | 'customer'>, worlds: Worlds): Outcome;
}

const ANY = 'Of several customers that are meant, it is enough that it is so of one.';
const ALL = 'Of several customers that are meant, it has to be so of each.';

/** Declares a check on one customer, who has to be there. */
export function onCustomer<P extends string = never>({
  params,
  description,
  comparesSeed = false,
  ofAll = false,
  judge,
  ...words
}: OnCustomer<P>) {
  return check({
    ...words,
    description: `${description} ${ofAll ? ALL : ANY}`,
    substrate: comparesSeed ? 'seed_and_final_state' : 'final_state',
    params: { customer: customerParam, ...params } as Readonly<Record<P | 'customer', CheckParam>>,
    evaluate: (args: CheckArgs<P | 'customer'>, final, seed) => {
      const worlds = { seed, final };
      return withCustomers(worlds, args.customer, (customer) => judge(customer, args, worlds), ofAll ? worst : best);
    },
  });
}

interface Counting {
  /** Without the twin and the bound. */
  id: string;
  /** The sentence after its number. */
  words: string;
  description: string;
  compares: string;
  /** What is counted, as evidence names it. */
  found(final: StripeState, seed: StripeState): readonly string[];
}

/** Sentences that count what the final world has and the seed has not. */
export const counting = ({ id, words, found, ...texts }: Counting) =>
  BOUNDS.map(({ id: bound, words: howMany, param, holds }) =>
    check({
      ...texts,
      id: `stripe.${id}-${bound}`,
      template: `${howMany} {count} ${words}.`,
      substrate: 'seed_and_final_state',
      params: { count: param },
      evaluate(args, final, seed) {
        const all = found(final, seed);
        return verdict(holds(all.length, Number(args.count)), `new: ${all.length} (${listed(all)})`);
      },
    }),
  );

/** A name for evidence. */
export const called = (customer: Readonly<Customer>): string =>
  customer.email === null ? customer.id : `${customer.id} (${quoted(customer.email)})`;
