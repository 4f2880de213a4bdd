import { InvalidArgument, Unsupported } from '../errors.ts';
import { headerValue, parseMailDate } from '../mime/headers.ts';
import type { MailContext, Message } from '../world.ts';
import { applyFilters } from './filtering.ts';
import { requireLabels } from './labels-of.ts';
import { addMessage } from './mailbox.ts';
import { completed, goesToOwner, headersOf, recipientsOf, requireOwnSender } from './outgoing.ts';

/** A message as callers hand it over. */
export interface GivenMessage {
  raw: Buffer;
  threadId?: string | undefined;
  labelIds?: readonly string[] | undefined;
}

/** Sends a message: it is in the mailbox as sent, and in its inbox too where its owner is a recipient. */
export function sendMessage(
  context: MailContext,
  { raw, threadId, keepThread }: GivenMessage & { keepThread?: boolean },
): Readonly<Message> {
  const fields = headersOf(raw);
  requireOwnSender(context, fields);
  const toOwner = goesToOwner(context, recipientsOf(fields));
  const message = addMessage(context, {
    raw: completed(context, raw),
    labelIds: toOwner ? ['UNREAD', 'SENT', 'INBOX'] : ['SENT'],
    internalDate: context.now,
    threadId,
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
  const internalDate = options.internalDateSource === 'dateHeader' ? headerDate(raw) : undefined;
  return addMessage(context, { raw, labelIds, internalDate: internalDate ?? context.now, threadId });
}

/** When a message says it was written; undefined where that is no time. */
export const headerDate = (raw: Buffer): number | undefined => parseMailDate(headerValue(headersOf(raw), 'Date'));
