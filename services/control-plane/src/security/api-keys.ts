import { API_KEY_PATTERN, type Identity, ServiceError } from '@svc/contract';
import type { Database } from '@svc/platform';
import type { Kysely } from 'kysely';
import { randomText } from '../ids.ts';
import { equalInConstantTime, sha256Hex } from './compare.ts';
import { TEAM_COLUMNS, type TeamIdentity, teamIdentity } from './team-identity.ts';

const ID_LENGTH = 16;
const ID_ALPHABET = '0123456789abcdefghijklmnopqrstuvwxyz';
/** 43 characters of 62 carry 256 bits. */
const SECRET_LENGTH = 43;
const SECRET_ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Stands in for the hash of a key that doesn't exist, so that both cases cost the same. */
const NO_SECRET_SHA256 = sha256Hex('');

/** Who calls. */
export interface Principal {
  team: TeamIdentity;
  user: Identity['user'];
  apiKey: Identity['api_key'];
}

/** A new key's parts; the secret is kept only as its hash. */
export function mintApiKey(): { id: string; key: string; secretSha256: string } {
  const id = randomText(ID_LENGTH, ID_ALPHABET);
  const secret = randomText(SECRET_LENGTH, SECRET_ALPHABET);
  return { id, key: `svc_${id}_${secret}`, secretSha256: sha256Hex(secret) };
}

/** @throws ServiceError `invalid_auth` for malformed, unknown and wrong keys alike, `revoked_key` for the right but revoked one. */
export async function authenticateApiKey(database: Kysely<Database>, bearer: string): Promise<Principal> {
  const [, id, secret] = API_KEY_PATTERN.exec(bearer) ?? [];
  if (!id || !secret) throw new ServiceError('invalid_auth');
  const row = await database
    .selectFrom('api_keys')
    .innerJoin('teams', 'teams.id', 'api_keys.team_id')
    .innerJoin('users', 'users.id', 'api_keys.user_id')
    .select([
      'api_keys.name',
      'api_keys.secret_sha256',
      'api_keys.revoked_at',
      ...TEAM_COLUMNS,
      'users.id as user_id',
      'users.email',
    ])
    .where('api_keys.id', '=', id)
    .executeTakeFirst();
  const matches = equalInConstantTime(sha256Hex(secret), row?.secret_sha256 ?? NO_SECRET_SHA256);
  if (!row || !matches) throw new ServiceError('invalid_auth');
  if (row.revoked_at) throw new ServiceError('revoked_key');
  return {
    team: teamIdentity(row),
    user: { id: row.user_id, email: row.email },
    apiKey: { id, name: row.name },
  };
}
