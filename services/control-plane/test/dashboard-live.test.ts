import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { CallSummary, ConnectionSnippet } from '@svc/contract/dashboard';
import { SignedIn } from './support/browser.ts';
import { type Account, base64, Installation } from './support/installation.ts';

/** The tapes of twins, as their own servers would answer them; a test adds to them. */
const tapes = new Map<string, object[]>();
const ISSUES = [{ number: 1, title: 'Welcome' }];
/** What happens while the twin of a session is asked; it doesn't answer then. */
const meanwhile = new Map<string, () => Promise<unknown>>();

const twin: Server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://twin');
  const session = /\/s\/(ses_\w+)/.exec(pathname)?.[1] ?? '';
  const id = String(request.headers['x-svc-control']).split('-')[2] ?? '';
  const happens = meanwhile.get(session);
  if (happens) return void happens().then(() => request.destroy());
  const rows = tapes.get(`${session} ${id}`) ?? [];
  response.setHeader('x-svc-rows', rows.length);
  if (pathname.endsWith('/_svc/events')) {
    const after = Number(searchParams.get('after') ?? 0);
    return response.end(
      rows
        .slice(after)
        .map((row) => `${JSON.stringify(row)}\n`)
        .join(''),
    );
  }
  const step = Number(searchParams.get('step'));
  if (step > rows.length) return response.writeHead(422).end('{"error":{"message":"The tape has no more rows."}}');
  const issues = step === 0 ? ISSUES : [...ISSUES, { number: 2, title: '<b>New</b>' }];
  response.end(JSON.stringify({ issues }));
});

const row = (twin: string, seq: number, second: number) => ({
  seq,
  ts: `2026-03-14T10:00:0${second}.000Z`,
  twin,
  method: 'POST',
  path: `/s/ses_1/issues?n=${seq}`,
  request_headers: {},
  request_body: { title: '<b>New</b>' },
  status: 201,
  response_headers: {},
  response_body: {},
  latency_ms: 2,
  state_mutation: true,
  state_delta: [{ collection: 'issues', id: 2, before: null, after: { number: 2, title: '<b>New</b>' } }],
  tool: 'create_issue',
  fidelity: 'semantic',
});

let service: Installation;
let account: Account;
let stranger: Account;
let browser: SignedIn;
let id: string;
const push = (of: string, ...rows: object[]) => tapes.set(`${id} ${of}`, [...(tapes.get(`${id} ${of}`) ?? []), ...rows]);

beforeAll(async () => {
  await new Promise<void>((resolve) => twin.listen(0, '127.0.0.1', resolve));
  service = await Installation.start();
  service.runtime.twinsAt = `http://127.0.0.1:${(twin.address() as AddressInfo).port}`;
  account = await service.account({ planTier: 'enterprise' });
  stranger = await service.account({ planTier: 'enterprise' });
});
afterAll(async () => {
  await service.stop();
  twin.closeAllConnections();
  twin.close();
});
beforeEach(async () => {
  browser = await SignedIn.as(account, service);
  const task = '# Triage\n\n## Prompt\n\nGo.\n\n## Success Criteria\n\n- [code:github always-scored] Issue #1 exists.\n';
  id = (await account.client.sandboxes.create({ twins: ['github', 'slack'], task_source: base64(task) })).session_id;
});

interface Told {
  name: string;
  id: string | undefined;
  data: unknown;
}

/** The events of a stream, until one of them is enough. */
async function listen(path: string, enough: (events: Told[]) => boolean, headers: Record<string, string> = {}): Promise<Told[]> {
  const over = new AbortController();
  const answer = await browser.ask(path, { headers: { accept: 'text/event-stream', ...headers }, signal: over.signal });
  expect({ status: answer.status, type: answer.headers.get('content-type'), cache: answer.headers.get('cache-control') }).toEqual(
    {
      status: 200,
      type: 'text/event-stream; charset=utf-8',
      cache: 'no-store',
    },
  );
  const events: Told[] = [];
  let text = '';
  for await (const piece of answer.body!.pipeThrough(new TextDecoderStream())) {
    text += piece;
    const parts = text.split('\n\n');
    text = parts.pop()!;
    for (const part of parts.filter((one) => one !== ':')) {
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(part)?.[1];
      events.push({ name: field('event') ?? 'message', id: field('id'), data: JSON.parse(field('data')!) });
    }
    if (enough(events)) break;
  }
  over.abort();
  return events;
}

const callsIn = (events: readonly Told[]) =>
  events.flatMap(({ name, data }) => (name === 'message' ? (data as CallSummary[]) : []));
