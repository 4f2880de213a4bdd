import { NotFound, Unsupported } from '../errors.ts';
import { nextDraftId } from '../ids.ts';
import { rawOf } from '../mime/cache.ts';
import { inScope } from '../search/index.ts';
import type { Draft, MailContext, Message } from '../world.ts';
import { type GivenMessage, sendMessage } from './incoming.ts';
import { addMessage, removeMessage } from './mailbox.ts';
import { contentOf, type ListRequest, listPlan } from './messages.ts';
import { outgoing } from './outgoing.ts';
import { newestFirst, type Page } from './pages.ts';

/** @throws NotFound */
export function getDraft({ world }: Pick<MailContext, 'world'>, id: string | undefined): Readonly<Draft> {
  const draft = id === undefined ? undefined : world.drafts.get(id);
  if (!draft) throw new NotFound();
  return draft;
}

/** The message that holds a draft's content. */
export function messageOfDraft({ world }: Pick<MailContext, 'world'>, draft: Readonly<Draft>): Readonly<Message> {
  const message = world.messages.get(draft.messageId);
  if (!message) throw new Error(`draft ${draft.id} has no message`);
  return message;
}

export function listDrafts(context: MailContext, request: Omit<ListRequest, 'labelIds'>): Page<Readonly<Draft>> {
  const { search, withSpamTrash } = listPlan(context, request);
  const accept = (draft: Readonly<Draft>): boolean => {
    const message = messageOfDraft(context, draft);
    return inScope(message, withSpamTrash) && (search?.matches(message) ?? true);
  };
  const position = (draft: Readonly<Draft>) => ({ at: draft.internalDate, id: draft.id });
  return newestFirst({ index: context.world.drafts.by.list, group: 'all', position, accept }, request);
}

/** Stores the content of a draft. It must come from the mailbox's own address, as what is sent must. */
function storeContent(context: MailContext, { raw, threadId }: GivenMessage, keepThread = false): Readonly<Message> {
  return addMessage(context, {
    ...outgoing(context, raw, { keepsId: true }),
    labelIds: ['DRAFT'],
    internalDate: context.now,
    threadId,
    byHeaders: false,
    ...(keepThread && { keepThread }),
  });
}

export function createDraft(context: MailContext, given: GivenMessage): Readonly<Draft> {
  const message = storeContent(context, given);
  return context.world.drafts.insert({ id: nextDraftId(context.ids), messageId: message.id, internalDate: message.internalDate });
}

/** Replaces a draft's content: the draft keeps its id, its message gets a new one. It stays in its thread unless it names another. */
export function updateDraft(context: MailContext, id: string, given: GivenMessage): Readonly<Draft> {
  const draft = getDraft(context, id);
  const before = messageOfDraft(context, draft);
  const stays = given.threadId === undefined || given.threadId === before.threadId;
  const message = stays ? storeContent(context, { ...given, threadId: before.threadId }, true) : storeContent(context, given);
  const updated = context.world.drafts.update(draft.id, { messageId: message.id, internalDate: message.internalDate });
  removeMessage(context, before);
  return updated;
}

/**
 * Sends a draft, with the content given here if any: the draft is gone, and a new message stands in its thread as sent.
 *
 * @throws Unsupported for another thread than the draft's
 */
export function sendDraft(
  context: MailContext,
  id: string | undefined,
  given?: GivenMessage,
  threadId?: string,
): Readonly<Message> {
  const draft = getDraft(context, id);
  const before = messageOfDraft(context, draft);
  if (threadId !== undefined && threadId !== before.threadId) throw new Unsupported('sending a draft in another thread');
  const raw = given?.raw ?? rawOf(contentOf(context.world, before));
  const sent = sendMessage(context, { raw, threadId: before.threadId, keepThread: true });
  removeMessage(context, before);
  return sent;
}

export const deleteDraft = (context: MailContext, id: string): void =>
  removeMessage(context, messageOfDraft(context, getDraft(context, id)));
