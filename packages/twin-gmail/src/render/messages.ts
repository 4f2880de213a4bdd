import { cachedRenderer } from '@svc/twin-kit';
import { attachmentId } from '../actions/attachment-id.ts';
import { contentOf } from '../actions/messages.ts';
import { partsOf } from '../mime/cache.ts';
import { decodeWords, type HeaderField } from '../mime/headers.ts';
import { type Part, partText } from '../mime/parse.ts';
import type { GmailCollections, GmailContext, Message } from '../world.ts';

export type MessageFormat = 'minimal' | 'full' | 'raw' | 'metadata';

export interface MessageView {
  format?: MessageFormat | undefined;
  metadataHeaders?: readonly string[] | undefined;
}

/** Bytes in JSON: base64url with padding, as Gmail writes them. */
export const wireBytes = (bytes: Buffer): string => bytes.toString('base64').replaceAll('+', '-').replaceAll('/', '_');

const wireHeaders = (fields: readonly HeaderField[]) => fields.map(({ name, value }) => ({ name, value: decodeWords(value) }));

/** A message where it is only named. */
export const renderReference = ({ id, threadId }: Pick<Message, 'id' | 'threadId'>) => ({ id, threadId });

/** What an action that changed a message answers. */
export const renderChanged = ({ id, threadId, labelIds }: Readonly<Message>) => ({
  id,
  threadId,
  ...(labelIds.length > 0 && { labelIds }),
});

function renderPart(messageId: string, part: Part, partId: string, reading: string): object {
  const { mimeType, filename, fields, parts, body, isAttachment } = part;
  const placed = { partId, mimeType, filename, headers: wireHeaders(fields) };
  const children = parts.map((child, at) =>
    renderPart(messageId, child, partId === '' ? String(at) : `${partId}.${at}`, reading),
  );
  const below = children.length > 0 && { parts: children };
  if (isAttachment) {
    const id = attachmentId(messageId, partId, reading);
    return { ...placed, body: { attachmentId: id, size: body.length }, ...below };
  }
  if (children.length > 0) return { ...placed, body: { size: 0 }, ...below };
  // Text is handed out in UTF-8, whatever it was sent in.
  const bytes = mimeType.startsWith('text/') ? Buffer.from(partText(part)) : body;
  return { ...placed, body: { size: bytes.length, ...(bytes.length > 0 && { data: wireBytes(bytes) }) } };
}

function renderPayload(
  message: Readonly<Message>,
  root: Part,
  { format, metadataHeaders = [] }: MessageView,
  reading: string,
): object {
  if (format !== 'metadata') return renderPart(message.id, root, '', reading);
  const wanted = new Set(metadataHeaders.map((name) => name.toLowerCase()));
  const fields = wanted.size === 0 ? root.fields : root.fields.filter(({ name }) => wanted.has(name.toLowerCase()));
  return { mimeType: root.mimeType, headers: wireHeaders(fields) };
}

/** A message in one of its formats: https://developers.google.com/workspace/gmail/api/reference/rest/v1/Format */
export function renderMessage(
  { world, requestId }: Pick<GmailContext, 'world' | 'requestId'>,
  message: Readonly<Message>,
  view: MessageView = {},
): object {
  const { id, threadId, labelIds, snippet, sizeEstimate, historyId, internalDate } = message;
  const head = { id, threadId, ...(labelIds.length > 0 && { labelIds }), snippet };
  const tail = { sizeEstimate, historyId: String(historyId), internalDate: String(internalDate) };
  if (view.format === 'minimal') return { ...head, ...tail };
  const content = contentOf(world, message);
  if (view.format === 'raw') return { ...head, ...tail, raw: wireBytes(Buffer.from(content.raw, 'base64url')) };
  return { ...head, payload: renderPayload(message, partsOf(content), view, requestId), ...tail };
}

/** A whole message as text that is kept while the message stays as it is: what lists of messages are made of. */
const renderWhole = cachedRenderer<GmailCollections, Message>([], (context, message) => renderMessage(context, message));

/** A message for a reader: whole from what is kept, in any other format, and where ids of attachments change, made afresh. */
export const renderRead = (context: GmailContext, message: Readonly<Message>, view: MessageView): object =>
  (view.format ?? 'full') === 'full' && message.attachments.length === 0
    ? renderWhole(context, message)
    : renderMessage(context, message, view);
