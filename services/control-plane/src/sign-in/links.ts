import type { Database } from '@svc/platform';
import type { Kysely } from 'kysely';
import { sha256Hex } from '../security/compare.ts';
import type { Clock } from '../service.ts';
import { mintToken } from './tokens.ts';

/** Long enough to copy a link from a terminal, in milliseconds. */
const LINK_MS = 15 * 60_000;

/** A link's token: signs its user in once, within a quarter of an hour. */
export async function createSignInToken(database: Kysely<Database>, userId: string, clock: Clock): Promise<string> {
  const { token, sha256 } = mintToken();
  const at = clock.now();
  await database
    .insertInto('sign_in_links')
    .values({ token_sha256: sha256, user_id: userId, created_at: at, expires_at: new Date(at.getTime() + LINK_MS) })
    .execute();
  return token;
}

/** Whom a token that works would sign in; it works on. */
export async function findSignInLink(
  database: Kysely<Database>,
  token: string,
  at: Date,
): Promise<{ email: string; team: string } | undefined> {
  return database
    .selectFrom('sign_in_links')
    .innerJoin('users', 'users.id', 'sign_in_links.user_id')
    .innerJoin('teams', 'teams.id', 'users.team_id')
    .select(['users.email', 'teams.slug as team'])
    .where('token_sha256', '=', sha256Hex(token))
    .where('used_at', 'is', null)
    .where('sign_in_links.expires_at', '>', at)
    .where('users.removed_at', 'is', null)
    .executeTakeFirst();
}

/** Takes the token. @returns its user's id, undefined for one that is unknown, used or too old. */
export async function useSignInToken(database: Kysely<Database>, token: string, at: Date): Promise<string | undefined> {
  const used = await database
    .updateTable('sign_in_links')
    .set({ used_at: at })
    .where('token_sha256', '=', sha256Hex(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', at)
    .returning('user_id')
    .executeTakeFirst();
  return used?.user_id;
}
