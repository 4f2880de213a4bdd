import { teamOf, viewerOf } from '../actions/people.ts';
import { isSnoozed } from '../actions/users.ts';
import {
  type Bookmark,
  type Reminder,
  type Scheduled,
  type SlackContext,
  seconds,
  type User,
  type Usergroup,
  type View,
} from '../world.ts';

type Reader = Pick<SlackContext, 'world'>;

export const renderBookmark = ({ world }: Reader, bookmark: Readonly<Bookmark>): Record<string, unknown> => ({
  id: bookmark.id,
  channel_id: bookmark.channel_id,
  title: bookmark.title,
  link: bookmark.link,
  emoji: bookmark.emoji,
  icon_url: null,
  type: bookmark.type,
  entity_id: null,
  date_created: bookmark.date_created,
  date_updated: bookmark.date_updated,
  rank: String.fromCharCode('a'.charCodeAt(0) + (bookmark.rank % 26)).repeat(1 + Math.floor(bookmark.rank / 26)),
  last_updated_by_user_id: bookmark.last_updated_by,
  last_updated_by_team_id: teamOf(world).id,
  shortcut_id: null,
  app_id: null,
});

export interface UsergroupOptions {
  include_count?: boolean | undefined;
  include_users?: boolean | undefined;
}

export const renderUsergroup = (
  { world }: Reader,
  usergroup: Readonly<Usergroup>,
  { include_count, include_users }: UsergroupOptions = {},
): Record<string, unknown> => ({
  id: usergroup.id,
  team_id: teamOf(world).id,
  is_usergroup: true,
  is_subteam: true,
  name: usergroup.name,
  description: usergroup.description,
  handle: usergroup.handle,
  is_external: false,
  date_create: usergroup.date_create,
  date_update: usergroup.date_update,
  date_delete: usergroup.date_delete,
  auto_type: null,
  auto_provision: false,
  enterprise_subteam_id: '',
  created_by: usergroup.created_by,
  updated_by: usergroup.updated_by,
  deleted_by: usergroup.deleted_by,
  prefs: { channels: usergroup.channel_ids, groups: [] },
  channel_count: usergroup.channel_ids.length,
  ...(include_users && { users: usergroup.user_ids }),
  ...(include_count && { user_count: usergroup.user_ids.length }),
});

export function renderView(context: Reader, view: Readonly<View>): Record<string, unknown> {
  const { content } = view;
  const viewer = viewerOf(context);
  return {
    id: view.id,
    team_id: teamOf(context.world).id,
    type: view.type,
    ...(content.title !== undefined && { title: content.title }),
    close: content.close ?? null,
    submit: content.submit ?? null,
    blocks: content.blocks,
    private_metadata: content.private_metadata ?? '',
    callback_id: content.callback_id ?? '',
    external_id: view.external_id,
    state: { values: {} },
    hash: view.hash,
    clear_on_close: content.clear_on_close === true,
    notify_on_close: content.notify_on_close === true,
    root_view_id: view.root_view_id,
    previous_view_id: view.previous_view_id,
    app_id: context.world.settings.get('settings')?.app_id,
    app_installed_team_id: teamOf(context.world).id,
    bot_id: viewer.bot_id ?? '',
  };
}

export const renderReminder = (reminder: Readonly<Reminder>): Record<string, unknown> => ({
  id: reminder.id,
  creator: reminder.creator,
  user: reminder.user_id,
  text: reminder.text,
  recurring: reminder.recurring,
  time: reminder.time,
  complete_ts: reminder.complete_ts,
});

export const renderScheduled = (scheduled: Readonly<Scheduled>): Record<string, unknown> => ({
  id: scheduled.id,
  channel_id: scheduled.channel_id,
  post_at: scheduled.post_at,
  date_created: scheduled.date_created,
  text: scheduled.text,
});

/** Nobody has fixed quiet hours here: the times of the next ones are 1, as Slack says it. */
export const renderQuietHours = { dnd_enabled: false, next_dnd_start_ts: 1, next_dnd_end_ts: 1 };

export function renderSnooze(user: Readonly<User>, now: number): Record<string, unknown> {
  if (!isSnoozed(user, now)) return { snooze_enabled: false };
  return {
    snooze_enabled: true,
    snooze_endtime: user.snoozed_until,
    snooze_remaining: user.snoozed_until - seconds(now),
    snooze_is_indefinite: false,
  };
}
