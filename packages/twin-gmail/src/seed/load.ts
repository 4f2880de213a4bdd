import { headerDate } from '../actions/incoming.ts';
import { addMessage } from '../actions/mailbox.ts';
import { completed, senderOf } from '../actions/outgoing.ts';
import { SETTING_DEFAULTS } from '../actions/settings.ts';
import { nextDraftId, nextFilterId, nextLabelId } from '../ids.ts';
import { systemLabels } from '../labels.ts';
import { compose } from '../mime/compose.ts';
import { type Address, parseAddresses, sameAddress } from '../mime/headers.ts';
import { parseMessage } from '../mime/parse.ts';
import type { GmailSeedContext, GmailWorld, Message, SettingName } from '../world.ts';
import type { LetterSeed, MessageSeed, Seed } from './schema.ts';

/** Messages without a date lie an hour apart; the last of them an hour before the world begins. */
const HOUR_MS = 3_600_000;

export function loadSeed(context: GmailSeedContext, seed: Seed): void {
  loadAccount(context, seed);
  loadLabels(context, seed);
  const threads = new Map<string, Readonly<Message>[]>();
  const undated = seed.messages.length + seed.drafts.length;
  const dateOf = (at: number): number => context.now - (undated - at) * HOUR_MS;
  for (const [at, message] of seed.messages.entries()) loadMessage({ context, seed, threads }, message, dateOf(at));
  for (const [at, draft] of seed.drafts.entries()) {
    const date = dateOf(seed.messages.length + at);
    const message = store({ context, seed, threads }, draft, { date, labelIds: ['DRAFT'], id: undefined });
    const id = draft.id ?? nextDraftId(context.ids);
    context.world.drafts.insert({ id, messageId: message.id, internalDate: message.internalDate });
  }
  loadFilters(context, seed);
}

function loadAccount({ world }: GmailSeedContext, seed: Seed): void {
  const { emailAddress, displayName } = seed;
  world.mailbox.insert({ emailAddress, displayName });
  const chosen = seed.sendAs.some(({ isDefault }) => isDefault);
  world.sendAs.insert({
    sendAsEmail: emailAddress.toLowerCase(),
    displayName,
    replyToAddress: '',
    signature: '',
    isPrimary: true,
    isDefault: !chosen,
    treatAsAlias: false,
    verificationStatus: null,
    smtpMsa: null,
  });
  for (const alias of seed.sendAs) {
    world.sendAs.insert({ ...alias, sendAsEmail: alias.sendAsEmail.toLowerCase(), isPrimary: false, smtpMsa: null });
  }
  for (const { forwardingEmail, verificationStatus } of seed.forwardingAddresses) {
    world.forwardingAddresses.insert({ forwardingEmail: forwardingEmail.toLowerCase(), verificationStatus });
  }
  for (const { delegateEmail, verificationStatus } of seed.delegates) {
    world.delegates.insert({ delegateEmail: delegateEmail.toLowerCase(), verificationStatus });
  }
  for (const name of Object.keys(SETTING_DEFAULTS) as SettingName[]) {
    const value = { ...SETTING_DEFAULTS[name], ...seed.settings[name] };
    world.settings.insert({ name, value });
  }
}

function loadLabels({ world, ids }: GmailSeedContext, { labels }: Seed): void {
  for (const label of systemLabels) world.labels.insert({ ...label });
  for (const { id } of labels) {
    const number = /^Label_(\d{1,9})$/.exec(id ?? '')?.[1];
    if (number !== undefined) ids.reserve('label', Number(number));
  }
  for (const { id, name, messageListVisibility = 'show', labelListVisibility = 'labelShow', color = null } of labels) {
    world.labels.insert({ id: id ?? nextLabelId(ids), name, type: 'user', messageListVisibility, labelListVisibility, color });
  }
}

/** By id or name; the schema has seen that it is there. */
function labelId(world: GmailWorld, label: string): string {
  if (world.labels.has(label)) return label;
  return world.labels.by.name.first(label.toLowerCase())?.id ?? label;
}

interface Loading {
  context: GmailSeedContext;
  seed: Seed;
  /** Messages of each thread that the document names, in its order. */
  threads: Map<string, Readonly<Message>[]>;
}

/** Is this one of the mailbox's own addresses? Mail from any other comes in, and is for the owner unless it says otherwise. */
const isOwn = ({ emailAddress, sendAs }: Seed, address: string | undefined): boolean =>
  [emailAddress, ...sendAs.map((one) => one.sendAsEmail)].some((own) => sameAddress(own, address ?? ''));

