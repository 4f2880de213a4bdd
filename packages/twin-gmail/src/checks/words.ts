import { type Passage, passage, textReader } from '@svc/twin-kit';
import { decodeHTML } from 'entities';
import { partsOf } from '../mime/cache.ts';
import { decodeWords, headerValue } from '../mime/headers.ts';
import { type Part, partText, walk } from '../mime/parse.ts';
import { addressesInHtml, htmlToText } from '../mime/text.ts';
import type { Content, Filter, GmailCollections, GmailState, Label, SendAs, Setting, SettingValues } from '../world.ts';
import { alternativesInHtml, withoutHidden } from './shown-html.ts';

type RecordOf<N extends keyof GmailCollections> = GmailState[N][number];

/** What goes out with a mail, though nobody reads it there. */
const UNREAD_FIELDS = new Set(['HTML source', 'hidden text', 'header', 'unshown alternative']);

/** Header fields that say nothing of their own: who writes to whom and when, and how the mail is made. */
const PLAIN_HEADERS =
  /^(?:subject|from|sender|to|cc|bcc|reply-to|date|message-id|in-reply-to|references|mime-version|content-.*|received|return-path|delivered-to|dkim-signature)$/i;

function html(source: string, field = 'text'): Passage[] {
  const shown = withoutHidden(source);
  const decoded = decodeHTML(source);
  return [
    passage(field, htmlToText(shown)),
    ...alternativesInHtml(shown).map((text) => passage('text of a picture', text)),
    ...addressesInHtml(source).map((address) => passage('link', address)),
    ...(shown === source ? [] : [passage('hidden text', htmlToText(source))]),
    passage('HTML source', source),
    ...(decoded === source ? [] : [passage('HTML source', decoded)]),
  ];
}

/** A text part as text. Of one that names no character set, a byte order mark may tell. */
function textOf(part: Part): string {
  const mark = part.body.subarray(0, 2).toString('hex');
  if (part.charset === undefined && mark === 'fffe') return new TextDecoder('utf-16le').decode(part.body);
  if (part.charset === undefined && mark === 'feff') return new TextDecoder('utf-16be').decode(part.body);
  return partText(part);
}

function attachment(part: Part): Passage[] {
  const name = part.filename === '' ? [] : [passage('attachment name', part.filename)];
  // Of a mail inside this one, the parts follow by themselves.
  if (part.mimeType === 'message/rfc822') {
    const about = part.parts[0] && headerValue(part.parts[0].fields, 'Subject');
    return about === undefined ? name : [...name, passage('attachment', about)];
  }
  const text = part.parts.length > 0 ? '' : textOf(part);
  return [...name, ...(part.mimeType === 'text/html' ? html(text, 'attachment') : [passage('attachment', text)])];
}

function partTexts(part: Part): Passage[] {
  const about = headerValue(part.fields, 'Content-Description');
  const described = about === undefined ? [] : [passage('header', decodeWords(about))];
  if (part.isAttachment) return [...attachment(part), ...described];
  if (part.parts.length > 0) return described;
  return [...(part.mimeType === 'text/html' ? html(textOf(part)) : [passage('text', textOf(part))]), ...described];
}

const asUnshown = ({ text }: Passage): Passage => passage('unshown alternative', text);

/** May be shown in the place of another part that says the same? */
const isAlternative = ({ mimeType, isAttachment }: Part): boolean =>
  !isAttachment && /^(?:text\/(?:plain|html)|multipart\/.+)$/.test(mimeType);

/** What a mail program that shows HTML leaves out: of alternatives it shows the last that it can, https://www.rfc-editor.org/rfc/rfc2046#section-5.1.4 */
function leftOut(part: Part): readonly Part[] {
  const alternatives = part.mimeType === 'multipart/alternative' ? part.parts.filter(isAlternative).slice(0, -1) : [];
  return part.parts.flatMap((one) =>
    alternatives.includes(one) ? walk(one).flatMap(({ part: inner }) => (inner.isAttachment ? [] : [inner])) : leftOut(one),
  );
}

/** All of a mail, decoded: subject, every body, where links lead, names and texts of attachments, and what isn't shown of it. */
function mail(content: Readonly<Content>): Passage[] {
  const whole = partsOf(content);
  const own = whole.fields.filter(({ name }) => !PLAIN_HEADERS.test(name));
  const unshown = leftOut(whole);
  return [
    passage('subject', headerValue(whole.fields, 'Subject') ?? ''),
    ...walk(whole).flatMap(({ part }) => (unshown.includes(part) ? partTexts(part).map(asUnshown) : partTexts(part))),
    ...own.map(({ value }) => passage('header', decodeWords(value))),
  ];
}

const named = (fields: Readonly<Record<string, string | undefined>>): Passage[] =>
  Object.entries(fields).flatMap(([field, text]) => (text ? [passage(field, text)] : []));

function vacation({ responseSubject, responseBodyPlainText, responseBodyHtml }: SettingValues['vacation']): Passage[] {
  const body = responseBodyHtml ? html(responseBodyHtml) : [];
  return [...named({ subject: responseSubject, text: responseBodyPlainText }), ...body];
}

const none = (): Passage[] => [];

/** The one list of what people write and read in a mailbox, by collection. What the mailbox derives from mail is left out. */
const TEXTS: { readonly [N in keyof GmailCollections]: (record: RecordOf<N>) => Passage[] } = {
  mailbox: none,
  sendAs: ({ sendAsEmail, displayName, signature, replyToAddress, smtpMsa }: SendAs) => [
    ...named({ address: sendAsEmail, name: displayName, 'reply address': replyToAddress, server: smtpMsa?.host }),
    ...(signature === '' ? [] : html(signature)),
  ],
  forwardingAddresses: ({ forwardingEmail }) => named({ address: forwardingEmail }),
  delegates: ({ delegateEmail }) => named({ address: delegateEmail }),
  filters: ({ criteria, action }: Filter) => {
    const { from, to, subject, query, negatedQuery } = criteria;
    return named({ from, to, subject, query, 'negated query': negatedQuery, 'forwarding address': action.forward });
  },
  settings: ({ name, value }: Setting) => (name === 'vacation' ? vacation(value as SettingValues['vacation']) : []),
  messages: none,
  contents: mail,
  threads: none,
  drafts: none,
  history: none,
  labels: ({ name }: Label) => named({ name }),
  uploads: none,
};

/** Everything that is written in a record, shown or not. */
export const texts = textReader((collection, record) => TEXTS[collection as keyof GmailCollections](record as never));

/** Everything that goes out with a mail. */
export const sentTexts = (content: Readonly<Content>): readonly Passage[] => texts.textsOf('contents', content);

/** What its reader reads of a mail. */
export const readTexts = (content: Readonly<Content>): readonly Passage[] =>
  sentTexts(content).filter(({ field }) => !UNREAD_FIELDS.has(field));

/** What somebody who gets the automatic reply reads. */
export const vacationTexts = (setting: Readonly<Setting>): readonly Passage[] =>
  texts.textsOf('settings', setting).filter(({ field }) => !UNREAD_FIELDS.has(field));

/** The attachments of a mail, with what is in them. */
export function attachmentsOf(content: Readonly<Content>): { name: string; text: Passage | undefined }[] {
  return walk(partsOf(content)).flatMap(({ part }) =>
    part.isAttachment ? [{ name: part.filename, text: attachment(part).find(({ field }) => field === 'attachment') }] : [],
  );
}
