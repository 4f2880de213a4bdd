import type { Database, Role } from '@svc/platform';
import type { Kysely } from 'kysely';
import { newId, randomText } from '../ids.ts';
import { sha256Hex } from '../security/compare.ts';
import type { Clock } from '../service.ts';
import { mintToken } from './tokens.ts';

/** A week, in milliseconds. */
const INVITATION_MS = 7 * 24 * 3_600_000;
const ID_LENGTH = 16;
const ID_ALPHABET = '0123456789abcdefghijklmnopqrstuvwxyz';

/** Addresses are compared in lower case, as every provider of mail in use does. */
export const emailKey = (email: string): string => email.trim().toLowerCase();

export interface NewInvitation {
  teamId: string;
  email: string;
  role: Role;
}

/** An invitation that can be taken. */
export interface Invitation extends NewInvitation {
  id: string;
  team: string;
}

/** Takes the place of an earlier one to the same address, whose link works no more. @returns its token, which is not kept */
export async function createInvitation(database: Kysely<Database>, invitation: NewInvitation, clock: Clock): Promise<string> {
  const { token, sha256: token_sha256 } = mintToken();
  const at = clock.now();
  const life = { created_at: at, expires_at: new Date(at.getTime() + INVITATION_MS) };
  const { teamId: team_id, role } = invitation;
  await database
    .insertInto('invitations')
    .values({
      id: randomText(ID_LENGTH, ID_ALPHABET),
      team_id,
      email: emailKey(invitation.email),
      role,
      token_sha256,
      ...life,
    })
    .onConflict((conflict) => conflict.columns(['team_id', 'email']).doUpdateSet({ role, token_sha256, ...life }))
    .execute();
  return token;
}

const open = (database: Kysely<Database>, at: Date) =>
  database
    .selectFrom('invitations')
    .innerJoin('teams', 'teams.id', 'invitations.team_id')
    .select(['invitations.id', 'invitations.team_id as teamId', 'invitations.email', 'invitations.role', 'teams.slug as team'])
    .where('invitations.expires_at', '>', at);

export const findInvitation = (database: Kysely<Database>, token: string, at: Date): Promise<Invitation | undefined> =>
  open(database, at).where('token_sha256', '=', sha256Hex(token)).executeTakeFirst();

/** The newest one to an address that its owner has proven to have. */
export const findInvitationTo = (database: Kysely<Database>, email: string, at: Date): Promise<Invitation | undefined> =>
  open(database, at)
    .where('invitations.email', '=', emailKey(email))
    .orderBy('invitations.created_at', 'desc')
    .executeTakeFirst();

/**
 * Makes the invited person a user of the team, or again one.
 *
 * @returns the user's id; undefined where somebody took the invitation before
 */
export async function acceptInvitation(
  database: Kysely<Database>,
  { id, teamId, email, role }: Invitation,
  passwordHash: string | undefined,
  clock: Clock,
): Promise<string | undefined> {
  return database.transaction().execute(async (trx) => {
    const { numDeletedRows } = await trx.deleteFrom('invitations').where('id', '=', id).executeTakeFirst();
    if (numDeletedRows === 0n) return undefined;
    return (await joinTeam(trx, { teamId, email, role }, passwordHash, clock)).id;
  });
}

/** A user of the team by that address, who may have been one before. */
export async function joinTeam(
  database: Kysely<Database>,
  { teamId, email, role }: NewInvitation,
  passwordHash: string | undefined,
  clock: Clock,
): Promise<{ id: string }> {
  const at = clock.now();
  const password = passwordHash === undefined ? {} : { password_hash: passwordHash };
  return database
    .insertInto('users')
    .values({ id: newId('user', at), team_id: teamId, email: emailKey(email), role, created_at: at, ...password })
    .onConflict((conflict) => conflict.columns(['team_id', 'email']).doUpdateSet({ role, removed_at: null, ...password }))
    .returning('id')
    .executeTakeFirstOrThrow();
}
