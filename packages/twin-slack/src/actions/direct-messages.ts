import { SlackError } from '../errors.ts';
import { MOST_PEOPLE_IN_A_GROUP } from '../limits.ts';
import {
  type Channel,
  membershipKey,
  NEVER_READ,
  type Note,
  newId,
  participantsKey,
  type SlackContext,
  seconds,
} from '../world.ts';
import { getUser, viewerOf } from './people.ts';

export interface Opened {
  channel: Readonly<Channel>;
  /** It existed and was open before. */
  alreadyOpen: boolean;
}

export const emptyNote: Note = { value: '', creator: '', last_set: 0 };

type Maker = Pick<SlackContext, 'world' | 'ids' | 'now'>;

/** The conversation of exactly these people; one that isn't there yet is made. @param id what a seed calls it */
export function conversationOf(context: Maker, userIds: readonly string[], creator: string, id?: string): Readonly<Channel> {
  const { world, now } = context;
  const participants = [...new Set(userIds)].sort();
  const known = world.channels.by.participants.first(participantsKey(participants));
  if (known) return known;
  const direct = participants.length <= 2;
  const names = participants.map((id) => world.users.get(id)?.name ?? id);
  const channel = world.channels.insert({
    id: id ?? newId(context.ids, direct ? 'D' : 'C'),
    kind: direct ? 'im' : 'mpim',
    name: direct ? '' : `mpdm-${names.join('--')}-1`,
    creator,
    is_archived: false,
    is_general: false,
    topic: emptyNote,
    purpose: direct ? emptyNote : { value: `Group messaging with: @${names.join(' @')}`, creator, last_set: seconds(now) },
    previous_names: [],
    participants,
    created: seconds(now),
    updated: now,
  });
  for (const user_id of participants)
    world.memberships.insert({ channel_id: channel.id, user_id, last_read: NEVER_READ, is_open: true });
  return channel;
}

/** Opens the viewer's conversation with these people. */
export function openDirectMessage(context: SlackContext, userIds: readonly string[], mayCreate = true): Opened {
  const { world } = context;
  const viewer = viewerOf(context);
  const others = [...new Set(userIds)].filter((id) => id !== viewer.id || userIds.length === 1);
  if (others.length > MOST_PEOPLE_IN_A_GROUP) throw new SlackError('too_many_users');
  for (const id of others) if (getUser(context, id).deleted) throw new SlackError('user_disabled');
  const participants = [...new Set([viewer.id, ...others])];
  const known = world.channels.by.participants.first(participantsKey(participants));
  if (!known && !mayCreate) throw new SlackError('channel_not_found');
  const channel = known ?? conversationOf(context, participants, viewer.id);
  return { channel, alreadyOpen: reopen(context, channel) && known !== undefined };
}

/** @returns true where it was open before. */
export function reopen(context: SlackContext, channel: Readonly<Channel>): boolean {
  const key = membershipKey(channel.id, viewerOf(context).id);
  const wasOpen = context.world.memberships.get(key)?.is_open === true;
  if (!wasOpen) context.world.memberships.update(key, { is_open: true });
  return wasOpen;
}

/** @returns false where it was closed before. */
export function closeConversation(context: SlackContext, channel: Readonly<Channel>): boolean {
  const key = membershipKey(channel.id, viewerOf(context).id);
  const wasOpen = context.world.memberships.get(key)?.is_open === true;
  if (wasOpen) context.world.memberships.update(key, { is_open: false });
  return wasOpen;
}
