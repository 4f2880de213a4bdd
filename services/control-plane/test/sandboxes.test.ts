import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createSandboxResponseSchema, sandboxRowSchema, sandboxSchema } from '@svc/contract';
import { changeTeam } from '../src/index.ts';
import { type Account, base64, Installation, refusal, START, TWINS_URL } from './support/installation.ts';
import { controlTokenOf } from './support/runtime.ts';

const MIB = 1 << 20;
/** Of this installation: allowed to all webhooks, and its own. */
const WEBHOOK_PORT = 4240;
const OWN_PORT = 4000;

let service: Installation;
let account: Account;

beforeAll(async () => {
  service = await Installation.start({ webhookPorts: [WEBHOOK_PORT], ownPorts: [OWN_PORT] });
});
afterAll(() => service.stop());
beforeEach(async () => {
  account = await service.account({ planTier: 'team' });
});

const create = (body: unknown) => service.post('/sandboxes', account.key, body);

describe('POST /v1/sandboxes', () => {
  test('without anything starts the default github world', async () => {
    const answer = await create({});
    expect(answer.status).toBe(201);
    const sandbox = createSandboxResponseSchema.parse(answer.json);
    const api = `${TWINS_URL}/github/s/${sandbox.session_id}`;
    expect(sandbox).toMatchObject({
      expires_at: new Date(service.clock.now().getTime() + 30 * 60_000).toISOString(),
      per_twin: {
        github: {
          api_url: api,
          mcp_url: `${api}/mcp`,
          openapi_url: `${api}/_svc/health`,
          root_url: `https://github--${sandbox.session_id.replace('_', '-')}.twins.example.test`,
        },
      },
      provider_credentials: {
        github: { token: expect.stringMatching(/^github_pat_/), header: 'Authorization', scheme: 'Bearer' },
      },
      twin_url: api,
      openapi_url: `${api}/_svc/health`,
    });
    expect(service.runtime.running.get(sandbox.session_id)).toEqual([
      {
        sessionId: sandbox.session_id,
        twin: 'github',
        seed: undefined,
        clock: { mode: 'wall' },
        tokenSha256: createHash('sha256').update(sandbox.agent_token).digest('hex'),
        expiresAt: new Date(sandbox.expires_at),
        webhookPorts: [WEBHOOK_PORT],
        room: { journalBytes: 256 * MIB, worldBytes: 64 * MIB, diskReserveBytes: 256 * MIB },
      },
    ]);
  });

  test("gives its twins the room of the team, where that has a value of its own, and else the installation's", async () => {
    const other = await service.account({ slug: 'roomy', planTier: 'team', journalMib: 3 });
    const { json } = await service.post('/sandboxes', other.key, {});
    const { session_id: id } = createSandboxResponseSchema.parse(json);
    expect(service.runtime.running.get(id)).toMatchObject([
      { room: { journalBytes: 3 * MIB, worldBytes: 64 * MIB, diskReserveBytes: 256 * MIB } },
    ]);
    await changeTeam(service.database, 'roomy', { journalMib: null, worldMib: 5 });
    const again = createSandboxResponseSchema.parse((await service.post('/sandboxes', other.key, {})).json);
    expect(service.runtime.running.get(again.session_id)).toMatchObject([
      { room: { journalBytes: 256 * MIB, worldBytes: 5 * MIB } },
    ]);
  });

  test('lets webhooks go to the ports that are asked for and to those of the installation, each once', async () => {
    const { json } = await create({ twins: ['stripe', 'slack'], webhook_ports: [4242, WEBHOOK_PORT, 4243, 4242] });
    const { session_id: id } = createSandboxResponseSchema.parse(json);
    const ports = service.runtime.running.get(id)?.map(({ webhookPorts }) => webhookPorts);
    expect(ports).toEqual([
      [WEBHOOK_PORT, 4242, 4243],
      [WEBHOOK_PORT, 4242, 4243],
    ]);
  });

  test.each([
    [[4242, OWN_PORT], 'webhook_ports[1]'],
    [[0], 'webhook_ports[0]'],
    [[65_536], 'webhook_ports[0]'],
    [[80.5], 'webhook_ports[0]'],
    [Array.from({ length: 21 }, (_, n) => 5000 + n), 'webhook_ports'],
    ['4242', 'webhook_ports'],
  ])('refuses webhook ports %j', async (ports, field) => {
    expect(refusal(await create({ webhook_ports: ports }))).toMatchObject({ status: 422, type: 'validation_failed' });
    expect(JSON.stringify((await create({ webhook_ports: ports })).json)).toContain(field);
  });

  test.each([
    { twinsUrl: 'http://127.0.0.1:4001', root: (id: string) => `http://github--${id}.localhost:4001` },
    { twinsUrl: 'http://[::1]:4001', root: (id: string) => `http://github--${id}.localhost:4001` },
    { twinsUrl: 'http://10.1.2.3:4001', root: () => null },
    { twinsUrl: 'http://[fd00::1]', root: () => null },
    { twinsUrl: 'https://one.example.test/twins', root: () => null },
  ])('names the host of a twin where the address of the twins has room for names: $twinsUrl', async ({ twinsUrl, root }) => {
    await service.restart({ twinsUrl });
    try {
      const { session_id, per_twin } = await account.client.sandboxes.create();
      expect(per_twin.github!.root_url).toBe(root(session_id.replace('_', '-')));
    } finally {
      await service.restart();
    }
  });

  test('hands each of three twins its own part of the envelope, byte order kept, and defaults the rest', async () => {
    const seed = { stripe: { issues: [{ number: 2, title: 'b' }], zzz: 1, aaa: 2 }, github: { issues: [] } };
    const { session_id } = await account.client.sandboxes.create({ twins: ['github', 'stripe', 'linear'], seed });
    const launches = service.runtime.running.get(session_id)!;
    expect(launches.map(({ twin, seed: world }) => [twin, JSON.stringify(world)])).toEqual([
      ['github', '{"issues":[]}'],
      ['stripe', '{"issues":[{"number":2,"title":"b"}],"zzz":1,"aaa":2}'],
      ['linear', undefined],
    ]);
  });

  test('publishes the route with the hash of the token, which the database holds in no form', async () => {
    const { session_id, agent_token } = await account.client.sandboxes.create();
    const route = await service.routes.find(session_id);
    expect(route).toMatchObject({ state: 'open', tokenSha256: createHash('sha256').update(agent_token).digest('hex') });
    const rows = [
      await service.database.selectFrom('sandboxes').selectAll().where('id', '=', session_id).execute(),
      await service.database.selectFrom('sandbox_twins').selectAll().where('sandbox_id', '=', session_id).execute(),
    ];
    expect(JSON.stringify(rows)).not.toContain(agent_token);
    expect(JSON.stringify(rows)).not.toContain(controlTokenOf(session_id, 'github'));
  });

  test.each<[string, unknown, object]>([
    ['wall', 'wall', { mode: 'wall' }],
    ['logical', 'logical', { mode: 'logical' }],
    [
      'logical with a start',
      { mode: 'logical', start: '2026-01-01T00:00:00Z' },
      { mode: 'logical', start: '2026-01-01T00:00:00Z' },
    ],
  ])('takes a %s clock', async (_name, clock, expected) => {
    const { session_id } = (await create({ clock })).json;
    expect(service.runtime.running.get(session_id)![0]!.clock).toEqual(expected);
  });

  test('the seed of the task is the world when none is sent', async () => {
    const markdown = '# Triage\n\n## Prompt\nDo it.\n\n## Seed State\n```json\n{"issues":[{"number":9,"title":"x"}]}\n```\n';
    const { session_id } = await account.client.sandboxes.create({ task_source: base64(markdown) });
    expect(service.runtime.running.get(session_id)![0]!.seed).toEqual({ issues: [{ number: 9, title: 'x' }] });
    expect(await account.client.sandboxes.get(session_id)).toMatchObject({ task_markdown: markdown, task_name: 'Triage' });
  });

  test('an explicit seed overrides the seed of the task, which is not read then', async () => {
    const markdown = '# T\n\n## Seed State\nnot a block\n';
    const { session_id } = await account.client.sandboxes.create({ task_source: base64(markdown), seed: { issues: [] } });
    expect(service.runtime.running.get(session_id)![0]!.seed).toEqual({ issues: [] });
  });

  test('a stub task of two characters is accepted and stored', async () => {
    const { session_id } = await account.client.sandboxes.create({ task_source: base64('# ') });
    expect(await account.client.sandboxes.get(session_id)).toMatchObject({ task_markdown: '# ', task_name: null });
  });

  test('a stored task is used by its id', async () => {
    const task = await account.client.tasks.create({
      task_source: base64('# Stored\n\n## Seed State\n```yaml\nissues: []\n```\n'),
    });
    const { session_id } = await account.client.sandboxes.create({ task_id: task.id });
    expect(service.runtime.running.get(session_id)![0]!.seed).toEqual({ issues: [] });
    expect(await account.client.sandboxes.get(session_id)).toMatchObject({ task_id: task.id, task_name: 'Stored' });
  });

  test('both task_source and task_id are refused with a message that says so', async () => {
    const { message } = refusal(await create({ task_source: base64('# x'), task_id: 'tsk_1' }));
    expect(message).toContain('at most one');
  });

  test('three twins are one sandbox: one id, one token, one slot', async () => {
    const sandbox = await account.client.sandboxes.create({ twins: ['slack', 'github', 'linear'] });
    expect(Object.keys(sandbox.per_twin)).toEqual(['slack', 'github', 'linear']);
    expect(sandbox.twin_url).toBe(sandbox.per_twin.slack!.api_url);
    const launches = service.runtime.running.get(sandbox.session_id)!;
    expect(new Set(launches.map(({ tokenSha256 }) => tokenSha256)).size).toBe(1);
    expect((await account.client.usage()).sessions_used).toBe(1);
  });

  test('unknown fields are ignored', async () => {
    expect((await create({ no_such_field: true })).status).toBe(201);
  });

  test.each<[string, object, object]>([
    ['four twins', { twins: ['github', 'stripe', 'slack', 'linear'] }, { error: 'too_many_twins', limit: 3, requested: 4 }],
    ['a twin without an image', { twins: ['gmail'] }, { error: 'twin_snapshot_unavailable', twins: ['gmail'] }],
    [
      'a seed block that is not JSON',
      { task_source: base64('# T\n\n## Seed State\n```json\n{oops\n```\n') },
      { error: 'malformed_scenario_seed', line: expect.any(Number) },
    ],
    ['a seed block that is missing', { task_source: base64('## Seed State\n') }, { error: 'malformed_scenario_seed', line: 1 }],
  ])('%s is refused by name', async (_case, body, details) => {
    expect(refusal(await create(body))).toEqual({ status: 422, type: 'validation_failed', message: expect.any(String), details });
    expect((await account.client.usage()).sessions_used).toBe(0);
  });

  test.each<[string, object, string]>([
    ['both task_source and task_id', { task_source: base64('# x'), task_id: 'tsk_1' }, 'task_id'],
    ['a task_id that is unknown', { task_id: 'tsk_00000000000000000000000000' }, 'task_id'],
    ['a task_source that is not base64', { task_source: '###' }, 'task_source'],
    ['a task_source that is not UTF-8', { task_source: Buffer.from([0xff, 0xfe]).toString('base64') }, 'task_source'],
    ['a task_source with a NUL', { task_source: base64('# a\0b') }, 'task_source'],
    ['a twin named twice', { twins: ['github', 'github'] }, 'twins'],
    ['no twin', { twins: [] }, 'twins'],
    ['twins that are no list', { twins: 'github' }, 'twins'],
    ['a seed that is a list', { seed: [] }, 'seed'],
    ['an idempotency key that is no UUID v4', { idempotency_key: '6ba7b810-9dad-11d1-80b4-00c04fd430c8' }, 'idempotency_key'],
    ['a group_id of 5 characters', { group_id: 'abcde' }, 'group_id'],
    ['a group_id of 65 characters', { group_id: 'a'.repeat(65) }, 'group_id'],
    ['a group_id with a space', { group_id: 'abc def' }, 'group_id'],
    ['a clock that is none', { clock: 'lunar' }, 'clock'],
    ['a clock start that is no instant', { clock: { mode: 'logical', start: 'yesterday' } }, 'clock.start'],
  ])('422 naming the field for %s', async (_case, body, path) => {
    const { status, type, message, details } = refusal(await create(body));
    expect({ status, type }).toEqual({ status: 422, type: 'validation_failed' });
    expect(message).toMatch(new RegExp(`^${path}`));
    expect(details).toEqual({ issues: [expect.objectContaining({ path })] });
  });

  test.each(['abcdef', 'a'.repeat(64), 'A_z-09'])('group_id %s is taken', async (group_id) => {
    const { session_id } = await account.client.sandboxes.create({ group_id, agent_version: 'not semver!' });
    expect(await account.client.sandboxes.get(session_id)).toMatchObject({ group_id, agent_version: 'not semver!' });
  });
});

