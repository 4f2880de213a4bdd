import { createApiKey, createSignInLink, createTeam, createUser, findTeam, firstOwner } from '@svc/control-plane';
import type { Database } from '@svc/platform';
import type { Kysely } from 'kysely';
import { keepApiKey, readApiKey } from './secrets.ts';

/** Concurrent sandboxes of the one team of an embedded installation come from this plan. */
const PLAN = 'team';
const TEAM = 'local';
const EMAIL = 'local@localhost';

/**
 * The installation's API key: made with its team and user at the first start, the same ever after.
 * The database holds its hash only, so a key that was lost is replaced by another.
 */
export async function keepInstallation(database: Kysely<Database>, credentialsPath: string): Promise<string> {
  const kept = await readApiKey(credentialsPath);
  if (kept !== undefined && (await isKnown(database, kept))) return kept;
  const team =
    (await database.selectFrom('teams').select('id').where('slug', '=', TEAM).executeTakeFirst()) ??
    (await createTeam(database, { slug: TEAM, planTier: PLAN }));
  const user = (await firstOwner(database, team.id)) ?? (await createUser(database, { teamId: team.id, email: EMAIL }));
  const { key } = await createApiKey(database, { teamId: team.id, userId: user.id, name: 'svc up' });
  await keepApiKey(credentialsPath, key);
  return key;
}

async function isKnown(database: Kysely<Database>, key: string): Promise<boolean> {
  const id = key.split('_')[1] ?? '';
  return (await database.selectFrom('api_keys').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

/** A link that signs the installation's first owner in, once and soon. */
export async function firstSignInLink(database: Kysely<Database>, dashboardUrl: string): Promise<string> {
  const team = await findTeam(database, TEAM);
  const owner = team && (await firstOwner(database, team.id));
  if (!owner) throw new Error(`The team ${TEAM} has nobody to sign in.`);
  return createSignInLink(database, { userId: owner.id, dashboardUrl });
}
