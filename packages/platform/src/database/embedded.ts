import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, statSync } from 'node:fs';
import { chmod, chown, link, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { MINIMAL_ENVIRONMENT } from '../environment.ts';
import { makeFolder } from '../files.ts';
import { describeProcess, signalProcess } from '../processes.ts';
import { type Account, chooseAccount, spawnIdentity } from './embedded/account.ts';
import { findBinaries, type PostgresBinaries } from './embedded/binaries.ts';
import { ownerFile, readPostmaster, stopOrphan, stopPostmaster } from './embedded/postmaster.ts';
import { SupervisedServer, type SupervisorReports } from './embedded/supervised.ts';

const run = promisify(execFile);

export interface EmbeddedPostgresOptions extends SupervisorReports {
  /** Where the cluster, its password and its log live; made when missing, used again at the next start. */
  dataDir: string;
  /** False skips flushing to disk, for databases that are thrown away. Default true. */
  durable?: boolean;
  /** Of the server, where they are to be others than those for one machine, e.g. `max_connections`. */
  settings?: Readonly<Record<string, string>>;
  /** Called once the server's process has been started, before it answers. */
  onSpawned?: (() => void) | undefined;
}

export interface EmbeddedPostgres {
  connectionString: string;
  /** Shuts the server down; open transactions are rolled back. */
  stop(): Promise<void>;
}

const USER = 'svc';
/** Recovery after a crash replays the log before the server is ready. */
const START_TIMEOUT_MS = 60_000;
const POLL_MS = 15;
const PORT_ATTEMPTS = 3;
const LOG_LINES_IN_ERROR = 15;
const MAX_LOG_BYTES = 5 * 1024 * 1024;

/** One machine, one service: a small server that keeps quiet. */
const SETTINGS: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_buffers: '32MB',
  max_connections: '60',
  wal_level: 'minimal',
  max_wal_senders: '0',
  io_method: 'sync',
  max_parallel_workers_per_gather: '0',
  log_checkpoints: 'off',
  // Statements that fail are answers to the caller, and may hold what must not be in a log.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  timezone: 'UTC',
};

interface Layout {
  cluster: string;
  passwordFile: string;
  logFile: string;
}

/**
 * Starts PostgreSQL from the npm package, on loopback and a free port. The first start makes the cluster (about a second), later
 * ones use it again, after a crash too. A server that dies is started again on its port.
 *
 * @throws with the last lines of the server's log when it can't start, and when another process uses the data directory.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const binaries = findBinaries();
  const directory = directoryOf(options.dataDir);
  const layout = layoutOf(directory);
  await makeFolder(directory);
  const password = await keepPassword(layout.passwordFile);
  const durable = options.durable ?? true;
  const settings = { ...SETTINGS, ...options.settings, fsync: durable ? 'on' : 'off' };
  if (!existsSync(layout.cluster)) await createCluster(binaries, directory, layout, password, durable);
  await stopOrphan(layout.cluster);
  const account = await chooseAccount(layout.cluster, binaries.postgres);
  const { child, port } = await startServer(binaries, layout, account, settings, options);
  // Nothing of the crash is cleared away: by the lock file PostgreSQL sees whether processes of the last server still write.
  const again = async () => (await startServer(binaries, layout, account, settings, { samePort: port })).child;
  const server = new SupervisedServer(child, again, options);
  return {
    connectionString: connectionStringOf(password, port),
    stop: async () => {
      await server.stop();
      await rm(ownerFile(layout.cluster), { force: true });
    },
  };
}

export interface EmbeddedPostgresState {
  /** True once a first start has made the cluster. */
  exists: boolean;
  /** Where its server answers, while one runs. */
  connectionString: string | undefined;
}

/** Looks at a data directory without starting or changing anything. */
export async function inspectEmbeddedPostgres(dataDir: string): Promise<EmbeddedPostgresState> {
  const { cluster, passwordFile } = layoutOf(directoryOf(dataDir));
  const running = readPostmaster(cluster);
  const answers =
    running?.ready && signalProcess(running.pid, 0) && (await describeProcess(running.pid)).command.includes(cluster);
  const connectionString = answers ? connectionStringOf(await readFile(passwordFile, 'utf8'), running.port) : undefined;
  return { exists: existsSync(cluster), connectionString };
}

const directoryOf = (dataDir: string): string => join(resolve(dataDir), 'postgres');

const layoutOf = (directory: string): Layout => ({
  cluster: join(directory, 'cluster'),
  passwordFile: join(directory, 'password'),
  logFile: join(directory, 'postgres.log'),
});

const connectionStringOf = (password: string, port: number): string =>
  `postgresql://${USER}:${password}@127.0.0.1:${port}/postgres`;

