import { type Check, type CheckArgs, type CheckParam, compareWorlds, type Difference } from '@svc/twin-kit';
import { type Channel, collections, type SlackCollections, type SlackState } from '../world.ts';
import * as params from './params.ts';
import { onTape, View } from './view.ts';

const channelName = (id: string, { channels }: SlackState): string => {
  const name = channels.find((channel) => channel.id === id)?.name;
  return name ? `#${name}` : id;
};
const userName = (id: string, { users }: SlackState): string => `@${users.find((user) => user.id === id)?.name ?? id}`;
const bookkeeping = (why: string): { bookkeeping: string } => ({ bookkeeping: why });

/** How every collection of the twin is compared, and what its records are called. */
const worlds = compareWorlds<SlackCollections>(collections, {
  team: { what: 'workspace', name: ({ name }) => name },
  settings: bookkeeping('the token that the agent has'),
  users: { what: 'person', name: ({ name }) => `@${name}`, ignore: ['updated'] },
  usergroups: { what: 'user group', name: ({ handle }) => `@${handle}`, ignore: ['date_update', 'updated_by'] },
  emoji: { what: 'emoji', name: ({ name }) => `:${name}:` },
  channels: { what: 'channel', name: ({ id }, state) => channelName(id, state), ignore: ['updated'] },
  memberships: {
    what: 'membership',
    name: ({ channel_id, user_id }, state) => `of ${userName(user_id, state)} in ${channelName(channel_id, state)}`,
    // Reading a channel and closing a conversation change what its reader sees, and nothing for others.
    ignore: ['last_read', 'is_open'],
  },
  bookmarks: { what: 'bookmark', name: ({ title, channel_id }, state) => `"${title}" in ${channelName(channel_id, state)}` },
  messages: {
    what: 'message',
    name: ({ ts, channel_id }, state) => `${ts} in ${channelName(channel_id, state)}`,
    // What a thread's first message says of its replies, which are messages themselves.
    ignore: ['thread_ts', 'reply_count', 'reply_user_ids', 'latest_reply'],
  },
  ephemeral_messages: {
    what: 'message to one person',
    name: ({ ts, channel_id }, state) => `${ts} in ${channelName(channel_id, state)}`,
  },
  scheduled_messages: {
    what: 'scheduled message',
    name: ({ id, channel_id }, state) => `${id} for ${channelName(channel_id, state)}`,
  },
  drafts: { what: 'draft', name: ({ id, channel_id }, state) => `${id} for ${channelName(channel_id, state)}` },
  pins: { what: 'pin', name: ({ ts, channel_id }, state) => `of message ${ts} in ${channelName(channel_id, state)}` },
  stars: { what: 'star', name: ({ ts, file_id, channel_id }) => ts ?? file_id ?? channel_id ?? '' },
  uploads: bookkeeping('a file that is shared nowhere yet'),
  files: { what: 'file', name: ({ name }) => `"${name}"` },
  file_contents: { what: 'content of the file', name: ({ file_id }) => file_id },
  canvases: { what: 'canvas', name: ({ title }) => `"${title}"`, ignore: ['updated'] },
  views: { what: 'view', name: ({ id }) => id },
  used_triggers: bookkeeping('internal'),
  reminders: { what: 'reminder', name: ({ text }) => `"${text}"` },
});

/** A new message in the channel, its file, or one that was edited or deleted there. */
function isMessageIn(difference: Difference, channel: Readonly<Channel>, view: View): boolean {
  const { collection, before, after } = difference;
  const record = (after ?? before) as { channel_id?: string; channel_ids?: readonly string[]; file_id?: string };
  if (collection === 'messages') return record.channel_id === channel.id;
  const isHere = (ids: readonly string[] = []): boolean => ids.length > 0 && ids.every((id) => id === channel.id);
  if (collection === 'files') return before === null && isHere(record.channel_ids);
  if (collection === 'file_contents')
    return before === null && isHere(view.final.files.find(({ id }) => id === record.file_id)?.channel_ids);
  return false;
}