describe('POST /v1/tasks, GET /v1/tasks', () => {
  test('a task is stored, listed newest first and read', async () => {
    const first = await account.client.tasks.create({ task_source: base64('# One') });
    service.clock.advance(1000);
    const second = await account.client.tasks.create({ task_source: base64('no title'), name: 'Two' });
    expect(await account.client.tasks.list()).toEqual([
      { id: second.id, name: 'Two', task_hash: second.task_hash, created_at: second.created_at },
      { id: first.id, name: 'One', task_hash: createHash('sha256').update('# One').digest('hex'), created_at: first.created_at },
    ]);
    expect(await account.client.tasks.get(first.id)).toEqual({ ...first, task_markdown: '# One' });
  });

  test('a task whose seed can not be read is refused', async () => {
    const answer = await service.post('/tasks', account.key, { task_source: base64('## Seed State\n') });
    expect(refusal(answer)).toMatchObject({ status: 422, details: { error: 'malformed_scenario_seed' } });
  });
});

describe('GET /v1/sandboxes', () => {
  test('lists rows newest first, without tokens', async () => {
    const ids: string[] = [];
    for (let made = 0; made < 3; made++) ids.unshift((await account.client.sandboxes.create()).session_id);
    const rows = await account.client.sandboxes.list();
    expect(rows.map(({ id }) => id)).toEqual(ids);
    expect(Object.keys(rows[0]!).sort()).toEqual(
      ['closed_at', 'created_at', 'expires_at', 'id', 'ready_at', 'state', 'twin_url', 'twins'].sort(),
    );
    expect(sandboxRowSchema.parse(rows[0])).toMatchObject({ state: 'ready', closed_at: null });
  });

  test('filters by state and cuts at the limit', async () => {
    const { session_id } = await account.client.sandboxes.create();
    await account.client.sandboxes.create();
    service.activity.touch(session_id, service.clock.now().getTime());
    expect((await account.client.sandboxes.list({ state: 'running' })).map(({ id }) => id)).toEqual([session_id]);
    expect(await account.client.sandboxes.list({ limit: 1 })).toHaveLength(1);
    expect(await account.client.sandboxes.list({ state: 'failed' })).toEqual([]);
  });

  test.each(['limit=0', 'limit=201', 'limit=x', 'limit=1&limit=2', 'limit=', 'state=open', 'state='])(
    '422 for ?%s',
    async (query) => {
      const answer = await service.request('GET', `/sandboxes?${query}`, { key: account.key });
      expect(refusal(answer)).toMatchObject({
        status: 422,
        type: 'validation_failed',
        details: { issues: [{ path: query.split('=')[0] }] },
      });
    },
  );

  test.each([1, 200])('limit %i is taken', async (limit) => {
    expect((await service.request('GET', `/sandboxes?limit=${limit}`, { key: account.key })).status).toBe(200);
  });
});

