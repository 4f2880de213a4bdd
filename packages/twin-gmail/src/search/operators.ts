import { partsOf } from '../mime/cache.ts';
import type { Address } from '../mime/headers.ts';
import { headerValue } from '../mime/headers.ts';
import { type Content, type GmailWorld, type Message, mailboxOf } from '../world.ts';
import { phraseFinder } from './words.ts';

/** A message as a search looks at it; its text is fetched only where it is asked for. */
export interface Candidate {
  message: Readonly<Message>;
  content(): Readonly<Content>;
}

export type Predicate = (candidate: Candidate) => boolean;

/** What a search may depend on besides the message. */
export interface SearchContext {
  world: GmailWorld;
  now: number;
}

const NEVER: Predicate = () => false;
const DAY_MS = 86_400_000;

const withLabel =
  (label: string): Predicate =>
  ({ message }) =>
    message.labelIds.includes(label);

const asText = (addresses: readonly (Address | null)[]): string =>
  addresses.map((one) => (one ? `${one.name} ${one.address}` : '')).join(' , ');

/** Words of a person's name or address, one after the other; `me` is the mailbox's owner. */
function people(
  { world }: SearchContext,
  value: string,
  of: (message: Readonly<Message>) => readonly (Address | null)[],
): Predicate {
  const found = phraseFinder(value.toLowerCase() === 'me' ? mailboxOf(world).emailAddress : value);
  return ({ message }) => found(asText(of(message)));
}

/** A label's name as a search writes it: spaces, slashes and hyphens are one. */
const labelKey = (name: string): string => name.toLowerCase().replaceAll(/[\s/-]+/g, '-');

/** Words for folders and states, and the label each is. */
const STATES: Readonly<Record<string, string>> = {
  inbox: 'INBOX',
  sent: 'SENT',
  draft: 'DRAFT',
  drafts: 'DRAFT',
  trash: 'TRASH',
  spam: 'SPAM',
  unread: 'UNREAD',
  starred: 'STARRED',
  important: 'IMPORTANT',
  chat: 'CHAT',
  chats: 'CHAT',
};

const CATEGORIES: Readonly<Record<string, string>> = {
  primary: 'CATEGORY_PERSONAL',
  personal: 'CATEGORY_PERSONAL',
  social: 'CATEGORY_SOCIAL',
  promotions: 'CATEGORY_PROMOTIONS',
  updates: 'CATEGORY_UPDATES',
  forums: 'CATEGORY_FORUMS',
};

const entry = (table: Readonly<Record<string, string>>, key: string): string | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

function labelled({ world }: SearchContext, value: string): Predicate {
  const key = labelKey(value);
  const state = entry(STATES, key);
  if (state !== undefined) return withLabel(state);
  for (const label of world.labels.values()) if (label.id === value || labelKey(label.name) === key) return withLabel(label.id);
  return NEVER;
}

function inState(context: SearchContext, value: string): Predicate {
  const state = value.toLowerCase();
  if (state === 'anywhere') return () => true;
  if (state === 'read') return ({ message }) => !message.labelIds.includes('UNREAD');
  if (state === 'archive') {
    const folders = ['INBOX', 'TRASH', 'SPAM', 'SENT', 'DRAFT'];
    return ({ message }) => !message.labelIds.some((label) => folders.includes(label));
  }
  return labelled(context, value);
}

function has(value: string): Predicate {
  switch (value.toLowerCase()) {
    case 'attachment':
      return ({ message }) => message.attachments.length > 0;
    case 'userlabels':
      return ({ message }) => message.labelIds.some((label) => label.startsWith('Label_'));
    case 'nouserlabels':
      return ({ message }) => !message.labelIds.some((label) => label.startsWith('Label_'));
    case 'yellow-star':
      return withLabel('STARRED');
    default:
      return NEVER;
  }
}

function filename(value: string): Predicate {
  const wanted = value.toLowerCase();
  return ({ message }) => message.attachments.some((one) => one.filename.toLowerCase().includes(wanted));
}

