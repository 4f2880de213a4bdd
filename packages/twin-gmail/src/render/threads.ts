import { messagesOf } from '../actions/threads.ts';
import type { GmailContext, Thread } from '../world.ts';
import { type MessageView, renderChanged, renderRead } from './messages.ts';

/** A thread in a list: what its newest message says. */
export function renderListedThread(context: Pick<GmailContext, 'world'>, thread: Readonly<Thread>) {
  const newest = messagesOf(context, thread).at(-1);
  return { id: thread.id, snippet: newest?.snippet ?? '', historyId: String(thread.historyId) };
}

/** A thread with its messages, oldest first. */
export function renderThread(context: GmailContext, thread: Readonly<Thread>, view: MessageView) {
  const messages = messagesOf(context, thread).map((message) => renderRead(context, message, view));
  return { id: thread.id, historyId: String(thread.historyId), messages };
}

/** What an action that changed a thread answers. */
export function renderChangedThread(context: Pick<GmailContext, 'world'>, thread: Readonly<Thread>) {
  return { id: thread.id, messages: messagesOf(context, thread).map(renderChanged) };
}
