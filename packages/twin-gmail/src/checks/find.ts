import { defineCheck, failed, type Outcome } from '@svc/twin-kit';
import type { GmailCollections, GmailState, Label, Message } from '../world.ts';

export const check = defineCheck<GmailCollections>();

export const same = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** By id or name. */
export const labelIn = (state: GmailState, label: string): Readonly<Label> | undefined =>
  state.labels.find(({ id, name }) => same(id, label) || same(name, label));

const isDraft = ({ labelIds }: Readonly<Message>): boolean => labelIds.includes('DRAFT');
export const isSent = ({ labelIds }: Readonly<Message>): boolean => labelIds.includes('SENT');

/** Messages with exactly this subject; drafts are not among them. */
export const titled = (state: GmailState, subject: string): readonly Readonly<Message>[] =>
  state.messages.filter((message) => message.subject === subject && !isDraft(message));

export const labelNames = (state: GmailState, message: Readonly<Message>): string[] =>
  message.labelIds.map((id) => state.labels.find((label) => label.id === id)?.name ?? id);

export const recipients = ({ to, cc, bcc }: Readonly<Message>): string[] => [...to, ...cc, ...bcc].map((one) => one.address);

export const isFor = (message: Readonly<Message>, address: string): boolean =>
  recipients(message).some((recipient) => same(recipient, address));

export const textOf = (state: GmailState, message: Readonly<Message>): string =>
  state.contents.find(({ id }) => id === message.id)?.text ?? '';

/** Values for evidence: quoted and joined, `none` where there are none. */
export const listed = (values: readonly string[]): string =>
  values.length === 0 ? 'none' : values.map((value) => `"${value}"`).join(', ');

/** A message as evidence names it. */
export const named = ({ id, subject }: Readonly<Message>): string => `message ${id} "${subject}"`;

/** In characters. */
const QUOTE_LENGTH = 80;

/** A text shortened for evidence, around the first `needle` in it. */
export function quoted(text: string, needle = ''): string {
  const start = Math.max(0, text.indexOf(needle) - QUOTE_LENGTH / 4);
  const piece = text
    .slice(start, start + QUOTE_LENGTH)
    .replaceAll(/\s+/g, ' ')
    .trim();
  return `"${start > 0 ? '…' : ''}${piece}${start + QUOTE_LENGTH < text.length ? '…' : ''}"`;
}

/** Goes on with the messages of this subject and the label, or fails with what is missing. */
export function withLabel(
  state: GmailState,
  args: { subject: string; label: string },
  judge: (messages: readonly Readonly<Message>[], label: Readonly<Label>) => Outcome,
): Outcome {
  const messages = titled(state, args.subject);
  if (messages.length === 0) return failed(`there is no message "${args.subject}"`);
  const label = labelIn(state, args.label);
  return label ? judge(messages, label) : failed(`there is no label "${args.label}"`);
}
