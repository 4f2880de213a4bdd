import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { CallSummary, KeyRow, TwinRow, WorldChanges } from '@svc/contract/dashboard';
import { loadTwin } from '@svc/twins';
import { createSignInLink } from '../src/index.ts';
import { type Account, DASHBOARD_URL, finalizeBody, Installation } from './support/installation.ts';

let service: Installation;
let account: Account;
let stranger: Account;
let cookie: string;
let run: string;

const row = (seq: number, more: object = {}) => ({
  seq,
  ts: `2026-03-14T10:00:0${seq}.000Z`,
  twin: 'github',
  method: 'GET',
  path: '/s/ses_1/issues?state=open',
  request_headers: {},
  request_body: null,
  status: 200,
  response_body: { text: '<script>alert(1)</script>' },
  latency_ms: 3,
  state_mutation: false,
  state_delta: null,
  tool: 'list_issues',
  fidelity: 'semantic',
  ...more,
});
const NEW = { number: 2, title: 'New' };
const ROWS = [
  row(1),
  row(2, {
    method: 'POST',
    status: 201,
    state_mutation: true,
    state_delta: [{ collection: 'issues', id: 2, before: null, after: NEW }],
    tool: 'create_issue',
  }),
  row(3, { status: 422, tool: 'create_issue' }),
  row(4, { status: 501, fidelity: 'unsupported', tool: null }),
  row(5, { twin: 'slack', fault: { kind: 'rate_limit', call: 1 }, status: 429, tool: null }),
];
const SEED = { issues: [{ number: 1, title: 'Welcome' }] };

beforeAll(async () => {
  service = await Installation.start();
  account = await service.account({ planTier: 'enterprise' });
  stranger = await service.account({ planTier: 'enterprise' });
  cookie = await signIn(account);
  const keys = { trace: 'a/events.jsonl', state: 'a/state_final.json', initial: 'a/state_initial.json' };
  const store = (key: string, text: string) => service.blobs.put(key, Buffer.from(text), { contentType: 'application/json' });
  await store(keys.trace, ROWS.map((one) => `${JSON.stringify(one)}\n`).join(''));
  await store(keys.initial, JSON.stringify(SEED));
  await store(keys.state, JSON.stringify({ issues: [...SEED.issues, NEW] }));
  service.worker.evidence = { trace: keys.trace, state: keys.state, states: { github: keys.state } };
  const { session_id } = await account.client.sandboxes.create({ twins: ['github', 'slack'] });
  run = (await account.client.sandboxes.finalize(session_id, finalizeBody)).run_id;
  const { record } = await service.database.selectFrom('runs').select('record').where('id', '=', run).executeTakeFirstOrThrow();
  const kept = JSON.stringify({ ...(record as object), state_initial_keys: { github: keys.initial } });
  await service.database.updateTable('runs').set({ record: kept }).where('id', '=', run).execute();
});
afterAll(() => service.stop());
beforeEach(async () => {
  cookie = await signIn(account);
});

const origin = () => service.baseUrl.replace(/\/v1$/, '');
const browse = (path: string, headers: Record<string, string> = {}, init: RequestInit = {}) =>
  fetch(origin() + path, { redirect: 'manual', ...init, headers: { accept: 'text/html', ...headers } });
const JSON_BODY = { 'content-type': 'application/json' };
/** As a page of ours asks. */
const ask = (path: string, init: RequestInit = {}, headers: Record<string, string> = {}) =>
  browse(
    path,
    { cookie, 'sec-fetch-site': 'same-origin', accept: 'application/json', ...(init.body && JSON_BODY), ...headers },
    init,
  );

async function signIn({ userId }: Account, headers: Record<string, string> = {}): Promise<string> {
  return (await confirm(userId, headers)).headers.getSetCookie()[0]!.split(';')[0]!;
}

async function confirm(userId: string, headers: Record<string, string> = {}): Promise<Response> {
  const link = await createSignInLink(service.database, { userId, dashboardUrl: DASHBOARD_URL }, service.clock);
  return browse('/signin', headers, {
    method: 'POST',
    body: new URLSearchParams({ token: new URL(link).searchParams.get('token')! }),
  });
}

