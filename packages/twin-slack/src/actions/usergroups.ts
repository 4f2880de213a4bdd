import { cutText, isLonger, stripped } from '@svc/twin-kit';
import { SlackError } from '../errors.ts';
import { newId, type SlackContext, seconds, type Usergroup } from '../world.ts';
import { viewerOf } from './people.ts';

export interface UsergroupInput {
  name?: string | undefined;
  handle?: string | undefined;
  description?: string | undefined;
  channels?: readonly string[] | undefined;
}

/** In characters. */
const LONGEST_NAME = 255;
const LONGEST_DESCRIPTION = 140;
const HANDLE = /^[\p{Ll}\p{N}][\p{Ll}\p{N}._-]{0,79}$/u;
const RESERVED_HANDLES = new Set(['here', 'channel', 'everyone']);

const handleOf = (name: string): string => stripped(name.toLowerCase().replaceAll(/[^\p{Ll}\p{N}._-]+/gu, '-'), '-');

/**
 * Names and handles are the group's own. A handle that was asked for is no channel's name either: the page of usergroups.create says
 * "Must be unique among channels, users and User Groups".
 *
 * @param given the handle as it was sent; absent where it is made of the name
 */
function check(
  context: SlackContext,
  input: UsergroupInput,
  { self, given }: { self?: string; given?: string | undefined },
): void {
  const { world } = context;
  const taken = (other: Readonly<Usergroup> | undefined): boolean => other !== undefined && other.id !== self;
  const { name, handle } = input;
  if (name !== undefined && isLonger(name, LONGEST_NAME)) throw new SlackError('name_too_long');
  if (isLonger(input.description ?? '', LONGEST_DESCRIPTION)) throw new SlackError('description_too_long');
  if (name !== undefined && taken(world.usergroups.by.name.first(name.toLowerCase())))
    throw new SlackError('name_already_exists');
  if (handle !== undefined) {
    if (RESERVED_HANDLES.has(handle)) throw new SlackError('forbidden_handle');
    if (!HANDLE.test(handle)) throw new SlackError('bad_handle');
    const named = world.users.by.name.first(handle) ?? (given ? world.channels.by.name.first(handle) : undefined);
    if (taken(world.usergroups.by.handle.first(handle)) || named) throw new SlackError('handle_already_exists');
  }
  for (const id of input.channels ?? []) if (!world.channels.has(id)) throw new SlackError('invalid_channel_provided');
}

export function createUsergroup(context: SlackContext, input: UsergroupInput): Readonly<Usergroup> {
  const { world, ids, now } = context;
  const name = input.name?.trim() ?? '';
  if (name === '') throw new SlackError('missing_subteam_name');
  const handle = (input.handle ?? '').replace(/^@/, '') || handleOf(cutText(name, LONGEST_NAME));
  check(context, { ...input, name, handle }, { given: input.handle });
  const viewer = viewerOf(context);
  return world.usergroups.insert({
    id: newId(ids, 'S'),
    name,
    handle,
    description: input.description ?? '',
    user_ids: [],
    channel_ids: input.channels ?? [],
    created_by: viewer.id,
    updated_by: viewer.id,
    deleted_by: null,
    date_create: seconds(now),
    date_update: seconds(now),
    date_delete: 0,
  });
}

function getUsergroup({ world }: SlackContext, id: string): Readonly<Usergroup> {
  const usergroup = world.usergroups.get(id);
  if (!usergroup) throw new SlackError('no_such_subteam');
  return usergroup;
}

const touched = (context: SlackContext): Partial<Usergroup> => ({
  updated_by: viewerOf(context).id,
  date_update: seconds(context.now),
});

export function updateUsergroup(context: SlackContext, id: string, input: UsergroupInput): Readonly<Usergroup> {
  const usergroup = getUsergroup(context, id);
  const handle = input.handle?.replace(/^@/, '');
  check(context, { ...input, handle }, { self: usergroup.id, given: handle });
  return context.world.usergroups.update(usergroup.id, {
    ...(input.name && { name: input.name }),
    ...(handle && { handle }),
    ...(input.description !== undefined && { description: input.description }),
    ...(input.channels && { channel_ids: input.channels }),
    ...touched(context),
  });
}

export function enableUsergroup(context: SlackContext, id: string, enabled: boolean): Readonly<Usergroup> {
  const usergroup = getUsergroup(context, id);
  const now = seconds(context.now);
  return context.world.usergroups.update(usergroup.id, {
    date_delete: enabled ? 0 : now,
    deleted_by: enabled ? null : viewerOf(context).id,
    ...touched(context),
  });
}

export const listUsergroups = ({ world }: SlackContext, includeDisabled: boolean): readonly Readonly<Usergroup>[] =>
  [...world.usergroups.values()].filter((usergroup) => includeDisabled || usergroup.date_delete === 0);

export function usergroupUsers(context: SlackContext, id: string, includeDisabled: boolean): readonly string[] {
  const usergroup = getUsergroup(context, id);
  if (usergroup.date_delete > 0 && !includeDisabled) throw new SlackError('no_such_subteam');
  return usergroup.user_ids;
}

/** Replaces the whole list of members. */
export function setUsergroupUsers(context: SlackContext, id: string, users: readonly string[]): Readonly<Usergroup> {
  const usergroup = getUsergroup(context, id);
  if (users.length === 0) throw new SlackError('no_users_provided');
  if (users.some((user) => !context.world.users.has(user))) throw new SlackError('invalid_users');
  return context.world.usergroups.update(usergroup.id, { user_ids: [...new Set(users)], ...touched(context) });
}
