import { isLonger } from '@svc/twin-kit';
import { NotInChannel, SlackError, WrongChannelType } from '../errors.ts';
import { LONGEST_CHANNEL_NAME, LONGEST_TOPIC } from '../limits.ts';
import { normaliseText } from '../text/mrkdwn.ts';
import { type Channel, membershipKey, NEVER_READ, newId, type SlackContext, seconds } from '../world.ts';
import { getChannel, isMember, requireActive, requireChannel, requireMember } from './channel-access.ts';
import { closeConversation, emptyNote, type Opened, openDirectMessage, reopen } from './direct-messages.ts';
import { systemMessage } from './messages.ts';
import { directoryOf, isAdmin, refuseGuests, viewerOf } from './people.ts';
import { isTimestamp } from './timestamps.ts';

/** Rules of https://docs.slack.dev/reference/methods/conversations.create#naming */
export function checkChannelName(name: string): void {
  if (name === '') throw new SlackError('invalid_name_required');
  if (isLonger(name, LONGEST_CHANNEL_NAME)) throw new SlackError('invalid_name_maxlength');
  if (/^[\p{P}\p{S}]+$/u.test(name)) throw new SlackError('invalid_name_punctuation');
  if (!/^[\p{Ll}\p{Lo}\p{M}\p{N}_-]+$/u.test(name)) throw new SlackError('invalid_name_specials');
}

/** Slack's help, "Name a channel": names "which means they can't be used for channels or @usernames in Slack" */
const RESERVED_NAMES = new Set(
  'archive archived archives all channel channels create delete deleted-channel edit everyone group groups here me ms slack slackbot today you'.split(
    ' ',
  ),
);

/** A handle of a group is "unique among channels, users and User Groups": https://docs.slack.dev/reference/methods/usergroups.create */
function requireFreeName({ world }: SlackContext, name: string): void {
  if (RESERVED_NAMES.has(name)) throw new SlackError('name_taken');
  const group = world.usergroups.by.handle.first(name);
  if (world.channels.by.name.first(name) || group) throw new SlackError('name_taken');
}

export function createChannel(
  context: SlackContext,
  input: { name: string; is_private?: boolean | undefined },
): Readonly<Channel> {
  const { world, ids, now } = context;
  refuseGuests(context, 'restricted_action');
  checkChannelName(input.name);
  requireFreeName(context, input.name);
  const viewer = viewerOf(context);
  const channel = world.channels.insert({
    id: newId(ids, 'C'),
    kind: input.is_private ? 'private_channel' : 'public_channel',
    name: input.name,
    creator: viewer.id,
    is_archived: false,
    is_general: false,
    topic: emptyNote,
    purpose: emptyNote,
    previous_names: [],
    participants: [],
    created: seconds(now),
    updated: now,
  });
  addMember(context, channel, viewer.id);
  return channel;
}

/** Puts a user into a channel, and says so in it. */
export function addMember(context: SlackContext, channel: Readonly<Channel>, userId: string, inviter?: string): void {
  const { world } = context;
  world.memberships.insert({ channel_id: channel.id, user_id: userId, last_read: NEVER_READ, is_open: true });
  const extra = inviter === undefined ? {} : { inviter };
  systemMessage(context, channel.id, 'channel_join', `<@${userId}> has joined the channel`, userId, extra);
}

export function renameChannel(context: SlackContext, id: string, name: string): Readonly<Channel> {
  const { world, now } = context;
  const channel = getChannel(context, id);
  requireChannel(channel);
  requireMember(context, channel);
  requireActive(channel);
  requireRenaming(context, channel);
  checkChannelName(name);
  if (name === channel.name) return channel;
  requireFreeName(context, name);
  const previous_names = [...channel.previous_names, channel.name];
  const renamed = world.channels.update(channel.id, { name, previous_names, updated: now });
  const text = `has renamed the channel from "${channel.name}" to "${name}"`;
  systemMessage(context, channel.id, 'channel_name', text, viewerOf(context).id, { old_name: channel.name, name });
  return renamed;
}

