import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { clientOf, createSandbox, discard, discardAll, type Sandbox } from '../fleet/client.ts';
import { confinementOf, documentedConfinement } from '../fleet/confinement.ts';
import { engine, execute, killMainProcess, namedTwinsOf, twinContainers } from '../fleet/engine.ts';
import { sharedFleet } from '../fleet/shared.ts';
import { until } from '../fleet/wait.ts';

const fleet = sharedFleet();
const client = clientOf(fleet);
const id = (name: string): string => fleet.containers[name] as string;

let sandbox: Sandbox;
let twin: string;
/** The folder of its twin, as the services see it. */
let folder: string;

beforeAll(async () => {
  sandbox = await createSandbox(client);
  twin = (await namedTwinsOf(sandbox.id))[0]!.Id;
  const { Labels } = (await engine.getContainer(twin).inspect()).Config;
  folder = `/twins/instances/${Labels['svc.instance']}`;
});
afterAll(() => discardAll(client));

/** Runs a program with node in a container of the fleet. @returns what it prints as JSON */
async function run<T>(name: string, program: string): Promise<T> {
  const { output } = await execute(id(name), ['node', '--input-type=module', '--eval', program]);
  return JSON.parse(output) as T;
}

const SERVICES = ['control-plane', 'routing-proxy-1', 'grading-worker-1'];

describe.each(SERVICES)('a shell in %s', (name) => {
  test('reaches no engine, lists no twins, reads no journal and writes nothing to the twins', async () => {
    const program = `
      import { appendFileSync, mkdirSync, readdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
      const tries = {
        engine: () => readdirSync('/var/run/docker.sock'),
        twins: () => readdirSync('/twins/instances'),
        claims: () => readdirSync('/twins/claims'),
        journal: () => readFileSync('${folder}/journal.jsonl'),
        write: () => appendFileSync('${folder}/journal.jsonl', 'x'),
        socket: () => unlinkSync('${folder}/twin.sock'),
        plant: () => writeFileSync('/twins/planted', 'x'),
        folder: () => mkdirSync('/twins/instances/0123456789abcdef'),
      };
      const codes = Object.entries(tries).map(([what, work]) => {
        try { work(); return [what, 'done']; } catch (error) { return [what, error.code]; }
      });
      console.log(JSON.stringify(Object.fromEntries(codes)));`;
    const codes = await run<Record<string, string>>(name, program);
    expect(codes).toEqual({
      engine: 'ENOENT',
      twins: 'EACCES',
      claims: 'EACCES',
      journal: 'EACCES',
      write: expect.stringMatching(/EACCES|EROFS/),
      socket: expect.stringMatching(/EACCES|EROFS/),
      plant: expect.stringMatching(/EACCES|EROFS/),
      folder: expect.stringMatching(/EACCES|EROFS/),
    });
  });
});

/** What an agent answers a request of a shell in a service. */
const ask = (name: string, method: string, path: string, body: unknown) =>
  run<{ status?: number; code?: string }>(
    name,
    `import { request } from 'node:http';
    const outgoing = request({ socketPath: '/agent/agent.sock', method: '${method}', path: '${path}' }, ({ statusCode }) => {
      console.log(JSON.stringify({ status: statusCode }));
      process.exit();
    });
    outgoing.on('error', ({ code }) => console.log(JSON.stringify({ code })));
    outgoing.end(${JSON.stringify(JSON.stringify(body))});`,
  );

test("the host's agent is reached by the control plane only, and has no network", async () => {
  expect(await ask('control-plane', 'GET', '/healthz', null)).toEqual({ status: 200 });
  for (const name of SERVICES.slice(1)) expect(await ask(name, 'GET', '/healthz', null)).toEqual({ code: 'ENOENT' });
  const { NetworkSettings } = await engine.getContainer(id('host-agent')).inspect();
  expect(Object.keys(NetworkSettings.Networks)).toEqual(['none']);
});

