import { createHmac } from 'node:crypto';
import { type Database, deriveKey, type Role } from '@svc/platform';
import { type Kysely, sql } from 'kysely';
import { equalInConstantTime, sha256Hex } from '../security/compare.ts';
import { TEAM_COLUMNS, type TeamIdentity, teamIdentity } from '../security/team-identity.ts';
import type { Service } from '../service.ts';
import { mintToken } from './tokens.ts';

/** A working day and its evening, in milliseconds. */
export const SESSION_MS = 12 * 3_600_000;
/** Wrong user codes that a session may send within the window, in milliseconds. */
const MAX_FAILED_CODES = 5;
const FAILED_CODES_WINDOW_MS = 15 * 60_000;

export interface WebSession {
  tokenSha256: string;
  user: { id: string; email: string; role: Role };
  team: TeamIdentity;
  /** True when too many user codes were wrong lately. */
  blocked: boolean;
}

/** @returns the cookie's value. */
export async function openSession(database: Kysely<Database>, userId: string, at: Date): Promise<string> {
  const { token, sha256 } = mintToken();
  await database
    .insertInto('web_sessions')
    .values({ token_sha256: sha256, user_id: userId, created_at: at, expires_at: new Date(at.getTime() + SESSION_MS) })
    .execute();
  return token;
}

/** Nobody is signed in by this cookie any more. */
export async function closeSession(database: Kysely<Database>, { tokenSha256 }: WebSession): Promise<void> {
  await database.deleteFrom('web_sessions').where('token_sha256', '=', tokenSha256).execute();
}

/** Ends what else the user is signed in with. */
export async function closeOtherSessions(database: Kysely<Database>, { tokenSha256, user }: WebSession): Promise<void> {
  await database.deleteFrom('web_sessions').where('user_id', '=', user.id).where('token_sha256', '!=', tokenSha256).execute();
}

export async function findSession({ database, clock }: Service, token: string | undefined): Promise<WebSession | undefined> {
  if (!token) return undefined;
  const now = clock.now();
  const row = await database
    .selectFrom('web_sessions')
    .innerJoin('users', 'users.id', 'web_sessions.user_id')
    .innerJoin('teams', 'teams.id', 'users.team_id')
    .select(['token_sha256', 'failed_codes', 'failed_since', 'users.id as user_id', 'users.email', 'users.role', ...TEAM_COLUMNS])
    .where('token_sha256', '=', sha256Hex(token))
    .where('web_sessions.expires_at', '>', now)
    .where('users.removed_at', 'is', null)
    .executeTakeFirst();
  if (!row) return undefined;
  const recent = row.failed_since !== null && now.getTime() - row.failed_since.getTime() < FAILED_CODES_WINDOW_MS;
  return {
    tokenSha256: row.token_sha256,
    user: { id: row.user_id, email: row.email, role: row.role },
    team: teamIdentity(row),
    blocked: recent && row.failed_codes >= MAX_FAILED_CODES,
  };
}

/** Counts a wrong user code; the first one after a window opens the next. */
export async function countFailedCode({ database, clock }: Service, { tokenSha256 }: WebSession): Promise<void> {
  const now = clock.now();
  const windowStart = new Date(now.getTime() - FAILED_CODES_WINDOW_MS);
  const fresh = sql<boolean>`failed_since is null or failed_since <= ${windowStart}`;
  await database
    .updateTable('web_sessions')
    .set({
      failed_codes: sql`case when ${fresh} then 1 else failed_codes + 1 end`,
      failed_since: sql`case when ${fresh} then ${now}::timestamptz else failed_since end`,
    })
    .where('token_sha256', '=', tokenSha256)
    .execute();
}

/** What a form of this session carries, so that no other site can send it. It follows from the session: nothing to store. */
export function csrfToken({ config }: Service, { tokenSha256 }: WebSession): string {
  return createHmac('sha256', deriveKey(config.installationSecret, 'csrf')).update(tokenSha256).digest('hex');
}

export const isCsrfToken = (service: Service, session: WebSession, value: string): boolean =>
  equalInConstantTime(csrfToken(service, session), value);