const EVER = 'What was changed and changed back counts.';
const LIMITS = 'what one has read, and which conversations one has closed.';

interface Except<P extends string> {
  id: string;
  template: string;
  description: string;
  params: Readonly<Record<P, CheckParam>>;
  /** Which differences the sentence allows; the world of the view has also what was there for a while. */
  allow(args: CheckArgs<P>, view: View): (difference: Difference) => boolean;
}

/** Declares that everything else was as it is in the seed, all the time. */
const nothingElse = <P extends string = never>({ description, allow, ...words }: Except<P>): Check =>
  onTape<P>({
    ...words,
    description: `${description} ${EVER}`,
    compares: 'each record of the seed with what each call made of it',
    limits: LIMITS,
    scan: (args, { seed }) => worlds.nothingEverChanged(seed, (ever) => allow(args, new View(ever, seed))),
  });

type Words = Pick<Except<string>, 'id' | 'template' | 'description'>;

/** Allows the messages of one channel that are meant. */
const exceptMessages = ({ isMeant, ...words }: Words & { isMeant(difference: Difference): boolean }): Check =>
  nothingElse({
    ...words,
    params: { channel: params.channel },
    allow({ channel: reference }, view) {
      const channel = view.channel(reference);
      return (one) => isMeant(one) && isMessageIn(one, channel, view);
    },
  });

export const changeChecks = [
  nothingElse({
    id: 'nothing-changed',
    template: 'Nothing changed.',
    description: 'Everything in the workspace stayed as it was at the start.',
    params: {},
    allow: () => () => false,
  }),
  exceptMessages({
    id: 'nothing-changed-except-new-messages',
    template: 'Nothing changed except new messages in {channel}.',
    description:
      'Everything in the workspace stayed as it was at the start, but for messages in the channel and its threads that are new, with the files that they share.',
    isMeant: ({ before }) => before === null,
  }),
  exceptMessages({
    id: 'nothing-changed-except-messages',
    template: 'Nothing changed except messages in {channel}.',
    description:
      'Everything in the workspace stayed as it was at the start, but for messages in the channel and its threads, new, edited, reacted to or deleted, with the files that they share.',
    isMeant: () => true,
  }),
  nothingElse({
    id: 'nothing-changed-except-channel',
    template: 'Nothing changed except {channel} and what is in it.',
    description:
      'Everything in the workspace stayed as it was at the start, but for the channel itself, its members, messages, pins, bookmarks, and the files that are shared there alone.',
    params: { channel: params.channel },
    allow({ channel: reference }, view) {
      const channel = view.channel(reference);
      return (one) => isIn(one, channel) || isMessageIn(one, channel, view);
    },
  }),
  nothingElse({
    id: 'nothing-changed-except-reactions',
    template: 'Nothing changed except reactions.',
    description: 'Everything in the workspace stayed as it was at the start, but for the reactions on messages.',
    params: {},
    allow:
      () =>
      ({ fields }) =>
        fields.length === 1 && fields[0] === 'reactions',
  }),
  nothingElse({
    id: 'nothing-changed-except-conversation',
    template: 'Nothing changed except the conversation of exactly {users}.',
    description:
      'Everything in the workspace stayed as it was at the start, but for the direct message or group conversation of these people, which may be new, and what is in it. The agent itself is one of them, named or not.',
    params: { users: params.users },
    allow({ users }, view) {
      const people = view.people(users).map(({ id }) => id);
      const channel = view.final.channels.find((one) => view.isOf(one, people));
      return (one) => channel !== undefined && (isIn(one, channel) || isMessageIn(one, channel, view));
    },
  }),
];

/** Collections whose records stand in one channel. */
const STANDING = new Set(['memberships', 'messages', 'pins', 'bookmarks', 'ephemeral_messages', 'scheduled_messages']);

/** The channel itself, and what stands in it. */
function isIn({ collection, id, before, after }: Difference, channel: Readonly<Channel>): boolean {
  if (collection === 'channels') return id === channel.id;
  const record = (after ?? before) as { channel_id?: string };
  return STANDING.has(collection) && record.channel_id === channel.id;
}
