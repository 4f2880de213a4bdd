// GitHub Apps by GitHub's own client: https://docs.github.com/apps/creating-github-apps/authenticating-with-a-github-app
import { generateKeyPairSync, sign } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { webhookReceiver } from '@svc/twin-kit/testing';
import { App, Octokit } from 'octokit';
import { github } from '../src/index.ts';
import { conformingFetch } from './openapi.ts';
import { refusal, type Served, serveGithub } from './served.ts';

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;

const APP_ID = 4242;
const web = { owner: 'acme', repo: 'web' };
const seed = (more: object = {}) => ({
  viewer: 'ada',
  users: [{ login: 'ada' }, { login: 'acme', type: 'Organization' }],
  repositories: [
    { owner: 'acme', name: 'web', private: true, issues: [{ number: 1, title: 'Login fails' }] },
    { owner: 'acme', name: 'other' },
    { owner: 'ada', name: 'own' },
  ],
  apps: [
    {
      slug: 'web-helper',
      id: APP_ID,
      owner: 'acme',
      key: publicKey.export({ type: 'spki', format: 'pem' }),
      permissions: { contents: 'write', issues: 'write', metadata: 'read' },
      installations: [{ account: 'acme', id: 77, repositories: ['web'] }],
      ...more,
    },
  ],
});

let twin: Served;
let app: App;
async function begin(more: object = {}, webhookPorts: number[] = []): Promise<void> {
  twin = await serveGithub(seed(more), undefined, { webhookPorts });
  app = new App({ appId: APP_ID, privateKey: pem, Octokit: octokitOf(twin) });
}
beforeEach(() => begin());
afterEach(() => twin.close());

const octokitOf = ({ url, answers }: Served) =>
  Octokit.defaults({
    baseUrl: url,
    request: { fetch: conformingFetch(url, answers) },
    throttle: { enabled: false },
    retry: { enabled: false },
  });

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
function jsonWebToken(claims: object, key = privateKey, alg = 'RS256'): string {
  const text = `${part({ alg, typ: 'JWT' })}.${part(claims)}`;
  return `${text}.${sign('RSA-SHA256', Buffer.from(text), key).toString('base64url')}`;
}
const now = () => Math.floor(Date.now() / 1000);
const times = () => ({ iat: now() - 60, exp: now() + 540 });

async function send(path: string, token: string, init: RequestInit = {}) {
  const response = await fetch(twin.url + path, { ...init, headers: { authorization: `Bearer ${token}` } });
  const text = await response.text();
  return { status: response.status, json: text === '' ? undefined : JSON.parse(text) };
}

test('an app and its installations are what they are at GitHub', async () => {
  const { data } = await app.octokit.request('GET /app');
  expect(data).toMatchObject({ id: APP_ID, slug: 'web-helper', owner: { login: 'acme' }, installations_count: 1 });
  const { data: all } = await app.octokit.request('GET /app/installations');
  expect(all).toMatchObject([{ id: 77, app_id: APP_ID, account: { login: 'acme' }, repository_selection: 'selected' }]);
  for (const path of ['/repos/acme/web/installation', '/orgs/acme/installation', '/users/acme/installation'])
    expect((await app.octokit.request(`GET ${path}`)).data.id).toBe(77);
  for (const path of ['/repos/acme/other/installation', '/users/ada/installation', '/app/installations/78'])
    expect((await refusal(app.octokit.request(`GET ${path}`))).status).toBe(404);
  for (const [slug, id] of [
    ['web-helper', APP_ID],
    ['github-actions', 15368],
  ] as const)
    expect((await twin.octokit.rest.apps.getBySlug({ app_slug: slug })).data).toMatchObject({ id, slug });
});

test('lists are read page by page, oldest first', async () => {
  await twin.close();
  await begin({ installations: ['acme', 'ada'] });
  const installations = await app.octokit.paginate('GET /app/installations', { per_page: 1 });
  expect(installations.map(({ account }) => account && 'login' in account && account.login)).toEqual(['acme', 'ada']);
  const octokit = await app.getInstallationOctokit(installations[0]?.id ?? 0);
  const repositories = await octokit.paginate('GET /installation/repositories', { per_page: 1 });
  expect(repositories.map(({ full_name }: { full_name: string }) => full_name)).toEqual(['acme/web', 'acme/other']);
});

test('an installation acts as the account of its app, where it is installed and as far as it may', async () => {
  const octokit = await app.getInstallationOctokit(77);
  const { data: comment } = await octokit.rest.issues.createComment({ ...web, issue_number: 1, body: 'Seen' });
  expect(comment.user).toMatchObject({ login: 'web-helper[bot]', type: 'Bot' });
  const { data } = await octokit.request('GET /installation/repositories');
  expect(data).toMatchObject({ total_count: 1, repository_selection: 'selected', repositories: [{ full_name: 'acme/web' }] });
  expect((await refusal(octokit.rest.repos.update({ ...web, description: 'x' }))).status).toBe(403);
  const others = octokit.rest.issues.create({ owner: 'ada', repo: 'own', title: 'x', labels: ['bug'] });
  expect((await others).data.labels).toEqual([]);
});

