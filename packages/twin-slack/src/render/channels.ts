import { teamOf, viewerOf } from '../actions/people.ts';
import { readState } from '../actions/unread.ts';
import { type Channel, membershipKey, type SlackContext } from '../world.ts';

type Reader = Pick<SlackContext, 'world'>;

const membershipOf = (context: Reader, channel: Readonly<Channel>) =>
  context.world.memberships.get(membershipKey(channel.id, viewerOf(context).id));

function renderDirectMessage(context: Reader, channel: Readonly<Channel>): Record<string, unknown> {
  const viewer = viewerOf(context);
  const user = channel.participants.find((id) => id !== viewer.id) ?? viewer.id;
  return {
    id: channel.id,
    created: channel.created,
    is_archived: false,
    is_im: true,
    is_org_shared: false,
    context_team_id: teamOf(context.world).id,
    updated: channel.updated,
    user,
    is_user_deleted: context.world.users.get(user)?.deleted ?? false,
    priority: 0,
  };
}

/** A conversation as lists show it. */
export function renderChannel(context: Reader, channel: Readonly<Channel>): Record<string, unknown> {
  if (channel.kind === 'im') return renderDirectMessage(context, channel);
  const team = teamOf(context.world).id;
  const isMpim = channel.kind === 'mpim';
  return {
    id: channel.id,
    name: channel.name,
    is_channel: !isMpim,
    is_group: isMpim,
    is_im: false,
    is_mpim: isMpim,
    is_private: channel.kind !== 'public_channel',
    created: channel.created,
    is_archived: channel.is_archived,
    is_general: channel.is_general,
    unlinked: 0,
    name_normalized: channel.name,
    is_shared: false,
    is_org_shared: false,
    is_pending_ext_shared: false,
    pending_shared: [],
    context_team_id: team,
    updated: channel.updated,
    parent_conversation: null,
    creator: channel.creator,
    is_ext_shared: false,
    shared_team_ids: [team],
    pending_connected_team_ids: [],
    is_member: membershipOf(context, channel) !== undefined,
    topic: channel.topic,
    purpose: channel.purpose,
    properties: { tabs: [{ id: 'files', label: '', type: 'files' }] },
    previous_names: channel.previous_names,
    ...(isMpim && { priority: 0 }),
  };
}

export const renderListedChannel = (context: Reader, channel: Readonly<Channel>): Record<string, unknown> => ({
  ...renderChannel(context, channel),
  ...(channel.kind !== 'im' && { num_members: context.world.memberships.by.channel.count(channel.id) }),
});

/** A conversation as `conversations.info` and changes of it show it. */
export function renderChannelDetail(
  context: Reader,
  channel: Readonly<Channel>,
  options: { locale?: boolean | undefined; members?: boolean | undefined } = {},
): Record<string, unknown> {
  const membership = membershipOf(context, channel);
  return {
    ...renderChannel(context, channel),
    ...(membership && { last_read: readState(context, channel.id)?.last_read }),
    ...(membership && channel.participants.length > 0 && { is_open: membership.is_open }),
    ...(options.locale && { locale: 'en-US' }),
    ...(options.members && { num_members: context.world.memberships.by.channel.count(channel.id) }),
  };
}

/** A channel inside a search result. */
export function renderSearchChannel(channel: Readonly<Channel>): Record<string, unknown> {
  return {
    id: channel.id,
    name: channel.name,
    is_channel: channel.participants.length === 0,
    is_group: false,
    is_im: channel.kind === 'im',
    is_mpim: channel.kind === 'mpim',
    is_private: channel.kind !== 'public_channel',
    is_shared: false,
    is_org_shared: false,
    is_ext_shared: false,
    is_pending_ext_shared: false,
    pending_shared: [],
  };
}
