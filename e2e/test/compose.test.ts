import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, stat, symlink } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { composeProject, removeTwins } from '../fleet/engine.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const PROJECT = composeProject();

/** A clone of its own as far as the commands need one, so that the `deploy/.env` of whoever runs this stays out of it. */
let clone: string;
let environment: NodeJS.ProcessEnv;

/** A port that is free now. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

/** Runs a command as its user types it, in the root of the clone. */
const shell = (command: string) => run('bash', ['-euc', command], { cwd: clone, env: environment });

/** The blocks of commands of the README's section on the fleet. */
async function readmeBlocks(): Promise<string[]> {
  const readme = await readFile(join(root, 'README.md'), 'utf8');
  const [, section = ''] = /^## Run it as a fleet\n(.*?)^## /ms.exec(readme) ?? [];
  return [...section.matchAll(/^```sh\n(.*?)^```/gms)].map(([, commands]) => commands as string);
}

beforeAll(async () => {
  clone = await mkdtemp(join(tmpdir(), 'svc-compose-'));
  await cp(join(root, 'deploy'), join(clone, 'deploy'), { recursive: true, filter: (path) => !path.endsWith('.env') });
  for (const part of ['svc', 'examples', 'node_modules']) await symlink(join(root, part), join(clone, part));
  const [api, twins, evidence, edge] = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
  environment = {
    ...process.env,
    COMPOSE_PROJECT_NAME: PROJECT,
    SVC_BASE_URL: `http://localhost:${api}/v1`,
    SVC_TWINS_URL: `http://localhost:${twins}`,
    SVC_EVIDENCE_URL: `http://localhost:${evidence}`,
    SVC_API_PORT: String(api),
    SVC_TWINS_PORT: String(twins),
    SVC_EVIDENCE_PORT: String(evidence),
    SVC_EDGE_PORT: String(edge),
  };
  await shell('deploy/generate-secrets.sh');
}, 60_000);

afterAll(async () => {
  await shell('docker-compose -f deploy/compose.yaml down --volumes --timeout 30').catch(() => {});
  await removeTwins(PROJECT);
  await rm(clone, { recursive: true, force: true });
}, 120_000);

test('the secrets are new, readable by their owner only, and never written over', async () => {
  const path = join(clone, 'deploy/.env');
  const first = await readFile(path, 'utf8');
  expect(new Set(first.match(/[0-9a-f]{64}/g)).size).toBeGreaterThanOrEqual(4);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  await shell('deploy/generate-secrets.sh');
  expect(await readFile(path, 'utf8')).toBe(first);
});

// Nine containers start one after the other, each waited for; a machine under load takes several times as long as an idle one.
test('docker-compose up gives the whole system, and the three lines of the README a graded run', async () => {
  const [start, threeLines] = (await readmeBlocks()) as [string, string];
  await shell(
    start
      .split('\n')
      .filter((line) => line.startsWith('docker-compose'))
      .join('\n'),
  );
  expect(threeLines.trim().split('\n')).toHaveLength(3);
  // Fails unless the last line ends with 0: the run was graded and passed.
  const { stdout } = await shell(threeLines);
  expect(stdout).toMatch(/\b100\b/);
  for (const service of ['routing-proxy', 'grading-worker']) {
    const { stdout: ids } = await shell(`docker-compose -f deploy/compose.yaml ps --quiet ${service}`);
    expect(ids.trim().split('\n')).toHaveLength(2);
  }
}, 300_000);
