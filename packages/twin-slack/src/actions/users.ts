import { isLonger } from '@svc/twin-kit';
import { SlackError } from '../errors.ts';
import { LONGEST_STATUS } from '../limits.ts';
import { emojiName, isEmoji } from '../text/emoji.ts';
import { ALL, type SlackContext, seconds, type User } from '../world.ts';
import { type Page, pageOfIndex, pageOfList, pageSize } from './paging.ts';
import { displayNameOf, isAdmin, viewerOf } from './people.ts';

type Reader = Pick<SlackContext, 'world'>;

export interface PageInput {
  cursor?: string | undefined;
  limit?: number | undefined;
}

/** All accounts in the order of their ids, also those that were deactivated. */
export const listUsers = ({ world }: Reader, { cursor, limit }: PageInput): Page<Readonly<User>> =>
  pageOfIndex('user', world.users.by.all, ALL, (user) => user.id, cursor, pageSize(limit, { fallback: world.users.size || 1 }));

export function lookupByEmail({ world }: Reader, email: string): Readonly<User> {
  const user = world.users.by.email.first(email.trim().toLowerCase());
  if (!user || user.deleted) throw new SlackError('users_not_found');
  return user;
}

/** Fields of a profile that can be set as text. */
const TEXT_FIELDS = ['real_name', 'display_name', 'title', 'phone', 'pronouns', 'status_text', 'status_emoji'] as const;
const LONGEST_NAME = 80;
/** Whatever else a profile shows isn't set here (https://docs.slack.dev/reference/methods/users.profile.set). */
const PROFILE_FIELDS: ReadonlySet<string> = new Set([
  ...TEXT_FIELDS,
  ...['first_name', 'last_name', 'email', 'status_expiration', 'fields'],
]);

export interface ProfileInput {
  user?: string | undefined;
  profile?: Readonly<Record<string, unknown>> | undefined;
  name?: string | undefined;
  value?: string | undefined;
}

/** Changes a profile; another user's only for admins. */
export function setProfile(context: SlackContext, input: ProfileInput): Readonly<User> {
  const viewer = viewerOf(context);
  const user = input.user ? context.world.users.get(input.user) : viewer;
  if (!user) throw new SlackError('profile_set_failed');
  if (user.id !== viewer.id && !isAdmin(viewer)) throw new SlackError('not_admin');
  const fields = input.profile ?? (input.name ? { [input.name]: input.value ?? '' } : undefined);
  if (!fields) throw new SlackError('invalid_profile');
  if (Object.keys(fields).some((name) => !PROFILE_FIELDS.has(name))) throw new SlackError('profile_set_failed');
  return context.world.users.update(user.id, { ...profilePatch(context, user, fields), updated: seconds(context.now) });
}

function profilePatch(context: SlackContext, user: Readonly<User>, fields: Readonly<Record<string, unknown>>): Partial<User> {
  const patch: Partial<User> = {};
  for (const name of TEXT_FIELDS) if (fields[name] !== undefined) patch[name] = textField(fields[name]);
  if (fields.first_name !== undefined || fields.last_name !== undefined) patch.real_name = joinedName(user, fields);
  if (fields.email !== undefined) patch.email = checkedEmail(context, user, textField(fields.email));
  if (fields.status_expiration !== undefined) patch.status_expiration = Number(fields.status_expiration) || 0;
  if (fields.fields !== undefined) patch.fields = customFields(user, fields.fields);
  checkPatch(context, patch);
  return patch;
}

function textField(value: unknown): string {
  if (typeof value !== 'string') throw new SlackError('invalid_profile');
  return value;
}

function joinedName(user: Readonly<User>, fields: Readonly<Record<string, unknown>>): string {
  const [first = '', ...rest] = user.real_name.split(' ');
  const firstName = fields.first_name === undefined ? first : textField(fields.first_name);
  const lastName = fields.last_name === undefined ? rest.join(' ') : textField(fields.last_name);
  return `${firstName} ${lastName}`.trim();
}

