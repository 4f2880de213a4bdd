/** Everything that people write and read on this twin, record by record. */
import { type Markup, type Passage, passage, type TextReader, textReader } from '@svc/twin-kit';
import { textIn } from '../text/block-kit.ts';
import { fromMarkdown } from '../text/mrkdwn.ts';
import type {
  Bookmark,
  Canvas,
  Channel,
  Draft,
  Emoji,
  File,
  FileContent,
  Message,
  Reminder,
  User,
  Usergroup,
  View,
} from '../world.ts';
import { type Names, readingOf, shownText } from './reading.ts';

/** Names of people and places stay ids here: the sentences that use this list name none. */
const NOBODY: Names = { user: () => undefined, channel: () => undefined, usergroup: () => undefined };

const MRKDWN: Markup = { shown: (text) => shownText(text, NOBODY) };

const passages = (fields: Readonly<Record<string, string | null>>): Passage[] =>
  Object.entries(fields).flatMap(([field, text]) => (text ? [passage(field, text, MRKDWN)] : []));

function ofMessage(message: Message): Passage[] {
  const reading = readingOf(message, NOBODY);
  return [
    passage('text', reading.source, { shown: () => reading.shown }),
    ...passages({ 'name of the sender': message.username ?? null }),
    ...(message.metadata ? [passage('metadata', JSON.stringify(message.metadata))] : []),
  ];
}

/** A home page or a dialog: what its blocks show, and what the app keeps in it for itself. */
function ofView({ content }: View): Passage[] {
  const kept = (content as { private_metadata?: unknown }).private_metadata;
  const shown = textIn(content).map((text) => passage('view', text, MRKDWN));
  return typeof kept === 'string' && kept !== '' ? [...shown, passage('metadata', kept)] : shown;
}

type Reader = (record: never) => readonly Passage[];

const READERS = new Map<string, Reader>(
  Object.entries<Reader>({
    messages: ofMessage,
    scheduled_messages: ofMessage,
    ephemeral_messages: ofMessage,
    drafts: ({ text }: Draft) => passages({ text }),
    channels: ({ name, topic, purpose }: Channel) => passages({ name, topic: topic.value, purpose: purpose.value }),
    bookmarks: ({ title, link }: Bookmark) => passages({ title, link }),
    files: ({ name, title, alt_txt }: File) => passages({ name, title, description: alt_txt }),
    file_contents: ({ content_base64 }: FileContent) => [
      passage('content', Buffer.from(content_base64, 'base64').toString('utf8')),
    ],
    canvases: ({ title, sections }: Canvas) => [
      ...passages({ title }),
      ...sections.map(({ id, markdown }) =>
        passage(`section ${id}`, markdown, { shown: (text) => MRKDWN.shown(fromMarkdown(text)) }),
      ),
    ],
    reminders: ({ text }: Reminder) => passages({ text }),
    emoji: ({ name }: Emoji) => passages({ name }),
    views: ofView,
    users: ({ email, real_name, display_name, title, status_text, phone, pronouns, fields }: User) =>
      passages({
        email,
        'real name': real_name,
        'display name': display_name,
        title,
        'status text': status_text,
        phone,
        pronouns,
        ...Object.fromEntries(Object.entries(fields).map(([id, { value }]) => [`field ${id}`, value])),
      }),
    usergroups: ({ name, handle, description }: Usergroup) => passages({ name, handle, description }),
  }),
);

export const texts: TextReader = textReader((collection, record) => READERS.get(collection)?.(record as never) ?? []);