test('a shell in the control plane starts and removes twins and nothing else', async () => {
  const before = (await engine.listContainers({ all: true })).length;
  const launch = { ask: 'launch', instance: '00000000deadbeef', twin: 'github', controlToken: 'c'.repeat(64) };
  const bad: [string, string, unknown][] = [
    ['POST', '/ask', { ...launch, Image: 'svc-base/debian:bookworm' }],
    ['POST', '/ask', { ...launch, twin: 'postgres' }],
    ['POST', '/ask', { ...launch, HostConfig: { Binds: ['/:/host'] } }],
    ['POST', '/ask', { ask: 'remove', instance: id('postgres') }],
    ['POST', '/ask', { ask: 'lastLines', instance: id('postgres').slice(0, 16) }],
    ['POST', '/ask', { ask: 'start', instance: id('redis').slice(0, 16) }],
    ['POST', '/v1.41/containers/create', { Image: 'svc-base/debian:bookworm' }],
  ];
  const answers: unknown[] = [];
  for (const [method, path, body] of bad) answers.push(await ask('control-plane', method, path, body));
  expect(answers).toEqual([...bad.slice(0, -1).map(() => ({ status: 400 })), { status: 404 }]);
  expect(await ask('control-plane', 'POST', '/ask', { ask: 'remove', instance: id('redis').slice(0, 16) })).toEqual({
    status: 200,
  });
  expect((await engine.getContainer(id('redis')).inspect()).State.Running).toBe(true);
  expect((await engine.listContainers({ all: true })).length).toBe(before);

  expect(await ask('control-plane', 'POST', '/ask', launch)).toEqual({ status: 200 });
  const labelled = async () =>
    (await twinContainers(fleet.installation)).filter(({ Labels }) => Labels['svc.instance'] === launch.instance);
  const [made] = await labelled();
  const told = (await engine.getContainer(made!.Id).inspect()).HostConfig;
  expect(told).toMatchObject({ NetworkMode: 'none', ReadonlyRootfs: true, CapDrop: ['ALL'], Privileged: false });
  expect(await ask('control-plane', 'POST', '/ask', { ask: 'remove', instance: launch.instance })).toEqual({ status: 200 });
  expect(await labelled()).toEqual([]);
});

test('what a twin shuts in its own folder goes with it', async () => {
  const { id: session } = await createSandbox(client);
  const [found] = await namedTwinsOf(session);
  const { Id, Labels } = found!;
  const script = 'mkdir -p /data/shut/within && echo x > /data/shut/within/x && chmod 0 /data/shut/within /data/shut';
  expect(await execute(Id, ['sh', '-c', script])).toMatchObject({ code: 0 });
  await discard(client, session);
  await until('its folder to be gone', 20_000, async () => {
    const { code } = await execute(id('host-agent'), ['test', '-e', `/twins/instances/${Labels['svc.instance']}`]);
    return code !== 0;
  });
});

test('kill -9 of the agent loses nothing, and sandboxes are created again within seconds', async () => {
  await killMainProcess(id('host-agent'));
  const { id: session } = await until('a sandbox', 10_000, () => createSandbox(client));
  expect(await namedTwinsOf(session)).toHaveLength(1);
  expect((await client.sandboxes.get(sandbox.id)).state).toMatch(/ready|running/);
  expect(
    (await fetch(`${sandbox.urls.github?.api_url}/_svc/health`, { headers: { authorization: `Bearer ${sandbox.token}` } }))
      .status,
  ).toBe(200);
});

describe('docs/security.md says of each container what the engine says', () => {
  const nameOf = (name: string): string =>
    name === fleet.installation ? 'twins' : name === `${fleet.installation}-agent` ? 'agent' : name;

  test.each(['host-agent', ...SERVICES])('%s', async (name) => {
    const { networks: _, ...told } = confinementOf(await engine.getContainer(id(name)).inspect(), nameOf);
    // The network has another name in this fleet; the variables are those of the table, all of them.
    expect((await documentedConfinement()).get(name.replace(/-\d$/, ''))).toMatchObject(told);
  });

  test('twin', async () => {
    // One that was started for its sandbox: those that waited have a variable more, which the page names apart.
    const { id: session } = await createSandbox(client, { twins: ['linear'] });
    const [found] = await namedTwinsOf(session);
    const told = confinementOf(await engine.getContainer(found!.Id).inspect(), nameOf);
    expect((await documentedConfinement()).get('twin')).toEqual(told);
  });
});
