import { compareWorlds, type Difference } from '@svc/twin-kit';
import { type Channel, collections, type SlackCollections, type SlackState } from '../world.ts';
import * as params from './params.ts';
import { onWorld, type View } from './view.ts';

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

const END = 'Worlds are compared at the start and at the end: what was taken back is not seen, which the sentences "No …" see.';
const LIMITS = 'what was taken back before the end; what one has read, and which conversations one has closed.';

export const changeChecks = [
  onWorld({
    id: 'nothing-changed',
    template: 'Nothing changed.',
    description: `Everything in the workspace is at the end as it was at the start. ${END}`,
    compares: 'each record of the seed with the final state',
    limits: LIMITS,
    reads: 'change',
    params: {},
    evaluate: (_args, view) => worlds.nothingChanged(view.seed, view.final),
  }),
  onWorld({
    id: 'nothing-changed-except-new-messages',
    template: 'Nothing changed except new messages in {channel}.',
    description: `Everything in the workspace is at the end as it was at the start, but for messages in the channel and its threads that are new, with the files that they share. ${END}`,
    compares: 'each record of the seed with the final state',
    limits: LIMITS,
    reads: 'change',
    params: { channel: params.channel },
    evaluate({ channel: reference }, view) {
      const channel = view.channel(reference);
      return worlds.nothingChanged(view.seed, view.final, (one) => one.before === null && isMessageIn(one, channel, view));
    },
  }),
  onWorld({
    id: 'nothing-changed-except-messages',
    template: 'Nothing changed except messages in {channel}.',
    description: `Everything in the workspace is at the end as it was at the start, but for messages in the channel and its threads, new, edited, reacted to or deleted, with the files that they share. ${END}`,
    compares: 'each record of the seed with the final state',
    limits: LIMITS,
    reads: 'change',
    params: { channel: params.channel },
    evaluate({ channel: reference }, view) {
      const channel = view.channel(reference);
      return worlds.nothingChanged(view.seed, view.final, (one) => isMessageIn(one, channel, view));
    },
  }),
  onWorld({
    id: 'nothing-changed-except-channel',
    template: 'Nothing changed except {channel} and what is in it.',
    description: `Everything in the workspace is at the end as it was at the start, but for the channel itself, its members, messages, pins, bookmarks, and the files that are shared there alone. ${END}`,
    compares: 'each record of the seed with the final state',
    limits: LIMITS,
    reads: 'change',
    params: { channel: params.channel },
    evaluate({ channel: reference }, view) {
      const channel = view.channel(reference);
      return worlds.nothingChanged(view.seed, view.final, (one) => isIn(one, channel) || isMessageIn(one, channel, view));
    },
  }),
  onWorld({
    id: 'nothing-changed-except-reactions',
    template: 'Nothing changed except reactions.',
    description: `Everything in the workspace is at the end as it was at the start, but for the reactions on messages. ${END}`,
    compares: 'each record of the seed with the final state',
    limits: LIMITS,
    reads: 'change',
    params: {},
    evaluate: (_args, view) =>
      worlds.nothingChanged(view.seed, view.final, ({ fields }) => fields.length === 1 && fields[0] === 'reactions'),
  }),
  onWorld({
    id: 'nothing-changed-except-conversation',
    template: 'Nothing changed except the conversation of exactly {users}.',
    description: `Everything in the workspace is at the end as it was at the start, but for the direct message or group conversation of these people, which may be new, and what is in it. The agent itself is one of them, named or not. ${END}`,
    compares: 'each record of the seed with the final state',
    limits: LIMITS,
    reads: 'change',
    params: { users: params.users },
    evaluate({ users }, view) {
      const people = view.people(users).map(({ id }) => id);
      const channel = view.final.channels.find((one) => view.isOf(one, people));
      return worlds.nothingChanged(
        view.seed,
        view.final,
        (one) => channel !== undefined && (isIn(one, channel) || isMessageIn(one, channel, view)),
      );
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
