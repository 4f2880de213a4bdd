import { type InsertOptions, importMessage, insertMessage, sendMessage } from '../actions/incoming.ts';
import type { LabelChange } from '../actions/labels-of.ts';
import {
  batchDeleteMessages,
  batchModifyMessages,
  deleteMessage,
  getAttachment,
  getMessage,
  type ListRequest,
  listMessages,
  modifyMessage,
  trashMessage,
  untrashMessage,
} from '../actions/messages.ts';
import { type MessageView, renderChanged, renderRead, renderReference, wireBytes } from '../render/messages.ts';
import { givenMessage, type MessageBody } from './message-body.ts';
import { nothing, operation } from './operation.ts';
import { uploadable } from './uploads.ts';

const incoming = [
  ...uploadable<object, MessageBody>('gmail.users.messages.send', {
    mutates: true,
    action: 'send_message',
    // Labels are the mailbox's to give: reference of `users.messages.send`.
    handle: (context, { body }) => renderChanged(sendMessage(context, { ...givenMessage(body), labelIds: [] })),
  }),
  ...uploadable<InsertOptions, MessageBody>('gmail.users.messages.insert', {
    mutates: true,
    action: 'insert_message',
    handle: (context, { body, query }) => renderChanged(insertMessage(context, givenMessage(body), query)),
  }),
  ...uploadable<InsertOptions, MessageBody>('gmail.users.messages.import', {
    mutates: true,
    action: 'import_message',
    handle: (context, { body, query }) => renderChanged(importMessage(context, givenMessage(body), query)),
  }),
];

const reading = [
  operation<ListRequest>('gmail.users.messages.list', {
    mutates: false,
    action: 'list_messages',
    handle(context, { query }) {
      const { records, nextPageToken, resultSizeEstimate } = listMessages(context, query);
      return {
        ...(records.length > 0 && { messages: records.map(renderReference) }),
        ...(nextPageToken && { nextPageToken }),
        resultSizeEstimate,
      };
    },
  }),
  operation<MessageView>('gmail.users.messages.get', {
    mutates: false,
    action: 'get_message',
    handle: (context, { params, query }) => renderRead(context, getMessage(context, params.id ?? ''), query),
  }),
  operation('gmail.users.messages.attachments.get', {
    mutates: false,
    action: 'get_attachment',
    handle(context, { params }) {
      const bytes = getAttachment(context, params.messageId ?? '', params.id ?? '');
      return { size: bytes.length, data: wireBytes(bytes) };
    },
  }),
];

const changing = [
  operation<object, LabelChange>('gmail.users.messages.modify', {
    mutates: true,
    action: 'modify_message',
    handle: (context, { params, body }) => renderChanged(modifyMessage(context, params.id ?? '', body)),
  }),
  operation('gmail.users.messages.trash', {
    mutates: true,
    action: 'trash_message',
    handle: (context, { params }) => renderChanged(trashMessage(context, params.id ?? '')),
  }),
  operation('gmail.users.messages.untrash', {
    mutates: true,
    action: 'untrash_message',
    handle: (context, { params }) => renderChanged(untrashMessage(context, params.id ?? '')),
  }),
  operation('gmail.users.messages.delete', {
    mutates: true,
    action: 'delete_message',
    handle: (context, { params }) => nothing(deleteMessage(context, params.id ?? '')),
  }),
  operation<object, LabelChange & { ids?: string[] }>('gmail.users.messages.batchModify', {
    mutates: true,
    action: 'batch_modify_messages',
    handle: (context, { body }) => nothing(batchModifyMessages(context, body)),
  }),
  operation<object, { ids?: string[] }>('gmail.users.messages.batchDelete', {
    mutates: true,
    action: 'batch_delete_messages',
    handle: (context, { body }) => nothing(batchDeleteMessages(context, body.ids)),
  }),
];

export const messageOperations = [...incoming, ...reading, ...changing];
