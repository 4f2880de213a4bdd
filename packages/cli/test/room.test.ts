import { readFile, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { canMount, freePort, smallDisk, webhookReceiver } from '@svc/twin-kit/testing';
import { inTheWhole, shareOf } from '@svc/twin-kit/testing/share';
import Stripe from 'stripe';
import { type Running, startService, stopAll, svc, temporaryFolder, waitFor } from './support.ts';

// Each test starts PostgreSQL.
jest.setTimeout(300_000);

const KIB = 1 << 10;
const MIB = 1 << 20;
const onSmallDisk = canMount || process.env.CI ? test : test.skip;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(async () => {
  await stopAll();
  await folder.remove();
});

const start = (dataDir: string, args: string[] = [], env: Record<string, string> = {}) =>
  startService(dataDir, ['--port', '0', ...args], { env });

interface Sandbox {
  session_id: string;
  agent_token: string;
  per_twin: Record<string, { api_url: string }>;
}

async function post(service: Running, path: string, body: object) {
  const response = await fetch(`${service.variables.SVC_BASE_URL}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.variables.SVC_API_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

async function sandbox(service: Running, body: object) {
  const answer = await post(service, '/sandboxes', body);
  expect(answer).toMatchObject({ status: 201 });
  const made = answer.body as unknown as Sandbox;
  const [[, { api_url: url }]] = Object.entries(made.per_twin) as [[string, { api_url: string }]];
  const call = async (method: string, path: string, sent?: object) => {
    const response = await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${made.agent_token}`, 'content-type': 'application/json' },
      ...(sent && { body: JSON.stringify(sent) }),
    });
    return { status: response.status, body: (await response.json()) as { message?: string } };
  };
  return { ...made, url, call };
}

const issue = (n: number) => ({ title: `Issue ${n}`, body: 'x'.repeat(60 * KIB) });

describe('what a sandbox may keep', () => {
  test("is the installation's, or its team's, and a full one is refused in the vendor's words", async () => {
    const dataDir = join(folder.path, 'data');
    const service = await start(dataDir, [], { SVC_TWIN_JOURNAL_MIB: '1' });
    const seed = { repositories: [{ owner: 'acme', name: 'web' }] };
    const fill = async () => {
      const { call } = await sandbox(service, { twins: ['github'], seed });
      for (let n = 1; ; n += 1) {
        const { status, body } = await call('POST', '/repos/acme/web/issues', issue(n));
        if (status !== 201) return { landed: n - 1, status, message: body.message };
      }
    };
    expect(await fill()).toMatchObject({
      status: 422,
      message: 'The tape of this sandbox is full: it may have 1 MiB. Nothing was changed.',
    });
    const set = async (...options: string[]) =>
      expect((await svc(['admin', 'team', 'set', 'local', ...options, '--data-dir', dataDir])).code).toBe(0);
    await set('--journal-mib', '2');
    expect((await fill()).message).toContain('it may have 2 MiB');
    await set('--journal-mib', '64', '--world-mib', '1');
    expect((await fill()).message).toContain('The world of this sandbox is full: it may have 1 MiB');
  });

  onSmallDisk('leaves room on the disk for the stores, and no sandbox is started while that is missing', async () => {
    await using disk = await smallDisk(320);
    const reserve = 64 * MIB;
    const service = await start(join(disk.path, 'data'), [], { SVC_DISK_RESERVE_MIB: `${reserve / MIB}` });
    const seed = { repositories: [{ owner: 'acme', name: 'web' }] };
    const { call } = await sandbox(service, { twins: ['github'], seed });
    disk.fill(reserve + 8 * MIB);
    let refused: Awaited<ReturnType<typeof call>> | undefined;
    for (let n = 1; !refused; n += 1) {
      const answer = await call('POST', '/repos/acme/web/issues', issue(n));
      if (answer.status !== 201) refused = answer;
    }
    expect([refused.status, refused.body.message]).toEqual([
      422,
      'The disk under this sandbox has no room left. Nothing was changed.',
    ]);
    const { bavail, bsize } = await statfs(disk.path);
    expect(bavail * bsize).toBeGreaterThan(reserve / 2);
    expect((await call('GET', '/repos/acme/web')).status).toBe(200);
    expect(await post(service, '/sandboxes', { twins: ['github'] })).toMatchObject({
      status: 503,
      body: { error: { type: 'downstream_unavailable' } },
    });
    // The database has room for its own work meanwhile.
    expect((await post(service, '/eval-sessions', {})).status).toBe(201);
    disk.empty();
    await waitFor('room to be seen', async () => (await post(service, '/sandboxes', { twins: ['github'] })).status === 201);
    expect((await call('POST', '/repos/acme/web/issues', issue(0))).status).toBe(201);
  });
});

