import type { Database, TeamTable } from '@svc/platform';
import type { Kysely, Selectable } from 'kysely';
import { newId } from './ids.ts';
import { listMembers } from './members.ts';
import { mintApiKey } from './security/api-keys.ts';
import type { Clock } from './service.ts';
import { createInvitation, type NewInvitation } from './sign-in/invitations.ts';
import { createSignInToken } from './sign-in/links.ts';

const systemClock: Clock = { now: () => new Date() };

export interface NewTeam {
  slug: string;
  /** Default `free`. */
  planTier?: string;
  /** Overrides; without them the plan's and the service's values hold. */
  quota?: number;
  lifetimeMs?: number;
  idleMs?: number;
  journalMib?: number;
  worldMib?: number;
}

export async function createTeam(database: Kysely<Database>, team: NewTeam, clock = systemClock): Promise<{ id: string }> {
  const at = clock.now();
  const id = newId('team', at);
  await database
    .insertInto('teams')
    .values({
      id,
      slug: team.slug,
      plan_tier: team.planTier ?? 'free',
      quota: team.quota ?? null,
      lifetime_ms: team.lifetimeMs ?? null,
      idle_ms: team.idleMs ?? null,
      journal_mib: team.journalMib ?? null,
      world_mib: team.worldMib ?? null,
      created_at: at,
    })
    .execute();
  return { id };
}

/** What of a team can be changed; null takes an override away. */
export interface TeamChanges {
  planTier?: string;
  quota?: number | null;
  lifetimeMs?: number | null;
  idleMs?: number | null;
  journalMib?: number | null;
  worldMib?: number | null;
}

/** @returns false when there is no such team. */
export async function changeTeam(database: Kysely<Database>, slug: string, changes: TeamChanges): Promise<boolean> {
  const { planTier, quota, lifetimeMs, idleMs, journalMib, worldMib } = changes;
  const { numUpdatedRows } = await database
    .updateTable('teams')
    // Keeps the statement whole where nothing changes.
    .set({
      slug,
      ...(planTier !== undefined && { plan_tier: planTier }),
      ...(quota !== undefined && { quota }),
      ...(lifetimeMs !== undefined && { lifetime_ms: lifetimeMs }),
      ...(idleMs !== undefined && { idle_ms: idleMs }),
      ...(journalMib !== undefined && { journal_mib: journalMib }),
      ...(worldMib !== undefined && { world_mib: worldMib }),
    })
    .where('slug', '=', slug)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export const findTeam = (database: Kysely<Database>, slug: string): Promise<Selectable<TeamTable> | undefined> =>
  database.selectFrom('teams').selectAll().where('slug', '=', slug).executeTakeFirst();

export const listTeams = (database: Kysely<Database>): Promise<Selectable<TeamTable>[]> =>
  database.selectFrom('teams').selectAll().orderBy('slug').execute();

export async function createUser(
  database: Kysely<Database>,
  user: { teamId: string; email: string },
  clock = systemClock,
): Promise<{ id: string }> {
  const at = clock.now();
  const id = newId('user', at);
  await database.insertInto('users').values({ id, team_id: user.teamId, email: user.email, created_at: at }).execute();
  return { id };
}

/** @returns the key as its user needs it, `svc_<id>_<secret>`. It can't be read again. */
export async function createApiKey(
  database: Kysely<Database>,
  owner: { teamId: string; userId: string; name: string },
  clock = systemClock,
): Promise<{ id: string; key: string }> {
  const { id, key, secretSha256 } = mintApiKey();
  await database
    .insertInto('api_keys')
    .values({
      id,
      team_id: owner.teamId,
      user_id: owner.userId,
      name: owner.name,
      secret_sha256: secretSha256,
      created_at: clock.now(),
    })
    .execute();
  return { id, key };
}

/** A key without its secret. */
export interface ApiKeyRow {
  id: string;
  name: string;
  team: string;
  user: string;
  created_at: Date;
  revoked_at: Date | null;
}

/** Oldest first; of one team where its slug is given. */
export function listApiKeys(database: Kysely<Database>, team?: string): Promise<ApiKeyRow[]> {
  return database
    .selectFrom('api_keys')
    .innerJoin('teams', 'teams.id', 'api_keys.team_id')
    .innerJoin('users', 'users.id', 'api_keys.user_id')
    .select([
      'api_keys.id',
      'api_keys.name',
      'teams.slug as team',
      'users.email as user',
      'api_keys.created_at',
      'api_keys.revoked_at',
    ])
    .$if(team !== undefined, (query) => query.where('teams.slug', '=', team as string))
    .orderBy('api_keys.created_at')
    .orderBy('api_keys.id')
    .execute();
}

/** @returns false when there is no such key, or it was revoked before. */
export async function revokeApiKey(database: Kysely<Database>, id: string, clock = systemClock): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('api_keys')
    .set({ revoked_at: clock.now() })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** @returns a link that signs the user in, once and soon. */
export async function createSignInLink(
  database: Kysely<Database>,
  { userId, dashboardUrl }: { userId: string; dashboardUrl: string },
  clock = systemClock,
): Promise<string> {
  return `${dashboardUrl}/signin?token=${await createSignInToken(database, userId, clock)}`;
}

/** @returns a link that lets somebody join the team, once and within a week. */
export async function createInvitationLink(
  database: Kysely<Database>,
  { dashboardUrl, ...invitation }: NewInvitation & { dashboardUrl: string },
  clock = systemClock,
): Promise<string> {
  return `${dashboardUrl}/invitation?token=${await createInvitation(database, invitation, clock)}`;
}

/** The first of a team who can do everything there. @returns undefined for a team without people */
export async function firstOwner(database: Kysely<Database>, teamId: string): Promise<{ id: string } | undefined> {
  const members = await listMembers(database, teamId);
  return members.find(({ role }) => role === 'owner');
}