/** Who made a channel may rename it, and admins any; #general admins only: https://docs.slack.dev/reference/methods/conversations.rename */
function requireRenaming(context: SlackContext, channel: Readonly<Channel>): void {
  const viewer = viewerOf(context);
  if (isAdmin(viewer) || (channel.creator === viewer.id && !channel.is_general)) return;
  throw new SlackError('not_authorized');
}

/** Sets the topic or the purpose. */
export function setNote(context: SlackContext, id: string, kind: 'topic' | 'purpose', value: string): Readonly<Channel> {
  const { world, now } = context;
  const channel = getChannel(context, id);
  if (channel.kind === 'im') throw new WrongChannelType();
  requireMember(context, channel);
  requireActive(channel);
  refuseGuests(context, 'user_is_restricted');
  if (isLonger(value, LONGEST_TOPIC)) throw new SlackError('too_long');
  const viewer = viewerOf(context);
  const text = normaliseText(value, directoryOf(world));
  const note = { value: text, creator: viewer.id, last_set: seconds(now) };
  const changed = world.channels.update(channel.id, { [kind]: note, updated: now });
  const said = text === '' ? `cleared the channel ${kind}` : `set the channel ${kind}: ${text}`;
  systemMessage(context, channel.id, `channel_${kind}`, said, viewer.id, { [kind]: text });
  return changed;
}

export function archiveChannel(context: SlackContext, id: string): void {
  const { world, now } = context;
  const channel = getChannel(context, id);
  requireChannel(channel);
  if (channel.is_general) throw new SlackError('cant_archive_general');
  if (channel.is_archived) throw new SlackError('already_archived');
  requireMember(context, channel);
  refuseGuests(context, 'restricted_action');
  systemMessage(context, channel.id, 'channel_archive', 'archived the channel', viewerOf(context).id);
  world.channels.update(channel.id, { is_archived: true, updated: now });
}

export function unarchiveChannel(context: SlackContext, id: string): void {
  const { world, now } = context;
  const channel = getChannel(context, id);
  requireChannel(channel);
  if (!channel.is_archived) throw new SlackError('not_archived');
  const viewer = viewerOf(context);
  // Bots can't (page of the method, "Bug alert"), and are told so with a code that the page lacks (slack-go issue 1066).
  if (viewer.is_bot) throw new NotInChannel();
  refuseGuests(context, 'no_permission');
  world.channels.update(channel.id, { is_archived: false, updated: now });
  systemMessage(context, channel.id, 'channel_unarchive', 'un-archived the channel', viewer.id);
  if (!isMember(context, channel.id, viewer.id)) addMember(context, channel, viewer.id);
}

/** @returns false where the viewer was in it already. */
export function joinChannel(context: SlackContext, id: string): { channel: Readonly<Channel>; joined: boolean } {
  const channel = getChannel(context, id);
  requireChannel(channel);
  requireActive(channel);
  const viewer = viewerOf(context);
  if (isMember(context, channel.id, viewer.id)) return { channel, joined: false };
  addMember(context, channel, viewer.id);
  return { channel, joined: true };
}

/** @returns false where the viewer wasn't in it. */
export function leaveChannel(context: SlackContext, id: string): boolean {
  const channel = getChannel(context, id);
  requireChannel(channel);
  if (channel.is_general) throw new SlackError('cant_leave_general');
  requireActive(channel);
  const viewer = viewerOf(context);
  if (!isMember(context, channel.id, viewer.id)) return false;
  refuseGuests(context, 'user_is_restricted');
  if (channel.kind === 'private_channel' && context.world.memberships.by.channel.count(channel.id) === 1)
    throw new SlackError('last_member');
  removeMember(context, channel, viewer.id);
  return true;
}

function removeMember(context: SlackContext, channel: Readonly<Channel>, userId: string): void {
  context.world.memberships.remove(membershipKey(channel.id, userId));
  systemMessage(context, channel.id, 'channel_leave', `<@${userId}> has left the channel`, userId);
}

/** Why one of several people couldn't be invited. */
interface InviteFault {
  user: string;
  ok: false;
  error: string;
}

/** Most people in one call: https://docs.slack.dev/reference/methods/conversations.invite */
const MOST_INVITED = 1_000;

