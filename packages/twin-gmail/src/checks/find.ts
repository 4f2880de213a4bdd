import {
  type CheckArgs,
  defineCheck,
  failed,
  few,
  type Outcome,
  type Passage,
  passed,
  quoted,
  says,
  type Test,
} from '@svc/twin-kit';
import type { GmailCollections, GmailState, Message } from '../world.ts';

/** What a sentence names isn't there: it fails, and says so. */
class Missing extends Error {}

/** @throws Missing */
export function present<T>(value: T | undefined, otherwise: string): T {
  if (value === undefined) throw new Missing(otherwise);
  return value;
}

/** A list that isn't empty. @throws Missing */
export function some<T>(list: readonly T[], otherwise: string): readonly T[] {
  present(list[0], otherwise);
  return list;
}

/** What a judgement comes to; one that misses what it needs fails, or what `instead` makes of it. */
export function orMissing<T>(judge: () => T, instead: (outcome: Outcome) => T): T {
  try {
    return judge();
  } catch (error) {
    if (error instanceof Missing) return instead(failed(error.message));
    throw error;
  }
}

const define = defineCheck<GmailCollections>();
type Declared<P extends string> = Parameters<typeof define<P>>[0];

/** Declares a check on states. */
export const check = <P extends string>(declared: Declared<P>) =>
  define<P>({
    ...declared,
    evaluate: (args: CheckArgs<P>, ...worlds) =>
      orMissing(
        () => declared.evaluate(args, ...worlds),
        (outcome) => outcome,
      ),
  });

export const verdict = (holds: boolean, evidence: string): Outcome => (holds ? passed(evidence) : failed(evidence));

/** Values for evidence: quoted and joined, `none` where there are none. */
export const listed = (values: readonly string[]): string => `${few(values.map((value) => quoted(value))) || 'none'}`;

/** A message as evidence names it. */
export const named = ({ id, subject }: Pick<Message, 'id' | 'subject'>): string => `message ${id} ${quoted(subject)}`;

/** Messages with their labels, for evidence. */
export const shownLabels = ({ labels }: GmailState, messages: readonly Readonly<Message>[]): string =>
  `${few(messages.map((one) => `labels of ${named(one)}: ${listed(one.labelIds.map((id) => labels.find((label) => label.id === id)?.name ?? id))}`))}`;

/** What a text that passes a test says, for evidence; undefined where none does. */
export function found(texts: readonly Passage[], test: Test, needle = ''): string | undefined {
  const hit = texts.find((text) => says(text, test));
  return hit && `the ${hit.field} says ${quoted(hit.text, needle)}`;
}
