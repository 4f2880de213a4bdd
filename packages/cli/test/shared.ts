// One `svc up` for the files of a worker to which a service is a means: each has a team of its own there, and meets nothing of the others'.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from '@jest/globals';
import { createApiKey, createSignInLink, createTeam } from '@svc/control-plane';
import { layTestCluster } from '@svc/platform/testing';
import { firstUserOf, withInstallation } from '../src/commands/admin/installation.ts';
import { environment, PROGRAM, variablesIn, waitFor } from './support.ts';

/** A service as one file uses it. */
export interface SharedService {
  /** Its addresses, and the key of the file's own team. */
  readonly variables: Readonly<Record<string, string>>;
  /** The slug of that team. */
  readonly team: string;
  /** Signs the owner of that team in, once. */
  readonly signInLink: string;
  readonly dataDir: string;
}

/** Also one that nobody uses costs processor time: the next file that needs it comes soon or much later. */
const LINGERS_MS = 15_000;

/**
 * Runs a program until its own input ends, as that does with the process that holds the other end, however it ends. Then it stops the
 * program and removes its folder.
 */
const UNTIL_LEFT = `
trap '' INT
exec 3<&0
folder=$1; shift
"$@" >"$folder/log" 2>&1 3<&- &
up=$!
{ cat <&3 >/dev/null; kill -TERM $up 2>/dev/null; } &
exec 3<&-
wait $up
code=$?
rm -rf "$folder"
exit $code`;

interface Kept {
  keeper: ChildProcess;
  variables: Readonly<Record<string, string>>;
  dataDir: string;
}

let kept: Promise<Kept> | undefined;
let [users, teams] = [0, 0];
let leaving: NodeJS.Timeout | undefined;

/** Call where hooks are registered. @returns what is filled in before the first test, and the file's other hooks, run */
export function sharedService(): SharedService {
  const service = {} as SharedService;
  beforeAll(async () => {
    users += 1;
    clearTimeout(leaving);
    kept ??= keep();
    Object.assign(service, await withOwnTeam(await kept));
  });
  afterAll(() => {
    users -= 1;
    if (users === 0) leaving = setTimeout(leave, LINGERS_MS).unref();
  });
  return service;
}

async function withOwnTeam({ variables, dataDir }: Kept): Promise<SharedService> {
  teams += 1;
  const slug = `team-${teams}`;
  const dashboardUrl = new URL(variables.SVC_BASE_URL as string).origin;
  return withInstallation(dataDir, async (database) => {
    const team = { slug, ...(await createTeam(database, { slug, planTier: 'team' })) };
    const userId = await firstUserOf(database, team);
    const { key } = await createApiKey(database, { teamId: team.id, userId, name: 'svc up' });
    const signInLink = await createSignInLink(database, { userId, dashboardUrl });
    return { variables: { ...variables, SVC_API_KEY: key }, dataDir, team: slug, signInLink };
  });
}

/** Kept for the next file too, as long as it runs. */
function keep(): Promise<Kept> {
  const forget = () => {
    if (kept === own) kept = undefined;
  };
  const own: Promise<Kept> = start(forget);
  own.catch(forget);
  return own;
}

async function start(onEnd: () => void): Promise<Kept> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-shared-'));
  const dataDir = join(folder, 'data');
  await layTestCluster(dataDir);
  const up = [process.execPath, ...PROGRAM, 'up', '--port', '0', '--data-dir', dataDir];
  const keeper = runUntilLeft(folder, up);
  keeper.once('exit', onEnd);
  let output = '';
  await waitFor('the shared service', async () => {
    output = await readFile(join(folder, 'log'), 'utf8').catch(() => output);
    if (keeper.exitCode !== null) throw new Error(`svc up ended with ${keeper.exitCode}: ${output}`);
    return /^ready$/m.test(output);
  });
  return { keeper, variables: variablesIn(output), dataDir };
}

/** The service ends by itself then. */
function leave(): void {
  const left = kept;
  kept = undefined;
  left?.then(({ keeper }) => keeper.stdin?.end()).catch(() => {});
}

/** Its output is in the folder's `log`. It ends when its input does, and holds up no worker whose files are done. */
export function runUntilLeft(folder: string, command: readonly string[]): ChildProcess {
  const keeper = spawn('sh', ['-c', UNTIL_LEFT, 'sh', folder, ...command], {
    cwd: folder,
    env: environment(),
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  keeper.unref();
  (keeper.stdin as Socket).unref();
  return keeper;
}