/** A day (in UTC) or seconds since 1970, as milliseconds. */
function instant(value: string): number | undefined {
  if (/^\d{9,11}$/.test(value)) return Number(value) * 1000;
  const [, year, month, day] = /^(\d{4})[/-](\d{1,2})[/-](\d{1,2})$/.exec(value) ?? [];
  if (year !== undefined) return Date.UTC(Number(year), Number(month) - 1, Number(day));
  const [, month2, day2, year2] = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/.exec(value) ?? [];
  return year2 === undefined ? undefined : Date.UTC(Number(year2), Number(month2) - 1, Number(day2));
}

/** `3d`, `2m`, `1y` as the moment so long ago; months and years as calendars count them. */
function ago(now: number, value: string): number | undefined {
  const [, digits, unit] = /^(\d{1,4})([hdmy])$/i.exec(value) ?? [];
  if (digits === undefined) return undefined;
  const count = Number(digits);
  if (unit?.toLowerCase() === 'h') return now - (count * DAY_MS) / 24;
  if (unit?.toLowerCase() === 'd') return now - count * DAY_MS;
  const date = new Date(now);
  const months = unit?.toLowerCase() === 'm' ? count : 12 * count;
  return date.setUTCMonth(date.getUTCMonth() - months);
}

const since = (moment: number | undefined): Predicate =>
  moment === undefined ? NEVER : ({ message }) => message.internalDate >= moment;
const before = (moment: number | undefined): Predicate =>
  moment === undefined ? NEVER : ({ message }) => message.internalDate < moment;

function bytes(value: string): number {
  const [, digits, unit] = /^(\d{1,15})([km]?)b?$/i.exec(value) ?? [];
  const factor = { k: 1 << 10, m: 1 << 20 }[unit?.toLowerCase() ?? ''] ?? 1;
  return digits === undefined ? Number.NaN : Number(digits) * factor;
}

const larger = (value: string): Predicate => {
  const size = bytes(value);
  return ({ message }) => message.sizeEstimate > size;
};

function headerHolds(name: string, value: string): Predicate {
  const found = phraseFinder(value);
  return ({ content }) => {
    const text = headerValue(partsOf(content()).fields, name);
    return text !== undefined && found(text);
  };
}

const bare = (id: string): string => id.replaceAll(/[<>]/g, '').toLowerCase();

type Operator = (context: SearchContext, value: string) => Predicate;

const OPERATORS: Readonly<Record<string, Operator>> = {
  from: (context, value) => people(context, value, ({ from }) => [from]),
  to: (context, value) => people(context, value, ({ to, cc, bcc }) => [...to, ...cc, ...bcc]),
  cc: (context, value) => people(context, value, ({ cc }) => cc),
  bcc: (context, value) => people(context, value, ({ bcc }) => bcc),
  subject: (_context, value) => {
    const found = phraseFinder(value);
    return ({ message }) => found(message.subject);
  },
  label: labelled,
  in: inState,
  is: inState,
  has: (_context, value) => has(value),
  filename: (_context, value) => filename(value),
  after: (_context, value) => since(instant(value)),
  newer: (_context, value) => since(instant(value)),
  before: (_context, value) => before(instant(value)),
  older: (_context, value) => before(instant(value)),
  newer_than: ({ now }, value) => since(ago(now, value)),
  older_than: ({ now }, value) => before(ago(now, value)),
  size: (_context, value) => larger(value),
  larger: (_context, value) => larger(value),
  smaller: (_context, value) => {
    const size = bytes(value);
    return ({ message }) => message.sizeEstimate < size;
  },
  category: (_context, value) => withLabel(entry(CATEGORIES, value.toLowerCase()) ?? ''),
  rfc822msgid: (_context, value) => {
    const id = bare(value);
    return ({ message }) => message.messageId !== null && bare(message.messageId) === id;
  },
  list: (_context, value) => headerHolds('List-ID', value),
  deliveredto: (_context, value) => headerHolds('Delivered-To', value),
};

/** The operator's meaning, undefined for a word that is no operator. */
export function operatorPredicate(context: SearchContext, name: string, value: string): Predicate | undefined {
  return Object.hasOwn(OPERATORS, name) ? OPERATORS[name]?.(context, value) : undefined;
}
