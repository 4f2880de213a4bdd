import { SlackError, Unsupported } from '../errors.ts';
import { MOST_EMOJI_ON_A_MESSAGE, MOST_REACTIONS_OF_ONE_USER } from '../limits.ts';
import { emojiName, isEmoji } from '../text/emoji.ts';
import { type Message, messageKey, type SlackContext } from '../world.ts';
import { getChannel, isReadable } from './channel-access.ts';
import { getMessage } from './messages.ts';
import { type Page, pageOfList, pageSize } from './paging.ts';
import { userOrViewer, viewerOf } from './people.ts';
import { isTimestamp } from './timestamps.ts';

/** What a reaction, a pin or a star stands on. */
export interface ItemInput {
  channel?: string | undefined;
  timestamp?: string | undefined;
  file?: string | undefined;
  file_comment?: string | undefined;
}

/** The message that an item names. Comments of files are gone from Slack, and files carry no reactions here. */
export function itemMessage(context: SlackContext, item: ItemInput): Readonly<Message> {
  if (item.file_comment) throw new SlackError('file_comment_not_found');
  if (item.file && context.world.files.has(item.file)) throw new Unsupported('reactions on files');
  if (item.file) throw new SlackError('file_not_found');
  if (!item.channel || !item.timestamp) throw new SlackError('no_item_specified');
  const channel = getChannel(context, item.channel);
  if (!isTimestamp(item.timestamp)) throw new SlackError('bad_timestamp');
  return getMessage(context, channel.id, item.timestamp);
}

export function addReaction(context: SlackContext, item: ItemInput, rawName: string): Readonly<Message> {
  const name = emojiName(rawName);
  if (!isEmoji(context.world, name)) throw new SlackError('invalid_name');
  const message = itemMessage(context, item);
  if (context.world.channels.get(message.channel_id)?.is_archived) throw new SlackError('is_archived');
  if (message.subtype === 'tombstone') throw new SlackError('not_reactable');
  const viewer = viewerOf(context);
  const known = message.reactions.find((reaction) => reaction.name === name);
  if (known?.user_ids.includes(viewer.id)) throw new SlackError('already_reacted');
  if (!known && message.reactions.length >= MOST_EMOJI_ON_A_MESSAGE) throw new SlackError('too_many_emoji');
  const own = message.reactions.filter((reaction) => reaction.user_ids.includes(viewer.id));
  if (own.length >= MOST_REACTIONS_OF_ONE_USER) throw new SlackError('too_many_reactions');
  const reactions = known
    ? message.reactions.map((one) => (one === known ? { name, user_ids: [...one.user_ids, viewer.id] } : one))
    : [...message.reactions, { name, user_ids: [viewer.id] }];
  return context.world.messages.update(messageKey(message.channel_id, message.ts), { reactions });
}

/** As the tool does it: a reaction that is there already is no fault. */
export function ensureReaction(context: SlackContext, item: ItemInput, name: string): Readonly<Message> {
  const message = itemMessage(context, item);
  const known = message.reactions.find((reaction) => reaction.name === emojiName(name));
  return known?.user_ids.includes(viewerOf(context).id) ? message : addReaction(context, item, name);
}

export function removeReaction(context: SlackContext, item: ItemInput, rawName: string): void {
  const name = emojiName(rawName);
  const message = itemMessage(context, item);
  const viewer = viewerOf(context);
  const known = message.reactions.find((reaction) => reaction.name === name);
  if (!known?.user_ids.includes(viewer.id)) throw new SlackError('no_reaction');
  const user_ids = known.user_ids.filter((id) => id !== viewer.id);
  const reactions = message.reactions.flatMap((one) => (one !== known ? [one] : user_ids.length > 0 ? [{ name, user_ids }] : []));
  context.world.messages.update(messageKey(message.channel_id, message.ts), { reactions });
}

/** The message with its reactions. */
export function getReactions(context: SlackContext, item: ItemInput): Readonly<Message> {
  const message = itemMessage(context, item);
  if (!isReadable(context, getChannel(context, message.channel_id))) throw new SlackError('channel_not_found');
  return message;
}

/** What a user reacted to, newest message first. */
export function listReactions(
  context: SlackContext,
  input: { user?: string | undefined; cursor?: string | undefined; limit?: number | undefined },
): Page<Readonly<Message>> {
  const { world } = context;
  const user = userOrViewer(context, input.user);
  const readable = (message: Readonly<Message>): boolean => {
    const channel = world.channels.get(message.channel_id);
    return channel !== undefined && isReadable(context, channel);
  };
  const messages = world.messages.by.reactor.page(user.id, { reverse: true }).filter(readable);
  return pageOfList('reaction', messages, input.cursor, pageSize(input.limit));
}