describe('a page of the dashboard', () => {
  test.each(['/', '/runs', '/runs/run_00000000000000000000000000', '/sandboxes', '/sandboxes/ses_x', '/keys'])(
    '%s is the same page for whoever is signed in',
    async (path) => {
      const page = await browse(path, { cookie });
      expect({ status: page.status, text: await page.text() }).toEqual({
        status: 200,
        text: expect.stringContaining('id="root"'),
      });
      expect(Object.fromEntries(page.headers)).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'x-frame-options': 'DENY',
        'x-content-type-options': 'nosniff',
      });
      const policy = page.headers.get('content-security-policy')!;
      expect(policy).toMatch(/default-src 'none'.*script-src 'self'.*style-src 'self'.*frame-ancestors 'none'/);
      expect(policy).not.toMatch(/unsafe|\*|https?:/);
    },
  );

  test('loads only what is served beside it, kept for ever under names that change with it', async () => {
    const page = await (await browse('/runs', { cookie })).text();
    const loaded = [...page.matchAll(/(?:src|href)="([^"]+)"/g)]
      .map(([, path]) => path!)
      .filter((path) => !path.startsWith('data:'));
    expect(loaded.length).toBeGreaterThanOrEqual(2);
    for (const path of loaded) {
      expect(path).toMatch(/^\/assets\/[\w.-]+$/);
      const file = await browse(path, { 'accept-encoding': 'br' });
      expect({ status: file.status, cache: file.headers.get('cache-control') }).toEqual({
        status: 200,
        cache: 'public,max-age=31536000,immutable',
      });
      expect(file.headers.get('content-encoding')).toBe('br');
      expect(file.headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  test.each(['/assets/none.js', '/assets/../index.html', '/assets/%2e%2e/sources.txt', '/assets/..%2fmodules.txt'])(
    '%s is not there',
    async (path) => {
      expect((await browse(path, { cookie })).status).toBe(404);
    },
  );

  test('/login is where people look for it', async () => {
    const page = await browse('/login');
    expect({ status: page.status, location: page.headers.get('location') }).toEqual({ status: 303, location: '/' });
  });

  test.each(['report.md', 'trace', 'state'])(
    'the link to a %s that a terminal prints asks a browser to sign in and brings it back; programs get the refusal as ever',
    async (what) => {
      const path = `/v1/runs/${run}/${what}`;
      const page = await browse(path);
      expect({ status: page.status, text: await page.text() }).toEqual({
        status: 401,
        text: expect.stringContaining('svc admin link'),
      });
      const next = page.headers.get('set-cookie')!.split(';')[0]!;
      expect((await confirm(account.userId, { cookie: next })).headers.get('location')).toBe(path);
      expect((await browse(path, { cookie })).status).toBe(200);
      const others: Record<string, string>[] = [{ accept: '*/*' }, { authorization: 'Bearer svc_wrong' }];
      for (const headers of others) {
        const refused = await browse(path, headers);
        expect({ status: refused.status, body: await refused.json() }).toMatchObject({
          status: 401,
          body: { error: { type: 'invalid_auth' } },
        });
      }
    },
  );

  test('a browser that the page to sign in can not be made for gets the refusal', async () => {
    const { schema } = service.database;
    await schema.alterTable('users').renameColumn('password_hash', 'away').execute();
    try {
      const refused = await browse(`/v1/runs/${run}/trace`);
      expect({ status: refused.status, body: await refused.json() }).toMatchObject({
        status: 401,
        body: { error: { type: 'invalid_auth' } },
      });
    } finally {
      await schema.alterTable('users').renameColumn('away', 'password_hash').execute();
    }
  });

  test('asks a stranger to sign in, and brings him back to where he wanted to go', async () => {
    const page = await browse(`/runs/${run}?step=3`);
    expect({ status: page.status, text: await page.text() }).toEqual({
      status: 401,
      text: expect.stringContaining('svc admin link'),
    });
    const next = page.headers.getSetCookie()[0]!.split(';')[0]!;
    const signedIn = await confirm(account.userId, { cookie: next });
    expect({ status: signedIn.status, to: signedIn.headers.get('location') }).toEqual({ status: 303, to: `/runs/${run}?step=3` });
    expect(signedIn.headers.getSetCookie()[1]).toMatch(/^svc_next_\w+=;.*Max-Age=0/);
  });

  test.each(['//evil.test', '/\\evil.test', 'https://evil.test', '/x\r\nset-cookie: a=b'])('sends nobody to %p', async (path) => {
    const [name] = (await browse('/runs')).headers.getSetCookie()[0]!.split('=');
    const signedIn = await confirm(account.userId, { cookie: `${name}=${encodeURIComponent(path)}` });
    expect(signedIn.headers.get('location')).toBe('/');
  });

  test('keeps its session beside that of another service of the same host, which cookies do not tell apart', async () => {
    const named = async () => (await confirm(account.userId)).headers.getSetCookie()[0]!.split('=')[0]!;
    const here = await named();
    await service.restart({ dashboardUrl: `${DASHBOARD_URL}:8443` });
    const there = await named();
    await service.restart();
    expect([here, there]).toEqual([expect.stringMatching(/^svc_session_/), expect.stringMatching(/^svc_session_/)]);
    expect(there).not.toBe(here);
    expect(await named()).toBe(here);
  });

  test('takes a whole sign-in link where it asks for one', async () => {
    const link = await createSignInLink(service.database, { userId: account.userId, dashboardUrl: DASHBOARD_URL }, service.clock);
    const page = await browse(`/signin?${new URLSearchParams({ token: ` ${link} ` })}`);
    expect(await page.text()).toContain('You are about to sign in as');
  });

  test('is none for a program that lost its way', async () => {
    const answer = await browse('/runs', { cookie, accept: '*/*' });
    expect({ status: answer.status, type: answer.headers.get('content-type') }).toEqual({
      status: 404,
      type: 'application/json; charset=utf-8',
    });
  });
});

describe('a signed-in browser', () => {
  test('opens the API for its team', async () => {
    const me = await (await ask('/v1/me')).json();
    expect(me).toMatchObject({ user: { id: account.userId }, team: { id: account.teamId }, api_key: { id: 'browser' } });
    expect(await (await ask('/v1/runs')).json()).toMatchObject([{ id: run }]);
    expect((await ask('/v1/sandboxes', { method: 'POST', body: '{}' })).status).toBe(201);
  });

  test.each([
    ['POST from another site', 'POST', { 'sec-fetch-site': 'cross-site' }],
    ['POST from a neighbour', 'POST', { 'sec-fetch-site': 'same-site' }],
    ['POST that was typed', 'POST', { 'sec-fetch-site': 'none' }],
    ['GET from another site', 'GET', { 'sec-fetch-site': 'cross-site' }],
    ['GET from a neighbour', 'GET', { 'sec-fetch-site': 'same-site' }],
    ['POST of an old browser from another origin', 'POST', { origin: 'https://evil.test' }],
    ['POST of an old browser from nowhere', 'POST', { origin: 'null' }],
    ['POST that says nothing of its origin', 'POST', {}],
  ])('counts for nothing in a %s', async (_what, method, headers) => {
    const sent = { cookie, accept: 'application/json', ...(headers as Record<string, string>) };
    for (const path of ['/v1/sandboxes', '/dashboard/keys']) {
      const answer = await browse(path, sent, { method, ...(method === 'POST' && { body: '{"name":"x"}' }) });
      expect({ path, status: answer.status, body: await answer.json() }).toMatchObject({
        path,
        status: 401,
        body: { error: { type: 'invalid_auth' } },
      });
    }
  });

  test.each([DASHBOARD_URL, 'own'])('is told apart by its origin where the service has no TLS (%s)', async (from) => {
    const headers = { cookie, accept: 'application/json', ...JSON_BODY, origin: from === 'own' ? origin() : from };
    expect((await browse('/v1/sandboxes', headers, { method: 'POST', body: '{}' })).status).toBe(201);
  });

  test('does not stand in for a key that is wrong', async () => {
    expect((await ask('/v1/me', {}, { authorization: 'Bearer svc_x_y' })).status).toBe(401);
  });

  test('is signed out for good', async () => {
    const elsewhere = await browse('/signout', { cookie, 'sec-fetch-site': 'cross-site' }, { method: 'POST' });
    expect(elsewhere.status).toBe(403);
    const out = await browse('/signout', { cookie, 'sec-fetch-site': 'same-origin' }, { method: 'POST' });
    expect(out.headers.getSetCookie()[0]).toMatch(/^svc_session_\w+=;.*Max-Age=0/);
    expect((await ask('/v1/me')).status).toBe(401);
    expect((await browse('/runs', { cookie })).status).toBe(401);
  });

  test('ends after twelve hours', async () => {
    service.clock.advance(12 * 3_600_000);
    expect((await ask('/v1/me')).status).toBe(401);
  });
});

describe('the tape of a run', () => {
  test('is told in short, each call with how it came out', async () => {
    const answer = await ask(`/dashboard/runs/${run}/tape`, {}, { 'accept-encoding': 'gzip' });
    expect(answer.headers.get('content-encoding')).toBe('gzip');
    const lines = (await answer.text()).trimEnd().split('\n');
    const calls = lines.flatMap((line) => JSON.parse(line) as CallSummary[]);
    expect(calls.map(({ seq, kind, tools, twin }) => ({ seq, kind, tools, twin }))).toEqual([
      { seq: 1, kind: 'read', tools: ['list_issues'], twin: 'github' },
      { seq: 2, kind: 'landed', tools: ['create_issue'], twin: 'github' },
      { seq: 3, kind: 'refused', tools: ['create_issue'], twin: 'github' },
      { seq: 4, kind: 'unsupported', tools: [], twin: 'github' },
      { seq: 5, kind: 'refused', tools: [], twin: 'slack' },
    ]);
    expect(calls[0]).toMatchObject({ path: '/issues?state=open', at: '2026-03-14T10:00:01.000Z', ms: 3 });
    expect(calls[4]).toMatchObject({ fault: 'rate_limit' });
  });

  test('is told in part, by the places of calls', async () => {
    const between = async (query: string) => {
      const answer = await ask(`/dashboard/runs/${run}/tape?${query}`);
      return (await answer.text()).split('\n').flatMap((line) => (line === '' ? [] : (JSON.parse(line) as CallSummary[])));
    };
    const seqs = async (query: string) => (await between(query)).map(({ seq }) => seq);
    expect(await seqs('from=2&to=3')).toEqual([2, 3]);
    expect(await seqs('from=5&to=500')).toEqual([5]);
    for (const none of ['from=6&to=500', 'from=3&to=2', 'from=0&to=0']) expect(await seqs(none)).toEqual([]);
    for (const query of ['from=1', 'to=2', 'from=x&to=2', 'from=-1&to=2', 'from=1&to=2&to=3'])
      expect((await ask(`/dashboard/runs/${run}/tape?${query}`)).status).toBe(422);
  });

  test('has each call whole', async () => {
    expect(await (await ask(`/dashboard/runs/${run}/calls/2`)).json()).toEqual(ROWS[1]);
    for (const number of ['6', '0', '-1', 'x']) expect((await ask(`/dashboard/runs/${run}/calls/${number}`)).status).toBe(422);
  });

  test('goes with the world after each call, beside the seed', async () => {
    const world = async (step: number) =>
      (await (await ask(`/dashboard/runs/${run}/world?twin=github&step=${step}`)).json()) as WorldChanges;
    expect(await world(1)).toEqual({ twin: 'github', step: 1, row: 1, counts: { issues: 1 }, changes: [] });
    expect(await world(5)).toEqual({
      twin: 'github',
      step: 5,
      row: 4,
      counts: { issues: 2 },
      changes: [{ collection: 'issues', added: [{ key: '2', record: NEW }], removed: [], changed: [] }],
    });
    for (const query of ['', '?step=x', '?step=6&twin=github', '?step=1&twin=stripe', '?step=1&twin=a&twin=b'])
      expect((await ask(`/dashboard/runs/${run}/world${query}`)).status).toBe(422);
    // The slack twin has no stored seed.
    expect((await ask(`/dashboard/runs/${run}/world?step=1&twin=slack`)).status).toBe(404);
  });

  test('is saved, never shown, by its download', async () => {
    const tape = await ask(`/dashboard/runs/${run}/events.jsonl`);
    expect(tape.headers.get('content-disposition')).toBe(`attachment; filename="${run}.events.jsonl"`);
    expect((await tape.text()).trim().split('\n')).toHaveLength(ROWS.length);
    const state = await ask(`/dashboard/runs/${run}/state_final.json?twin=github`);
    expect(state.headers.get('content-disposition')).toContain('attachment');
    expect(await state.json()).toEqual({ issues: [...SEED.issues, NEW] });
    for (const twin of ['slack', '__proto__'])
      expect((await ask(`/dashboard/runs/${run}/state_final.json?twin=${twin}`)).status).toBe(404);
  });
});

test('the twins that a page offers are those that can be started here', async () => {
  const twins = (await (await ask('/dashboard/twins')).json()) as TwinRow[];
  expect(twins.map(({ id, title }) => ({ id, title }))).toEqual(
    ['github', 'stripe', 'slack', 'linear'].map((id) => ({ id, title: id })),
  );
  // Of the vendors' own twins: those of this installation are made up.
  for (const { id, example } of twins) expect((await loadTwin(id))!.parseSeed(example!.seed)).toMatchObject({ ok: true });
  expect((await browse('/dashboard/twins')).status).toBe(401);
});

describe('keys', () => {
  const mint = (body: object) => ask('/dashboard/keys', { method: 'POST', body: JSON.stringify(body) });

  test('are minted, shown once, used and revoked', async () => {
    const minted = await mint({ name: ' <b>ci</b> ' });
    expect(minted.status).toBe(201);
    const { id, name, key } = (await minted.json()) as { id: string; name: string; key: string };
    expect(name).toBe('<b>ci</b>');
    expect((await service.request('GET', '/me', { key })).json).toMatchObject({ api_key: { id, name } });
    const list = await ask('/dashboard/keys');
    expect(await list.clone().text()).not.toContain(key.split('_')[2]);
    expect(((await list.json()) as KeyRow[]).map((row) => row.id).sort()).toEqual([account.keyId, id].sort());
    expect((await ask(`/dashboard/keys/${id}`, { method: 'DELETE' })).status).toBe(204);
    expect((await service.request('GET', '/me', { key })).status).toBe(403);
  });

  test('tell when they were used last, to the minute', async () => {
    const { id, key } = (await (await mint({ name: 'nightly' })).json()) as { id: string; key: string };
    const lastUse = async () =>
      ((await (await ask('/dashboard/keys')).json()) as KeyRow[]).find((row) => row.id === id)?.last_used_at;
    const use = () => service.request('GET', '/me', { key });
    /** It is written down after the call. */
    const isUsedAt = async (at: string) => {
      while ((await lastUse()) !== at);
    };
    expect(await lastUse()).toBeNull();
    await use();
    const first = service.clock.now().toISOString();
    await isUsedAt(first);
    service.clock.advance(59_000);
    await use();
    expect(await lastUse()).toBe(first);
    service.clock.advance(1_000);
    await use();
    await isUsedAt(service.clock.now().toISOString());
  });

  test.each([{}, { name: ' ' }, { name: 'x'.repeat(101) }, { name: 'a\0b' }, { name: 7 }])(
    'have a name: %j is refused',
    async (body) => {
      expect((await mint(body)).status).toBe(422);
    },
  );
});

describe("another team's id is answered like an unknown one", () => {
  const UNKNOWN = { run: 'run_00000000000000000000000000', key: '0'.repeat(16) };

  test.each([
    ['GET', '/dashboard/runs/{id}/tape'],
    ['GET', '/dashboard/runs/{id}/tape?from=1&to=2'],
    ['GET', '/dashboard/runs/{id}/calls/1'],
    ['GET', '/dashboard/runs/{id}/world?step=1'],
    ['GET', '/dashboard/runs/{id}/events.jsonl'],
    ['GET', '/dashboard/runs/{id}/state_final.json'],
    ['GET', '/runs/{id}'],
    ['GET', '/v1/runs/{id}'],
    ['GET', '/sandboxes/{id}'],
    ['DELETE', '/dashboard/keys/{id}'],
  ])('%s %s', async (method, path) => {
    cookie = await signIn(stranger);
    const [own, unknown] = path.includes('keys') ? [account.keyId, UNKNOWN.key] : [run, UNKNOWN.run];
    const page = /^\/(runs|sandboxes)/.test(path);
    const told = async (id: string) => {
      const answer = await ask(path.replace('{id}', id), { method }, page ? { accept: 'text/html' } : {});
      const headers = [...answer.headers].filter(([name]) => name !== 'x-request-id' && name !== 'date');
      return { status: answer.status, headers, text: (await answer.text()).replace(/req_\w+/, 'req_') };
    };
    expect(await told(own)).toEqual(await told(unknown));
    expect((await told(own)).status).toBe(page ? 200 : 404);
    expect((await service.request('GET', '/me', { key: account.key })).status).toBe(200);
  });

  test('lists hold nothing of it', async () => {
    cookie = await signIn(stranger);
    expect(((await (await ask('/dashboard/keys')).json()) as KeyRow[]).map(({ id }) => id)).toEqual([stranger.keyId]);
  });
});

test.each(['tape', 'calls/1', 'world?step=1', 'events.jsonl', 'state_final.json'])(
  'a key opens no data of pages: %s',
  async (path) => {
    const answer = await browse(`/dashboard/runs/${run}/${path}`, { authorization: `Bearer ${account.key}` });
    expect(answer.status).toBe(401);
  },
);
