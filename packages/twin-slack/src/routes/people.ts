import { z } from 'zod';
import { userChannels } from '../actions/channel-lists.ts';
import { getUser, teamOf, userOrViewer, viewerOf } from '../actions/people.ts';
import {
  createUsergroup,
  enableUsergroup,
  listUsergroups,
  setUsergroupUsers,
  updateUsergroup,
  usergroupUsers,
} from '../actions/usergroups.ts';
import { endSnooze, listUsers, lookupByEmail, setPresence, setProfile, setSnooze } from '../actions/users.ts';
import { SlackError, Unsupported } from '../errors.ts';
import { renderListedChannel } from '../render/channels.ts';
import { renderQuietHours, renderSnooze, renderUsergroup } from '../render/others.ts';
import { renderProfile, renderUser } from '../render/users.ts';
import type { SlackContext, User } from '../world.ts';
import { count, flag, jsonObject, names, text } from './arguments.ts';
import { nextCursor, operation } from './operation.ts';

const paging = { cursor: text.optional(), limit: count.optional() };

/** A user, with the locale that all have where it is asked for. */
const shownUser = (context: SlackContext, user: Readonly<User>, locale: boolean | undefined): unknown =>
  locale ? { ...(renderUser(context, user).toJSON() as object), locale: 'en-US' } : renderUser(context, user);

const userMethods = [
  ...operation({
    name: 'users.list',
    mutates: false,
    args: { ...paging, include_locale: flag.optional() },
    handle(context, input) {
      const { items, next_cursor } = listUsers(context, input);
      const newest = items.reduce((last, user) => Math.max(last, user.updated), 0);
      const members = items.map((user) => shownUser(context, user, input.include_locale));
      return { members, cache_ts: newest, ...nextCursor(next_cursor) };
    },
  }),
  ...operation({
    name: 'users.info',
    mutates: false,
    args: { user: text, include_locale: flag.optional() },
    handle: (context, { user, include_locale }) => ({ user: shownUser(context, getUser(context, user), include_locale) }),
  }),
  ...operation({
    name: 'users.lookupByEmail',
    mutates: false,
    args: { email: text },
    handle: (context, { email }) => ({ user: renderUser(context, lookupByEmail(context, email)) }),
  }),
  ...operation({
    name: 'users.identity',
    mutates: false,
    handle(context) {
      const viewer = viewerOf(context);
      const { id } = teamOf(context.world);
      return {
        user: { name: viewer.real_name, id: viewer.id, ...(viewer.email !== null && { email: viewer.email }) },
        team: { id },
      };
    },
  }),
  ...operation({
    name: 'users.conversations',
    mutates: false,
    ignored: ['exclude_muted'],
    args: { ...paging, user: text.optional(), types: names.optional(), exclude_archived: flag.optional() },
    codes: { user_not_found: 'invalid_arguments' },
    handle(context, input) {
      const { items, next_cursor } = userChannels(context, input);
      return { channels: items.map((channel) => renderListedChannel(context, channel)), ...nextCursor(next_cursor) };
    },
  }),
  ...operation({
    name: 'users.getPresence',
    mutates: false,
    args: { user: text.optional() },
    codes: { user_not_found: 'invalid_arguments' },
    handle(context, input) {
      const user = userOrViewer(context, input.user);
      const presence = user.presence === 'away' || user.deleted ? 'away' : 'active';
      if (user.id !== viewerOf(context).id) return { presence };
      const online = presence === 'active';
      return { presence, online, auto_away: false, manual_away: user.presence === 'away', connection_count: online ? 1 : 0 };
    },
  }),
  ...operation({
    name: 'users.setPresence',
    mutates: true,
    args: { presence: text },
    handle: (context, { presence }) => setPresence(context, presence),
  }),
  ...operation({ name: 'users.setActive', mutates: true, handle: (context) => setPresence(context, 'auto') }),
  ...operation({
    name: 'users.profile.get',
    action: 'slack_read_user_profile',
    mutates: false,
    args: { user: text.optional(), include_labels: flag.optional() },
    handle(context, { user, include_labels }) {
      if (include_labels) throw new Unsupported('the argument `include_labels`');
      return { profile: renderProfile(context, userOrViewer(context, user)) };
    },
  }),
  ...operation({
    name: 'users.profile.set',
    mutates: true,
    args: { user: text.optional(), profile: z.unknown().optional(), name: text.optional(), value: text.optional() },
    handle(context, { profile, ...input }) {
      const parsed = profile === undefined ? undefined : jsonObject.safeParse(profile);
      if (parsed && !parsed.success) throw new SlackError('invalid_profile');
      const user = setProfile(context, { ...input, profile: parsed?.data });
      return { profile: renderProfile(context, user), username: user.name };
    },
  }),
];