export function inviteUsers(
  context: SlackContext,
  id: string,
  userIds: readonly string[],
  force: boolean,
): { channel: Readonly<Channel>; errors: readonly InviteFault[] } {
  const channel = getChannel(context, id);
  requireChannel(channel);
  requireMember(context, channel);
  requireActive(channel);
  refuseGuests(context, 'cant_invite');
  if (userIds.length === 0) throw new SlackError('no_user');
  const viewer = viewerOf(context);
  const faults: InviteFault[] = [];
  const welcome: string[] = [];
  for (const user of new Set(userIds.slice(0, MOST_INVITED))) {
    const error = inviteFault(context, channel, user, viewer.id);
    if (error === undefined) welcome.push(user);
    else faults.push({ user, ok: false, error });
  }
  const [first] = faults;
  if (first && (!force || welcome.length === 0)) throw new SlackError(first.error, { fields: { errors: faults } });
  for (const user of welcome) addMember(context, channel, user, viewer.id);
  return { channel, errors: faults };
}

function inviteFault(context: SlackContext, channel: Readonly<Channel>, user: string, viewer: string): string | undefined {
  const person = context.world.users.get(user);
  if (!person || person.deleted) return 'user_not_found';
  if (user === viewer) return 'cant_invite_self';
  return isMember(context, channel.id, user) ? 'already_in_channel' : undefined;
}

/**
 * By default admins and a channel's manager, who is the one that made it, remove people from public channels, and everybody but
 * guests from private ones: https://slack.com/help/articles/115004988303, node-slack-sdk issue 1564.
 */
function mayRemoveFrom(context: SlackContext, channel: Readonly<Channel>): boolean {
  const viewer = viewerOf(context);
  if (isAdmin(viewer)) return true;
  return !viewer.is_restricted && (channel.kind === 'private_channel' || channel.creator === viewer.id);
}

export function kickUser(context: SlackContext, id: string, userId: string): void {
  const channel = getChannel(context, id);
  requireChannel(channel);
  if (channel.is_general) throw new SlackError('cant_kick_from_general');
  if (!context.world.users.has(userId)) throw new SlackError('user_not_found');
  if (userId === viewerOf(context).id) throw new SlackError('cant_kick_self');
  requireMember(context, channel);
  if (!mayRemoveFrom(context, channel)) throw new SlackError('restricted_action');
  if (!isMember(context, channel.id, userId)) throw new SlackError('not_in_channel');
  removeMember(context, channel, userId);
}

export interface OpenInput {
  channel?: string | undefined;
  users?: readonly string[] | undefined;
  prevent_creation?: boolean | undefined;
}

export function openConversation(context: SlackContext, input: OpenInput): Opened {
  if (input.users !== undefined && input.users.length > 0)
    return openDirectMessage(context, input.users, input.prevent_creation !== true);
  if (!input.channel) throw new SlackError('users_list_not_supplied');
  const channel = getChannel(context, input.channel);
  if (channel.participants.length === 0) throw new WrongChannelType();
  return { channel, alreadyOpen: reopen(context, channel) };
}

/** @returns false where it was closed already. */
export function closeDirectMessage(context: SlackContext, id: string): boolean {
  const channel = getChannel(context, id);
  if (channel.participants.length === 0) throw new WrongChannelType();
  return closeConversation(context, channel);
}

export function markRead(context: SlackContext, id: string, ts: string): void {
  const channel = getChannel(context, id);
  requireMember(context, channel);
  if (!isTimestamp(ts)) throw new SlackError('invalid_timestamp');
  context.world.memberships.update(membershipKey(channel.id, viewerOf(context).id), { last_read: ts });
}

/** A channel or a conversation by what the conversation tool takes: a name, or people. */
export function createConversation(
  context: SlackContext,
  input: { channel_name?: string | undefined; is_private?: boolean | undefined; user_ids?: readonly string[] | undefined },
): Readonly<Channel> {
  const userIds = input.user_ids ?? [];
  if (input.channel_name === undefined) return openConversation(context, { users: userIds }).channel;
  const channel = createChannel(context, { name: input.channel_name, is_private: input.is_private });
  if (userIds.length > 0) inviteUsers(context, channel.id, userIds, false);
  return channel;
}
