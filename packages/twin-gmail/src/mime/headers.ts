import { parseHeaderValue } from 'nodemailer/lib/mime-funcs';
import { addressParser, decodeWords as decodeEncodedWords } from 'postal-mime';
import { remembered } from './remember.ts';

/** A header field as it stands: unfolded, encoded words not yet decoded. */
export interface HeaderField {
  name: string;
  value: string;
}

export interface Address {
  /** Display name, empty where there is none. */
  name: string;
  address: string;
}

/** Bytes as characters of the same number: how a message is cut without changing it. */
export const toBinary = (bytes: Buffer): string => bytes.toString('latin1');
export const fromBinary = (text: string): Buffer => Buffer.from(text, 'latin1');

/** Raw UTF-8 in a header is taken as such (RFC 6532); what isn't valid UTF-8 stays Latin-1. */
function decodeBytes(binary: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: looks for bytes outside ASCII
  if (/^[\x00-\x7f]*$/.test(binary)) return binary;
  const text = fromBinary(binary).toString('utf8');
  return text.includes('\ufffd') ? binary : text;
}

/** Decodes encoded words (RFC 2047). */
export const decodeWords = (text: string): string => (text.includes('=?') ? decodeEncodedWords(text) : text);

const FIELD_NAME = /^[!-9;-~]+$/;

/**
 * Cuts a header block into its fields: a line that begins with white space continues the field above (RFC 5322, section 2.2.3).
 *
 * @param ascii true where the block is known to be nothing but ASCII
 */
export function parseFields(block: string, ascii = false): HeaderField[] {
  const unfolded = /\n[ \t]/.test(block) ? block.replaceAll(/\r?\n(?=[ \t])/g, '') : block;
  const fields: HeaderField[] = [];
  // A carriage return before the line feed goes with the white space around the value.
  for (const line of unfolded.split('\n')) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0)).trimEnd();
    if (!FIELD_NAME.test(name)) continue;
    const value = line.slice(colon + 1).trim();
    fields.push({ name, value: ascii ? value : decodeBytes(value) });
  }
  return fields;
}

/** Names are compared whatever their case; most are written as they are asked for. */
const isNamed = (field: HeaderField, name: string): boolean =>
  field.name === name || (field.name.length === name.length && field.name.toLowerCase() === name.toLowerCase());

const firstField = (fields: readonly HeaderField[], name: string): HeaderField | undefined =>
  fields.find((field) => isNamed(field, name));

export const hasField = (fields: readonly HeaderField[], name: string): boolean => firstField(fields, name) !== undefined;

/** The first field of this name, encoded words decoded. */
export function headerValue(fields: readonly HeaderField[], name: string): string | undefined {
  const field = firstField(fields, name);
  return field && decodeWords(field.value);
}

/** A value with parameters, e.g. `text/plain; charset=utf-8`. */
export interface Structured {
  /** In lower case. */
  value: string;
  params: Readonly<Record<string, string>>;
}

const parseStructured = remembered((text): Structured => {
  const { value, params } = parseHeaderValue(text, { stripComments: true });
  return { value: value.trim().toLowerCase(), params };
});

const NOTHING: Structured = { value: '', params: {} };

export function structured(fields: readonly HeaderField[], name: string): Structured {
  const field = firstField(fields, name);
  return field ? parseStructured(field.value) : NOTHING;
}

/** Whom a message is from and for, and who is to be answered: all mailboxes of all fields of each name, groups taken apart. */
export interface Envelope {
  from: readonly Address[];
  sender: readonly Address[];
  to: readonly Address[];
  cc: readonly Address[];
  bcc: readonly Address[];
  replyTo: readonly Address[];
}

const ENVELOPE_FIELDS: ReadonlyMap<string, keyof Envelope> = new Map([
  ['from', 'from'],
  ['sender', 'sender'],
  ['to', 'to'],
  ['cc', 'cc'],
  ['bcc', 'bcc'],
  ['reply-to', 'replyTo'],
]);
const LONGEST_ENVELOPE_FIELD = 'reply-to'.length;
const NOBODY: readonly Address[] = [];

const envelopeField = (name: string): keyof Envelope | undefined =>
  name.length > LONGEST_ENVELOPE_FIELD ? undefined : ENVELOPE_FIELDS.get(name.toLowerCase());

export const isInEnvelope = ({ name }: HeaderField): boolean => envelopeField(name) !== undefined;

export function envelopeOf(fields: readonly HeaderField[]): Envelope {
  const envelope: Envelope = { from: NOBODY, sender: NOBODY, to: NOBODY, cc: NOBODY, bcc: NOBODY, replyTo: NOBODY };
  for (const { name, value } of fields) {
    const known = envelopeField(name);
    if (known === undefined) continue;
    const more = parseAddresses(value);
    envelope[known] = envelope[known].length === 0 ? more : [...envelope[known], ...more];
  }
  return envelope;
}

/** A mailbox without quotes, comments or encoded words, which is what most are: read without the parser for all of them. */
const PLAIN_MAILBOX = /^\s*(?:([\w.'-]+(?: +[\w.'-]+)*) *<([\w.+-]+@[\w.-]+)>|([\w.+-]+@[\w.-]+))\s*$/;

function plainAddress(text: string): Address | undefined {
  const [, name = '', named, bare] = PLAIN_MAILBOX.exec(text) ?? [];
  const address = named ?? bare;
  return address === undefined ? undefined : { name, address };
}

/** The mailboxes of an address list as a header or a person writes it. */
export const parseAddresses = remembered((text): readonly Address[] => {
  const plain = (text.includes(',') ? text.split(',') : [text]).map(plainAddress);
  if (plain.every((one) => one !== undefined)) return plain;
  return addressParser(text, { flatten: true }).map((one) => ({ name: one.name ?? '', address: one.address ?? '' }));
});

/** The ids in `Message-ID`, `In-Reply-To` or `References`, with their angle brackets. */
export const messageIds = (value: string | undefined): string[] => value?.match(/<[^<>\s]+>/g) ?? [];

/** Good enough for an address that can be sent to: one `@` with something on both sides and no white space. */
export const isAddress = (text: string): boolean => /^[^\s@<>(),;:"]+@[^\s@<>(),;:"]+$/.test(text);

export const sameAddress = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** A `Date` header as milliseconds since 1970; undefined where it is no time. One without a zone is taken as UTC. */
export function parseMailDate(value: string | undefined): number | undefined {
  const text = (value ?? '').replace(/\([^()]*\)\s*$/, '').trim();
  const zoned = /(?:[+-]\d{4}|\b[A-Z]{1,4})$/i.test(text) ? text : `${text} +0000`;
  const date = Date.parse(zoned);
  return Number.isNaN(date) || date < 0 ? undefined : date;
}
