import { attachmentId } from '../actions/attachment-id.ts';
import { messageOfDraft } from '../actions/drafts.ts';
import { labelCounts } from '../actions/labels.ts';
import { contentOf } from '../actions/messages.ts';
import { partsOf, rawOf } from '../mime/cache.ts';
import type { Address } from '../mime/headers.ts';
import { walk } from '../mime/parse.ts';
import { bodiesOf, htmlToText } from '../mime/text.ts';
import { wireBytes } from '../render/messages.ts';
import type { Draft, GmailContext, GmailWorld, Label, Message } from '../world.ts';

/** How much of a message a tool shows. `plain` is the text without its HTML, `raw` the message as it travels. */
export type Detail = 'metadata' | 'minimal' | 'plain' | 'full' | 'raw';

const plain = (addresses: readonly Address[]): string[] => addresses.map(({ address }) => address);

const people = ({ to, cc, bcc, internalDate }: Readonly<Message>) => ({
  toRecipients: plain(to),
  ccRecipients: plain(cc),
  bccRecipients: plain(bcc),
  date: new Date(internalDate).toISOString(),
});

function bodies(world: GmailWorld, message: Readonly<Message>, detail: Detail = 'full') {
  const { text, html } = bodiesOf(partsOf(contentOf(world, message)));
  const plaintextBody = text ?? (detail === 'plain' && html !== undefined ? htmlToText(html) : undefined);
  return {
    ...(plaintextBody !== undefined && { plaintextBody }),
    ...(html !== undefined && detail !== 'plain' && { htmlBody: html }),
  };
}

function attachmentsOf({ world, requestId }: GmailContext, message: Readonly<Message>) {
  return walk(partsOf(contentOf(world, message))).flatMap(({ part, partId }) =>
    part.isAttachment
      ? [{ id: attachmentId(message.id, partId, requestId), filename: part.filename, mimeType: part.mimeType }]
      : [],
  );
}

/** A message as Google's tools show it. */
export function viewMessage(context: GmailContext, message: Readonly<Message>, detail: Detail) {
  const { world } = context;
  const { id, snippet, subject, from, labelIds } = message;
  const head = { id, ...(from && { sender: from.address }), ...people(message), labelIds };
  if (detail === 'metadata') return head;
  if (detail === 'minimal') return { ...head, snippet, subject };
  const content = contentOf(world, message);
  if (detail === 'raw') return { ...head, snippet, subject, raw: wireBytes(rawOf(content)) };
  const attachments = attachmentsOf(context, message);
  return {
    ...head,
    snippet,
    subject,
    ...bodies(world, message, detail),
    attachmentIds: attachments.map((one) => one.id),
    attachments,
  };
}

/** One draft, as much of it as is asked for. */
export function viewDraftAs(context: GmailContext, draft: Readonly<Draft>, detail: Detail) {
  const { id, threadId } = { id: draft.id, threadId: messageOfDraft(context, draft).threadId };
  return { ...viewMessage(context, messageOfDraft(context, draft), detail), id, threadId };
}

/** A draft as Google's tools show it; without `full` neither its subject nor its text. */
export function viewDraft(context: GmailContext, draft: Readonly<Draft>, full: boolean) {
  const message = messageOfDraft(context, draft);
  const head = { id: draft.id, threadId: message.threadId, ...people(message) };
  return full ? { ...head, subject: message.subject, ...bodies(context.world, message) } : head;
}

export const viewLabel = (world: GmailWorld, { id, name, color }: Readonly<Label>) => ({
  labelId: id,
  name,
  ...(color && { color }),
  ...labelCounts(world, id),
});
