import {
  type Change,
  type CheckArgs,
  type CheckParam,
  defineSeededTapeCheck,
  failed,
  type Objection,
  type TapeScan,
  writesScan,
} from '@svc/twin-kit';
import type { StripeCollections, StripeState } from '../world.ts';
import { customersOfSeed } from './names.ts';

interface Never<P extends string> {
  id: string;
  template: string;
  description: string;
  compares: string;
  limits?: string;
  params: Readonly<Record<P, CheckParam>>;
  /** What speaks against the sentence, or why nobody can tell. */
  watch(args: CheckArgs<P>, seed: StripeState): Objection | string;
}

const EVER = 'What was taken back later counts.';

/** A sentence about something that the seed hasn't is not true. */
export const unclear = (reason: string): TapeScan => ({ row: () => {}, outcome: () => failed(reason) });

/** Declares that no call ever wrote something, anywhere in the account. */
export const never = <P extends string = never>({ watch, description, ...words }: Never<P>) =>
  defineSeededTapeCheck<StripeCollections>()<P>({
    ...words,
    description: `${description} ${EVER}`,
    scan(args, seed) {
      const objection = watch(args, seed);
      return typeof objection === 'string' ? unclear(objection) : writesScan(objection);
    },
  });

/** The record that a write left, where it is one of this collection. */
export const left = <N extends keyof StripeCollections & keyof StripeState>({ collection, after }: Change, name: N) =>
  collection === name && after !== null ? (after as Readonly<StripeState[N][number]>) : undefined;

/** The record that a write made. */
export const made = <N extends keyof StripeCollections & keyof StripeState>(write: Change, name: N) =>
  write.before === null ? left(write, name) : undefined;

/** The record that a write changed, as it was. */
export const found = <N extends keyof StripeCollections & keyof StripeState>({ collection, before }: Change, name: N) =>
  collection === name && before !== null ? (before as Readonly<StripeState[N][number]>) : undefined;

/** The ids of the customers of the seed whom a sentence means, or that there is none. */
export function idsOf(seed: StripeState, reference: string): ReadonlySet<string | null> | string {
  const ids = new Set<string | null>(customersOfSeed(seed, reference).map(({ id }) => id));
  return ids.size === 0 ? `the seed has no customer ${reference}` : ids;
}
