import { attachmentId } from '../actions/attachment-id.ts';
import { draftMessage } from '../actions/drafts.ts';
import { labelCounts } from '../actions/labels.ts';
import { contentOf } from '../actions/messages.ts';
import { partsOf } from '../mime/cache.ts';
import type { Address } from '../mime/headers.ts';
import { walk } from '../mime/parse.ts';
import { bodiesOf } from '../mime/text.ts';
import type { Draft, GmailContext, GmailWorld, Label, Message } from '../world.ts';

/** How much of a message a tool shows. */
export type Detail = 'metadata' | 'minimal' | 'full';

const plain = (addresses: readonly Address[]): string[] => addresses.map(({ address }) => address);

const people = ({ to, cc, bcc, internalDate }: Readonly<Message>) => ({
  toRecipients: plain(to),
  ccRecipients: plain(cc),
  bccRecipients: plain(bcc),
  date: new Date(internalDate).toISOString(),
});

function bodies(world: GmailWorld, message: Readonly<Message>) {
  const { text, html } = bodiesOf(partsOf(contentOf(world, message)));
  return { ...(text !== undefined && { plaintextBody: text }), ...(html !== undefined && { htmlBody: html }) };
}

function attachmentsOf(world: GmailWorld, message: Readonly<Message>) {
  return walk(partsOf(contentOf(world, message))).flatMap(({ part, partId }) =>
    part.isAttachment ? [{ id: attachmentId(message.id, partId), filename: part.filename, mimeType: part.mimeType }] : [],
  );
}

/** A message as Google's tools show it. */
export function viewMessage({ world }: GmailContext, message: Readonly<Message>, detail: Detail) {
  const { id, snippet, subject, from, labelIds } = message;
  const head = { id, ...(from && { sender: from.address }), ...people(message), labelIds };
  if (detail === 'metadata') return head;
  if (detail === 'minimal') return { ...head, snippet, subject };
  const attachments = attachmentsOf(world, message);
  return {
    ...head,
    snippet,
    subject,
    ...bodies(world, message),
    attachmentIds: attachments.map((one) => one.id),
    attachments,
  };
}

/** A draft as Google's tools show it; without `full` neither its subject nor its text. */
export function viewDraft(context: GmailContext, draft: Readonly<Draft>, full: boolean) {
  const message = draftMessage(context, draft);
  const head = { id: draft.id, threadId: message.threadId, ...people(message) };
  return full ? { ...head, subject: message.subject, ...bodies(context.world, message) } : head;
}

export const viewLabel = (world: GmailWorld, { id, name, color }: Readonly<Label>) => ({
  labelId: id,
  name,
  ...(color && { color }),
  ...labelCounts(world, id),
});
