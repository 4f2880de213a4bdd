import type { LabelChange } from '../actions/labels-of.ts';
import type { ListRequest } from '../actions/messages.ts';
import { deleteThread, getThread, listThreads, modifyThread, trashThread, untrashThread } from '../actions/threads.ts';
import type { MessageView } from '../render/messages.ts';
import { renderChangedThread, renderListedThread, renderThread } from '../render/threads.ts';
import { nothing, operation } from './operation.ts';

export const threadOperations = [
  operation<ListRequest>('gmail.users.threads.list', {
    mutates: false,
    action: 'list_threads',
    handle(context, { query }) {
      const { records, nextPageToken, resultSizeEstimate } = listThreads(context, query);
      return {
        ...(records.length > 0 && { threads: records.map((thread) => renderListedThread(context, thread)) }),
        ...(nextPageToken && { nextPageToken }),
        resultSizeEstimate,
      };
    },
  }),
  operation<MessageView>('gmail.users.threads.get', {
    mutates: false,
    action: 'get_thread',
    handle: (context, { params, query }) => renderThread(context, getThread(context, params.id ?? ''), query),
  }),
  operation<object, LabelChange>('gmail.users.threads.modify', {
    mutates: true,
    action: 'modify_thread',
    handle: (context, { params, body }) => renderChangedThread(context, modifyThread(context, params.id ?? '', body)),
  }),
  operation('gmail.users.threads.trash', {
    mutates: true,
    action: 'trash_thread',
    handle: (context, { params }) => renderChangedThread(context, trashThread(context, params.id ?? '')),
  }),
  operation('gmail.users.threads.untrash', {
    mutates: true,
    action: 'untrash_thread',
    handle: (context, { params }) => renderChangedThread(context, untrashThread(context, params.id ?? '')),
  }),
  operation('gmail.users.threads.delete', {
    mutates: true,
    action: 'delete_thread',
    handle: (context, { params }) => nothing(deleteThread(context, params.id ?? '')),
  }),
];
