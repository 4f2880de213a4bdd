import { collection } from '@svc/twin-kit';

/** The workspace; the collection holds one record. */
export interface Team {
  id: string;
  name: string;
  domain: string;
  email_domain: string;
  plan: 'free' | 'std' | 'plus' | 'enterprise';
}

/** Facts about the whole world; the collection holds one record, keyed `settings`. */
export interface Settings {
  id: 'settings';
  team_id: string;
  /** Who the agent's token speaks for. */
  viewer_id: string;
  /** The app that the token was issued to. */
  app_id: string;
}

export interface User {
  id: string;
  name: string;
  real_name: string;
  display_name: string;
  email: string | null;
  title: string;
  phone: string;
  pronouns: string;
  status_text: string;
  status_emoji: string;
  /** Seconds since 1970; 0 for a status that stays. */
  status_expiration: number;
  /** Custom profile fields by id. */
  fields: Readonly<Record<string, { value: string; alt: string }>>;
  tz: string;
  is_admin: boolean;
  is_owner: boolean;
  is_restricted: boolean;
  is_bot: boolean;
  /** Bots only. */
  bot_id: string | null;
  app_id: string | null;
  deleted: boolean;
  presence: 'auto' | 'away';
  /** Until when notifications are snoozed, seconds since 1970; 0 when they aren't. */
  snoozed_until: number;
  /** Seconds since 1970. */
  updated: number;
}

export interface Usergroup {
  id: string;
  name: string;
  handle: string;
  description: string;
  user_ids: readonly string[];
  channel_ids: readonly string[];
  created_by: string;
  updated_by: string;
  deleted_by: string | null;
  date_create: number;
  date_update: number;
  /** 0 while the group is enabled. */
  date_delete: number;
}

/** A custom emoji; `alias` names another one. */
export interface Emoji {
  name: string;
  url: string | null;
  alias: string | null;
}

export const ALL = 'all';

export const accountCollections = {
  team: collection<Team>()({ key: (team) => team.id }),
  settings: collection<Settings>()({ key: (settings) => settings.id }),
  users: collection<User>()({
    key: (user) => user.id,
    indexes: {
      name: { group: (user) => user.name.toLowerCase() },
      email: { group: (user) => user.email?.toLowerCase() },
      bot: { group: (user) => user.bot_id ?? undefined },
      all: { group: () => ALL, order: (user) => user.id },
    },
  }),
  usergroups: collection<Usergroup>()({
    key: (usergroup) => usergroup.id,
    indexes: { handle: { group: (usergroup) => usergroup.handle }, name: { group: (usergroup) => usergroup.name.toLowerCase() } },
  }),
  emoji: collection<Emoji>()({ key: (emoji) => emoji.name }),
};
