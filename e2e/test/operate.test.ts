import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Client, createClient } from '@svc/sdk';
import { smallDisk } from '../../packages/twin-kit/testing/small-disk.ts';
import { Callers, type Question } from '../fleet/callers.ts';
import { createSandbox, FINALIZE, ISSUES, type Sandbox, WORLD } from '../fleet/client.ts';
import { confinementOfProject, documentedConfinement } from '../fleet/confinement.ts';
import { engine, execute, twinContainers } from '../fleet/engine.ts';
import { Operator } from '../fleet/operator.ts';
import { until } from '../fleet/wait.ts';

let operator: Operator;
let client: Client;

beforeAll(async () => {
  operator = await Operator.sitDown();
  disk = await smallDisk(256);
}, 60_000);
afterAll(async () => {
  await operator.leave();
  await disk[Symbol.asyncDispose]();
}, 180_000);

const newClient = () => createClient({ baseUrl: operator.environment.SVC_BASE_URL!, apiKey: operator.environment.SVC_API_KEY! });

const MIB = 2 ** 20;
/** What twins leave free of their disk here, and what lies on that beside them. */
const RESERVE_MIB = 64;
/** From the restore on the twins lie on a disk of their own. */
let disk: Awaited<ReturnType<typeof smallDisk>>;
const twinsFolder = () => join(disk.path, 'twins');

/** How many of a service run. */
async function count(service: string): Promise<number> {
  const { stdout } = await operator.shell(`docker-compose -f deploy/compose.yaml ps --quiet ${service}`);
  return stdout.trim().split('\n').length;
}

/** The tape of a run, as its signed address gives it. Default: of one that there is. */
async function evidence(id?: string | null): Promise<string> {
  const { url } = await client.runs.trace(id ?? (await client.runs.list({}))[0]!.id);
  const response = await fetch(url);
  if (!response.ok) return `answered ${response.status}`;
  return gunzipSync(await response.arrayBuffer()).toString('utf8');
}

const asked = (path = '/me'): Question => ({
  url: operator.environment.SVC_BASE_URL + path,
  headers: { authorization: `Bearer ${operator.environment.SVC_API_KEY}` },
});

const agentsCalls = ({ urls, token }: Sandbox): Question[] => {
  const { api_url: api } = urls.github!;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const read: Question = { url: `${api}/repos/octo/demo/labels`, headers };
  const write: Question = { url: api + ISSUES, headers, method: 'POST', body: JSON.stringify({ title: 'Another' }) };
  return [read, read, write, write];
};

