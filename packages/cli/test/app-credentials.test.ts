// A GitHub App whose calls go through a listener of `svc connect`: the twin knows it, though the listener adds the sandbox's own bearer.
import { generateKeyPairSync } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { App, Octokit } from 'octokit';
import { startService, startSvc, stopAll, svc, temporaryFolder, using } from './support.ts';

// Starts PostgreSQL.
jest.setTimeout(300_000);

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const SEED = {
  viewer: 'ada',
  users: [{ login: 'ada' }, { login: 'acme', type: 'Organization' }],
  repositories: [{ owner: 'acme', name: 'web', issues: [{ number: 1, title: 'Login fails' }] }],
  apps: [{ slug: 'web-helper', id: 4242, key: publicKey.export({ type: 'spki', format: 'pem' }) }],
};

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let url: string;
let evidence: string;
let token: string;
beforeAll(async () => {
  folder = await temporaryFolder();
  const service = await startService(join(folder.path, 'data'));
  const env = using(service);
  const seed = join(folder.path, 'seed.json');
  await writeFile(seed, JSON.stringify(SEED));
  const created = await svc(['sandbox', 'create', '--twin', 'github', '--seed', seed, '--json'], { env });
  const { session_id, agent_token, per_twin } = JSON.parse(created.stdout);
  const connection = await startSvc(['connect', session_id, '--port', '0'], /^Connected/m, { env });
  url = connection.variables.SVC_GITHUB_REST_URL as string;
  evidence = `${per_twin.github.api_url}/_svc/events`;
  token = agent_token;
});
// Hooks of their own: when one fails, the others still run.
afterAll(stopAll);
afterAll(() => folder.remove());

test('acts as its own account, any other token as the viewer, and what it called with is on no tape', async () => {
  const FIRST_ANSWER = { throttle: { enabled: false }, retry: { enabled: false } };
  const octokit = Octokit.defaults({ baseUrl: url, ...FIRST_ANSWER });
  const privatePem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const app = new App({ appId: 4242, privateKey: privatePem, Octokit: octokit });
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