test('a token can be for less than its installation, and ends when it is revoked', async () => {
  const jwt = jsonWebToken({ ...times(), iss: APP_ID });
  const ask = (body: object) => send('/app/installations/77/access_tokens', jwt, { method: 'POST', body: JSON.stringify(body) });
  const { status, json } = await ask({ repositories: ['web'], permissions: { issues: 'read' } });
  expect(status).toBe(201);
  expect(json).toMatchObject({ permissions: { issues: 'read' }, repository_selection: 'selected' });
  expect(Date.parse(json.expires_at) - Date.now()).toBeGreaterThan(3_500_000);
  const close = () => send('/repos/acme/web/issues/1', json.token, { method: 'PATCH', body: '{"state":"closed"}' });
  expect((await send('/repos/acme/web/issues/1', json.token)).status).toBe(200);
  expect((await close()).status).toBe(403);
  expect((await send('/installation/token', json.token, { method: 'DELETE' })).status).toBe(204);
  expect(await send('/repos/acme/web/issues/1', json.token)).toMatchObject({ status: 401, json: { message: 'Bad credentials' } });
  expect(await ask({ repositories: ['other'] })).toMatchObject({ status: 422 });
  expect(await ask({ permissions: { administration: 'write' } })).toMatchObject({
    status: 422,
    json: { message: 'The permissions requested are not granted to this installation.' },
  });
});

describe('a JSON web token is refused', () => {
  test.each<[string, () => string, string]>([
    ['of an app that there is not', () => jsonWebToken({ ...times(), iss: 1 }), 'Integration not found'],
    ['signed by another key', () => jsonWebToken({ ...times(), iss: APP_ID }, other), 'A JSON web token could not be decoded'],
    [
      'of another kind',
      () => jsonWebToken({ ...times(), iss: APP_ID }, privateKey, 'none'),
      'A JSON web token could not be decoded',
    ],
    [
      'that is good for too long',
      () => jsonWebToken({ iss: APP_ID, iat: now(), exp: now() + 3_600 }),
      "'Expiration time' claim ('exp') is too far in the future",
    ],
    [
      'that says not when it was made',
      () => jsonWebToken({ iss: APP_ID, exp: now() }),
      "'Issued at' claim ('iat') must be an Integer representing the time that the assertion was issued",
    ],
    ['that is another credential', () => twin.token, 'A JSON web token could not be decoded'],
  ])('%s', async (_what, token, message) => {
    const before = await twin.evidence('state');
    expect(await send('/app', token())).toMatchObject({ status: 401, json: { message } });
    expect(await twin.evidence('state')).toEqual(before);
  });

  test('for anything but the app itself, and opens no evidence', async () => {
    const jwt = jsonWebToken({ ...times(), iss: APP_ID });
    expect(await send('/repos/acme/web', jwt)).toMatchObject({ status: 401, json: { message: 'Bad credentials' } });
    const { json } = await send('/app/installations/77/access_tokens', jwt, { method: 'POST' });
    for (const token of [jwt, json.token])
      for (const path of ['/_svc/state', '/_svc/events']) expect((await send(path, token)).status).toBe(401);
    const tape = JSON.stringify(await twin.evidence('events'));
    for (const token of [jwt, json.token]) expect(tape).not.toContain(token);
    expect(JSON.stringify(await twin.evidence('state'))).not.toContain(json.token);
  });
});

test('an app is told of what happens where it is installed, signed and by its installation', async () => {
  await twin.close();
  await using receiver = await webhookReceiver();
  await begin({ events: ['issues'], webhook: { url: receiver.url, secret: 'hush' } }, [receiver.port]);
  const hooked = new App({ appId: APP_ID, privateKey: pem, webhooks: { secret: 'hush' }, Octokit: octokitOf(twin) });
  const told: unknown[] = [];
  hooked.webhooks.on('issues.closed', async ({ payload, octokit }) => {
    const { data } = await octokit.rest.issues.createComment({ ...web, issue_number: payload.issue.number, body: 'Thanks' });
    told.push(data.user?.login);
  });
  await twin.octokit.rest.issues.update({ owner: 'ada', repo: 'own', issue_number: 1, state: 'closed' }).catch(() => undefined);
  await twin.octokit.rest.issues.update({ ...web, issue_number: 1, state: 'closed' });
  const [message] = await receiver.arrived(1);
  expect(message?.headers).toMatchObject({
    'x-github-hook-installation-target-type': 'integration',
    'x-github-hook-installation-target-id': String(APP_ID),
  });
  await hooked.webhooks.verifyAndReceive({
    id: String(message?.headers['x-github-delivery']),
    name: 'issues',
    payload: String(message?.body),
    signature: String(message?.headers['x-hub-signature-256']),
  });
  expect(told).toEqual(['web-helper[bot]']);
});

