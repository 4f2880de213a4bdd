import { meant, readable, readsSame } from '@svc/twin-kit';
import type { Content, GmailState, Label, Message } from '../world.ts';
import { present, some } from './find.ts';
import { itemsOf, unquoted } from './params.ts';

/** The worlds of a run: names in a sentence are those of the seed. */
export interface Worlds {
  seed: GmailState;
  final: GmailState;
}

export const same = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

export const isDraft = ({ labelIds }: Pick<Message, 'labelIds'>): boolean => labelIds.includes('DRAFT');
export const isSent = ({ labelIds }: Pick<Message, 'labelIds'>): boolean => labelIds.includes('SENT');

/** Whom a message goes to, in small letters. */
export const recipients = ({ to, cc, bcc }: Pick<Message, 'to' | 'cc' | 'bcc'>): string[] =>
  [...to, ...cc, ...bcc].map(({ address }) => address.toLowerCase());

export const isFor = (message: Readonly<Message>, address: string): boolean =>
  recipients(message).includes(address.toLowerCase());

export const isFrom = (message: Readonly<Message>, address: string): boolean => same(message.from?.address ?? '', address);

/** The addresses of a list in a sentence, each once. */
export const addressesIn = (list: string): string[] => [...new Set(itemsOf(list).map((one) => one.toLowerCase()))];

/** Does a message go to these people and nobody else? */
export function goesToExactly(message: Readonly<Message>, list: string): boolean {
  const wanted = addressesIn(list);
  const found = new Set(recipients(message));
  return found.size === wanted.length && wanted.every((one) => found.has(one));
}

/** Every message has its content. */
export const contentOf = (state: GmailState, { id }: Pick<Message, 'id'>): Readonly<Content> =>
  present(
    state.contents.find((content) => content.id === id),
    `message ${id} has no content`,
  );

const isLabel =
  (label: string) =>
  ({ id, name }: Readonly<Label>): boolean =>
    same(id, label) || same(readable(name), readable(label));

/** By id or name. */
export const labelMeant = ({ seed, final }: Worlds, label: string): Readonly<Label> | undefined =>
  meant(seed.labels, final.labels, isLabel(label))[0];

/** The label that has to be there. */
export const theLabel = (worlds: Worlds, label: string): Readonly<Label> =>
  present(labelMeant(worlds, label), `there is no label "${label}"`);

/** The label that is there, or that the seed has, where a sentence says what doesn't have it. */
export const knownLabel = (worlds: Worlds, label: string): Readonly<Label> =>
  present(labelMeant(worlds, label) ?? worlds.seed.labels.find(isLabel(label)), `there is no label "${label}"`);

/** The label that the seed calls so. */
export const seedLabel = (seed: GmailState, label: string): Readonly<Label> =>
  present(seed.labels.find(isLabel(label)), `the seed has no label "${label}"`);

/** A message that a sentence names: as it was at the start, and as it is at the end. */
export interface Named {
  id: string;
  before: Readonly<Message> | undefined;
  now: Readonly<Message> | undefined;
}

/** Is a message the one that a sentence refers to: by `"subject"`, `from sender`, or both? */
function fitting(reference: string): (message: Readonly<Message>) => boolean {
  const [, about, from] = /^("[^"\n]+")? ?(?:from (\S+))?$/.exec(reference) ?? [];
  const wanted = about === undefined ? undefined : unquoted(about);
  return (message) =>
    !isDraft(message) &&
    (wanted === undefined || readsSame(message.subject, wanted)) &&
    (from === undefined || isFrom(message, from));
}

/** The messages that a sentence means: those of the seed, wherever they are now; where it has none, those that came later. */
function messagesThat({ seed, final }: Worlds, fits: (message: Readonly<Message>) => boolean): Named[] {
  const known = seed.messages.filter(fits);
  if (known.length === 0) return final.messages.filter(fits).map((now) => ({ id: now.id, before: undefined, now }));
  return known.map((before) => ({ id: before.id, before, now: final.messages.find(({ id }) => id === before.id) }));
}

export const messagesMeant = (worlds: Worlds, reference: string): Named[] => messagesThat(worlds, fitting(reference));

/** Messages with exactly this subject, whatever it holds. */
export const messagesTitled = (worlds: Worlds, subject: string): Named[] =>
  messagesThat(worlds, (message) => !isDraft(message) && readsSame(message.subject, subject));

/** The messages that the seed has by a reference. */
export const seedMessages = (seed: GmailState, reference: string): readonly Readonly<Message>[] =>
  some(seed.messages.filter(fitting(reference)), `the seed has no message ${reference}`);

/** Those of the messages that are left. */
export function left(found: readonly Named[], called: string): readonly Readonly<Message>[] {
  some(found, `there is no message ${called}`);
  return some(
    found.flatMap(({ now }) => now ?? []),
    `the message ${called} was deleted`,
  );
}
