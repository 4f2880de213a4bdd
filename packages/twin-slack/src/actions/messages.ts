import { MessageNotFound, SlackError } from '../errors.ts';
import { LONGEST_UPDATE } from '../limits.ts';
import { type Channel, type Json, type Message, messageKey, type SlackContext, seconds } from '../world.ts';
import { getChannel, isMember, postingTarget, requireActive, requireMember } from './channel-access.ts';
import { type Content, type ContentInput, composeContent } from './content.ts';
import { isAdmin, viewerOf } from './people.ts';
import { nextTimestamp } from './timestamps.ts';

export interface PostInput extends ContentInput {
  channel: string;
  thread_ts?: string | undefined;
  reply_broadcast?: boolean | undefined;
  username?: string | undefined;
  icon_emoji?: string | undefined;
  icon_url?: string | undefined;
}

/** Slackbot's id is the same in every workspace. */
export const SLACKBOT = 'USLACKBOT';

type Maker = Pick<SlackContext, 'world' | 'ids' | 'now'>;

/** A message with nothing in it. */
export const blankMessage = {
  thread_ts: null,
  text: '',
  subtype: null,
  blocks: [],
  attachments: [],
  username: null,
  icons: null,
  metadata: null,
  edited: null,
  file_ids: [],
  reactions: [],
  is_broadcast: false,
  reply_count: 0,
  reply_user_ids: [],
  latest_reply: null,
  extra: {},
} satisfies Partial<Message>;

/** Puts a message into its channel and counts it in its thread. */
export function insertMessage(
  context: Maker,
  fields: Partial<Message> & Pick<Message, 'channel_id' | 'user_id'>,
): Readonly<Message> {
  const { world, ids, now } = context;
  const ts = fields.ts ?? nextTimestamp(ids, fields.channel_id, now);
  const message = world.messages.insert({ ...blankMessage, ...fields, ts });
  if (message.thread_ts !== null && message.thread_ts !== ts) countReply(context, message);
  return message;
}

function countReply({ world }: Maker, reply: Readonly<Message>): void {
  const key = messageKey(reply.channel_id, reply.thread_ts as string);
  const parent = world.messages.get(key) as Readonly<Message>;
  world.messages.update(key, {
    thread_ts: parent.ts,
    reply_count: parent.reply_count + 1,
    reply_user_ids: [...new Set([...parent.reply_user_ids, reply.user_id])],
    latest_reply: reply.ts,
  });
}

/** What a channel says of itself, e.g. that somebody joined. */
export function systemMessage(
  context: Maker,
  channel_id: string,
  subtype: string,
  text: string,
  user_id: string,
  extra: Json = {},
): void {
  insertMessage(context, { channel_id, subtype, text, user_id, extra });
}

export function getMessage({ world }: Pick<SlackContext, 'world'>, channelId: string, ts: string): Readonly<Message> {
  const message = world.messages.get(messageKey(channelId, ts));
  if (!message) throw new MessageNotFound();
  return message;
}

/**
 * The thread that a `thread_ts` names: a reply's own thread where it names a reply. Where it names nothing, or what was
 * deleted, there is none, and Slack posts at top level without a word (slack-go issue 1571).
 */
export function threadOf({ world }: Pick<SlackContext, 'world'>, channelId: string, threadTs: string | undefined): string | null {
  const message = threadTs ? world.messages.get(messageKey(channelId, threadTs)) : undefined;
  return message && message.subtype !== 'tombstone' ? (message.thread_ts ?? message.ts) : null;
}

/** Where the viewer may post: in channels that they are in and that aren't archived. */
export function requirePosting(context: SlackContext, channel: Readonly<Channel>): void {
  requireActive(channel);
  requireMember(context, channel);
}

export function postMessage(context: SlackContext, input: PostInput): Readonly<Message> {
  const channel = postingTarget(context, input.channel);
  requirePosting(context, channel);
  const threadTs = threadOf(context, channel.id, input.thread_ts);
  const content = composeContent(context, input);
  return insertMessage(context, {
    channel_id: channel.id,
    user_id: viewerOf(context).id,
    ...content,
    ...appearance(context, input),
    thread_ts: threadTs,
    ...(threadTs !== null && input.reply_broadcast && { is_broadcast: true, subtype: 'thread_broadcast' }),
  });
}

/** The name and icon that a bot chose for one message; a person's own can't be changed. */
export function appearance(
  context: SlackContext,
  { username, icon_emoji, icon_url }: Pick<PostInput, 'username' | 'icon_emoji' | 'icon_url'>,
): Partial<Message> {
  if (!viewerOf(context).is_bot) {
    context.ignore(Object.entries({ username, icon_emoji, icon_url }).flatMap(([name, value]) => (value ? [name] : [])));
    return {};
  }
  const icon = icon_emoji ? { emoji: icon_emoji } : icon_url ? { image_48: icon_url } : undefined;
  return { ...(username && { username, subtype: 'bot_message' }), ...(icon && { icons: icon }) };
}

export function postMeMessage(context: SlackContext, channelRef: string, text: string): Readonly<Message> {
  const channel = postingTarget(context, channelRef);
  requirePosting(context, channel);
  const content = composeContent(context, { text }, { refuseLong: true });
  return insertMessage(context, { channel_id: channel.id, user_id: viewerOf(context).id, ...content, subtype: 'me_message' });
}

