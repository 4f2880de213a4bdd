import { ServiceError } from '@svc/contract';
import type { Database, Role } from '@svc/platform';
import type { Kysely, Transaction } from 'kysely';
import type { Clock } from './service.ts';

/** Somebody of a team, and how he can sign in. */
export interface Member {
  id: string;
  email: string;
  role: Role;
  hasPassword: boolean;
  joinedAt: Date;
}

/** A team's people, in the order in which they came. */
export async function listMembers(database: Kysely<Database>, teamId: string): Promise<Member[]> {
  const rows = await present(database, teamId)
    .select(['id', 'email', 'role', 'password_hash', 'created_at'])
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(({ id, email, role, password_hash, created_at }) => ({
    id,
    email,
    role,
    hasPassword: password_hash !== null,
    joinedAt: created_at,
  }));
}

/** @throws ServiceError `not_found`, or `conflict` where the team would be left without an owner */
export async function changeRole(database: Kysely<Database>, teamId: string, userId: string, role: Role): Promise<void> {
  await changing(database, teamId, userId, role === 'owner', (trx) =>
    trx.updateTable('users').set({ role }).where('id', '=', userId).execute(),
  );
}

/** Ends his sessions, links and keys; what he made stays the team's. @throws as `changeRole` */
export async function removeMember(database: Kysely<Database>, teamId: string, userId: string, clock: Clock): Promise<void> {
  const at = clock.now();
  await changing(database, teamId, userId, false, async (trx) => {
    await trx.updateTable('users').set({ removed_at: at, password_hash: null }).where('id', '=', userId).execute();
    await trx.deleteFrom('web_sessions').where('user_id', '=', userId).execute();
    await trx.deleteFrom('sign_in_links').where('user_id', '=', userId).execute();
    await trx
      .updateTable('api_keys')
      .set({ revoked_at: at })
      .where('user_id', '=', userId)
      .where('revoked_at', 'is', null)
      .execute();
  });
}

const present = (database: Kysely<Database>, teamId: string) =>
  database.selectFrom('users').where('team_id', '=', teamId).where('removed_at', 'is', null);

/** Two owners who remove each other at once: the team's row lets one after the other. */
function changing(
  database: Kysely<Database>,
  teamId: string,
  userId: string,
  staysOwner: boolean,
  change: (trx: Transaction<Database>) => Promise<unknown>,
): Promise<void> {
  return database.transaction().execute(async (trx) => {
    await trx.selectFrom('teams').select('id').where('id', '=', teamId).forUpdate().execute();
    const people = await present(trx, teamId).select(['id', 'role']).execute();
    if (!people.some(({ id }) => id === userId)) throw new ServiceError('not_found', { message: 'The team has no such member.' });
    const others = people.filter(({ id, role }) => id !== userId && role === 'owner');
    if (!staysOwner && others.length === 0) {
      throw new ServiceError('conflict', { message: 'A team keeps one owner at least. Make somebody else an owner first.' });
    }
    await change(trx);
  });
}