describe('GET /v1/sandboxes/:id', () => {
  test('is the row with a live token, the same as at create', async () => {
    const created = await account.client.sandboxes.create();
    const sandbox = sandboxSchema.parse(await account.client.sandboxes.get(created.session_id));
    expect(sandbox).toMatchObject({
      id: created.session_id,
      agent_token: created.agent_token,
      state: 'ready',
      last_request_at: null,
      per_twin: created.per_twin,
    });
  });

  test('both spellings answer alike', async () => {
    const { session_id } = await account.client.sandboxes.create();
    const [one, other] = await Promise.all(
      ['sandboxes', 'sessions'].map((name) => service.request('GET', `/${name}/${session_id}`, { key: account.key })),
    );
    expect(one!.json).toEqual(other!.json);
  });

  test('shows when the twins were last called', async () => {
    const { session_id } = await account.client.sandboxes.create();
    service.clock.advance(5000);
    const at = service.clock.now();
    service.activity.touch(session_id, at.getTime());
    expect(await account.client.sandboxes.get(session_id)).toMatchObject({ state: 'running', last_request_at: at.toISOString() });
  });
});

describe('DELETE /v1/sandboxes/:id', () => {
  test('an ungraded sandbox is kept, and a discard token handed out', async () => {
    const { session_id } = await account.client.sandboxes.create({ task_source: base64('# Triage') });
    service.clock.advance(61_500);
    const answer = await service.request('DELETE', `/sandboxes/${session_id}`, { key: account.key });
    expect(refusal(answer)).toEqual({
      status: 409,
      type: 'conflict',
      message: expect.any(String),
      details: {
        reason: 'ungraded_session',
        open_seconds: 61,
        task_name: 'Triage',
        discard_token: expect.stringMatching(/^dsc_[0-9a-f]{40}$/),
      },
    });
    expect((await account.client.sandboxes.get(session_id)).state).toBe('ready');
    expect(service.runtime.running.has(session_id)).toBe(true);
  });

  test('with the token it is expired, its twins are gone and its slot is free', async () => {
    const { session_id } = await account.client.sandboxes.create();
    const { details } = refusal(await service.request('DELETE', `/sessions/${session_id}`, { key: account.key }));
    const confirm_discard = details.discard_token as string;
    const closed = await account.client.sandboxes.delete(session_id, { confirm_discard });
    expect(closed).toMatchObject({ id: session_id, state: 'expired', closed_at: service.clock.now().toISOString() });
    expect((await service.routes.find(session_id))?.state).toBe('closed');
    expect((await account.client.usage()).sessions_used).toBe(0);
    expect((await account.client.sandboxes.get(session_id)).agent_token).toBeNull();
    await service.controlPlane.sweep();
    expect(service.runtime.running.has(session_id)).toBe(false);
    const again = await service.request('DELETE', `/sandboxes/${session_id}?confirm_discard=${confirm_discard}`, {
      key: account.key,
    });
    expect(refusal(again)).toMatchObject({ status: 410, type: 'session_expired' });
  });

  test('the run of a discarded sandbox is nowhere, and the sandbox stays closed', async () => {
    const { session_id } = await account.client.sandboxes.create();
    const { details } = refusal(await service.request('DELETE', `/sandboxes/${session_id}`, { key: account.key }));
    const closed = await account.client.sandboxes.delete(session_id, { confirm_discard: details.discard_token as string });
    expect(closed).toMatchObject({ state: 'expired', closed_at: expect.any(String) });
    expect(await account.client.runs.list()).toEqual([]);
    const again = await service.request('POST', `/sandboxes/${session_id}/heartbeat`, { key: account.key });
    expect(refusal(again)).toMatchObject({ status: 410, type: 'session_expired' });
    expect((await account.client.sandboxes.get(session_id)).agent_token).toBeNull();
  });

  test("another sandbox's token doesn't confirm", async () => {
    const [one, other] = [await account.client.sandboxes.create(), await account.client.sandboxes.create()];
    const { details } = refusal(await service.request('DELETE', `/sandboxes/${one.session_id}`, { key: account.key }));
    const answer = await service.request('DELETE', `/sandboxes/${other.session_id}?confirm_discard=${details.discard_token}`, {
      key: account.key,
    });
    expect(refusal(answer)).toMatchObject({ status: 409, details: { reason: 'ungraded_session' } });
    expect((await account.client.sandboxes.get(other.session_id)).state).toBe('ready');
  });
});

test('times are those of the driven clock', async () => {
  expect(service.clock.now().getTime()).toBeGreaterThanOrEqual(START.getTime());
  const { session_id } = await account.client.sandboxes.create();
  expect((await account.client.sandboxes.get(session_id)).created_at).toBe(service.clock.now().toISOString());
});