/** The first start chooses a password; it outlives a crash between choosing it and making the cluster. */
async function keepPassword(path: string): Promise<string> {
  const chosen = `${path}-${randomBytes(6).toString('hex')}`;
  await writeFile(chosen, randomBytes(24).toString('hex'), { mode: 0o600 });
  try {
    await link(chosen, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(chosen, { force: true });
  }
  return await readFile(path, 'utf8');
}

/** Makes the cluster beside its place and moves it there: a start that was killed half-way leaves nothing that looks complete. */
async function createCluster(
  binaries: PostgresBinaries,
  directory: string,
  layout: Layout,
  password: string,
  durable: boolean,
): Promise<void> {
  for (const name of await readdir(directory)) {
    if (name.startsWith('new-')) await rm(join(directory, name), { recursive: true, force: true });
  }
  const fresh = join(directory, `new-${randomBytes(6).toString('hex')}`);
  await mkdir(fresh, { mode: 0o700 });
  const account = await chooseAccount(fresh, binaries.initdb);
  const passwordCopy = `${fresh}-password`;
  await writeFile(passwordCopy, password, { mode: 0o600 });
  if (account.owner) await chown(passwordCopy, account.owner.uid, account.owner.gid);
  const args = ['-D', fresh, '-U', USER, `--pwfile=${passwordCopy}`, '--auth=scram-sha-256', '--no-locale', '--encoding=UTF8'];
  const [file = '', ...rest] = [...account.prefix, binaries.initdb, ...args, ...(durable ? [] : ['--no-sync'])];
  try {
    await run(file, rest, { cwd: '/', ...spawnIdentity(account), env: ENVIRONMENT });
    await rename(fresh, layout.cluster);
  } catch (error) {
    const reason = (error as { stderr?: string }).stderr?.trim() || (error as Error).message;
    throw new Error(`The PostgreSQL cluster in ${directory} could not be made: ${reason}`, { cause: error });
  } finally {
    await rm(passwordCopy, { force: true });
    await rm(fresh, { recursive: true, force: true });
  }
}

async function startServer(
  binaries: PostgresBinaries,
  layout: Layout,
  account: Account,
  settings: Readonly<Record<string, string>>,
  { samePort, onSpawned }: { samePort?: number } & Pick<EmbeddedPostgresOptions, 'onSpawned'>,
): Promise<{ child: ChildProcess; port: number }> {
  for (let attempt = 1; ; attempt++) {
    const port = samePort ?? (await freePort());
    const child = await spawnServer(binaries, layout, account, { ...settings, port: `${port}` });
    onSpawned?.();
    const failure = await untilReady(child, layout.cluster);
    if (!failure) return { child, port };
    const log = await lastLines(layout.logFile);
    // Someone else took the port between our looking and the server's binding.
    if (attempt < PORT_ATTEMPTS && /could not bind|Address already in use/.test(log)) continue;
    throw new Error(`PostgreSQL ${failure}. Its log (${layout.logFile}) ends with:\n${log}`);
  }
}

async function spawnServer(
  binaries: PostgresBinaries,
  layout: Layout,
  account: Account,
  settings: Record<string, string>,
): Promise<ChildProcess> {
  const log = await openLog(layout.logFile);
  try {
    const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const [file = '', ...args] = [...account.prefix, binaries.postgres, '-D', layout.cluster, ...flags];
    await writeFile(ownerFile(layout.cluster), `${process.pid}`, { mode: 0o600 });
    const child = spawn(file, args, {
      cwd: '/',
      stdio: ['ignore', log, log],
      ...spawnIdentity(account),
      env: ENVIRONMENT,
      // Ctrl-C in the terminal reaches our process group; the server is stopped by us, after its clients.
      detached: true,
    });
    child.on('error', () => {});
    return child;
  } finally {
    closeSync(log);
  }
}

/** @returns what went wrong, or undefined once connections are accepted. */
async function untilReady(child: ChildProcess, cluster: string): Promise<string | undefined> {
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (performance.now() < deadline) {
    if (child.exitCode !== null || child.signalCode !== null) return `ended with ${child.exitCode ?? child.signalCode}`;
    const state = readPostmaster(cluster);
    if (state?.ready && state.pid === child.pid) return undefined;
    await delay(POLL_MS);
  }
  await stopPostmaster(child.pid!);
  return `was not ready within ${START_TIMEOUT_MS / 1000} seconds`;
}

async function openLog(path: string): Promise<number> {
  const keep = existsSync(path) && statSync(path).size < MAX_LOG_BYTES;
  const log = openSync(path, keep ? 'a' : 'w', 0o600);
  await chmod(path, 0o600);
  return log;
}

async function lastLines(path: string): Promise<string> {
  const file = await open(path).catch(() => undefined);
  if (!file) return '(no log)';
  const text = await file.readFile('utf8').finally(() => file.close());
  return text.trimEnd().split('\n').slice(-LOG_LINES_IN_ERROR).join('\n');
}

/** PGPORT, PGDATA and the like would change the server: none is inherited. */
const ENVIRONMENT = { ...MINIMAL_ENVIRONMENT, LC_ALL: 'C' };

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No free port.');
  return address.port;
}
