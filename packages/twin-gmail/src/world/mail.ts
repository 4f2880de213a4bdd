import { collection, type IndexReader, view } from '@svc/twin-kit';
import type { Address } from '../mime/headers.ts';

/** What the mailbox knows of a message besides its bytes: a change of labels costs this much and no attachment. */
export interface Message {
  /** 16 hexadecimal digits. */
  id: string;
  threadId: string;
  labelIds: readonly string[];
  /** The last history record that touched it. */
  historyId: number;
  /** Milliseconds since 1970. */
  internalDate: number;
  /** Bytes of the whole message. */
  sizeEstimate: number;
  snippet: string;
  /** The first sender, as the `From` header names them. */
  from: Address | null;
  to: readonly Address[];
  cc: readonly Address[];
  bcc: readonly Address[];
  subject: string;
  /** The `Message-ID` header with its angle brackets. */
  messageId: string | null;
  attachments: readonly { filename: string; mimeType: string; size: number }[];
}

/** A message's bytes, which never change. */
export interface Content {
  /** The message's id. */
  id: string;
  /** The whole message, base64url. */
  raw: string;
  /** Its readable text: the plain body, or what the HTML body says. */
  text: string;
}

/** A conversation, as its messages make it. */
export interface Thread {
  id: string;
  historyId: number;
  /** `internalDate` of its newest message. */
  newest: number;
  /** Labels that any of its messages has. */
  labelIds: readonly string[];
  /** Labels that a message outside spam and trash has. */
  visibleLabelIds: readonly string[];
  /** Labels that an unread message has. */
  unreadLabelIds: readonly string[];
  /** True while a message is outside spam and trash. */
  visible: boolean;
}

export interface Draft {
  /** `r` and digits. */
  id: string;
  /** The message with the DRAFT label that holds its content. */
  messageId: string;
  internalDate: number;
}

export type HistoryType = 'messageAdded' | 'messageDeleted' | 'labelAdded' | 'labelRemoved';

/** What one call did to one message. */
export interface HistoryRecord {
  id: number;
  messageId: string;
  threadId: string;
  /** The labels of the message afterwards; before, for a message that is gone. */
  labelIds: readonly string[];
  /** One of the two, or neither. */
  message: 'added' | 'deleted' | null;
  labelsAdded: readonly string[];
  labelsRemoved: readonly string[];
}

export interface Label {
  /** A name of Gmail's, e.g. `INBOX`, or `Label_<number>`. */
  id: string;
  name: string;
  type: 'system' | 'user';
  messageListVisibility: 'show' | 'hide' | null;
  labelListVisibility: 'labelShow' | 'labelShowIfUnread' | 'labelHide' | null;
  color: { textColor: string; backgroundColor: string } | null;
}

/** Is a message with these labels shown where nobody asked for spam and trash? */
export const isVisible = (labelIds: readonly string[]): boolean => !labelIds.includes('SPAM') && !labelIds.includes('TRASH');

/**
 * Groups of the lists that messages and threads are in: every record is in `all`, one outside spam and trash in `visible`;
 * with a label `L` it is in `L`, outside spam and trash in `visible/L`, unread in `unread/L`.
 */
function listGroups(lists: {
  all: readonly string[];
  visible: readonly string[] | undefined;
  unread: readonly string[];
}): string[] {
  return [
    'all',
    ...lists.all,
    ...(lists.visible ? ['visible', ...lists.visible.map((label) => `visible/${label}`)] : []),
    ...lists.unread.map((label) => `unread/${label}`),
  ];
}

const deletionsIn = (threadId: string): string => `deleted/${threadId}`;

/** What a thread reads of a world besides its messages. */
interface HistoryReader {
  history: { by: { list: IndexReader<HistoryRecord> } };
}

/** A thread of these messages, oldest first. */
function threadOf(id: string, messages: readonly Readonly<Message>[], { history }: HistoryReader): Thread {
  const visible = messages.filter(({ labelIds }) => isVisible(labelIds));
  const [deleted] = history.by.list.page(deletionsIn(id), { limit: 1, reverse: true });
  return {
    id,
    historyId: messages.reduce((latest, { historyId }) => Math.max(latest, historyId), deleted?.id ?? 0),
    newest: messages.at(-1)?.internalDate ?? 0,
    labelIds: allLabels(messages),
    visibleLabelIds: allLabels(visible),
    unreadLabelIds: allLabels(messages.filter(({ labelIds }) => labelIds.includes('UNREAD'))),
    visible: visible.length > 0,
  };
}

/** The labels of all these messages. */
const allLabels = (messages: readonly Readonly<Message>[]): readonly string[] =>
  messages.length === 1 ? (messages[0] as Message).labelIds : [...new Set(messages.flatMap(({ labelIds }) => labelIds))];

export const mailCollections = {
  messages: collection<Message>()({
    key: (message) => message.id,
    indexes: {
      list: {
        group: ({ labelIds }) =>
          listGroups({
            all: labelIds,
            visible: isVisible(labelIds) ? labelIds : undefined,
            unread: labelIds.includes('UNREAD') ? labelIds : [],
          }),
        order: (message) => [message.internalDate, message.id],
      },
      thread: { group: (message) => message.threadId, order: (message) => [message.internalDate, message.id] },
      messageId: { group: (message) => message.messageId ?? undefined },
    },
  }),
  contents: collection<Content>()({ key: (content) => content.id }),
  threads: view<Thread, Message>()({
    key: (thread) => thread.id,
    source: {
      collection: 'messages',
      index: 'thread',
      make: (id, messages, world) => threadOf(id as string, messages, world as HistoryReader),
    },
    indexes: {
      list: {
        group: (thread) =>
          listGroups({
            all: thread.labelIds,
            visible: thread.visible ? thread.visibleLabelIds : undefined,
            unread: thread.unreadLabelIds,
          }),
        order: (thread) => [thread.newest, thread.id],
      },
    },
  }),
  drafts: collection<Draft>()({
    key: (draft) => draft.id,
    indexes: {
      list: { group: () => 'all', order: (draft) => [draft.internalDate, draft.id] },
      message: { group: (draft) => draft.messageId },
    },
  }),
  history: collection<HistoryRecord>()({
    key: (record) => record.id,
    indexes: {
      // Deletions stand by their thread too, which no message that is left tells of.
      list: {
        group: ({ message, threadId }) => (message === 'deleted' ? ['all', deletionsIn(threadId)] : 'all'),
        order: (record) => record.id,
      },
    },
  }),
  labels: collection<Label>()({
    key: (label) => label.id,
    indexes: { name: { group: (label) => label.name.toLowerCase() } },
  }),
};
