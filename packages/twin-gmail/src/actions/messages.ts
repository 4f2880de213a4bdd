import { InvalidArgument, NotFound } from '../errors.ts';
import { isMessageId } from '../ids.ts';
import { partsOf } from '../mime/cache.ts';
import { walk } from '../mime/parse.ts';
import { compileSearch, inScope } from '../search/index.ts';
import type { Content, GmailWorld, MailContext, Message } from '../world.ts';
import { namesPart } from './attachment-id.ts';
import { checkedChange, type LabelChange } from './labels-of.ts';
import { changeLabels, removeMessage } from './mailbox.ts';
import { newestFirst, type Page, type PageRequest } from './pages.ts';

/** @throws InvalidArgument for what is no id, NotFound for an id that no message has */
export function getMessage({ world }: Pick<MailContext, 'world'>, id: string): Readonly<Message> {
  if (!isMessageId(id)) throw new InvalidArgument('Invalid id value');
  const message = world.messages.get(id);
  if (!message) throw new NotFound();
  return message;
}

export function contentOf(world: GmailWorld, message: Readonly<Message>): Readonly<Content> {
  const content = world.contents.get(message.id);
  if (!content) throw new Error(`message ${message.id} has no content`);
  return content;
}

export interface ListRequest extends PageRequest {
  q?: string | undefined;
  labelIds?: readonly string[] | undefined;
  includeSpamTrash?: boolean | undefined;
}

/** What a list request comes to: the index group to read, and what its records must pass. */
export function listPlan(context: MailContext, { q, labelIds = [], includeSpamTrash = false }: ListRequest) {
  const unknown = labelIds.find((id) => !context.world.labels.has(id));
  // As those are told who send a label's name: the Python client's users of `messages().list(labelIds=[name])` get a 400.
  if (unknown !== undefined) throw new InvalidArgument(`Invalid label: ${unknown}`);
  const search = q === undefined || q.trim() === '' ? undefined : compileSearch(context, q);
  const withSpamTrash =
    includeSpamTrash || labelIds.includes('SPAM') || labelIds.includes('TRASH') || search?.reachesSpamTrash === true;
  const [first, ...further] = labelIds;
  const group = withSpamTrash ? (first ?? 'all') : first === undefined ? 'visible' : `visible/${first}`;
  return { search, withSpamTrash, group, further };
}

export function listMessages(context: MailContext, request: ListRequest): Page<Readonly<Message>> {
  const { search, group, further } = listPlan(context, request);
  const filtered = search !== undefined || further.length > 0;
  const accept = (message: Readonly<Message>): boolean =>
    further.every((label) => message.labelIds.includes(label)) && (search?.matches(message) ?? true);
  const index = context.world.messages.by.list;
  const position = (message: Readonly<Message>) => ({ at: message.internalDate, id: message.id });
  return newestFirst({ index, group, position, accept: filtered ? accept : undefined }, request);
}

/** Which of a thread's messages a search finds. */
export function threadMatches(context: MailContext, threadId: string, plan: ReturnType<typeof listPlan>): boolean {
  const { search, withSpamTrash, further } = plan;
  const messages = context.world.messages.by.thread.page(threadId).filter((message) => inScope(message, withSpamTrash));
  return (
    further.every((label) => messages.some(({ labelIds }) => labelIds.includes(label))) &&
    (!search || messages.some((message) => search.matches(message)))
  );
}

export function modifyMessage(context: MailContext, id: string, change: LabelChange): Readonly<Message> {
  const message = getMessage(context, id);
  return changeLabels(context, message, checkedChange(context.world, change));
}

const TRASHED = { add: ['TRASH'], remove: ['INBOX', 'SPAM'] };
const UNTRASHED = { add: [], remove: ['TRASH'] };

export const trashMessage = (context: MailContext, id: string): Readonly<Message> =>
  changeLabels(context, getMessage(context, id), TRASHED);

export const untrashMessage = (context: MailContext, id: string): Readonly<Message> =>
  changeLabels(context, getMessage(context, id), UNTRASHED);

export const deleteMessage = (context: MailContext, id: string): void => removeMessage(context, getMessage(context, id));

/** Reference of `messages.batchModify`; the words are Gmail's (scholar-alert-digest issue 75). */
const MOST_IDS = 1000;

function checkIds(ids: readonly string[] | undefined): readonly string[] {
  if (!ids || ids.length === 0) throw new InvalidArgument('No message ids specified');
  if (ids.length > MOST_IDS) throw new InvalidArgument(`Number of ids cannot exceed ${MOST_IDS}`);
  if (!ids.every(isMessageId)) throw new InvalidArgument('Invalid id value');
  return [...new Set(ids)];
}

/** Changes the labels of many messages. Ids of messages that aren't there are passed over. */
export function batchModifyMessages(
  context: MailContext,
  { ids, ...change }: LabelChange & { ids?: readonly string[] | undefined },
): void {
  const wanted = checkIds(ids);
  const checked = checkedChange(context.world, change);
  for (const id of wanted) {
    const message = context.world.messages.get(id);
    if (message) changeLabels(context, message, checked);
  }
}

/** Deletes many messages; the reference promises nothing about those that aren't there. */
export function batchDeleteMessages(context: MailContext, ids: readonly string[] | undefined): void {
  for (const id of checkIds(ids)) {
    const message = context.world.messages.get(id);
    if (message) removeMessage(context, message);
  }
}

/** The bytes of an attachment. */
export function getAttachment(context: MailContext, messageId: string, id: string): Buffer {
  const message = getMessage(context, messageId);
  for (const { part, partId } of walk(partsOf(contentOf(context.world, message)))) {
    if (part.isAttachment && namesPart(id, messageId, partId)) return part.body;
  }
  throw new InvalidArgument('Invalid attachment token');
}