const shortly = (calls: readonly CallSummary[]) => calls.map(({ twin: of, seq }) => `${of} ${seq}`);

describe('the tape of an open sandbox', () => {
  test('comes as one over all twins in the order of the calls, then each call as it is answered', async () => {
    push('github', row('github', 1, 1), row('github', 2, 3));
    push('slack', row('slack', 1, 2));
    const events = await listen(`/dashboard/sandboxes/${id}/tape`, (told) => {
      if (callsIn(told).length === 3) push('slack', row('slack', 2, 4));
      return callsIn(told).length >= 4;
    });
    expect(shortly(callsIn(events).slice(0, 4))).toEqual(['github 1', 'slack 1', 'github 2', 'slack 2']);
    expect(callsIn(events)[0]).toMatchObject({ path: '/issues?n=1', kind: 'landed', tools: ['create_issue'] });
    expect(JSON.stringify(events)).not.toContain('<b>New');
  });

  test.each([
    ['a browser that lost the connection', (cursor: string) => ['', { 'last-event-id': cursor }] as const],
    ['a page that was out of sight', (cursor: string) => [`?${new URLSearchParams({ after: cursor })}`, {}] as const],
  ])('goes on where %s left off', async (_who, resumed) => {
    push('github', row('github', 1, 1));
    const first = await listen(`/dashboard/sandboxes/${id}/tape`, (told) => callsIn(told).length === 1);
    push('github', row('github', 2, 2));
    const [query, headers] = resumed(first.at(-1)!.id!);
    const rest = await listen(`/dashboard/sandboxes/${id}/tape${query}`, (told) => callsIn(told).length > 0, headers);
    expect(shortly(callsIn(rest))).toEqual(['github 2']);
  });

  test.each(['x', 'github=-1', 'gmail=4,github', '__proto__=1', 'github=9999999999', '%00'])(
    'is told from its start to one who read until %p',
    async (after) => {
      push('github', row('github', 1, 1));
      const events = await listen(`/dashboard/sandboxes/${id}/tape?after=${after}`, (told) => callsIn(told).length > 0);
      expect(shortly(callsIn(events))).toEqual(['github 1']);
    },
  );

  test('is over once the sandbox is closed, and says so to whoever comes later', async () => {
    push('github', row('github', 1, 1));
    const ended = listen(`/dashboard/sandboxes/${id}/tape`, (told) => told.some(({ name }) => name === 'end'));
    const { discard_token } = (await account.client.sandboxes.delete(id).catch((error) => error.details)) as {
      discard_token: string;
    };
    await account.client.sandboxes.delete(id, { confirm_discard: discard_token });
    expect((await ended).at(-1)!.name).toBe('end');
    expect((await listen(`/dashboard/sandboxes/${id}/tape`, () => true)).map(({ name }) => name)).toEqual(['end']);
  });

  test('ends when its reader signs out elsewhere', async () => {
    push('github', row('github', 1, 1));
    const followed = Promise.withResolvers<void>();
    const ended = listen(`/dashboard/sandboxes/${id}/tape`, (told) => {
      followed.resolve();
      return told.some(({ name }) => name === 'end');
    });
    await followed.promise;
    await browser.ask('/signout', { method: 'POST' });
    expect((await ended).at(-1)!.name).toBe('end');
  });
});

describe('a scenario that is being written', () => {
  const lint = (body: string, headers: Record<string, string> = {}) =>
    browser.ask('/dashboard/lint', { method: 'POST', body, headers });

  test('is looked through as svc lint does it, each finding with its line and what to write instead', async () => {
    const text = '# T\n\n## Prompt\n\nGo.\n\n## Success Criteria\n\n- [code:github] Issue #1 exist.\n';
    expect(await (await lint(JSON.stringify({ text }))).json()).toEqual([
      {
        line: 9,
        column: 1,
        code: 'unbound-criterion',
        level: 'error',
        message: expect.stringContaining('"Issue #1 exist."'),
        suggestion: '- [code:github] Issue #1 exists.',
      },
    ]);
  });

  test.each([
    ['no JSON', 'x', 400],
    ['no text', '{}', 422],
    ['another type', '{"text":7}', 422],
    ['more than a scenario has', JSON.stringify({ text: 'x'.repeat(70_000) }), 413],
  ])('that is %s is refused', async (_what, body, status) => {
    expect((await lint(body)).status).toBe(status);
  });

  test('is read for signed-in pages only', async () => {
    expect((await lint('{"text":""}', { cookie: '' })).status).toBe(401);
    expect((await lint('{"text":""}', { 'sec-fetch-site': 'cross-site' })).status).toBe(401);
  });
});

