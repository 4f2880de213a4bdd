import { defineCheck, failed, few, type Outcome, type Passage, passed, quoted, says, type Test } from '@svc/twin-kit';
import type { GmailCollections, GmailState, Message } from '../world.ts';

export const check = defineCheck<GmailCollections>();

export const verdict = (holds: boolean, evidence: string): Outcome => (holds ? passed(evidence) : failed(evidence));

/** Values for evidence: quoted and joined, `none` where there are none. */
export const listed = (values: readonly string[]): string =>
  values.length === 0 ? 'none' : few(values.map((value) => quoted(value)));

/** A message as evidence names it. */
export const named = ({ id, subject }: Pick<Message, 'id' | 'subject'>): string => `message ${id} ${quoted(subject)}`;

export const labelNames = (state: GmailState, { labelIds }: Pick<Message, 'labelIds'>): string[] =>
  labelIds.map((id) => state.labels.find((label) => label.id === id)?.name ?? id);

/** What a text that passes a test says, for evidence; undefined where none does. */
export function found(texts: readonly Passage[], test: Test, needle = ''): string | undefined {
  const hit = texts.find((text) => says(text, test));
  return hit && `the ${hit.field} says ${quoted(hit.text, needle)}`;
}
