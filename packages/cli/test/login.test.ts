import { once } from 'node:events';
import { readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { inTheWhole } from '@svc/twin-kit/testing/share';
import { sharedService } from './shared.ts';
import { type Running, startSvc, stopAll, svc, temporaryFolder } from './support.ts';

// Starts PostgreSQL; a login polls every two seconds.
jest.setTimeout(300_000);

const service = sharedService();
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let cookie: string;
let csrf: string;

beforeAll(async () => {
  folder = await temporaryFolder();
  const signedIn = await confirm(service.signInLink);
  cookie = signedIn.headers.get('set-cookie')!.split(';')[0]!;
  const page = await fetch(new URL('/device', service.signInLink), { headers: { cookie } });
  csrf = /name="csrf" value="([0-9a-f]+)"/.exec(await page.text())![1]!;
});
afterAll(async () => {
  await stopAll();
  await folder.remove();
});

/** What the button on a link's page does. */
function confirm(link: string): Promise<Response> {
  const { origin, searchParams } = new URL(link);
  return fetch(`${origin}/signin`, { method: 'POST', body: searchParams, redirect: 'manual' });
}

const start = (config: string) =>
  startSvc(['login', '--base-url', service.variables.SVC_BASE_URL!], /Waiting/, { env: { XDG_CONFIG_HOME: config } });

/** What the person in the browser does. */
async function decide(login: Running, decision: 'approved' | 'denied'): Promise<void> {
  const [link = ''] = /http\S+\/device\S+/.exec(login.output.stderr) ?? [];
  const { origin, searchParams } = new URL(link);
  const form = new URLSearchParams({ csrf, user_code: searchParams.get('user_code')!, decision });
  expect((await fetch(`${origin}/device`, { method: 'POST', headers: { cookie }, body: form })).status).toBe(200);
}

const ended = (login: Running) => new Promise<number | null>((resolve) => login.child.once('close', resolve));

test('svc login stores the key that was approved, for its owner only, and later commands use it', async () => {
  const config = join(folder.path, 'config');
  const login = await start(config);
  const code = ended(login);
  await decide(login, 'approved');
  expect(await code).toBe(0);
  expect(login.output.stdout).toContain(`Logged in to team ${service.team}; the key "${hostname()}"`);
  const file = join(config, 'svc', 'config.json');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const kept = JSON.parse(await readFile(file, 'utf8'));
  expect(kept).toEqual({ base_url: service.variables.SVC_BASE_URL, api_key: expect.stringMatching(/^svc_/) });
  expect(login.output.stdout + login.output.stderr).not.toContain(kept.api_key);
  const list = () => svc(['sandbox', 'list'], { env: { XDG_CONFIG_HOME: config } });
  expect(await list()).toMatchObject({ code: 0, stdout: 'No sandboxes.\n' });

  // A login that has ended since is told with what mends it.
  const id = kept.api_key.split('_')[1];
  expect(await svc(['admin', 'key', 'revoke', id, '--data-dir', service.dataDir])).toMatchObject({ code: 0 });
  expect(await list()).toMatchObject({
    code: 3,
    stdout: '',
    stderr: expect.stringContaining('hint: run `svc login` for a new key'),
  });
});

inTheWhole(test)('svc login that nobody approves ends with its code, exits with 3 and stores nothing', async () => {
  const config = join(folder.path, 'late');
  const code = {
    device_code: 'd',
    user_code: 'BBBB-BBBB',
    verification_uri: 'http://127.0.0.1/device',
    verification_uri_complete: 'http://127.0.0.1/device?user_code=BBBB-BBBB',
    expires_in: 1,
    interval: 1,
  };
  const error = { type: 'conflict', message: 'Pending.', details: { reason: 'authorization_pending' }, request_id: 'req_1' };
  const stub = createServer((request, response) => {
    const pending = request.url?.endsWith('/token');
    response.writeHead(pending ? 409 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(pending ? { error } : code));
  }).listen(0, '127.0.0.1');
  await once(stub, 'listening');
  const baseUrl = `http://127.0.0.1:${(stub.address() as AddressInfo).port}/v1`;
  const { code: exitCode, stderr } = await svc(['login', '--base-url', baseUrl], { env: { XDG_CONFIG_HOME: config } });
  stub.close();
  expect({ exitCode, stderr }).toEqual({ exitCode: 3, stderr: expect.stringContaining('Nobody approved the login in time.') });
  await expect(stat(join(config, 'svc', 'config.json'))).rejects.toMatchObject({ code: 'ENOENT' });
});

test('a link made while the service runs signs in, once', async () => {
  const made = await svc(['admin', 'link', '--data-dir', service.dataDir]);
  expect(made).toMatchObject({ code: 0, stderr: 'It signs in once, within 15 minutes.\n' });
  const link = made.stdout.trim();
  expect(link).toMatch(new RegExp(`^${new URL(service.variables.SVC_BASE_URL!).origin}/signin\\?token=\\w+$`));
  expect((await fetch(link)).status).toBe(200);
  const signedIn = await confirm(link);
  expect({ status: signedIn.status, to: signedIn.headers.get('location') }).toEqual({ status: 303, to: '/' });
  const page = await fetch(new URL('/device', link), {
    headers: { cookie: signedIn.headers.get('set-cookie')!.split(';')[0]! },
  });
  expect(await page.text()).toContain('Signed in as local@localhost of team local.');
  expect((await fetch(link)).status).toBe(401);
  expect((await confirm(link)).status).toBe(401);
});

test('a link names the team it is for, and needs a known one', async () => {
  const { code, stderr } = await svc(['admin', 'link', '--team', 'nobody', '--data-dir', service.dataDir]);
  expect({ code, stderr }).toEqual({
    code: 5,
    stderr: 'svc: There is no team "nobody".\nhint: `svc admin team list` shows all.\n',
  });
});

inTheWhole(test)('svc login that is refused exits with 3 and stores nothing', async () => {
  const config = join(folder.path, 'refused');
  const login = await start(config);
  const code = ended(login);
  await decide(login, 'denied');
  expect(await code).toBe(3);
  expect(login.output.stderr).toContain('The login was refused in the browser.');
  await expect(stat(join(config, 'svc', 'config.json'))).rejects.toMatchObject({ code: 'ENOENT' });
});
