import { collection } from '@svc/twin-kit';

export type Json = Readonly<Record<string, unknown>>;

export interface Reaction {
  name: string;
  user_ids: readonly string[];
}

/** A message as it stands in a channel. `ts` is its id there: seconds since 1970 with six decimals, unique in the channel. */
export interface Message {
  channel_id: string;
  ts: string;
  /** The `ts` of the thread's parent; the parent itself has its own. Null outside threads. */
  thread_ts: string | null;
  user_id: string;
  text: string;
  /** E.g. `channel_join` or `bot_message`; null for what a person wrote. */
  subtype: string | null;
  blocks: readonly Json[];
  attachments: readonly Json[];
  /** The name and icon that a bot chose for this message. */
  username: string | null;
  icons: Json | null;
  metadata: Json | null;
  edited: { user: string; ts: string } | null;
  file_ids: readonly string[];
  reactions: readonly Reaction[];
  /** A reply that was sent to the channel as well. */
  is_broadcast: boolean;
  /** Of a thread's parent. */
  reply_count: number;
  reply_user_ids: readonly string[];
  latest_reply: string | null;
  /** Fields of a system message, e.g. `topic`. */
  extra: Json;
}

/** Shown to one person only; no history lists it. */
export interface Ephemeral {
  channel_id: string;
  ts: string;
  /** Who sees it. */
  user_id: string;
  sender_id: string;
  text: string;
  blocks: readonly Json[];
  attachments: readonly Json[];
  username: string | null;
  icons: Json | null;
  thread_ts: string | null;
}

export interface Scheduled {
  id: string;
  channel_id: string;
  user_id: string;
  text: string;
  blocks: readonly Json[];
  attachments: readonly Json[];
  thread_ts: string | null;
  is_broadcast: boolean;
  metadata: Json | null;
  /** Seconds since 1970. */
  post_at: number;
  date_created: number;
}

export interface Draft {
  id: string;
  channel_id: string;
  user_id: string;
  text: string;
  thread_ts: string | null;
  date_created: number;
}

export interface Pin {
  channel_id: string;
  ts: string;
  user_id: string;
  created: number;
}

/** What a user saved for later: a message, a file or a channel. */
export interface Star {
  user_id: string;
  channel_id: string | null;
  ts: string | null;
  file_id: string | null;
  date_create: number;
}

export const messageKey = (channelId: string, ts: string): string => `${channelId}/${ts}`;

export const starKey = (star: Pick<Star, 'user_id' | 'channel_id' | 'ts' | 'file_id'>): string =>
  [star.user_id, star.channel_id ?? '', star.ts ?? '', star.file_id ?? ''].join('/');

/** True for what stands in the channel itself, not only in a thread. */
export const isTopLevel = (message: Message): boolean =>
  message.thread_ts === null || message.thread_ts === message.ts || message.is_broadcast;

export const messageCollections = {
  messages: collection<Message>()({
    key: (message) => messageKey(message.channel_id, message.ts),
    indexes: {
      timeline: { group: (message) => (isTopLevel(message) ? message.channel_id : undefined), order: (message) => message.ts },
      thread: {
        group: (message) => (message.thread_ts === null ? undefined : messageKey(message.channel_id, message.thread_ts)),
        order: (message) => message.ts,
      },
      channel: { group: (message) => message.channel_id, order: (message) => message.ts },
      reactor: {
        group: (message) => message.reactions.flatMap((reaction) => reaction.user_ids),
        order: (message) => message.ts,
      },
      file: { group: (message) => message.file_ids, order: (message) => message.ts },
    },
  }),
  ephemeral_messages: collection<Ephemeral>()({ key: (message) => messageKey(message.channel_id, message.ts) }),
  scheduled_messages: collection<Scheduled>()({
    key: (message) => message.id,
    indexes: { user: { group: (message) => message.user_id, order: (message) => [message.post_at, message.id] } },
  }),
  drafts: collection<Draft>()({ key: (draft) => draft.id, indexes: { user: { group: (draft) => draft.user_id } } }),
  pins: collection<Pin>()({
    key: (pin) => messageKey(pin.channel_id, pin.ts),
    indexes: { channel: { group: (pin) => pin.channel_id } },
  }),
  stars: collection<Star>()({ key: starKey, indexes: { user: { group: (star) => star.user_id } } }),
};
