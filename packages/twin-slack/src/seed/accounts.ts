import { newId, type SlackSeedContext, seconds, type User } from '../world.ts';
import type { Seed, UserSeed } from './schema.ts';

/** Who the token speaks for in a world that declares no bot and no viewer. */
const FALLBACK_VIEWER = 'agent';

const nameOf = (reference: string): string => reference.replace(/^@/, '').toLowerCase();

/** The user that a seed names by name or id; one that nobody declared is made. */
export function person(context: SlackSeedContext, reference: string): Readonly<User> {
  const { world } = context;
  return (
    world.users.get(reference) ?? world.users.by.name.first(nameOf(reference)) ?? insertUser(context, { name: nameOf(reference) })
  );
}

function capitalised(name: string): string {
  const words = name.split(/[._-]+/).filter((word) => word !== '');
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
}

function insertUser(context: SlackSeedContext, seed: Partial<UserSeed> & { name: string }): Readonly<User> {
  const { world, ids, now } = context;
  const real_name = seed.real_name ?? (capitalised(seed.name) || seed.name);
  const isBot = seed.is_bot ?? false;
  return world.users.insert({
    id: seed.id ?? newId(ids, 'U'),
    name: seed.name,
    real_name,
    display_name: seed.display_name ?? (isBot ? '' : seed.name),
    email: seed.email ?? null,
    title: seed.title ?? '',
    phone: seed.phone ?? '',
    pronouns: seed.pronouns ?? '',
    status_text: seed.status_text ?? '',
    status_emoji: seed.status_emoji ?? '',
    status_expiration: 0,
    fields: {},
    tz: seed.tz ?? 'UTC',
    is_admin: seed.is_admin ?? seed.is_owner ?? false,
    is_owner: seed.is_owner ?? false,
    is_restricted: seed.is_restricted ?? false,
    is_bot: isBot,
    bot_id: isBot ? newId(ids, 'B') : null,
    app_id: isBot ? newId(ids, 'A') : null,
    deleted: seed.deleted ?? false,
    presence: seed.presence === 'away' ? 'away' : 'auto',
    snoozed_until: 0,
    updated: seconds(now),
  });
}

export interface Accounts {
  viewer: Readonly<User>;
  /** Nobody declared the viewer: it is in every channel. */
  isViewerMade: boolean;
}

/** Makes the workspace, its people, and whoever the token speaks for. */
export function loadAccounts(context: SlackSeedContext, seed: Seed): Accounts {
  const { world, ids } = context;
  const { id, name, domain, email_domain, plan } = seed.team;
  const team = world.team.insert({ id: id ?? newId(ids, 'T'), name, domain, email_domain, plan });
  for (const user of seed.users) insertUser(context, user);
  const bot = seed.users.find((user) => user.is_bot && !user.deleted);
  const declared = seed.viewer ?? bot?.name;
  const known =
    declared !== undefined && (world.users.has(declared) || world.users.by.name.first(nameOf(declared)) !== undefined);
  const viewer = known
    ? person(context, declared)
    : insertUser(context, { name: nameOf(declared ?? FALLBACK_VIEWER), is_bot: true });
  world.settings.insert({ id: 'settings', team_id: team.id, viewer_id: viewer.id, app_id: viewer.app_id ?? newId(ids, 'A') });
  for (const { name: emoji, url, alias } of seed.emoji)
    world.emoji.insert({ name: emoji, url: url ?? null, alias: alias ?? null });
  return { viewer, isViewerMade: !known };
}
