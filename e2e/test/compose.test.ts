import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const PROJECT = 'svc-e2e';

let folder: string;
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

const compose = (...command: string[]) =>
  run(
    'docker-compose',
    ['--file', join(root, 'deploy/compose.yaml'), '--env-file', join(folder, '.env'), '--project-name', PROJECT, ...command],
    {
      env: environment,
    },
  );

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-compose-'));
  const [api, twins, evidence, edge] = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
  environment = {
    ...process.env,
    SVC_BASE_URL: `http://localhost:${api}/v1`,
    SVC_TWINS_URL: `http://localhost:${twins}`,
    SVC_EVIDENCE_URL: `http://localhost:${evidence}`,
    SVC_API_PORT: String(api),
    SVC_TWINS_PORT: String(twins),
    SVC_EVIDENCE_PORT: String(evidence),
    SVC_EDGE_PORT: String(edge),
  };
  await run(join(root, 'deploy/generate-secrets.sh'), [join(folder, '.env')], { env: environment });
}, 60_000);

afterAll(async () => {
  await compose('down', '--volumes', '--timeout', '30').catch(() => {});
  await rm(folder, { recursive: true, force: true });
}, 120_000);

test('the secrets are new, readable by their owner only, and never written over', async () => {
  const path = join(folder, '.env');
  const first = await readFile(path, 'utf8');
  expect(new Set(first.match(/[0-9a-f]{64}/g)).size).toBeGreaterThanOrEqual(4);
  await run(join(root, 'deploy/generate-secrets.sh'), [path], { env: environment });
  expect(await readFile(path, 'utf8')).toBe(first);
});

test('docker-compose up gives the whole system, and three lines a graded run', async () => {
  await compose('up', '--detach');
  await compose('exec', '-T', 'control-plane', 'svc', 'admin', 'team', 'create', 'acme', '--plan', 'team');
  const { stdout } = await compose(
    'exec',
    '-T',
    'control-plane',
    'svc',
    'admin',
    'key',
    'create',
    '--team',
    'acme',
    '--name',
    'ci',
  );
  const key = /^SVC_API_KEY=(\S+)$/m.exec(stdout)?.[1] as string;
  const agent = `"${process.execPath}" "${join(root, 'examples/triage-a-bug/agent.ts')}"`;
  const args = ['run', join(root, 'examples/triage-a-bug/scenario.md'), '--agent', agent, '--runs-dir', folder, '--json'];
  const graded = await run(process.execPath, [join(root, 'packages/cli/bin/svc.ts'), ...args], {
    env: { ...environment, SVC_API_KEY: key, XDG_CONFIG_HOME: folder },
  });
  expect(JSON.parse(graded.stdout).results[0].verdict).toBe('passed');
  expect((await compose('ps', '--quiet', 'routing-proxy')).stdout.trim().split('\n')).toHaveLength(2);
  expect((await compose('ps', '--quiet', 'grading-worker')).stdout.trim().split('\n')).toHaveLength(2);
}, 240_000);
