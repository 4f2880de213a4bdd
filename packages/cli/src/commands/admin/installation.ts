import { createUser, firstOwner } from '@svc/control-plane';
import { DEFAULT_DATA_DIR, openDataDir } from '@svc/embedded/data-dir';
import { lockDataDir } from '@svc/embedded/lock';
import { type Database, inspectEmbeddedPostgres, migrate, openDatabase, startEmbeddedPostgres } from '@svc/platform';
import { systemCode } from '@svc/platform/files';
import type { Kysely } from 'kysely';
import { callerEnvironment } from '../../config.ts';
import { CliError, EXIT, UsageError } from '../../errors.ts';

/**
 * Works on the database of an installation: the one of a running service, or its PostgreSQL started for as long as it takes.
 *
 * @throws CliError when there is no such installation, or it can't be reached.
 */
export async function withInstallation<T>(
  dataDir: string | undefined,
  work: (database: Kysely<Database>) => Promise<T>,
): Promise<T> {
  const url = callerEnvironment.DATABASE_URL;
  if (dataDir === undefined && url) return connected(url, work);
  const directory = dataDir ?? DEFAULT_DATA_DIR;
  const { exists, connectionString } = await inspectEmbeddedPostgres(directory);
  if (!exists) {
    throw new UsageError(
      `There is no installation in ${directory}.`,
      '`svc up` makes one; --data-dir or DATABASE_URL says where another is.',
    );
  }
  return connectionString === undefined ? started(directory, work) : connected(connectionString, work);
}

/** Keys and sign-ins belong to a person; a team without an owner gets one. */
export async function firstUserOf(database: Kysely<Database>, { id, slug }: { id: string; slug: string }): Promise<string> {
  const first = await firstOwner(database, id);
  return (first ?? (await createUser(database, { teamId: id, email: `${slug}@localhost` }))).id;
}

async function started<T>(directory: string, work: (database: Kysely<Database>) => Promise<T>): Promise<T> {
  const { root, lock: path, database } = await openDataDir(directory);
  const lock = await lockDataDir(root, path);
  try {
    const postgres = await startEmbeddedPostgres({ dataDir: database });
    try {
      return await connected(postgres.connectionString, work);
    } finally {
      await postgres.stop();
    }
  } finally {
    await lock.release();
  }
}

async function connected<T>(connectionString: string, work: (database: Kysely<Database>) => Promise<T>): Promise<T> {
  const database = openDatabase({ connectionString, maxConnections: 2 });
  try {
    await migrate(database);
    return await work(database);
  } catch (error) {
    throw unreachable(error) ?? error;
  } finally {
    await database.destroy();
  }
}

/** PostgreSQL: connection exceptions, wrong password, unknown database, starting or stopping (docs: Appendix A, error codes). */
const NO_CONNECTION = /^(08\w{3}|28\w{3}|3D000|57P0\d|E[A-Z]+)$/;

function unreachable(error: unknown): CliError | undefined {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  const code = systemCode(cause);
  if (code === undefined || !NO_CONNECTION.test(code)) return undefined;
  // The address holds a password: the message names the fault only.
  return new CliError(EXIT.failed, `The database can't be used (${code}).`, { hint: 'check DATABASE_URL.', cause: error });
}