function checkedEmail(context: SlackContext, user: Readonly<User>, email: string): string {
  if (!isAdmin(viewerOf(context))) throw new SlackError('not_admin');
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new SlackError('profile_set_failed');
  const owner = context.world.users.by.email.first(email.toLowerCase());
  if (owner && owner.id !== user.id) throw new SlackError('email_taken');
  return email;
}

function customFields(user: Readonly<User>, value: unknown): User['fields'] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new SlackError('invalid_profile');
  const entries = Object.entries(value).map(([id, field]) => {
    const { value: text = '', alt = '' } = (typeof field === 'object' && field !== null ? field : { value: field }) as Record<
      string,
      unknown
    >;
    return [id, { value: String(text ?? ''), alt: String(alt ?? '') }] as const;
  });
  return { ...user.fields, ...Object.fromEntries(entries) };
}

function checkPatch(context: SlackContext, patch: Partial<User>): void {
  if (isLonger(patch.status_text ?? '', LONGEST_STATUS)) throw new SlackError('too_long');
  for (const name of [patch.real_name, patch.display_name])
    if (isLonger(name ?? '', LONGEST_NAME)) throw new SlackError('profile_set_failed');
  if (patch.display_name?.startsWith('@')) throw new SlackError('invalid_starts_with_at');
  if (patch.status_emoji) {
    if (!isEmoji(context.world, emojiName(patch.status_emoji))) throw new SlackError('profile_set_failed');
    patch.status_emoji = `:${emojiName(patch.status_emoji)}:`;
  } else if (patch.status_text && patch.status_emoji === undefined) patch.status_emoji = ':speech_balloon:';
  if (patch.status_text === '' && patch.status_emoji === undefined) patch.status_emoji = '';
}

export function setPresence(context: SlackContext, presence: string): void {
  if (presence !== 'auto' && presence !== 'away') throw new SlackError('invalid_presence');
  context.world.users.update(viewerOf(context).id, { presence });
}

/** In minutes: 24 hours. */
const LONGEST_SNOOZE = 24 * 60;
const SECONDS_PER_MINUTE = 60;

export function setSnooze(context: SlackContext, minutes: number | undefined): Readonly<User> {
  if (minutes === undefined) throw new SlackError('missing_duration');
  if (minutes <= 0) throw new SlackError('snooze_failed');
  if (minutes > LONGEST_SNOOZE) throw new SlackError('too_long');
  return context.world.users.update(viewerOf(context).id, { snoozed_until: seconds(context.now) + minutes * SECONDS_PER_MINUTE });
}

export const isSnoozed = (user: Readonly<User>, now: number): boolean => user.snoozed_until > seconds(now);

export function endSnooze(context: SlackContext, code: 'snooze_end_failed' | 'not_in_dnd'): void {
  const viewer = viewerOf(context);
  if (!isSnoozed(viewer, context.now)) throw new SlackError(code);
  context.world.users.update(viewer.id, { snoozed_until: 0 });
}

/** Users whose names, address or title hold every word. */
export function searchUsers(context: Reader, query: string, input: PageInput): Page<Readonly<User>> {
  const terms = query
    .toLowerCase()
    .split(/\s+/)
    .filter((term) => term !== '');
  const holds = (user: Readonly<User>): boolean => {
    const text = [user.id, user.name, user.real_name, displayNameOf(user), user.email ?? '', user.title].join('\n').toLowerCase();
    return terms.every((term) => text.includes(term));
  };
  const found = [...context.world.users.values()].filter((user) => !user.deleted && holds(user));
  return pageOfList('user', found, input.cursor, pageSize(input.limit, { fallback: MCP_PAGE, most: MCP_PAGE }));
}

/** The search tools give at most 20 results a page. */
export const MCP_PAGE = 20;
