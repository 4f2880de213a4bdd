import { SlackError } from '../errors.ts';
import { MOST_PINS } from '../limits.ts';
import { messageKey, type Pin, type SlackContext, type Star, seconds, starKey } from '../world.ts';
import { getChannel, isReadable, requireMember } from './channel-access.ts';
import { getMessage } from './messages.ts';
import { viewerOf } from './people.ts';
import type { ItemInput } from './reactions.ts';
import { isTimestamp } from './timestamps.ts';

export function addPin(context: SlackContext, channelId: string, timestamp: string | undefined): void {
  const { world, now } = context;
  const channel = getChannel(context, channelId);
  if (!timestamp) throw new SlackError('no_item_specified');
  if (!isTimestamp(timestamp)) throw new SlackError('bad_timestamp');
  requireMember(context, channel);
  const message = getMessage(context, channel.id, timestamp);
  if (message.subtype === 'tombstone') throw new SlackError('not_pinnable');
  if (world.pins.has(messageKey(channel.id, message.ts))) throw new SlackError('already_pinned');
  if (world.pins.by.channel.count(channel.id) >= MOST_PINS) throw new SlackError('too_many_pins');
  world.pins.insert({ channel_id: channel.id, ts: message.ts, user_id: viewerOf(context).id, created: seconds(now) });
}

export function removePin(context: SlackContext, channelId: string, timestamp: string | undefined): void {
  const { world } = context;
  const channel = getChannel(context, channelId);
  if (!timestamp) throw new SlackError('no_item_specified');
  if (!isTimestamp(timestamp)) throw new SlackError('bad_timestamp');
  const message = getMessage(context, channel.id, timestamp);
  const key = messageKey(channel.id, message.ts);
  if (!world.pins.has(key)) throw new SlackError('no_pin');
  world.pins.remove(key);
}

/** A channel's pins, newest first. */
export function listPins(context: SlackContext, channelId: string): readonly Readonly<Pin>[] {
  const channel = getChannel(context, channelId);
  if (!isReadable(context, channel)) throw new SlackError('channel_not_found');
  return context.world.pins.by.channel.page(channel.id, { reverse: true });
}

/** What an item names, as a star keeps it. */
function starOf(context: SlackContext, item: ItemInput): Omit<Star, 'date_create'> {
  const user_id = viewerOf(context).id;
  if (item.file_comment) throw new SlackError('file_comment_not_found');
  if (item.file) {
    if (!context.world.files.has(item.file)) throw new SlackError('file_not_found');
    return { user_id, channel_id: null, ts: null, file_id: item.file };
  }
  if (!item.channel) throw new SlackError('no_item_specified');
  const channel = getChannel(context, item.channel);
  if (!item.timestamp) return { user_id, channel_id: channel.id, ts: null, file_id: null };
  if (!isTimestamp(item.timestamp)) throw new SlackError('bad_timestamp');
  return { user_id, channel_id: channel.id, ts: getMessage(context, channel.id, item.timestamp).ts, file_id: null };
}

export function addStar(context: SlackContext, item: ItemInput): void {
  const star = starOf(context, item);
  if (context.world.stars.has(starKey(star))) throw new SlackError('already_starred');
  context.world.stars.insert({ ...star, date_create: seconds(context.now) });
}

export function removeStar(context: SlackContext, item: ItemInput): void {
  const star = starOf(context, item);
  if (!context.world.stars.has(starKey(star))) throw new SlackError('not_starred');
  context.world.stars.remove(starKey(star));
}

/** The viewer's stars on what is still there, newest first. */
export function listStars(context: SlackContext): readonly Readonly<Star>[] {
  const { world } = context;
  return world.stars.by.user
    .page(viewerOf(context).id, { reverse: true })
    .filter((star) => star.ts === null || world.messages.has(messageKey(star.channel_id as string, star.ts)))
    .filter((star) => star.file_id === null || world.files.has(star.file_id));
}
