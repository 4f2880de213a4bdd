import { type Capture, LeftOut } from './capture.ts';
import { CaptureError } from './error.ts';
import { type Exported, known, listOf, numberOf, recordOf, textOf } from './exported.ts';
import type { People } from './people.ts';

const SYSTEM = new Set([
  'INBOX',
  'SENT',
  'IMPORTANT',
  'SPAM',
  'TRASH',
  'CATEGORY_PERSONAL',
  'CATEGORY_SOCIAL',
  'CATEGORY_PROMOTIONS',
  'CATEGORY_UPDATES',
  'CATEGORY_FORUMS',
]);
/** A mailbox in a header: a name, quoted or not, and an address. */
const MAILBOX = /(?:"([^"]*)"|([^",<>]*))\s*<([^<>\s]+@[^<>\s]+)>|([^\s,<>"]+@[^\s,<>"]+)/g;

export const gmail: Capture = {
  twin: 'gmail',
  how: 'answers of users.messages.get (format full), one a file or many in a list; users.labels.list for the names of labels; users.getProfile for whose mailbox it is',
  seed(files, people) {
    const leftOut = new LeftOut();
    const records = files.flatMap((file) => file.records);
    const messages = records
      .flatMap((one) => ('payload' in one ? [one] : 'message' in one ? [recordOf(one.message)] : listOf(one.messages)))
      .filter((one) => 'payload' in one || leftOut.add('messages without their content: get them with format full'));
    if (messages.length === 0) throw new CaptureError('The files hold no message of Gmail with its content.', gmail.how);
    const names = new Map(
      records
        .flatMap((one) => listOf(one.labels))
        .filter(({ type }) => type !== 'system')
        .map(({ id, name }) => [String(id), String(name)]),
    );
    const owner = ownerOf(records, messages);
    const me = people.person(owner);
    // Names of people are known from every header before any text is read.
    for (const one of messages)
      for (const header of ['from', 'to', 'cc', 'bcc', 'reply-to']) mailboxes(headerOf(one, header), people);
    const used = new Set(messages.flatMap(({ labelIds }) => (Array.isArray(labelIds) ? labelIds.map(String) : [])));
    const threads = new Map(
      [...new Set(messages.map(({ threadId }) => String(threadId)))].map((id, at) => [id, `thread-${at + 1}`]),
    );
    const scene: Scene = { people, leftOut, names, threads };
    const labels = [...names].filter(([id]) => used.has(id)).map(([, name]) => people.text(name));
    const isDraft = ({ labelIds }: Exported) => Array.isArray(labelIds) && labelIds.includes('DRAFT');
    const seed = {
      emailAddress: me.email,
      displayName: me.name,
      labels,
      messages: messages.filter((one) => !isDraft(one)).map((one) => messageOf(one, scene)),
      drafts: messages.filter(isDraft).map((one) => letterOf(one, scene)),
    };
    return { seed, leftOut };
  },
};

interface Scene {
  people: People;
  leftOut: LeftOut;
  names: ReadonlyMap<string, string>;
  threads: ReadonlyMap<string, string>;
}

const headerOf = ({ payload }: Exported, name: string): string =>
  textOf(listOf(recordOf(payload).headers).find((header) => String(header.name).toLowerCase() === name)?.value) ?? '';

/** Whose mailbox it is: as the profile says, else who sent what was sent, else who got the most. */
function ownerOf(records: readonly Exported[], messages: readonly Exported[]): { name?: string; email: string } {
  const profile = records.map(({ emailAddress }) => textOf(emailAddress)).find((email) => email !== undefined);
  if (profile !== undefined) return { email: profile };
  const isSent = ({ labelIds }: Exported) => Array.isArray(labelIds) && labelIds.includes('SENT');
  const sent = messages.filter(isSent).map((one) => headerOf(one, 'from'));
  const counted = (sent.length > 0 ? sent : messages.map((one) => headerOf(one, 'to'))).flatMap((header) =>
    [...header.matchAll(MAILBOX)].map(([, , , angled, bare]) => (angled ?? bare ?? '').toLowerCase()),
  );
  const [most] = [...Map.groupBy(counted, (email) => email)].toSorted(([, a], [, b]) => b.length - a.length);
  return { email: most?.[0] ?? 'me@example.com' };
}

/** The mailboxes of a header as invented ones. */
const mailboxes = (header: string, people: People): string[] =>
  [...header.matchAll(MAILBOX)].map(([, quoted, plain, angled, bare]) => {
    const name = (quoted ?? plain ?? '').trim();
    const person = people.person({ name: name.includes('@') ? undefined : name, email: angled ?? bare });
    return `${person.name} <${person.email}>`;
  });

function letterOf(one: Exported, { people, leftOut, threads }: Scene) {
  const parts = partsOf(recordOf(one.payload));
  const plain = parts.find(({ mimeType, filename }) => mimeType === 'text/plain' && !filename);
  const html = parts.find(({ mimeType, filename }) => mimeType === 'text/html' && !filename);
  const list = (name: string) => {
    const found = mailboxes(headerOf(one, name), people);
    return found.length > 0 ? found : undefined;
  };
  for (const _ of parts.filter(({ filename }) => filename)) leftOut.add('contents of attachments');
  const attachments = parts
    .filter(({ filename }) => filename)
    .map(({ filename, mimeType }) =>
      known({ filename: people.text(String(filename)), mimeType: textOf(mimeType), content: 'Left out.' }),
    );
  const date = numberOf(Number(one.internalDate));
  return known({
    from: list('from')?.[0],
    to: list('to'),
    cc: list('cc'),
    subject: people.text(headerOf(one, 'subject')),
    text: plain
      ? people.text(contentOf(plain))
      : html
        ? people.text(asText(contentOf(html)))
        : people.text(textOf(one.snippet) ?? ''),
    date: date ? new Date(date).toISOString() : undefined,
    threadId: threads.get(String(one.threadId)),
    attachments: attachments.length > 0 ? attachments : undefined,
  });
}

function messageOf(one: Exported, scene: Scene) {
  const ids = Array.isArray(one.labelIds) ? one.labelIds.map(String) : [];
  const labels = ids.flatMap((id) => {
    const name = scene.names.get(id);
    return SYSTEM.has(id) ? [id] : name === undefined ? [] : [scene.people.text(name)];
  });
  return { ...letterOf(one, scene), labels, unread: ids.includes('UNREAD'), starred: ids.includes('STARRED') };
}

const partsOf = (part: Exported): Exported[] => [part, ...listOf(part.parts).flatMap(partsOf)];

const contentOf = ({ body }: Exported): string => Buffer.from(textOf(recordOf(body).data) ?? '', 'base64url').toString('utf8');

/** Markup holds links that name people, and pictures that count them. */
const asText = (html: string): string =>
  html
    .replaceAll(/<(style|script|head)\b[\s\S]*?<\/\1>/gi, '')
    .replaceAll(/<br\s*\/?>|<\/(?:p|div|tr|li|h\d)>/gi, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replaceAll(/\n\s*\n\s*/g, '\n\n')
    .trim();
