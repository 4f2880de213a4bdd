import { cachedRenderer } from '@svc/twin-kit';
import { displayNameOf, teamOf } from '../actions/people.ts';
import type { SlackCollections, SlackContext, User } from '../world.ts';

/** Name colours, given out by the id's digits. */
const COLORS = ['9f69e7', '4bbe2e', 'e7392d', '3c989f', '674b1b', 'e96699', 'd58247', '5a4592', '2b6836', '684b6c'];
const AVATAR_SIZES = [24, 32, 48, 72, 192, 512] as const;
const AVATAR_HASH_LENGTH = 12;

const checksum = (text: string): number => [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 0xffffff, 7);
const avatarHash = (user: Readonly<User>): string => `g${checksum(user.id).toString(16)}`.padEnd(AVATAR_HASH_LENGTH, '0');

const avatars = (user: Readonly<User>): Record<string, string> =>
  Object.fromEntries(
    AVATAR_SIZES.map((size) => [
      `image_${size}`,
      `https://secure.gravatar.com/avatar/${avatarHash(user)}.jpg?s=${size}&d=identicon`,
    ]),
  );

export function renderProfile(context: Pick<SlackContext, 'world'>, user: Readonly<User>): Record<string, unknown> {
  const [first_name = '', ...rest] = user.real_name.split(' ');
  return {
    title: user.title,
    phone: user.phone,
    skype: '',
    real_name: user.real_name,
    real_name_normalized: user.real_name,
    display_name: user.display_name,
    display_name_normalized: user.display_name,
    fields: user.fields,
    status_text: user.status_text,
    status_text_canonical: '',
    status_emoji: user.status_emoji,
    status_emoji_display_info: [],
    status_expiration: user.status_expiration,
    avatar_hash: avatarHash(user),
    ...(user.is_bot && { api_app_id: user.app_id, always_active: false, bot_id: user.bot_id }),
    ...(user.email !== null && { email: user.email }),
    ...(user.pronouns !== '' && { pronouns: user.pronouns }),
    first_name,
    last_name: rest.join(' '),
    huddle_state: 'default_unset',
    huddle_state_expiration_ts: 0,
    start_date: '',
    image_original: `https://secure.gravatar.com/avatar/${avatarHash(user)}.jpg`,
    ...avatars(user),
    team: teamOf(context.world).id,
  };
}

export const renderUser = cachedRenderer<SlackCollections, User>(['team', 'settings'], (context, user) => {
  const offset = offsetOf(user.tz);
  return {
    id: user.id,
    team_id: teamOf(context.world).id,
    name: user.name,
    deleted: user.deleted,
    color: COLORS[checksum(user.id) % COLORS.length],
    real_name: user.real_name,
    tz: user.tz,
    tz_label: offset.label,
    tz_offset: offset.seconds,
    profile: renderProfile(context, user),
    is_admin: user.is_admin,
    is_owner: user.is_owner,
    is_primary_owner: user.is_owner,
    is_restricted: user.is_restricted,
    is_ultra_restricted: false,
    is_bot: user.is_bot,
    is_app_user: false,
    updated: user.updated,
    is_email_confirmed: !user.is_bot,
    has_2fa: false,
    who_can_share_contact_card: 'EVERYONE',
  };
});

/** Standard time: the twin keeps no daylight saving. */
const ZONES: Readonly<Record<string, { label: string; seconds: number }>> = {
  UTC: { label: 'Coordinated Universal Time', seconds: 0 },
  'Europe/London': { label: 'Greenwich Mean Time', seconds: 0 },
  'Europe/Berlin': { label: 'Central European Time', seconds: 3_600 },
  'America/New_York': { label: 'Eastern Standard Time', seconds: -18_000 },
  'America/Chicago': { label: 'Central Standard Time', seconds: -21_600 },
  'America/Los_Angeles': { label: 'Pacific Standard Time', seconds: -28_800 },
  'Asia/Tokyo': { label: 'Japan Standard Time', seconds: 32_400 },
};

const offsetOf = (zone: string): { label: string; seconds: number } =>
  (Object.hasOwn(ZONES, zone) ? ZONES[zone] : undefined) ?? { label: zone, seconds: 0 };

const BOT_ICONS = Object.fromEntries(
  [36, 48, 72].map((size) => [`image_${size}`, `https://a.slack-edge.com/80588/img/plugins/app/bot_${size}.png`]),
);

/** A bot as messages show it. */
export const renderBotProfile = (user: Readonly<User>): Record<string, unknown> => ({
  id: user.bot_id,
  deleted: user.deleted,
  name: displayNameOf(user),
  updated: user.updated,
  app_id: user.app_id,
  icons: BOT_ICONS,
});

/** A bot as `bots.info` shows it. */
export function renderBot(user: Readonly<User>): Record<string, unknown> {
  const { icons, ...profile } = renderBotProfile(user);
  return { ...profile, user_id: user.id, icons };
}