const dndMethods = [
  ...operation({
    name: 'dnd.info',
    mutates: false,
    args: { user: text.optional() },
    handle(context, input) {
      const user = userOrViewer(context, input.user);
      return { ...renderQuietHours, ...(user.id === viewerOf(context).id && renderSnooze(user, context.now)) };
    },
  }),
  ...operation({
    name: 'dnd.teamInfo',
    mutates: false,
    args: { users: names.optional() },
    handle({ world }, { users = [] }) {
      if (users.length === 0) throw new SlackError('no_users_provided');
      return { users: Object.fromEntries(users.filter((id) => world.users.has(id)).map((id) => [id, renderQuietHours])) };
    },
  }),
  ...operation({
    name: 'dnd.setSnooze',
    mutates: true,
    args: { num_minutes: count.optional() },
    handle: (context, { num_minutes }) => renderSnooze(setSnooze(context, num_minutes), context.now),
  }),
  ...operation({
    name: 'dnd.endSnooze',
    mutates: true,
    handle(context) {
      endSnooze(context, 'snooze_end_failed');
      return { ...renderQuietHours, snooze_enabled: false };
    },
  }),
  ...operation({ name: 'dnd.endDnd', mutates: true, handle: (context) => endSnooze(context, 'not_in_dnd') }),
];

const usergroupFields = {
  handle: text.optional(),
  description: text.optional(),
  channels: names.optional(),
  include_count: flag.optional(),
};
/** Faults that the pages of these methods have no code for. */
const UNLISTED = { no_such_subteam: 'invalid_arguments' };
const UNLISTED_IN_UPDATE = {
  ...UNLISTED,
  name_too_long: 'invalid_arguments',
  description_too_long: 'invalid_arguments',
  name_already_exists: 'invalid_arguments',
  handle_already_exists: 'invalid_arguments',
  forbidden_handle: 'invalid_arguments',
  bad_handle: 'invalid_arguments',
  invalid_channel_provided: 'invalid_arguments',
};

const usergroupMethods = [
  ...operation({
    name: 'usergroups.create',
    mutates: true,
    args: { name: text, ...usergroupFields },
    handle: (context, input) => ({ usergroup: renderUsergroup(context, createUsergroup(context, input), input) }),
  }),
  ...operation({
    name: 'usergroups.update',
    mutates: true,
    args: { usergroup: text, name: text.optional(), ...usergroupFields },
    codes: UNLISTED_IN_UPDATE,
    handle: (context, { usergroup, ...input }) => ({
      usergroup: renderUsergroup(context, updateUsergroup(context, usergroup, input), input),
    }),
  }),
  ...(['enable', 'disable'] as const).flatMap((verb) =>
    operation({
      name: `usergroups.${verb}`,
      mutates: true,
      args: { usergroup: text, include_count: flag.optional() },
      codes: UNLISTED,
      handle: (context, { usergroup, ...options }) => ({
        usergroup: renderUsergroup(context, enableUsergroup(context, usergroup, verb === 'enable'), options),
      }),
    }),
  ),
  ...operation({
    name: 'usergroups.list',
    mutates: false,
    args: { include_count: flag.optional(), include_disabled: flag.optional(), include_users: flag.optional() },
    handle: (context, options) => ({
      usergroups: listUsergroups(context, options.include_disabled === true).map((one) => renderUsergroup(context, one, options)),
    }),
  }),
  ...operation({
    name: 'usergroups.users.list',
    mutates: false,
    args: { usergroup: text, include_disabled: flag.optional() },
    handle: (context, { usergroup, include_disabled }) => ({
      users: usergroupUsers(context, usergroup, include_disabled === true),
    }),
  }),
  ...operation({
    name: 'usergroups.users.update',
    mutates: true,
    args: { usergroup: text, users: names, include_count: flag.optional() },
    codes: UNLISTED,
    handle: (context, { usergroup, users, ...options }) => ({
      usergroup: renderUsergroup(context, setUsergroupUsers(context, usergroup, users), { ...options, include_users: true }),
    }),
  }),
];

export const peopleMethods = [...userMethods, ...dndMethods, ...usergroupMethods];
