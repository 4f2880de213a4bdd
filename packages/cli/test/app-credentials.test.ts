// A GitHub App whose calls go through a listener of `svc connect`, which adds the sandbox's own bearer, or straight to the service's proxy.
import { generateKeyPairSync } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { App, Octokit } from 'octokit';
import { sharedService } from './shared.ts';
import { startSvc, stopAll, svc, temporaryFolder, using } from './support.ts';

// Starts PostgreSQL.
jest.setTimeout(300_000);

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const SEED = {
  viewer: 'ada',
  users: [{ login: 'ada' }, { login: 'acme', type: 'Organization' }],
  repositories: [{ owner: 'acme', name: 'web', issues: [{ number: 1, title: 'Login fails' }] }],
  apps: [{ slug: 'web-helper', id: 4242, key: publicKey.export({ type: 'spki', format: 'pem' }) }],
};

const service = sharedService();
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let url: string;
let proxied: string;
let evidence: string;
let token: string;
beforeAll(async () => {
  folder = await temporaryFolder();
  const env = using(service);
  const seed = join(folder.path, 'seed.json');
  await writeFile(seed, JSON.stringify(SEED));
  const created = await svc(['sandbox', 'create', '--twin', 'github', '--seed', seed, '--json'], { env });
  const { session_id, agent_token, per_twin } = JSON.parse(created.stdout);
  const connection = await startSvc(['connect', session_id, '--port', '0'], /^Connected/m, { env });
  url = connection.variables.SVC_GITHUB_REST_URL as string;
  proxied = per_twin.github.api_url;
  evidence = `${per_twin.github.api_url}/_svc/events`;
  token = agent_token;
});
// Hooks of their own: when one fails, the others still run.
afterAll(stopAll);
afterAll(() => folder.remove());

const FIRST_ANSWER = { throttle: { enabled: false }, retry: { enabled: false } };
const pemOf = (key: typeof privateKey): string => key.export({ type: 'pkcs8', format: 'pem' }).toString();

test('needs no more than its own key at the proxy, where strangers and what is over learn nothing', async () => {
  const octokit = Octokit.defaults({ baseUrl: proxied, ...FIRST_ANSWER });
  const app = new App({ appId: 4242, privateKey: pemOf(privateKey), Octokit: octokit });
  const { data: installations } = await app.octokit.request('GET /app/installations');
  const id = installations[0]?.id as number;
  const installed = await app.getInstallationOctokit(id);
  const { data } = await installed.rest.issues.createComment({ owner: 'acme', repo: 'web', issue_number: 1, body: 'Proxied' });
  expect(data.user?.login).toBe('web-helper[bot]');
  const { token: given } = (await installed.auth({ type: 'installation' })) as { token: string };
  const statusOf = async (credential: string, path: string) =>
    (await fetch(proxied + path, { headers: { authorization: `Bearer ${credential}` } })).status;
  expect(await statusOf(given, '/repos/acme/web')).toBe(200);
  // The twin's own evidence is the sandbox's alone.
  expect(await statusOf(given, '/_svc/events')).toBe(401);
  expect(await statusOf(`${given.slice(0, -1)}${given.endsWith('0') ? '1' : '0'}`, '/repos/acme/web')).toBe(404);
  expect(await statusOf('ghs_0123456789abcdefghijABCDEFGHIJ012345', '/repos/acme/web')).toBe(404);
  const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const other = new App({ appId: 4242, privateKey: pemOf(stranger), Octokit: octokit });
  await expect(other.octokit.request('GET /app')).rejects.toMatchObject({ status: 404 });
  expect((await installed.request('DELETE /installation/token')).status).toBe(204);
  expect(await statusOf(given, '/repos/acme/web')).toBe(401);
});

test('acts as its own account, any other token as the viewer, and what it called with is on no tape', async () => {
  const octokit = Octokit.defaults({ baseUrl: url, ...FIRST_ANSWER });
  const app = new App({ appId: 4242, privateKey: pemOf(privateKey), Octokit: octokit });
  const { data: installation } = await app.octokit.request('GET /repos/{owner}/{repo}/installation', {
    owner: 'acme',
    repo: 'web',
  });
  const installed = await app.getInstallationOctokit(installation.id);
  const said = { owner: 'acme', repo: 'web', issue_number: 1, body: 'Seen' };
  const { data } = await installed.rest.issues.createComment(said);
  expect(data.user).toMatchObject({ login: 'web-helper[bot]', type: 'Bot' });
  const { data: other } = await new octokit({ auth: 'ghp_any' }).rest.issues.createComment(said);
  expect(other.user?.login).toBe('ada');
  const tape = await (await fetch(evidence, { headers: { authorization: `Bearer ${token}` } })).text();
  expect(tape).toContain('web-helper[bot]');
  expect(tape).not.toMatch(/ghs_\w{10}|eyJ[\w-]{10,}\./);
});