export function postEphemeral(context: SlackContext, input: PostInput & { user: string }): { ts: string } {
  const { world, ids, now } = context;
  const channel = postingTarget(context, input.channel);
  requirePosting(context, channel);
  const reader = world.users.get(input.user);
  if (!reader || !isMember(context, channel.id, reader.id)) throw new SlackError('user_not_in_channel');
  const threadTs = threadOf(context, channel.id, input.thread_ts);
  const { text, blocks, attachments } = composeContent(context, { ...input, metadata: undefined }, { refuseLong: true });
  const { username = null, icons = null } = appearance(context, input);
  return world.ephemeral_messages.insert({
    channel_id: channel.id,
    ts: nextTimestamp(ids, channel.id, now),
    user_id: reader.id,
    sender_id: viewerOf(context).id,
    text,
    blocks,
    attachments,
    username,
    icons,
    thread_ts: threadTs,
  });
}

export interface UpdateInput extends ContentInput {
  channel: string;
  ts: string;
  reply_broadcast?: boolean | undefined;
}

/** Changes one of the viewer's own messages. Parts that aren't sent stay; a new text takes old blocks away. */
export function updateMessage(context: SlackContext, input: UpdateInput): Readonly<Message> {
  const channel = getChannel(context, input.channel);
  const message = getMessage(context, channel.id, input.ts);
  const viewer = viewerOf(context);
  if (message.user_id !== viewer.id || isSystem(message)) throw new SlackError('cant_update_message');
  if (channel.is_archived) throw new SlackError('cant_update_message');
  const content = composeContent(context, input, { longest: LONGEST_UPDATE, refuseLong: true });
  const changed = changedContent(input, content, message);
  const broadcasts = input.reply_broadcast === true && !message.is_broadcast;
  if (broadcasts && (message.thread_ts === null || message.thread_ts === message.ts))
    throw new SlackError('cant_broadcast_message');
  return context.world.messages.update(messageKey(channel.id, message.ts), {
    ...changed,
    ...(broadcasts && { is_broadcast: true, subtype: 'thread_broadcast' }),
    edited: { user: viewer.id, ts: `${seconds(context.now)}.000000` },
  });
}

function changedContent(input: UpdateInput, content: Content, message: Readonly<Message>): Partial<Message> {
  const saysMore = input.text !== undefined || input.markdown_text !== undefined;
  return {
    ...(saysMore && { text: content.text, blocks: content.blocks }),
    ...(input.blocks !== undefined && { blocks: content.blocks, text: saysMore ? content.text : message.text }),
    ...(input.attachments !== undefined && { attachments: content.attachments }),
    ...(input.metadata !== undefined && { metadata: content.metadata }),
  };
}

/** Subtypes of what people and bots write; all others are said by the channel. */
const WRITTEN = new Set(['bot_message', 'me_message', 'thread_broadcast', 'file_share']);
export const isSystem = (message: Pick<Message, 'subtype'>): boolean => message.subtype !== null && !WRITTEN.has(message.subtype);

export function deleteMessage(context: SlackContext, channelId: string, ts: string): Readonly<Message> {
  const channel = getChannel(context, channelId);
  const message = getMessage(context, channel.id, ts);
  const viewer = viewerOf(context);
  const own = message.user_id === viewer.id && message.subtype !== 'tombstone' && !isSystem(message);
  if (!own && !(isAdmin(viewer) && message.subtype !== 'tombstone')) throw new SlackError('cant_delete_message');
  removeMessage(context, message);
  return message;
}

/** Takes a message away. A parent of replies leaves a tombstone, so that its thread stays readable. */
export function removeMessage({ world }: SlackContext, message: Readonly<Message>): void {
  const key = messageKey(message.channel_id, message.ts);
  if (world.pins.has(key)) world.pins.remove(key);
  if (message.reply_count > 0) {
    const { thread_ts, reply_count, reply_user_ids, latest_reply } = message;
    const text = 'This message was deleted.';
    const kept = { thread_ts, reply_count, reply_user_ids, latest_reply };
    const { channel_id, ts } = message;
    world.messages.update(key, {
      ...blankMessage,
      ...kept,
      channel_id,
      ts,
      user_id: SLACKBOT,
      text,
      subtype: 'tombstone',
      extra: { hidden: true },
    });
    return;
  }
  world.messages.remove(key);
  if (message.thread_ts !== null && message.thread_ts !== message.ts) uncountReply(world, message);
}

function uncountReply(world: SlackContext['world'], reply: Readonly<Message>): void {
  const key = messageKey(reply.channel_id, reply.thread_ts as string);
  const parent = world.messages.get(key) as Readonly<Message>;
  const left = world.messages.by.thread.page(key).filter((message) => message.ts !== parent.ts);
  if (left.length === 0 && parent.subtype === 'tombstone') {
    world.messages.remove(key);
    return;
  }
  world.messages.update(key, {
    thread_ts: left.length > 0 ? parent.ts : null,
    reply_count: left.length,
    reply_user_ids: [...new Set(left.map((message) => message.user_id))],
    latest_reply: left.at(-1)?.ts ?? null,
  });
}
