import { InvalidArgument, Unsupported } from '../errors.ts';
import { headerValue, parseMailDate } from '../mime/headers.ts';
import { type Part, parseMessage } from '../mime/parse.ts';
import type { MailContext, Message } from '../world.ts';
import { applyFilters } from './filtering.ts';
import { leftFolders, requireLabels } from './labels-of.ts';
import { addMessage } from './mailbox.ts';
import { goesToOwner, outgoing, requireRecipients } from './outgoing.ts';

/** A message as callers hand it over. */
export interface GivenMessage {
  raw: Buffer;
  threadId?: string | undefined;
  labelIds?: readonly string[] | undefined;
}

/** Shared by all messages that have them. */
const SENT: readonly string[] = ['SENT'];
const SENT_TO_ONESELF: readonly string[] = ['UNREAD', 'SENT', 'INBOX'];

/** Sends a message: it is in the mailbox as sent, and in its inbox too where its owner is a recipient. */
export function sendMessage(
  context: MailContext,
  { raw, threadId, keepThread }: GivenMessage & { keepThread?: boolean },
): Readonly<Message> {
  const mail = outgoing(context, raw);
  const { envelope } = mail.parsed;
  requireRecipients(envelope);
  const toOwner = goesToOwner(context, envelope);
  const message = addMessage(context, {
    ...mail,
    labelIds: toOwner ? SENT_TO_ONESELF : SENT,
    internalDate: context.now,
    threadId,
    byHeaders: false,
    ...(keepThread && { keepThread }),
  });
  return toOwner ? applyFilters(context, message) : message;
}

export interface InsertOptions {
  internalDateSource?: 'receivedTime' | 'dateHeader' | undefined;
  deleted?: boolean | undefined;
}

/** Puts a message into the mailbox as it is, like IMAP's APPEND. */
export function insertMessage(context: MailContext, given: GivenMessage, options: InsertOptions): Readonly<Message> {
  return place(context, given, { internalDateSource: 'receivedTime', ...options });
}

/** Takes a message in as if it had been received: the mailbox's filters see it. */
export function importMessage(context: MailContext, given: GivenMessage, options: InsertOptions): Readonly<Message> {
  return applyFilters(context, place(context, given, { internalDateSource: 'dateHeader', ...options }));
}

function place(context: MailContext, { raw, threadId, labelIds = [] }: GivenMessage, options: InsertOptions): Readonly<Message> {
  if (options.deleted) throw new Unsupported('messages that are kept in Vault only (deleted=true)');
  requireLabels(context.world, labelIds);
  if (labelIds.includes('DRAFT')) throw new InvalidArgument('Invalid label: DRAFT');
  const parsed = parseMessage(raw);
  const internalDate = options.internalDateSource === 'dateHeader' ? headerDate(parsed) : undefined;
  const left = leftFolders(labelIds);
  const kept = labelIds.filter((id) => !left.includes(id));
  return addMessage(context, { raw, parsed, labelIds: kept, internalDate: internalDate ?? context.now, threadId });
}

/** When a message says it was written; undefined where that is no time. */
export const headerDate = ({ fields }: Part): number | undefined => parseMailDate(headerValue(fields, 'Date'));
