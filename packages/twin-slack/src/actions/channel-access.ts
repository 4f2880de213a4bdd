import { ChannelNotFound, IsArchived, NotInChannel, WrongChannelType } from '../errors.ts';
import { type Channel, type ChannelKind, membershipKey, type SlackContext } from '../world.ts';
import { openDirectMessage } from './direct-messages.ts';
import { viewerOf } from './people.ts';

type Reader = Pick<SlackContext, 'world'>;

export const isMember = ({ world }: Reader, channelId: string, userId: string): boolean =>
  world.memberships.has(membershipKey(channelId, userId));

/**
 * May the viewer know that this channel exists? Public ones are everybody's but guests', others their members'
 * (https://slack.com/help/articles/202518103: guests see the channels that they are in).
 */
export function isVisible(context: Reader, channel: Readonly<Channel>): boolean {
  const viewer = viewerOf(context);
  return (channel.kind === 'public_channel' && !viewer.is_restricted) || isMember(context, channel.id, viewer.id);
}

/** The channel with this id. What the viewer may not see is not found. */
export function getChannel(context: Reader, id: string): Readonly<Channel> {
  const channel = context.world.channels.get(id);
  if (!channel || !isVisible(context, channel)) throw new ChannelNotFound();
  return channel;
}

/** A channel whose messages the viewer may read: bots need to be in it, people may look into public ones. */
export function readableChannel(context: Reader, id: string): Readonly<Channel> {
  const channel = getChannel(context, id);
  const viewer = viewerOf(context);
  if (viewer.is_bot && !isMember(context, channel.id, viewer.id)) throw new NotInChannel();
  return channel;
}

/** Does `readableChannel` let the viewer in? */
export function isReadable(context: Reader, channel: Readonly<Channel>): boolean {
  const viewer = viewerOf(context);
  if (isMember(context, channel.id, viewer.id)) return true;
  return channel.kind === 'public_channel' && !viewer.is_bot && !viewer.is_restricted;
}

export function requireKind(channel: Readonly<Channel>, ...kinds: readonly ChannelKind[]): void {
  if (!kinds.includes(channel.kind)) throw new WrongChannelType();
}

/** Channels proper: no direct messages. */
export const requireChannel = (channel: Readonly<Channel>): void => requireKind(channel, 'public_channel', 'private_channel');

export function requireActive(channel: Readonly<Channel>): void {
  if (channel.is_archived) throw new IsArchived();
}

export function requireMember(context: Reader, channel: Readonly<Channel>): void {
  if (!isMember(context, channel.id, viewerOf(context).id)) throw new NotInChannel();
}

/** Where a message goes: a channel by id or name, or a person, whose direct message is opened. */
export function postingTarget(context: SlackContext, reference: string): Readonly<Channel> {
  const { world } = context;
  const known = world.channels.get(reference);
  if (known) return getChannel(context, known.id);
  const named = world.channels.by.name.first(reference.replace(/^#/, ''));
  if (named) return getChannel(context, named.id);
  const person = world.users.get(reference) ?? personNamed(context, reference);
  if (!person || person.deleted) throw new ChannelNotFound();
  return openDirectMessage(context, [person.id]).channel;
}

const personNamed = ({ world }: Reader, reference: string) =>
  reference.startsWith('@') ? world.users.by.name.first(reference.slice(1).toLowerCase()) : undefined;

/** A channel to read by id, or by the id of the person one talks to (as the tools take it). */
export function readingTarget(context: Reader, reference: string): Readonly<Channel> {
  const { world } = context;
  if (world.channels.has(reference) || !world.users.has(reference)) return readableChannel(context, reference);
  const participants = [...new Set([viewerOf(context).id, reference])].sort().join('+');
  const channel = world.channels.by.participants.first(participants);
  if (!channel) throw new ChannelNotFound();
  return channel;
}
