import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createApiKey, createTeam, createUser } from '@svc/control-plane';
import { listHosts, openDatabase, stateOf } from '@svc/platform';
import Docker from 'dockerode';
import { until } from '../fleet/wait.ts';
import { startStores } from './support/fleet.ts';
import { freePort, type ServiceProcess, startService } from './support/service-process.ts';
import { buildStandInImage } from './support/stand-in-image.ts';

const docker = new Docker();
const NAMES = ['host-1', 'host-2'] as const;
const STARTED_MS = 30_000;
/** What the acceptance of a lost host allows until nothing of it is held any more. */
const GIVEN_BACK_MS = 60_000;

describe('the services of an installation with two hosts and two control planes, as processes', () => {
  let stores: Awaited<ReturnType<typeof startStores>>;
  let directory: string;
  let database: ReturnType<typeof openDatabase>;
  let key = '';
  const agents = new Map<string, ServiceProcess>();
  const services: ServiceProcess[] = [];
  const ports = new Map<string, number>();

  const startAgent = async (name: string, settings: Record<string, string> = {}): Promise<void> => {
    const service = await startService('host-agent', {
      ...stores.agent,
      DATABASE_URL: stores.connectionString,
      SVC_HOST_CERTIFICATES: join(directory, 'certificates'),
      SVC_AGENT_SOCKET: join(directory, `${name}.sock`),
      SVC_AGENT_PORT: `${ports.get(name)}`,
      SVC_HOST_NAME: name,
      SVC_HOST: '127.0.0.1',
      SVC_TWINS_DIR: join(directory, name),
      SVC_INSTALLATION: `${stores.installation}-${name}`,
      ...settings,
    });
    agents.set(name, service);
  };

  beforeAll(async () => {
    await buildStandInImage();
    await docker.getImage('svc-stand-in:test').tag({ repo: 'svc-stand-in-github', tag: 'test' });
    stores = await startStores('svc-stand-in-{twin}:test');
    directory = await mkdtemp(join(tmpdir(), 'svc-two-hosts-'));
    const certificates = join(directory, 'certificates');
    await promisify(execFile)('bash', [join(import.meta.dirname, '../../deploy/host-certificates.sh'), certificates]);
    database = openDatabase({ connectionString: stores.connectionString });
    const { SVC_AGENT_SOCKET: _, SVC_TWINS_DIR: __, ...controlPlane } = stores.controlPlane;
    const many = { ...controlPlane, SVC_HOSTS: 'many', SVC_HOST_CERTIFICATES: certificates, SVC_WARM: 'github=1' };
    services.push(await startService('control-plane', many));
    services.push(await startService('control-plane', { ...many, SVC_PORT: `${await freePort()}` }));
    services.push(await startService('routing-proxy', { ...stores.proxy, SVC_HOST_CERTIFICATES: certificates }));
    for (const name of NAMES) {
      ports.set(name, await freePort());
      await startAgent(name);
    }
    const team = await createTeam(database, { slug: 'fleet', planTier: 'team' });
    const user = await createUser(database, { teamId: team.id, email: 'fleet@localhost' });
    ({ key } = await createApiKey(database, { teamId: team.id, userId: user.id, name: 'test' }));
  }, 120_000);
  afterAll(async () => {
    for (const service of [...services, ...agents.values()]) service.signal('SIGTERM');
    await Promise.all([...services, ...agents.values()].map(({ ended }) => ended));
    for (const name of NAMES)
      for (const { Id } of await containersOn(name)) await docker.getContainer(Id).remove({ force: true });
    for (const image of ['svc-stand-in-github:test', 'svc-stand-in:test']) await docker.getImage(image).remove({ force: true });
    await database.destroy();
    await stores.stop();
    await rm(directory, { recursive: true, force: true });
  });

  const containersOn = (name: string) =>
    docker.listContainers({ all: true, filters: { label: [`svc.installation=${stores.installation}-${name}`] } });
  const claimedOn = async (name: string) => (await containersOn(name)).filter(({ Names }) => /ses_/.test(Names[0] ?? ''));
  const host = async (name: string) => (await listHosts(database)).find((one) => one.name === name)!;
  const stateOn = async (name: string) => stateOf(await host(name));
  const waiting = () =>
    until('one to wait on each host', STARTED_MS, async () =>
      (await listHosts(database)).every((one) => one.waiting.github === 1),
    );

  const call = async (base: string, method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${base}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: bodies of several shapes
    return { status: answer.status, body: (await answer.json()) as any };
  };
  /** Both control planes, in turns. */
  let turn = 0;
  const api = (method: string, path: string, body?: unknown) => {
    turn += 1;
    return call(`${services[turn % 2]!.url}/v1`, method, path, body);
  };
  const ask = ({ per_twin, agent_token }: { per_twin: { github: { api_url: string } }; agent_token: string }) =>
    fetch(`${per_twin.github.api_url}/stand-in`, { headers: { authorization: `Bearer ${agent_token}` } });
  const discard = async (id: string): Promise<void> => {
    const { body } = await api('DELETE', `/sandboxes/${id}`);
    const { status } = await api('DELETE', `/sandboxes/${id}?confirm_discard=${body.error.details.discard_token}`);
    expect(status).toBe(200);
  };

  test('sandboxes made by either control plane run on both hosts, are called through the proxy, and end without a trace', async () => {
    await waiting();
    const made = await Promise.all([0, 1, 2, 3].map(() => api('POST', '/sandboxes', { twins: ['github'] })));
    expect(made.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    for (const { body } of made) expect(await (await ask(body)).json()).toMatchObject({ session_id: body.session_id });
    expect((await Promise.all(NAMES.map(async (name) => (await host(name)).placed))).toSorted()).toEqual([2, 2]);
    for (const { body } of made) await discard(body.session_id);
    await until(
      'only what waits to be left',
      STARTED_MS,
      async () => (await claimedOn('host-1')).length + (await claimedOn('host-2')).length === 0,
    );
    expect((await api('GET', '/usage')).body.sessions_used).toBe(0);
  });

  test('a host that dies with its agent fails its sandboxes in plain words within a minute, and ends them when it is back', async () => {
    await waiting();
    const made = await Promise.all([0, 1].map(() => api('POST', '/sandboxes', { twins: ['github'] })));
    const [lost] = await database
      .selectFrom('placements')
      .innerJoin('hosts', 'hosts.id', 'placements.host_id')
      .select('sandbox_id')
      .where('name', '=', 'host-1')
      .execute();
    expect(lost).toBeDefined();
    const kept = made.find(({ body }) => body.session_id !== lost!.sandbox_id)!.body;
    await until('its twin to be named after it', STARTED_MS, async () => (await claimedOn('host-1')).length === 1);
    agents.get('host-1')!.signal('SIGKILL');
    const from = performance.now();
    await until('its sandbox to fail', GIVEN_BACK_MS, async () => {
      const { body } = await api('GET', `/sandboxes/${lost!.sandbox_id}`);
      return body.state === 'failed';
    });
    expect(performance.now() - from).toBeLessThan(30_000);
    expect((await api('GET', '/usage')).body.sessions_used).toBe(1);
    expect(await stateOn('host-1')).toBe('lost');
    const refused = await api('POST', `/sandboxes/${lost!.sandbox_id}/heartbeat`);
    expect(refused.body.error.message).toMatch(/The host of its github twin, host-1, was lost\./);
    expect((await ask(kept)).status).toBe(200);
    const { body: more } = await api('POST', '/sandboxes', { twins: ['github'] });
    expect((await ask(more)).status).toBe(200);
    expect(await claimedOn('host-1')).toHaveLength(1);
    await startAgent('host-1');
    await until('what was given up to be gone', STARTED_MS, async () => (await claimedOn('host-1')).length === 0);
    await until('the host to be one again', STARTED_MS, async () => (await stateOn('host-1')) === 'active');
    for (const { session_id } of [kept, more]) await discard(session_id);
  }, 180_000);

  test('a host that dies has its sandboxes go on on another that keeps copies, and they say so', async () => {
    const copying = { SVC_MIRROR: 'on', SVC_DISK_RESERVE_MIB: '0' };
    for (const name of NAMES) {
      agents.get(name)!.signal('SIGTERM');
      await agents.get(name)!.ended;
      await startAgent(name, copying);
    }
    await waiting();
    const { body: sandbox } = await api('POST', '/sandboxes', { twins: ['github'] });
    const id = sandbox.session_id;
    const lines = async (): Promise<string[]> => ((await (await ask(sandbox)).json()) as { lines: string[] }).lines;
    const write = (body: string) =>
      fetch(`${sandbox.per_twin.github.api_url}/stand-in`, {
        ...{ method: 'POST', body },
        headers: { authorization: `Bearer ${sandbox.agent_token}` },
      });
    expect((await write('before')).status).toBe(200);
    const placed = () =>
      database
        .selectFrom('placements')
        .innerJoin('hosts', 'hosts.id', 'placements.host_id')
        .select(['name', 'instance'])
        .where('sandbox_id', '=', id)
        .executeTakeFirstOrThrow();
    const { name: dies, instance } = await placed();
    const other = NAMES.find((name) => name !== dies)!;
    const copy = join(directory, other, 'mirrors', instance, 'journal.jsonl');
    await until('its write to be copied', STARTED_MS, async () =>
      (await readFile(copy, 'utf8').catch(() => '')).includes('before'),
    );
    agents.get(dies)!.signal('SIGKILL');
    // Both are on one engine, where each sandbox's twin has a name of its own.
    for (const { Id } of await containersOn(dies)) await docker.getContainer(Id).remove({ force: true });
    await until('it to have come back', GIVEN_BACK_MS, async () => {
      const { body } = await api('GET', `/sandboxes/${id}`);
      expect(['ready', 'running']).toContain(body.state);
      return body.recovered.length > 0;
    });
    expect((await api('GET', `/sandboxes/${id}`)).body.recovered).toEqual([
      { twin: 'github', host: other, at: expect.any(String), calls: expect.any(Number) },
    ]);
    expect(await placed()).toEqual({ name: other, instance });
    await until('the proxy to lead there', STARTED_MS, async () => (await ask(sandbox)).status === 200);
    expect(await lines()).toEqual(['before']);
    expect((await write('after')).status).toBe(200);
    expect((await api('GET', '/usage')).body.sessions_used).toBe(1);
    await startAgent(dies, copying);
    await until('the host to be one again', STARTED_MS, async () => (await stateOn(dies)) === 'active');
    expect(await lines()).toEqual(['before', 'after']);
    const back = join(directory, dies, 'mirrors', instance, 'journal.jsonl');
    await until('it to have a copy there', STARTED_MS, async () =>
      (await readFile(back, 'utf8').catch(() => '')).includes('after'),
    );
    await discard(id);
    await until('nothing to be left', STARTED_MS, async () => (await claimedOn(other)).length === 0 && !existsSync(back));
  }, 180_000);

  test('a control plane that dies takes nothing with it', async () => {
    const { body: sandbox } = await api('POST', '/sandboxes', { twins: ['github'] });
    const [first] = services;
    first!.signal('SIGKILL');
    await first!.ended;
    turn = 0;
    expect((await ask(sandbox)).status).toBe(200);
    const { url } = services[1]!;
    expect((await call(`${url}/v1`, 'GET', `/sandboxes/${sandbox.session_id}`)).body.state).toMatch(/ready|running/);
    await until('both hosts to be counted', STARTED_MS, async () =>
      /svc_hosts\{state="active"\} 2/.test(await (await fetch(`${url}/metrics`)).text()),
    );
  });
});
