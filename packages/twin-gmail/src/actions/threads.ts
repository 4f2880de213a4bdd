import { InvalidArgument, NotFound } from '../errors.ts';
import { isMessageId } from '../ids.ts';
import type { MailContext, Message, Thread } from '../world.ts';
import { checkedChange, type LabelChange } from './labels-of.ts';
import { changeLabels, removeMessage } from './mailbox.ts';
import { type ListRequest, listPlan, threadMatches } from './messages.ts';
import { newestFirst, type Page } from './pages.ts';

/** @throws InvalidArgument for what is no id, NotFound for an id that no thread has */
export function getThread({ world }: Pick<MailContext, 'world'>, id: string): Readonly<Thread> {
  if (!isMessageId(id)) throw new InvalidArgument('Invalid id value');
  const thread = world.threads.get(id);
  if (!thread) throw new NotFound();
  return thread;
}

/** Oldest first. */
export const messagesOf = ({ world }: Pick<MailContext, 'world'>, thread: Readonly<Thread>): readonly Readonly<Message>[] =>
  world.messages.by.thread.page(thread.id);

export function listThreads(context: MailContext, request: ListRequest): Page<Readonly<Thread>> {
  const plan = listPlan(context, request);
  const filtered = plan.search !== undefined || plan.further.length > 0;
  return newestFirst(
    {
      index: context.world.threads.by.list,
      group: plan.group,
      position: (thread) => ({ at: thread.newest, id: thread.id }),
      accept: filtered ? (thread) => threadMatches(context, thread.id, plan) : undefined,
    },
    request,
  );
}

/** Does the same to every message of the thread. */
function changeThread(
  context: MailContext,
  id: string,
  change: { add: readonly string[]; remove: readonly string[] },
): Readonly<Thread> {
  const thread = getThread(context, id);
  for (const message of messagesOf(context, thread)) changeLabels(context, message, change);
  return getThread(context, id);
}

export function modifyThread(context: MailContext, id: string, change: LabelChange): Readonly<Thread> {
  getThread(context, id);
  return changeThread(context, id, checkedChange(context.world, change));
}

export const trashThread = (context: MailContext, id: string): Readonly<Thread> =>
  changeThread(context, id, { add: ['TRASH'], remove: ['INBOX', 'SPAM'] });

export const untrashThread = (context: MailContext, id: string): Readonly<Thread> =>
  changeThread(context, id, { add: [], remove: ['TRASH'] });

export function deleteThread(context: MailContext, id: string): void {
  for (const message of messagesOf(context, getThread(context, id))) removeMessage(context, message);
}