describe('webhooks of an embedded service', () => {
  const kinds: [how: string, args: string[]][] = [
    ['share a process', []],
    ['have processes of their own', ['--isolate']],
  ];
  test.each(shareOf(kinds, 1))(
    'go to the ports that were allowed at its start or with the sandbox, and to no port of its own, where sandboxes %s',
    async (_how, args) => {
      const dataDir = join(folder.path, 'data');
      await using always = await webhookReceiver();
      await using once = await webhookReceiver();
      await using never = await webhookReceiver();
      const service = await start(dataDir, ['--webhook-port', `${always.port}`, ...args]);
      const read = async (path: string) => JSON.parse(await readFile(join(dataDir, 'twins', path), 'utf8'));
      const twinPort = async ({ session_id }: Sandbox): Promise<number> =>
        args.length > 0
          ? (await read(`sandboxes/${session_id}/session.json`)).twins[0].port
          : (await read('processes/stripe.json')).port;
      const portOf = (url: string): number => Number(new URL(url).port);
      const other = await sandbox(service, { twins: ['stripe'] });
      const { SVC_BASE_URL: api = '', SVC_TWINS_URL: twins = '' } = service.variables;
      for (const port of [portOf(api), portOf(twins)])
        expect(await post(service, '/sandboxes', { twins: ['stripe'], webhook_ports: [port] })).toMatchObject({ status: 422 });
      const neighbour = await twinPort(other);
      const made = await sandbox(service, { twins: ['stripe'], webhook_ports: [once.port, neighbour] });
      const stripe = clientOf(made);
      const receivers = [always.url, once.url, never.url, `http://localhost:${neighbour}/s/${other.session_id}/v1/customers`];
      for (const url of [...receivers, `${api}/sandboxes`, twins, `http://127.0.0.1:${await twinPort(made)}/hook`])
        await stripe.webhookEndpoints.create({ url, enabled_events: ['customer.created'] });
      await stripe.customers.create({ name: 'Ada' });
      await Promise.all([always.arrived(1), once.arrived(1)]);
      await waitFor('two of seven to be received', async () => {
        const { data } = await stripe.events.list();
        return data[0]?.pending_webhooks === 5;
      });
      expect(never.messages).toEqual([]);
      const tape = await fetch(`${other.url}/_svc/events`, { headers: { authorization: `Bearer ${other.agent_token}` } });
      expect(await tape.json()).toEqual([]);
    },
  );

  inTheWhole(test)('may not be allowed to a port of the service itself', async () => {
    const port = await freePort();
    const args = ['up', '--port', `${port}`, '--twins-port', '0', '--data-dir', join(folder.path, 'data')];
    expect(await svc([...args, '--webhook-port', `${port}`])).toMatchObject({
      code: 5,
      stderr: expect.stringContaining(`Port ${port} is the service's own`),
    });
    expect(await svc(args, { env: { SVC_WEBHOOK_PORTS: 'all' } })).toMatchObject({
      code: 5,
      stderr: expect.stringContaining('SVC_WEBHOOK_PORTS'),
    });
  });
});

function clientOf({ url, agent_token }: Sandbox & { url: string }): Stripe {
  const httpClient = Stripe.createFetchHttpClient((target, init) => {
    const { pathname, search } = new URL(target instanceof Request ? target.url : target);
    return fetch(url + pathname + search, init);
  });
  return new Stripe(agent_token, { httpClient });
}