describe('the calls and worlds of an open sandbox', () => {
  beforeEach(() => {
    push('github', row('github', 1, 1));
  });

  test('are read whole, one call and one world at a time', async () => {
    expect(await (await browser.ask(`/dashboard/sandboxes/${id}/calls/github/1`)).json()).toEqual(row('github', 1, 1));
    const added = { key: '2', record: { number: 2, title: '<b>New</b>' } };
    expect(await (await browser.ask(`/dashboard/sandboxes/${id}/world?twin=github&row=1`)).json()).toEqual({
      twin: 'github',
      step: 1,
      row: 1,
      counts: { issues: 2 },
      changes: [{ collection: 'issues', added: [added], removed: [], changed: [] }],
    });
    expect(await (await browser.ask(`/dashboard/sandboxes/${id}/records?twin=github&row=0`)).json()).toEqual({
      twin: 'github',
      step: 0,
      row: 0,
      state: { issues: ISSUES },
    });
    expect(await (await browser.ask(`/dashboard/sandboxes/${id}/criteria`)).json()).toEqual([
      { id: 'c1', text: 'Issue #1 exists.', kind: 'code', twin: 'github', always_scored: true },
    ]);
  });

  test.each([
    'calls/github/2',
    'calls/github/0',
    'calls/github/x',
    'calls/gmail/1',
    'world?twin=github',
    'world?row=1',
    'world?twin=gmail&row=1',
    'world?twin=github&row=2',
    'world?twin=github&twin=slack&row=1',
    'records?twin=github&row=-1',
    'records?twin=github&row=2',
  ])('%s is refused', async (path) => {
    expect((await browser.ask(`/dashboard/sandboxes/${id}/${path}`)).status).toBe(422);
  });

  const WORLDS = ['world?twin=github&row=1', 'records?twin=github&row=1'];
  const PATHS = ['tape', 'calls/github/1', ...WORLDS, 'criteria', 'run', 'connection'];

  test('what reaches its twins holds its own bearer, as long as it is open', async () => {
    const snippets = (await (await browser.ask(`/dashboard/sandboxes/${id}/connection`)).json()) as ConnectionSnippet[];
    const { agent_token, per_twin } = await account.client.sandboxes.get(id);
    expect(snippets.map(({ twin: of, title }) => `${of} ${title}`)).toEqual([
      'null Environment',
      'null MCP clients',
      'github octokit',
      'github PyGithub',
      'github curl',
      'github git',
      'github gh, over svc connect',
      'github hub, over svc connect',
      'github gh in a shell',
      'slack @slack/web-api',
      'slack curl',
    ]);
    expect(snippets[0]!.text).toContain(`export SVC_SLACK_MCP_URL=${per_twin.slack!.mcp_url}\n`);
    expect(snippets[0]!.text).toContain(`export SVC_AUTH_TOKEN=${agent_token}`);
  });

  test.each([...WORLDS, 'calls/github/1', 'connection'])('of one that was closed meanwhile there is no %s', async (path) => {
    await service.database.updateTable('sandboxes').set({ state: 'failed' }).where('id', '=', id).execute();
    const answer = await browser.ask(`/dashboard/sandboxes/${id}/${path}`);
    expect([answer.status, await answer.text()]).toEqual([204, '']);
  });

  test.each([
    ['that is being closed', 204, 'expired'],
    ['that stays open', 503, 'running'],
  ] as const)('a twin that went away is the end of a sandbox %s with %p', async (_what, status, state) => {
    const change = service.database.updateTable('sandboxes').set({ state }).where('id', '=', id);
    meanwhile.set(id, () => change.execute());
    expect((await browser.ask(`/dashboard/sandboxes/${id}/calls/github/1`)).status).toBe(status);
  });

  test('an open sandbox has no run yet', async () => {
    expect((await browser.ask(`/dashboard/sandboxes/${id}/run`)).status).toBe(404);
  });

  test.each(PATHS)("another team's %s is answered like that of an unknown sandbox", async (path) => {
    const other = await SignedIn.as(stranger, service);
    const own = await other.told(`/dashboard/sandboxes/${id}/${path}`);
    expect(own).toEqual(await other.told(`/dashboard/sandboxes/ses_00000000000000000000000000/${path}`));
    expect(own.status).toBe(404);
  });

  test.each(PATHS)('a key opens no %s', async (path) => {
    const headers = { cookie: '', authorization: `Bearer ${account.key}` };
    expect((await browser.ask(`/dashboard/sandboxes/${id}/${path}`, { headers })).status).toBe(401);
  });
});
