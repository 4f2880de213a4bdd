import { get } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createApiKey, createTeam, createUser } from '@svc/control-plane';
import { openDatabase } from '@svc/platform';
import Docker from 'dockerode';
import { startStores } from './support/fleet.ts';
import { type ServiceProcess, startService } from './support/service-process.ts';
import { buildStandInImage } from './support/stand-in-image.ts';

const docker = new Docker();
const IMAGE = 'svc-stand-in-{twin}:test';

describe('the services of a fleet, as processes', () => {
  let stores: Awaited<ReturnType<typeof startStores>>;
  let agent: ServiceProcess;
  let running: ServiceProcess[] = [];
  let key = '';
  beforeAll(async () => {
    await buildStandInImage();
    await docker.getImage('svc-stand-in:test').tag({ repo: 'svc-stand-in-github', tag: 'test' });
    stores = await startStores(IMAGE);
    agent = await startService('host-agent', stores.agent);
  }, 60_000);
  afterAll(async () => {
    agent.signal('SIGTERM');
    await agent.ended;
    const label = [`svc.installation=${stores.installation}`];
    for (const { Id } of await docker.listContainers({ all: true, filters: { label } }))
      await docker.getContainer(Id).remove({ force: true });
    for (const image of ['svc-stand-in-github:test', 'svc-stand-in:test']) await docker.getImage(image).remove({ force: true });
    await stores.stop();
  });

  const run = async (name: string, environment: Record<string, string>) => {
    const service = await startService(name, environment);
    running.push(service);
    return service;
  };
  beforeEach(() => {
    running = [];
  });
  afterEach(async () => {
    for (const service of running) service.signal('SIGTERM');
    await Promise.all(running.map(({ ended }) => ended));
  });

  async function account(): Promise<void> {
    if (key !== '') return;
    const database = openDatabase({ connectionString: stores.connectionString });
    const team = await createTeam(database, { slug: 'fleet', planTier: 'team' });
    const user = await createUser(database, { teamId: team.id, email: 'fleet@localhost' });
    ({ key } = await createApiKey(database, { teamId: team.id, userId: user.id, name: 'test' }));
    await database.destroy();
  }

  const api = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${stores.controlPlane.SVC_BASE_URL}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const content = await answer.text();
    // biome-ignore lint/suspicious/noExplicitAny: bodies of several shapes
    return { status: answer.status, body: (content === '' ? undefined : JSON.parse(content)) as any };
  };

  const containers = async () =>
    (await docker.listContainers({ all: true, filters: { label: [`svc.installation=${stores.installation}`] } })).length;

  const metrics = async ({ url }: ServiceProcess) => (await fetch(`${url}/metrics`)).text();

  test.each([
    ['host-agent', () => ({ ...stores.agent, SVC_TWIN_IMAGE: 'no-place-for-the-twin' }), /SVC_TWIN_IMAGE/],
    ['host-agent', () => ({ ...stores.agent, SVC_TWINS: '../github' }), /SVC_TWINS/],
    ['control-plane', () => ({ ...stores.controlPlane, SVC_TWIN_IMAGE: 'svc/twin-{twin}:dev' }), /SVC_TWIN_IMAGE/],
    ['control-plane', () => ({ ...stores.controlPlane, SVC_WARM: 'github' }), /SVC_WARM: must be like/],
    ['control-plane', () => ({ ...stores.controlPlane, SVC_BASEURL: 'x' }), /SVC_BASEURL/],
    ['grading-worker', () => ({ ...stores.worker, SVC_INSTALLATION_SECRET: 'too short' }), /SVC_INSTALLATION_SECRET/],
    ['routing-proxy', () => ({ SVC_PORT: '0' }), /SVC_REDIS_URL/],
  ])('%s does not start on a configuration that is wrong, and names what is', async (name, environment, wanted) => {
    const starting = startService(name, environment());
    await expect(starting).rejects.toThrow(/ended with 1/);
    await expect(starting).rejects.toThrow(wanted);
    await expect(starting).rejects.not.toThrow(/too short/);
  });

  test('two control planes that start at once migrate once, and each answers', async () => {
    const other = { ...stores.controlPlane, SVC_PORT: `${Number(stores.controlPlane.SVC_PORT) + 1}` };
    const both = await Promise.all([run('control-plane', stores.controlPlane), run('control-plane', other)]);
    for (const { url } of both) expect((await fetch(`${url}/healthz`)).status).toBe(200);
  });

  test('an open sandbox is served while the control plane and Redis are away, and found again afterwards', async () => {
    const first = await run('control-plane', stores.controlPlane);
    await account();
    const proxy = await run('routing-proxy', stores.proxy);
    const { status, body: sandbox } = await api('POST', '/sandboxes', { twins: ['github'] });
    expect([status, sandbox.error]).toEqual([201, undefined]);
    const bearer = { authorization: `Bearer ${sandbox.agent_token}` };
    const ask = () => fetch(`${sandbox.per_twin.github.api_url}/stand-in`, { headers: bearer });
    expect(await (await ask()).json()).toMatchObject({ session_id: sandbox.session_id });

    first.signal('SIGKILL');
    await first.ended;
    await stores.redis.kill();
    expect((await ask()).status).toBe(200);
    expect((await fetch(`${proxy.url}/healthz`)).status).toBe(200);

    await stores.redis.restart();
    const second = await run('control-plane', stores.controlPlane);
    expect((await ask()).status).toBe(200);
    expect((await api('GET', `/sandboxes/${sandbox.session_id}`)).body).toMatchObject({
      state: expect.stringMatching(/ready|running/),
    });
    expect(await metrics(second)).toMatch(/svc_sandboxes\{state="(ready|running)"\} 1/);
    expect(await metrics(proxy)).toMatch(/svc_proxy_request_duration_seconds_count \d/);
    const refused = await api('DELETE', `/sandboxes/${sandbox.session_id}`);
    const token = refused.body.error.details.discard_token;
    expect((await api('DELETE', `/sandboxes/${sandbox.session_id}?confirm_discard=${token}`)).status).toBe(200);
    let last = 0;
    while (last !== 410) ({ status: last } = await ask());
    while ((await containers()) > 0) await new Promise((resolve) => setImmediate(resolve));
  }, 120_000);

  test('a twin is reached at the root of a host of its own', async () => {
    await run('control-plane', stores.controlPlane);
    await account();
    const proxy = await run('routing-proxy', stores.proxy);
    const { body: sandbox } = await api('POST', '/sandboxes', { twins: ['github'] });
    const host = `github--${sandbox.session_id}.localhost`;
    const headers = { host, authorization: `Bearer ${sandbox.agent_token}` };
    const answer = await new Promise<string>((resolve, reject) => {
      get(`${proxy.url}/stand-in`, { headers }, (response) => text(response).then(resolve, reject)).once('error', reject);
    });
    expect(JSON.parse(answer)).toMatchObject({ session_id: sandbox.session_id });
  });

  test('each ends by SIGTERM in order, with 0 and nothing in its log but what went well', async () => {
    const services = [
      await run('control-plane', { ...stores.controlPlane, SVC_WARM: 'github=1' }),
      await run('routing-proxy', stores.proxy),
      await run('grading-worker', stores.worker),
    ];
    for (const service of services) expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
    for (const service of services) service.signal('SIGTERM');
    expect(await Promise.all(services.map(({ ended }) => ended))).toEqual([0, 0, 0]);
    agent.signal('SIGTERM');
    expect(await agent.ended).toBe(0);
    const troubled = [...services, agent].flatMap(({ lines }) => lines.filter(({ level }) => level !== 'info'));
    expect(troubled).toEqual([]);
  });
});