function loadMessage(loading: Loading, message: MessageSeed, date: number): void {
  const { context, seed } = loading;
  const sender = message.from === undefined ? undefined : parseAddresses(message.from)[0]?.address;
  const labels = message.labels ?? [isOwn(seed, sender) ? 'SENT' : 'INBOX'];
  const labelIds = [
    ...labels.map((label) => labelId(context.world, label)),
    ...(message.unread ? ['UNREAD'] : []),
    ...(message.starred ? ['STARRED'] : []),
  ].filter((id) => id !== 'UNREAD' || message.unread !== false);
  store(loading, message, { date, labelIds, id: message.id });
}

/** Writes a letter of the document as a message and stores it in its thread. */
function store(
  { context, seed, threads }: Loading,
  letter: LetterSeed,
  { date, labelIds, id }: { date: number; labelIds: readonly string[]; id: string | undefined },
): Readonly<Message> {
  const earlier = (letter.threadId !== undefined && threads.get(letter.threadId)) || [];
  const isDraft = labelIds.includes('DRAFT');
  const raw = letter.raw === undefined ? written(context, seed, letter, { date, earlier }) : Buffer.from(letter.raw, 'utf8');
  const parsed = parseMessage(raw);
  const internalDate = letter.date ?? (letter.raw === undefined ? date : (headerDate(parsed) ?? date));
  const message = addMessage(context, {
    ...(isDraft ? completed(context, raw, parsed) : { raw, parsed }),
    labelIds,
    internalDate,
    id: id ?? freeThreadId(context, letter.threadId, earlier),
    ...(letter.threadId !== undefined && { threadId: earlier[0]?.threadId, keepThread: true }),
  });
  if (letter.threadId !== undefined) threads.set(letter.threadId, [...earlier, message]);
  return message;
}

/** A thread that is declared by an id of Gmail's form gets it: the first message's id is the thread's. */
function freeThreadId(
  { world }: GmailSeedContext,
  threadId: string | undefined,
  earlier: readonly unknown[],
): string | undefined {
  const free = threadId !== undefined && earlier.length === 0 && /^[\da-f]{16}$/.test(threadId) && !world.messages.has(threadId);
  return free ? threadId : undefined;
}

const parsed = (list: readonly string[]): Address[] => list.flatMap(parseAddresses);

function written(
  context: GmailSeedContext,
  seed: Seed,
  letter: LetterSeed,
  { date, earlier }: { date: number; earlier: readonly Readonly<Message>[] },
): Buffer {
  const owner = { name: seed.displayName, address: seed.emailAddress };
  const [defaultSender] = [...context.world.sendAs.values()].filter((one) => one.isDefault);
  const from = letter.from === undefined ? defaultSender && senderOf(context, defaultSender) : parseAddresses(letter.from)[0];
  const to = parsed(letter.to);
  const first = earlier[0];
  const subject = letter.subject ?? (first ? `Re: ${first.subject.replace(/^re:\s*/i, '')}` : '');
  const references = earlier.flatMap(({ messageId }) => messageId ?? []);
  const inReplyTo = letter.inReplyTo ?? references.at(-1);
  const boundary = context.ids.hex(24);
  const domain = (from ?? owner).address.split('@').at(-1);
  return compose(
    {
      from: from ?? owner,
      to: to.length === 0 && !isOwn(seed, from?.address) ? [owner] : to,
      cc: parsed(letter.cc),
      bcc: parsed(letter.bcc),
      subject,
      date: letter.date ?? date,
      messageId: letter.messageId ?? `<${context.ids.hex(24)}@${domain}>`,
      inReplyTo,
      references:
        letter.inReplyTo !== undefined && !references.includes(letter.inReplyTo) ? [...references, letter.inReplyTo] : references,
      text: letter.text ?? (letter.html === undefined ? '' : undefined),
      html: letter.html,
      headers: letter.headers,
      attachments: letter.attachments.map(({ filename, mimeType, content, contentBase64, contentId }) => ({
        filename,
        mimeType,
        contentId,
        content: content === undefined ? Buffer.from(contentBase64 ?? '', 'base64') : Buffer.from(content, 'utf8'),
      })),
    },
    boundary,
  );
}

function loadFilters({ world, ids }: GmailSeedContext, { filters }: Seed): void {
  for (const { id, criteria, action } of filters) {
    const [add, remove] = [action.addLabels, action.removeLabels].map((list) => list.map((label) => labelId(world, label)));
    world.filters.insert({
      id: id ?? nextFilterId(ids),
      criteria: { ...criteria },
      action: {
        ...(add?.length ? { addLabelIds: add } : {}),
        ...(remove?.length ? { removeLabelIds: remove } : {}),
        ...(action.forward !== undefined && { forward: action.forward }),
      },
    });
  }
}