test('a seed is refused that has no key, an app twice or a repository that is not there', () => {
  const faults = (more: object, extra: object[] = []) => {
    const { apps, ...rest } = seed(more);
    const parsed = github.parseSeed({ ...rest, apps: [...apps, ...extra] });
    return parsed.ok ? [] : parsed.issues.map(({ path }) => path);
  };
  expect(faults({ key: 'none' })).toEqual(['apps[0].key']);
  expect(faults({ installations: [{ account: 'acme', repositories: ['nothing'] }] })).toEqual([
    'apps[0].installations[0].repositories[0]',
  ]);
  expect(faults({}, seed().apps)).toEqual(['apps[1].slug', 'apps[1].id']);
});

// https://docs.github.com/rest/apps/webhooks
describe('the webhook of an app', () => {
  const hook = { url: 'http://127.0.0.1:9/hook', secret: 'hush' };
  const close = (number: number) => twin.octokit.rest.issues.update({ ...web, issue_number: number, state: 'closed' });

  test('is shown and changed by the app itself, its secret never told', async () => {
    await twin.close();
    await begin({ events: ['issues'], webhook: hook });
    const { data } = await app.octokit.request('GET /app/hook/config');
    expect(data).toEqual({ url: hook.url, content_type: 'json', insecure_ssl: '0', secret: '********' });
    // Octokit takes an argument `url` for the address of the call.
    const jwt = jsonWebToken({ ...times(), iss: APP_ID });
    const change = (body: object) => send('/app/hook/config', jwt, { method: 'PATCH', body: JSON.stringify(body) });
    const changed = { ...data, url: 'http://127.0.0.1:9/other', content_type: 'form' };
    expect(await change({ url: changed.url, content_type: 'form' })).toEqual({ status: 200, json: changed });
    expect((await app.octokit.request('GET /app/hook/config')).data).toEqual(changed);
    expect((await change({ url: 'nowhere' })).status).toBe(422);
    expect((await app.octokit.request('GET /app/hook/config')).data).toEqual(changed);
  });

  test('has its deliveries listed, newest first, looked at and repeated', async () => {
    await twin.close();
    await begin({ events: ['issues'], webhook: hook });
    await close(1);
    await twin.octokit.rest.issues.update({ ...web, issue_number: 1, state: 'open' });
    const { data: all } = await app.octokit.request('GET /app/hook/deliveries');
    expect(all.map(({ event, action }) => [event, action])).toEqual([
      ['issues', 'reopened'],
      ['issues', 'closed'],
    ]);
    expect(all[0]).toMatchObject({ installation_id: 77, redelivery: false });
    const { data: one, headers } = await app.octokit.request('GET /app/hook/deliveries', { per_page: 1 });
    expect(one).toEqual(all.slice(0, 1));
    const cursor = /cursor=(\d+)>; rel="next"/.exec(headers.link ?? '')?.[1] as string;
    expect((await app.octokit.request('GET /app/hook/deliveries', { cursor })).data).toEqual(all.slice(1));

    const delivery_id = all[1]?.id as number;
    const { data: first } = await app.octokit.request('GET /app/hook/deliveries/{delivery_id}', { delivery_id });
    expect(first.request.headers).toMatchObject({ 'x-github-hook-installation-target-type': 'integration' });
    expect(first.request.payload).toMatchObject({ action: 'closed', installation: { id: 77 } });
    const { status } = await app.octokit.request('POST /app/hook/deliveries/{delivery_id}/attempts', { delivery_id });
    expect(status).toBe(202);
    const { data: again } = await app.octokit.request('GET /app/hook/deliveries');
    expect(again).toHaveLength(3);
    expect(again[0]).toMatchObject({ guid: all[1]?.guid, redelivery: true, action: 'closed' });
    const { data: repeated } = await app.octokit.request('GET /app/hook/deliveries/{delivery_id}', {
      delivery_id: again[0]?.id as number,
    });
    expect(repeated.request.payload).toEqual(first.request.payload);
  });

  test('is none of an app without one, of another caller, and another hook is none of its deliveries', async () => {
    expect((await refusal(app.octokit.request('GET /app/hook/config'))).status).toBe(404);
    expect((await refusal(app.octokit.request('GET /app/hook/deliveries'))).status).toBe(404);
    expect((await refusal(twin.octokit.request('GET /app/hook/config'))).status).toBe(401);
    await twin.close();
    await begin({ events: ['issues'], webhook: hook });
    const own = { owner: 'ada', repo: 'own' };
    const { data: made } = await twin.octokit.rest.repos.createWebhook({ ...own, config: { url: 'http://127.0.0.1:9/x' } });
    const { data: pings } = await twin.octokit.rest.repos.listWebhookDeliveries({ ...own, hook_id: made.id });
    const foreign = { delivery_id: pings[0]?.id as number };
    expect((await refusal(app.octokit.request('GET /app/hook/deliveries/{delivery_id}', foreign))).status).toBe(404);
    const before = await twin.evidence('state');
    expect((await refusal(app.octokit.request('POST /app/hook/deliveries/{delivery_id}/attempts', foreign))).status).toBe(404);
    expect(await twin.evidence('state')).toEqual(before);
  });
});
