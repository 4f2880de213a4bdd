import { Unsupported } from '../errors.ts';
import { partsOf } from '../mime/cache.ts';
import type { Address } from '../mime/headers.ts';
import { headerValue } from '../mime/headers.ts';
import { bodiesOf } from '../mime/text.ts';
import { type Content, type GmailWorld, type Message, mailboxOf } from '../world.ts';
import { ago, instant } from './dates.ts';
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

/** "Primary: … messages that don't appear in other tabs" (https://support.google.com/mail/answer/3094499); only what is received has tabs. */
function inCategory(label: string): Predicate {
  if (label !== 'CATEGORY_PERSONAL') return withLabel(label);
  return ({ message: { labelIds } }) =>
    labelIds.includes(label) || (labelIds.includes('INBOX') && !labelIds.some((id) => id.startsWith('CATEGORY_')));
}

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
  // Only Gmail's own pages mute and snooze.
  if (state === 'muted' || state === 'snoozed') return NEVER;
  return labelled(context, value);
}

/** What mail links to, or has the link of for a picture. */
const LINKED: Readonly<Record<string, RegExp>> = {
  drive: /\b(?:drive|docs)\.google\.com\//i,
  document: /\bdocs\.google\.com\/document\//i,
  spreadsheet: /\bdocs\.google\.com\/spreadsheets\//i,
  presentation: /\bdocs\.google\.com\/presentation\//i,
  youtube: /\b(?:youtube\.com|youtu\.be)\//i,
};
/** Marks that only Gmail's own pages set: no message here has one. */
const OTHER_MARKS =
  /^(?:(?:orange|red|purple|blue|green)-star|(?:red|yellow)-bang|orange-guillemet|green-check|blue-info|purple-question)$/;

function linksTo(value: string): Predicate {
  const key = value.toLowerCase();
  if (OTHER_MARKS.test(key)) return NEVER;
  const pattern = Object.hasOwn(LINKED, key) ? LINKED[key] : undefined;
  if (!pattern) return refuse('has', value);
  return ({ content }) => {
    const { text, html } = bodiesOf(partsOf(content()));
    return pattern.test(`${text ?? ''}\n${html ?? ''}`);
  };
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
      return linksTo(value);
  }
}

function filename(value: string): Predicate {
  const wanted = value.toLowerCase();
  return ({ message }) => message.attachments.some((one) => one.filename.toLowerCase().includes(wanted));
}

/** Refuses a value that the twin can't look for: an empty list would say that there is nothing. */
function refuse(name: string, value: string): never {
  throw new Unsupported(`the search \`${name}:${value}\``);
}

const since =
  (moment: number): Predicate =>
  ({ message }) =>
    message.internalDate >= moment;
const before =
  (moment: number): Predicate =>
  ({ message }) =>
    message.internalDate < moment;

const day = (name: string, value: string): number => instant(value) ?? refuse(name, value);
const age = (name: string, now: number, value: string): number => ago(now, value) ?? refuse(name, value);

function bytes(name: string, value: string): number {
  const [, digits, unit] = /^(\d{1,15})([km]?)b?$/i.exec(value) ?? [];
  const factor = { k: 1 << 10, m: 1 << 20 }[unit?.toLowerCase() ?? ''] ?? 1;
  return digits === undefined ? refuse(name, value) : Number(digits) * factor;
}

const larger = (name: string, value: string): Predicate => {
  const size = bytes(name, value);
  return ({ message }) => message.sizeEstimate > size;
};

function headerHolds(name: string, value: string): Predicate {
  const found = phraseFinder(value);
  return ({ content }) => {
    const text = headerValue(partsOf(content()).fields, name);
    return text !== undefined && found(text);
  };
}

/** What came by mail: it was delivered to the mailbox, whether its header says so or not. */
const isReceived = ({ labelIds }: Readonly<Message>): boolean => !labelIds.some((label) => label === 'SENT' || label === 'DRAFT');

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
  is: (context, value) => {
    const found = inState(context, value);
    return found === NEVER && !['muted', 'snoozed'].includes(value.toLowerCase()) ? refuse('is', value) : found;
  },
  has: (_context, value) => has(value),
  filename: (_context, value) => filename(value),
  after: (_context, value) => since(day('after', value)),
  newer: (_context, value) => since(day('newer', value)),
  before: (_context, value) => before(day('before', value)),
  older: (_context, value) => before(day('older', value)),
  newer_than: ({ now }, value) => since(age('newer_than', now, value)),
  older_than: ({ now }, value) => before(age('older_than', now, value)),
  size: (_context, value) => larger('size', value),
  larger: (_context, value) => larger('larger', value),
  smaller: (_context, value) => {
    const size = bytes('smaller', value);
    return ({ message }) => message.sizeEstimate < size;
  },
  category: (_context, value) => inCategory(entry(CATEGORIES, value.toLowerCase()) ?? refuse('category', value)),
  rfc822msgid: (_context, value) => {
    const id = bare(value);
    return ({ message }) => message.messageId !== null && bare(message.messageId) === id;
  },
  list: (_context, value) => headerHolds('List-ID', value),
  deliveredto: ({ world }, value) => {
    const [named, own] = [headerHolds('Delivered-To', value), phraseFinder(value)(mailboxOf(world).emailAddress)];
    return (candidate) => named(candidate) || (own && isReceived(candidate.message));
  },
};

/** The operator's meaning, undefined for a word that is no operator. */
export function operatorPredicate(context: SearchContext, name: string, value: string): Predicate | undefined {
  return Object.hasOwn(OPERATORS, name) ? OPERATORS[name]?.(context, value) : undefined;
}
