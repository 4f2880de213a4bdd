import { cachedRenderer } from '@svc/twin-kit';
import { displayNameOf, settingsOf, teamOf } from '../actions/people.ts';
import { isTopLevel, type Message, messageKey, type SlackCollections, type SlackContext } from '../world.ts';
import { renderFile } from './files.ts';
import { renderBotProfile } from './users.ts';

type Reader = Pick<SlackContext, 'world' | 'links'>;

/** What only messages of bots have. */
function botFields({ world }: Reader, message: Readonly<Message>): Record<string, unknown> {
  const user = world.users.get(message.user_id);
  if (!user?.is_bot) return {};
  const { bot_id, app_id } = user;
  if (message.username !== null) return { bot_id, app_id };
  return { bot_id, app_id, bot_profile: { ...renderBotProfile(user), team_id: teamOf(world).id } };
}

function threadFields({ world }: Reader, message: Readonly<Message>): Record<string, unknown> {
  if (message.thread_ts === null) return {};
  if (message.thread_ts !== message.ts) {
    const parent = world.messages.get(messageKey(message.channel_id, message.thread_ts));
    return { thread_ts: message.thread_ts, parent_user_id: parent?.user_id ?? message.user_id };
  }
  const viewer = settingsOf(world).viewer_id;
  return {
    thread_ts: message.ts,
    reply_count: message.reply_count,
    reply_users_count: message.reply_user_ids.length,
    latest_reply: message.latest_reply,
    reply_users: message.reply_user_ids.slice(0, SHOWN_REPLY_USERS),
    is_locked: false,
    subscribed: message.user_id === viewer || message.reply_user_ids.includes(viewer),
  };
}

/** A parent names five of those who replied. */
const SHOWN_REPLY_USERS = 5;

function attachedFields(context: Reader, message: Readonly<Message>): Record<string, unknown> {
  const { world } = context;
  const files = message.file_ids.flatMap((id) => world.files.get(id) ?? []).map((file) => renderFile(context, file));
  const pinned = world.pins.get(messageKey(message.channel_id, message.ts));
  return {
    ...(message.blocks.length > 0 && { blocks: message.blocks }),
    ...(message.attachments.length > 0 && { attachments: message.attachments }),
    ...(files.length > 0 && { files, upload: false, display_as_bot: false }),
    ...(message.metadata && { metadata: message.metadata }),
    ...(message.reactions.length > 0 && {
      reactions: message.reactions.map(({ name, user_ids }) => ({ name, users: user_ids, count: user_ids.length })),
    }),
    ...(pinned && {
      pinned_to: [message.channel_id],
      pinned_info: { channel: message.channel_id, pinned_by: pinned.user_id, pinned_ts: pinned.created },
    }),
  };
}

/** A message as histories show it. */
export function messageFields(context: Reader, message: Readonly<Message>): Record<string, unknown> {
  const { world } = context;
  const showsUser = message.subtype !== 'bot_message';
  return {
    type: 'message',
    ...(message.subtype !== null && { subtype: message.subtype }),
    ...(showsUser && { user: message.user_id }),
    text: message.text,
    ts: message.ts,
    ...botFields(context, message),
    ...(message.username !== null && { username: message.username }),
    ...(message.icons !== null && { icons: message.icons }),
    ...(showsUser && message.subtype === null && { team: teamOf(world).id }),
    ...(message.edited && { edited: message.edited }),
    ...threadFields(context, message),
    ...attachedFields(context, message),
    ...(message.is_broadcast && isTopLevel(message) && { root: rootOf(context, message) }),
    ...message.extra,
  };
}

function rootOf(context: Reader, message: Readonly<Message>): Record<string, unknown> | undefined {
  const parent = context.world.messages.get(messageKey(message.channel_id, message.thread_ts ?? ''));
  return parent && messageFields(context, parent);
}

/** For messages whose text stays true until they change themselves; what a write answers is better rendered by `messageFields`. */
export const renderMessage = cachedRenderer<SlackCollections, Message>(
  ['users', 'files', 'pins', 'settings', 'channels'],
  messageFields,
);
/** For messages whose text depends on another message. */
const renderReply = cachedRenderer<SlackCollections, Message>(
  ['users', 'files', 'pins', 'settings', 'channels', 'messages'],
  messageFields,
);

/** A page of messages. */
export const renderMessages = (context: SlackContext, messages: readonly Readonly<Message>[]) =>
  messages.map((message) =>
    message.thread_ts !== null && message.thread_ts !== message.ts
      ? renderReply(context, message)
      : renderMessage(context, message),
  );

/** https://docs.slack.dev/reference/methods/chat.getPermalink */
export function permalinkOf(
  { links }: Pick<SlackContext, 'links'>,
  message: Pick<Message, 'channel_id' | 'ts' | 'thread_ts'>,
): string {
  const place = links.to(`/archives/${message.channel_id}/p${message.ts.replace('.', '')}`);
  const isReply = message.thread_ts !== null && message.thread_ts !== message.ts;
  return isReply ? `${place}?thread_ts=${message.thread_ts}&cid=${message.channel_id}` : place;
}

export const withPermalink = (context: Reader, message: Readonly<Message>): Record<string, unknown> => ({
  ...messageFields(context, message),
  permalink: permalinkOf(context, message),
});

export const authorName = ({ world }: Pick<SlackContext, 'world'>, message: Readonly<Message>): string => {
  const user = world.users.get(message.user_id);
  return message.username ?? (user ? displayNameOf(user) : message.user_id);
};
