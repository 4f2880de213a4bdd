import { typesOf } from '../actions/history.ts';
import type { HistoryRecord, HistoryType } from '../world.ts';

/** A record with the types of change that were asked for. */
export function renderHistory(record: Readonly<HistoryRecord>, wanted: readonly HistoryType[] = []) {
  const { id, messageId, threadId, labelIds, labelsAdded, labelsRemoved } = record;
  const message = { id: messageId, threadId, ...(labelIds.length > 0 && { labelIds }) };
  const types = typesOf(record).filter((type) => wanted.length === 0 || wanted.includes(type));
  return {
    id: String(id),
    messages: [{ id: messageId, threadId }],
    ...(types.includes('messageAdded') && { messagesAdded: [{ message }] }),
    ...(types.includes('messageDeleted') && { messagesDeleted: [{ message }] }),
    ...(types.includes('labelAdded') && { labelsAdded: [{ message, labelIds: labelsAdded }] }),
    ...(types.includes('labelRemoved') && { labelsRemoved: [{ message, labelIds: labelsRemoved }] }),
  };
}
