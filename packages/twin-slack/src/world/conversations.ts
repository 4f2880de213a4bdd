import { collection } from '@svc/twin-kit';

export type ChannelKind = 'public_channel' | 'private_channel' | 'mpim' | 'im';

/** A topic or a purpose. */
export interface Note {
  value: string;
  creator: string;
  /** Seconds since 1970. */
  last_set: number;
}

/** A channel, a group of people, or a direct message. */
export interface Channel {
  id: string;
  kind: ChannelKind;
  /** Empty for direct messages. */
  name: string;
  creator: string;
  is_archived: boolean;
  is_general: boolean;
  topic: Note;
  purpose: Note;
  previous_names: readonly string[];
  /** The people of a direct message or a group of people, in alphabetical order of their ids; else empty. */
  participants: readonly string[];
  /** Seconds since 1970. */
  created: number;
  /** Milliseconds since 1970. */
  updated: number;
}

export interface Membership {
  channel_id: string;
  user_id: string;
  /** The newest message that the user has seen, or `0000000000.000000`. */
  last_read: string;
  /** False for a direct message that the user closed. */
  is_open: boolean;
}

export interface Bookmark {
  id: string;
  channel_id: string;
  title: string;
  type: 'link' | 'folder';
  link: string;
  emoji: string;
  parent_id: string | null;
  rank: number;
  date_created: number;
  date_updated: number;
  last_updated_by: string;
}

export const membershipKey = (channelId: string, userId: string): string => `${channelId}/${userId}`;
export const participantsKey = (userIds: readonly string[]): string => [...userIds].sort().join('+');
export const NEVER_READ = '0000000000.000000';

export const conversationCollections = {
  channels: collection<Channel>()({
    key: (channel) => channel.id,
    indexes: {
      name: { group: (channel) => (channel.name === '' ? undefined : channel.name) },
      kind: { group: (channel) => channel.kind, order: (channel) => channel.id },
      participants: { group: (channel) => (channel.participants.length > 0 ? participantsKey(channel.participants) : undefined) },
    },
  }),
  memberships: collection<Membership>()({
    key: (membership) => membershipKey(membership.channel_id, membership.user_id),
    indexes: {
      channel: { group: (membership) => membership.channel_id, order: (membership) => membership.user_id },
      user: { group: (membership) => membership.user_id, order: (membership) => membership.channel_id },
    },
  }),
  bookmarks: collection<Bookmark>()({
    key: (bookmark) => bookmark.id,
    indexes: { channel: { group: (bookmark) => bookmark.channel_id, order: (bookmark) => bookmark.rank } },
  }),
};
