import type { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import * as initial from './migrations/0001-initial.ts';
import * as signIn from './migrations/0002-sign-in.ts';
import * as loginAddress from './migrations/0003-login-address.ts';
import * as runOutcome from './migrations/0004-run-outcome.ts';
import * as room from './migrations/0005-room.ts';
import * as regrade from './migrations/0006-regrade.ts';
import * as forks from './migrations/0007-forks.ts';
import * as keyUse from './migrations/0008-key-use.ts';
import * as accounts from './migrations/0010-accounts.ts';
import * as hosts from './migrations/0011-hosts.ts';
import * as mirrors from './migrations/0012-mirrors.ts';
import type { Database } from './schema.ts';

/** Every migration in order of its name. A released one is never edited: a change is a new file. */
const migrations = {
  '0001-initial': initial,
  '0002-sign-in': signIn,
  '0003-login-address': loginAddress,
  '0004-run-outcome': runOutcome,
  '0005-room': room,
  '0006-regrade': regrade,
  '0007-forks': forks,
  '0008-key-use': keyUse,
  '0010-accounts': accounts,
  '0011-hosts': hosts,
  '0012-mirrors': mirrors,
};

/** Brings the schema up to date. Processes that start at once wait for each other on the migrator's advisory lock. */
export async function migrate(db: Kysely<Database>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error, results } = await migrator.migrateToLatest();
  if (!error) return;
  const failed = results?.find((result) => result.status === 'Error')?.migrationName;
  throw new Error(failed ? `Migration ${failed} failed.` : 'The database could not be migrated.', { cause: error });
}
