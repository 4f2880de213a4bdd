import { nextHistoryId, nextMessageId } from '../ids.ts';
import { type HeaderField, headerValue, messageIds } from '../mime/headers.ts';
import { type Part, walk } from '../mime/parse.ts';
import { detached } from '../mime/remember.ts';
import { readableText, snippetOf } from '../mime/text.ts';
import type { HistoryRecord, MailContext, Message } from '../world.ts';
import { threadFor } from './threading.ts';

/** A message that comes into the mailbox. */
export interface NewMessage {
  raw: Buffer;
  /** What the bytes parse to. */
  parsed: Part;
  labelIds: readonly string[];
  /** Milliseconds since 1970. */
  internalDate: number;
  /** The thread it asks to be in. */
  threadId?: string | undefined;
  /** False where its headers don't put it into a thread: for what the owner writes. */
  byHeaders?: boolean;
  /** Puts it into this thread whatever its headers say; for seeds and for drafts that are replaced or sent. */
  keepThread?: boolean;
  /** A seed may say. */
  id?: string | undefined;
}

/** Stores a message, in the thread that its headers put it in. */
export function addMessage(
  context: MailContext,
  { raw, parsed, labelIds, internalDate, threadId, byHeaders = true, keepThread, id }: NewMessage,
): Readonly<Message> {
  const { world, ids } = context;
  const { fields, envelope } = parsed;
  const subject = headerValue(fields, 'Subject') ?? '';
  const [mailId] = messageIds(headerValue(fields, 'Message-ID'));
  const thread = keepThread
    ? threadId
    : threadFor(world, { references: byHeaders ? referencesOf(fields) : NONE, subject, requested: threadId });
  const messageId = id ?? nextMessageId(context, internalDate);
  const historyId = nextHistoryId(ids);
  const text = readableText(parsed);
  const message = world.messages.insert({
    id: messageId,
    threadId: thread ?? messageId,
    labelIds: unique(labelIds),
    historyId,
    internalDate,
    sizeEstimate: raw.length,
    snippet: snippetOf(text),
    from: envelope.from[0] ?? null,
    to: shared(envelope.to),
    cc: shared(envelope.cc),
    bcc: shared(envelope.bcc),
    subject: detached(subject),
    messageId: mailId === undefined ? null : detached(mailId),
    attachments: attachmentsOf(parsed),
  });
  world.contents.insert({ id: messageId, raw: raw.toString('base64url'), text });
  record(context, message, { id: historyId, message: 'added' });
  return message;
}

function attachmentsOf(message: Part): Message['attachments'] {
  const attachments = walk(message).flatMap(({ part }) =>
    part.isAttachment ? [{ filename: part.filename, mimeType: part.mimeType, size: part.body.length }] : [],
  );
  return shared(attachments);
}

/** The messages that one refers to, the oldest first. */
const referencesOf = (fields: readonly HeaderField[]): string[] => [
  ...messageIds(headerValue(fields, 'References')),
  ...messageIds(headerValue(fields, 'In-Reply-To')),
];

/** Takes a message out for good, with the draft that holds it. */
export function removeMessage(context: MailContext, message: Readonly<Message>): void {
  const { world, ids } = context;
  const draft = world.drafts.by.message.first(message.id);
  if (draft) world.drafts.remove(draft.id);
  world.messages.remove(message.id);
  world.contents.remove(message.id);
  record(context, message, { id: nextHistoryId(ids), message: 'deleted' });
}

/** Puts labels on a message and takes others off. Without a difference nothing happens. */
export function changeLabels(
  context: MailContext,
  message: Readonly<Message>,
  change: { add: readonly string[]; remove: readonly string[] },
): Readonly<Message> {
  const { world, ids } = context;
  const labelsAdded = [...new Set(change.add)].filter((label) => !message.labelIds.includes(label));
  const labelsRemoved = [...new Set(change.remove)].filter((label) => message.labelIds.includes(label));
  if (labelsAdded.length === 0 && labelsRemoved.length === 0) return message;
  const historyId = nextHistoryId(ids);
  const labelIds = [...message.labelIds.filter((label) => !labelsRemoved.includes(label)), ...labelsAdded];
  const changed = world.messages.update(message.id, { labelIds, historyId });
  record(context, changed, { id: historyId, labelsAdded, labelsRemoved });
  return changed;
}

function record({ world }: MailContext, message: Readonly<Message>, event: Partial<HistoryRecord> & { id: number }): void {
  world.history.insert({
    messageId: message.id,
    threadId: message.threadId,
    labelIds: message.labelIds,
    message: event.message ?? null,
    labelsAdded: event.labelsAdded ?? NONE,
    labelsRemoved: event.labelsRemoved ?? NONE,
    id: event.id,
  });
}

/** What stands in records may be shared, since it never changes: a large mailbox is mostly lists of no or the same labels. */
const NONE: readonly never[] = [];

const shared = <T>(list: readonly T[]): readonly T[] => (list.length === 0 ? NONE : list);

const unique = (list: readonly string[]): readonly string[] =>
  list.length < 2 || new Set(list).size === list.length ? list : [...new Set(list)];
