import { z } from 'zod';
import { getMessage } from '../actions/messages.ts';
import { getThread, listThreads, messagesOf } from '../actions/threads.ts';
import { detailOf, formats, messageId, pageOf, paging, threadId, tool } from './tool.ts';
import { viewMessage } from './view.ts';

const messageFormat = formats.optional().describe('How much of each message; FULL_CONTENT unless said otherwise');

export const readingTools = [
  tool({
    name: 'get_thread',
    title: 'Get email thread',
    description: 'Reads a thread with its messages.',
    mutates: false,
    input: z.object({ messageFormat, threadId }),
    handle(context, input) {
      const thread = getThread(context, input.threadId);
      const detail = detailOf(input.messageFormat, 'full');
      return { id: thread.id, messages: messagesOf(context, thread).map((message) => viewMessage(context, message, detail)) };
    },
  }),
  tool({
    name: 'get_message',
    title: 'Get email message',
    description: 'Reads one message by its id.',
    mutates: false,
    input: z.object({ messageFormat, messageId }),
    handle: (context, input) => viewMessage(context, getMessage(context, input.messageId), detailOf(input.messageFormat, 'full')),
  }),
  tool({
    name: 'search_threads',
    title: 'Search email threads',
    description: 'Lists the threads of the mailbox, newest first, those that a search finds if there is one.',
    mutates: false,
    action: 'list_threads',
    input: z.object({
      includeTrash: z.boolean().optional().describe('Also threads in the trash'),
      ...paging,
      query: z.string().optional().describe('A search as in Gmail’s search box, e.g. is:unread from:ada'),
      view: z
        .enum(['THREAD_VIEW_UNSPECIFIED', 'THREAD_VIEW_METADATA_ONLY', 'THREAD_VIEW_MINIMAL'])
        .optional()
        .describe('How much of each message: THREAD_VIEW_METADATA_ONLY leaves out subject and snippet'),
    }),
    handle(context, { query, includeTrash, view, ...page }) {
      const found = listThreads(context, { q: query, includeSpamTrash: includeTrash, ...pageOf(page) });
      const detail = view === 'THREAD_VIEW_METADATA_ONLY' ? 'metadata' : 'minimal';
      return {
        threads: found.records.map((thread) => ({
          id: thread.id,
          messages: messagesOf(context, thread).map((message) => viewMessage(context, message, detail)),
        })),
        ...(found.nextPageToken && { nextPageToken: found.nextPageToken }),
        resultCountEstimate: String(found.resultSizeEstimate),
      };
    },
  }),
];
