import { compareWorlds, type Difference, quoted } from '@svc/twin-kit';
import { collections, type GmailCollections, type Message } from '../world.ts';
import { isDraft } from './names.ts';

const messageNamed = ({ subject }: Readonly<Message>): string => quoted(subject);

/** Everything in a mailbox, as people call it. */
export const world = compareWorlds<GmailCollections>(collections, {
  mailbox: { what: 'mailbox', name: ({ emailAddress }) => emailAddress },
  sendAs: { what: 'send-as alias', name: ({ sendAsEmail }) => sendAsEmail },
  forwardingAddresses: { what: 'forwarding address', name: ({ forwardingEmail }) => forwardingEmail },
  delegates: { what: 'delegate', name: ({ delegateEmail }) => delegateEmail },
  filters: { what: 'filter', name: ({ criteria }) => quoted(Object.values(criteria).join(' ')) },
  settings: { what: 'setting', name: ({ name }) => name },
  messages: { what: 'message', name: messageNamed, ignore: ['historyId'] },
  contents: { bookkeeping: 'the bytes of a message, which never change' },
  threads: { bookkeeping: 'Gmail puts it together of the messages' },
  drafts: {
    what: 'draft',
    name: ({ messageId }, state) => quoted(state.messages.find(({ id }) => id === messageId)?.subject ?? messageId),
  },
  history: { bookkeeping: 'Gmail writes it down when a message changes' },
  labels: { what: 'label', name: ({ name }) => quoted(name) },
  uploads: { bookkeeping: 'no part of a state' },
});

/** The message that a difference is about, as it was and as it is. */
const messageOf = ({ collection, before, after }: Difference): Readonly<Message> | undefined =>
  collection === 'messages' ? ((after ?? before) as Readonly<Message>) : undefined;

export const isOnMessage = (difference: Difference, ids: ReadonlySet<string>): boolean => {
  const message = messageOf(difference);
  return message !== undefined && ids.has(message.id);
};

export const isInThread = (difference: Difference, threadIds: ReadonlySet<string>): boolean => {
  const message = messageOf(difference);
  return message !== undefined && threadIds.has(message.threadId);
};

/** A draft, or the message that holds it. */
export const isDraftOnly = ({ collection, before, after }: Difference): boolean =>
  collection === 'drafts' ||
  (collection === 'messages' && [before, after].every((one) => one === null || isDraft(one as Message)));

/** A message that the seed has and that only got or lost labels. */
export const isRelabelled = ({ collection, before, after, fields }: Difference): boolean =>
  collection === 'messages' && before !== null && after !== null && fields.every((field) => field === 'labelIds');

/** The labels of a message, in whatever order. */
export const labelSet = ({ labelIds }: Pick<Message, 'labelIds'>, without?: string): string =>
  labelIds
    .filter((id) => id !== without)
    .sort()
    .join();

/** A message on which the same labels stand in another order. */
export const isReordered = (one: Difference): boolean =>
  isRelabelled(one) && labelSet(one.before as Message) === labelSet(one.after as Message);
