import { timeWriter } from '@svc/twin-kit';
import { wrap as wrapBase64 } from 'nodemailer/lib/base64';
import {
  buildHeaderValue,
  detectMimeType,
  encodeWord,
  encodeWords,
  foldLines,
  isPlainText,
  quoteString,
} from 'nodemailer/lib/mime-funcs';
import { encode as encodeQuotedPrintable, wrap as wrapQuotedPrintable } from 'nodemailer/lib/qp';
import type { Address } from './headers.ts';

export interface Attachment {
  filename: string;
  mimeType?: string | undefined;
  content: Buffer;
  /** Shown inside the HTML body, which names it `cid:…`. */
  contentId?: string | undefined;
}

/** A message as a person writes it. */
export interface Letter {
  from: Address;
  to?: readonly Address[];
  cc?: readonly Address[];
  bcc?: readonly Address[];
  replyTo?: readonly Address[];
  subject: string;
  /** Milliseconds since 1970. */
  date: number;
  /** With its angle brackets. */
  messageId: string;
  inReplyTo?: string | undefined;
  references?: readonly string[] | undefined;
  text?: string | undefined;
  html?: string | undefined;
  attachments?: readonly Attachment[] | undefined;
  /** Further header fields in their order. */
  headers?: Readonly<Record<string, string>> | undefined;
}

const CRLF = '\r\n';
const LONGEST_LINE = 76;
/** What remains of a line beside the name of a header and the frame of an encoded word. */
const ENCODED_WORD_LENGTH = 52;

/** The time as a `Date` header has it, in UTC (RFC 5322, section 3.3). */
export const mailDate = timeWriter(
  (at) => {
    const [weekday, day, month, year, time] = new Date(at).toUTCString().split(' ');
    return `${weekday} ${Number(day)} ${month} ${year} ${time?.slice(0, -'ss'.length)}`;
  },
  (minute, second) => `${minute}${second} +0000`,
);

const onOneLine = (text: string): string => text.replaceAll(/[\r\n]+/g, ' ');

export function formatAddress({ name: given, address }: Address): string {
  // A line break would end the header.
  const name = onOneLine(given);
  if (name === '') return address;
  if (!isPlainText(name)) return `${encodeWord(name, 'Q', ENCODED_WORD_LENGTH)} <${address}>`;
  return `${/^[\w .'-]+$/.test(name) ? name : quoteString(name)} <${address}>`;
}

const formatAddresses = (addresses: readonly Address[]): string => addresses.map(formatAddress).join(', ');

function header(name: string, value: string): string {
  return foldLines(`${name}: ${onOneLine(value)}`, LONGEST_LINE);
}

const textHeader = (name: string, value: string): string => header(name, encodeWords(value, 'Q', ENCODED_WORD_LENGTH, true));

/** A part ready to stand in a message: header lines and encoded body. */
interface Entity {
  headers: string[];
  body: string;
}

function textEntity(subtype: 'plain' | 'html', text: string): Entity {
  const type = header('Content-Type', `text/${subtype}; charset="UTF-8"`);
  const lines = text.replaceAll(/\r?\n/g, CRLF);
  const plain = isPlainText(lines) && lines.split(CRLF).every((line) => line.length <= LONGEST_LINE);
  if (plain) return { headers: [type], body: lines };
  const body = wrapQuotedPrintable(encodeQuotedPrintable(lines), LONGEST_LINE);
  return { headers: [type, 'Content-Transfer-Encoding: quoted-printable'], body };
}

function attachmentEntity({ filename, mimeType, content, contentId }: Attachment): Entity {
  const value = mimeType ?? detectMimeType(filename.split('.').at(-1) ?? '');
  const disposition = contentId === undefined ? 'attachment' : 'inline';
  const headers = [
    header('Content-Type', buildHeaderValue({ value, params: { name: filename } })),
    header('Content-Disposition', buildHeaderValue({ value: disposition, params: { filename } })),
    'Content-Transfer-Encoding: base64',
    ...(contentId === undefined ? [] : [header('Content-ID', `<${contentId}>`)]),
  ];
  return { headers, body: wrapBase64(content.toString('base64'), LONGEST_LINE) };
}

function multipart(subtype: string, boundary: string, parts: readonly Entity[]): Entity {
  const bodies = parts.map(({ headers, body }) => [`--${boundary}`, ...headers, '', body].join(CRLF));
  return {
    headers: [header('Content-Type', `multipart/${subtype}; boundary="${boundary}"`)],
    body: [...bodies, `--${boundary}--`, ''].join(CRLF),
  };
}

function contentOf(letter: Letter, boundary: string): Entity {
  const { text, html, attachments = [] } = letter;
  const inline = html === undefined ? [] : attachments.filter(({ contentId }) => contentId !== undefined);
  const apart = attachments.filter((one) => !inline.includes(one));
  const bodies = [
    ...(text !== undefined || html === undefined ? [textEntity('plain', text ?? '')] : []),
    ...(html === undefined ? [] : [textEntity('html', html)]),
  ];
  let content = bodies.length === 1 ? (bodies[0] as Entity) : multipart('alternative', `${boundary}_alt`, bodies);
  if (inline.length > 0) content = multipart('related', `${boundary}_rel`, [content, ...inline.map(attachmentEntity)]);
  return apart.length > 0 ? multipart('mixed', `${boundary}_mix`, [content, ...apart.map(attachmentEntity)]) : content;
}

/**
 * Writes a letter as a message (RFC 5322), lines ended by CRLF. The same letter and boundary give the same bytes.
 *
 * @param boundary what the delimiters of its parts are made of; must not occur in it
 */
export function compose(letter: Letter, boundary: string): Buffer {
  const content = contentOf(letter, boundary);
  const addresses = (name: string, list: readonly Address[] = []) =>
    list.length === 0 ? [] : [header(name, formatAddresses(list))];
  const lines = [
    'MIME-Version: 1.0',
    header('Date', mailDate(letter.date)),
    header('Message-ID', letter.messageId),
    ...(letter.inReplyTo === undefined ? [] : [header('In-Reply-To', letter.inReplyTo)]),
    ...(letter.references?.length ? [header('References', letter.references.join(' '))] : []),
    textHeader('Subject', letter.subject),
    header('From', formatAddress(letter.from)),
    ...addresses('To', letter.to),
    ...addresses('Cc', letter.cc),
    ...addresses('Bcc', letter.bcc),
    ...addresses('Reply-To', letter.replyTo),
    ...Object.entries(letter.headers ?? {}).map(([name, value]) => textHeader(name, value)),
    ...content.headers,
  ];
  return Buffer.from([...lines, '', content.body].join(CRLF), 'utf8');
}