// The steps of the guide in the order in which an operator comes to them; each stands on what the one before left.
describe('the guide of operators', () => {
  test('asks for the images before it writes secrets', async () => {
    const command = 'SVC_TAG=absent deploy/generate-secrets.sh';
    await expect(operator.shell(command)).rejects.toThrow(/run docker\/build\.sh first/);
    await expect(stat(join(operator.clone, 'deploy/.env'))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  // Nine containers start one after the other, each waited for; a machine under load takes several times as long as an idle one.
  test('starts the whole system, and three lines, those of the README, give a graded run', async () => {
    const printed = await operator.follow('Start');
    expect(printed).toMatch(/\b100\b/);
    const readme = await readFile(join(import.meta.dirname, '../../README.md'), 'utf8');
    const [, section = ''] = /^## Run it as a fleet\n(.*?)^## /ms.exec(readme) ?? [];
    const [, lines = ''] = [...section.matchAll(/^```sh\n(.*?)^```/gms)].map(([, commands]) => commands as string);
    expect(lines.trim().split('\n')).toHaveLength(3);
    expect(await readFile(join(import.meta.dirname, '../../docs/operate.md'), 'utf8')).toContain(lines);
    for (const service of ['routing-proxy', 'grading-worker']) expect(await count(service)).toBe(2);
    client = newClient();
    expect(await client.runs.list({})).toHaveLength(1);
  }, 600_000);

  test('runs the containers of docs/security.md and no other, and each may do and see what that page says', async () => {
    const documented = await documentedConfinement();
    documented.delete('twin');
    expect(Object.fromEntries(await confinementOfProject(operator.project))).toEqual(Object.fromEntries(documented));
  });

  test('has secrets that are new, readable by their owner only, and never written over', async () => {
    const path = join(operator.clone, 'deploy/.env');
    const first = await readFile(path, 'utf8');
    expect(new Set(first.match(/[0-9a-f]{64}/g)).size).toBeGreaterThanOrEqual(4);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    await operator.shell('deploy/generate-secrets.sh');
    expect(await readFile(path, 'utf8')).toBe(first);
  });

  test('upgrades, scales up and scales down without a call refused', async () => {
    const sandbox = await createSandbox(client, { seed: WORLD });
    const callers = new Callers([...agentsCalls(sandbox), ...agentsCalls(sandbox), asked(), asked(`/sandboxes/${sandbox.id}`)]);
    try {
      await operator.follow('Upgrade');
      await operator.follow('Scale');
      expect([await count('routing-proxy'), await count('grading-worker'), await count('control-plane')]).toEqual([4, 3, 1]);
      await operator.shell("sed -i 's/^SVC_PROXIES=.*/SVC_PROXIES=2/' deploy/.env && deploy/upgrade.sh");
      expect(await count('routing-proxy')).toBe(2);
    } finally {
      await callers.stop();
    }
    expect(callers.others('200', '201')).toEqual([]);
    expect([...callers.answers.keys()].toSorted()).toEqual(['200', '201']);
  }, 900_000);

  test('backs up for its owner only and past git; restores what is lost, with old twins about, and frees their slots at once', async () => {
    const open = await client.usage();
    expect(open.sessions_used).toBeGreaterThan(0);
    await operator.follow('Back up and restore', ([backUp]) => [backUp!]);
    const folder = join(operator.clone, 'deploy/backups/before');
    for (const name of ['svc.dump', 'evidence.tar']) expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
    expect((await operator.shell('git status --porcelain --untracked-files=all')).stdout).not.toContain('backups');
    await operator.shell('docker-compose -f deploy/compose.yaml down --volumes');
    expect(await twinContainers(operator.project)).not.toEqual([]);

    await operator.shell(`install -d -o 1000 -g 1000 -m 0711 ${twinsFolder()}`);
    const settings = `SVC_TWINS_VOLUME=${twinsFolder()} SVC_DISK_RESERVE_MIB=${RESERVE_MIB}`;
    await operator.shell(`printf '%s\\n' ${settings} >> deploy/.env`);
    await operator.follow('Back up and restore', ([, restore]) => [restore!]);
    await until('the slots to be free', 15_000, async () => (await client.usage()).sessions_used === 0);
    expect(await evidence()).toContain('"request_id"');
  }, 600_000);

  test('has stores that a full disk of the twins takes nothing from: only writes to twins and creates are refused', async () => {
    const sandbox = await createSandbox(client, { seed: WORLD });
    const { api_url: api } = sandbox.urls.github!;
    const headers = { authorization: `Bearer ${sandbox.token}`, 'content-type': 'application/json' };
    const write = (): Promise<Response> =>
      fetch(api + ISSUES, { method: 'POST', headers, body: JSON.stringify({ title: 'Another' }) });
    expect((await write()).status).toBe(201);
    disk.fill((RESERVE_MIB * MIB * 3) / 4);
    const refused = await until('a write to be refused', 10_000, async () => {
      const answer = await write();
      return answer.status !== 201 && answer;
    });
    expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining('has no room left')]);
    expect((await fetch(`${api}/repos/octo/demo/labels`, { headers })).status).toBe(200);
    await expect(createSandbox(client)).rejects.toMatchObject({ status: 503, type: 'downstream_unavailable' });
    const { run_id } = await client.sandboxes.finalize(sandbox.id, FINALIZE);
    expect(await evidence(run_id)).toContain('has no room left');
    disk.empty();
    const next = await until('a sandbox', 10_000, () => createSandbox(client, { seed: WORLD }));
    expect(next.id).not.toBe(sandbox.id);
  }, 120_000);

  test('rotates every secret: calls meanwhile are answered or 503, and all works after it', async () => {
    const callers = new Callers([asked(), asked('/runs'), asked('/sandboxes'), asked('/usage')]);
    try {
      await operator.follow('Rotate keys and secrets', ([secrets]) => [secrets!]);
    } finally {
      await callers.stop();
    }
    expect(callers.others('200', '503')).toEqual([]);
    expect(await evidence()).toContain('"request_id"');
    expect((await operator.shell('./svc run examples/triage-a-bug')).stdout).toMatch(/\b100\b/);
    await operator.follow('Rotate keys and secrets', ([, key]) => [key!]);
    await expect(client.me()).rejects.toMatchObject({ status: 403, type: 'revoked_key' });
  }, 900_000);

  test('reads the metrics of every part', async () => {
    const printed = await operator.follow('Watch');
    expect(printed).toContain('svc_api_request_duration_seconds');
    expect(printed).toContain('haproxy_backend_active_servers');
  });

  test('removes everything: no container, twin, volume or network is left, and nothing of a twin in a folder of the host', async () => {
    const [twin] = await twinContainers(operator.project);
    const script = 'mkdir -p /data/shut/within && chmod 0 /data/shut/within /data/shut';
    expect(await execute(twin!.Id, ['sh', '-c', script])).toMatchObject({ code: 0 });
    expect(await readdir(twinsFolder())).not.toEqual([]);
    await operator.follow('Remove');
    expect(await twinContainers(operator.project)).toEqual([]);
    const label = { filters: { label: [`com.docker.compose.project=${operator.project}`] } };
    expect(await engine.listContainers({ all: true, ...label })).toEqual([]);
    expect((await engine.listVolumes(label)).Volumes ?? []).toEqual([]);
    expect(await engine.listNetworks(label)).toEqual([]);
    expect(await readdir(twinsFolder())).toEqual([]);
  }, 180_000);
});
