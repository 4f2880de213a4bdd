import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { sharedService } from './shared.ts';
import { BIN, SCENARIO, stopAll, svc, temporaryFolder, using } from './support.ts';

jest.setTimeout(300_000);

const TOOL_NAMES = [
  'run_task',
  'get_sandbox',
  'list_sandboxes',
  'get_tape',
  'get_state',
  'fork_sandbox',
  'finalize_task',
  'get_report',
  'get_run',
  'list_runs',
  'list_checks',
  'render_checks',
  'bind_checks',
  'validate_seed',
  'stop_sandbox',
];

const service = sharedService();
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(async () => {
  await stopAll();
  await folder.remove();
});

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape; the client holds them against the tool's output schema
type Structured = any;

/** How the two transports are opened. */
const TRANSPORTS = {
  'streamable HTTP': () => {
    const { SVC_BASE_URL, SVC_API_KEY } = using(service);
    return new StreamableHTTPClientTransport(new URL(`${SVC_BASE_URL}/mcp`), {
      requestInit: { headers: { authorization: `Bearer ${SVC_API_KEY}` } },
    });
  },
  stdio: () =>
    new StdioClientTransport({
      command: process.execPath,
      args: [BIN, 'mcp'],
      env: { ...using(service), PATH: process.env.PATH as string, XDG_CONFIG_HOME: '/nonexistent' },
      stderr: 'ignore',
    }),
};

describe.each(Object.keys(TRANSPORTS) as (keyof typeof TRANSPORTS)[])('the tools over %s', (transport) => {
  let client: Client;
  const open: string[] = [];
  beforeAll(async () => {
    client = new Client({ name: 'test', version: '1.0.0' });
    await client.connect(TRANSPORTS[transport]());
    // Lets the client hold every answer against the tool's output schema.
    await client.listTools();
  });
  afterAll(async () => {
    for (const session_id of open) await client.callTool({ name: 'stop_sandbox', arguments: { session_id, confirm: true } });
    await client.close();
  });

  const callTool = (name: string, args: object = {}) =>
    client.callTool({ name, arguments: args as Record<string, unknown> }) as Promise<CallToolResult>;

  async function use(name: string, args: object = {}): Promise<Structured> {
    const { isError, content, structuredContent } = await callTool(name, args);
    if (isError) throw new Error(`${name}: ${JSON.stringify(content)}`);
    return structuredContent;
  }

  async function refusal(name: string, args: object = {}) {
    const { isError, content } = await callTool(name, args);
    expect(isError).toBe(true);
    const [first, second] = content as { text: string }[];
    const { error, hint } = JSON.parse(second!.text);
    return { text: first!.text, error, hint };
  }

  async function run(args: object): Promise<Structured> {
    const sandbox = await use('run_task', args);
    open.push(sandbox.session_id);
    return sandbox;
  }

  const agent = (sandbox: Structured, method: string, path: string, body?: object, twin = 'github') =>
    fetch(sandbox.per_twin[twin].api_url + path, {
      method,
      headers: { authorization: `Bearer ${sandbox.agent_token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });

  test('every tool is listed with a description, both schemas and annotations', async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(TOOL_NAMES);
    for (const tool of tools) {
      expect(tool.description!.length).toBeGreaterThan(40);
      expect(tool.inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
      expect(tool.outputSchema).toMatchObject({ type: 'object' });
      expect(tool.annotations).toMatchObject({ title: expect.any(String), openWorldHint: false });
    }
    expect(tools.filter(({ annotations }) => !annotations!.readOnlyHint).map(({ name }) => name)).toEqual([
      'run_task',
      'fork_sandbox',
      'finalize_task',
      'stop_sandbox',
    ]);
    expect(client.getInstructions()).toContain('finalize_task');
  });

  test('a task goes from start to report, with its own criteria', async () => {
    const sandbox = await run({ task_markdown: SCENARIO, group_id: 'mcp-flow' });
    expect(sandbox).toMatchObject({
      session_id: expect.stringMatching(/^ses_/),
      agent_token: expect.any(String),
      expires_at: expect.any(String),
      twins: ['github'],
      per_twin: { github: { api_url: expect.stringContaining('/github/s/ses_'), mcp_url: expect.stringMatching(/\/mcp$/) } },
      provider_credentials: { github: { token: expect.any(String) } },
      task: { title: 'Label it', prompt: 'Label acme/web#1 as a bug.' },
    });
    expect(sandbox.task.criteria).toHaveLength(2);
    expect(sandbox.next_steps.join('\n')).toContain('finalize_task');
    expect(await use('get_sandbox', { session_id: sandbox.session_id })).toMatchObject({ state: 'ready', task_name: 'Label it' });

    expect((await agent(sandbox, 'GET', '/repos/acme/web/issues')).status).toBe(200);
    expect((await agent(sandbox, 'POST', '/repos/acme/web/issues/1/labels', { labels: ['bug'] })).status).toBe(200);
    const live = await use('get_tape', { session_id: sandbox.session_id });
    expect(live).toMatchObject({ source: 'live', run_id: null, twin: 'github', next: null });
    expect(live.rows.map(({ method, state_mutation }: Structured) => [method, state_mutation])).toEqual([
      ['GET', false],
      ['POST', true],
    ]);
    const world = await use('get_state', { session_id: sandbox.session_id, collection: 'issues' });
    expect(world.state.issues[0]).toMatchObject({ number: 1, title: 'Broken' });
    const before = await use('get_state', { session_id: sandbox.session_id, collection: 'issues', step: 0 });
    expect(before.state.issues).not.toEqual(world.state.issues);

    const graded = await use('finalize_task', { session_id: sandbox.session_id, agent_model: 'by hand' });
    expect(graded).toMatchObject({ score: 100, provenance: 'hosted' });
    expect(await use('finalize_task', { session_id: sandbox.session_id })).toMatchObject({ run_id: graded.run_id });

    const stored = await use('get_tape', { session_id: sandbox.session_id, whole: true });
    expect(stored).toMatchObject({ source: 'stored', run_id: graded.run_id });
    expect(stored.rows[1]).toMatchObject({ seq: 2, request_body: { labels: ['bug'] }, request_headers: expect.any(Object) });
    const storedWorld = await use('get_state', { run_id: graded.run_id, collection: 'issues' });
    expect(storedWorld).toMatchObject({ source: 'stored', state: world.state });
    const past = await use('get_state', { run_id: graded.run_id, collection: 'issues', step: 0 });
    expect(past).toMatchObject({ source: 'stored', state: before.state });
    expect((await refusal('get_state', { run_id: graded.run_id, step: 1_000 })).text).toContain('is beyond the end');

    const report = await callTool('get_report', { run_id: graded.run_id });
    expect((report.content as { text: string }[])[0]!.text).toMatch(/^# .*100/);
    const { runs } = await use('list_runs', { group_id: 'mcp-flow' });
    expect(runs.map(({ id }: Structured) => id)).toContain(graded.run_id);
    const record = await use('get_run', { run_id: graded.run_id });
    expect(record).toMatchObject({ agent_model: 'by hand', scenario_name: 'Label it', step_count: expect.any(Number) });
    expect(record).not.toHaveProperty('lanes');
    expect((await use('get_run', { run_id: graded.run_id, steps: true })).lanes.length).toBeGreaterThan(0);
  });

  test('the twins of a task are those of its own list, whose evidence is read one by one', async () => {
    const task = `${SCENARIO.replace(/## Seed State[\s\S]*/, '')}## Config\n\n\`\`\`yaml\ntwins: [slack, github]\n\`\`\`\n`;
    const sandbox = await run({ task_markdown: task });
    expect(sandbox.twins).toEqual(['slack', 'github']);
    expect(Object.keys(sandbox.per_twin).sort()).toEqual(['github', 'slack']);
    const other = await refusal('run_task', { task_markdown: task, twins: ['github'] });
    expect(other.text).toContain('The task names its own twins, slack, github, but github were asked for.');
    expect(other.hint).toContain('Leave `twins` out');

    await agent(sandbox, 'GET', '/conversations.list', undefined, 'slack');
    await agent(sandbox, 'GET', '/repos/acme/storefront/issues');
    const tape = { session_id: sandbox.session_id };
    expect(await use('get_tape', tape)).toMatchObject({ twin: 'slack', twins: ['slack', 'github'], rows: [{ twin: 'slack' }] });
    const { run_id } = await use('finalize_task', {
      session_id: sandbox.session_id,
      criteria: [{ id: 'c1', kind: 'code', twin: 'github', text: 'Nothing that a check says.' }],
    });
    expect(await use('get_tape', { run_id, twin: 'github' })).toMatchObject({
      source: 'stored',
      rows: [{ twin: 'github', seq: 1 }],
    });
    expect((await use('get_state', { run_id, twin: 'github' })).counts).toHaveProperty('repositories');
    expect((await use('get_state', { run_id })).counts).toHaveProperty('channels');
    expect((await refusal('get_tape', { run_id, twin: 'stripe' })).hint).toBe('Its twins are: slack, github.');
  });

  test('a stored task starts by its id', async () => {
    const { SVC_BASE_URL, SVC_API_KEY } = using(service);
    const stored = await fetch(`${SVC_BASE_URL}/tasks`, {
      method: 'POST',
      headers: { authorization: `Bearer ${SVC_API_KEY}`, 'content-type': 'application/json' },
      body: JSON.stringify({ task_source: Buffer.from(SCENARIO).toString('base64') }),
    });
    const { id } = (await stored.json()) as { id: string };
    const sandbox = await run({ task_id: id });
    expect(sandbox).toMatchObject({ twins: ['github'], task: { title: 'Label it' } });
    expect(await use('get_sandbox', { session_id: sandbox.session_id })).toMatchObject({ task_id: id });
    expect((await refusal('run_task', { task_id: id, task_markdown: SCENARIO })).text).toContain('A sandbox has one task');
    expect(await refusal('run_task', { task_id: 'tsk_00000000000000000000000000' })).toMatchObject({
      error: { type: 'not_found' },
    });
    await use('stop_sandbox', { session_id: sandbox.session_id, confirm: true });
  });

  test('a long tape comes in pages, and long bodies are cut unless asked whole', async () => {
    const sandbox = await run({ twins: ['github'] });
    for (const _ of ['first', 'second']) {
      expect((await agent(sandbox, 'GET', '/repos/acme/storefront/issues/1/labels')).status).toBe(200);
    }
    const body = 'x'.repeat(50_000);
    expect((await agent(sandbox, 'POST', '/repos/acme/storefront/issues/1/comments', { body })).status).toBe(201);
    const session_id = sandbox.session_id;
    const first = await use('get_tape', { session_id, limit: 2 });
    expect(first.rows.map(({ seq }: Structured) => seq)).toEqual([1, 2]);
    expect(first).toMatchObject({ next: 2, notes: [] });
    const second = await use('get_tape', { session_id, limit: 2, after: first.next });
    expect(second).toMatchObject({ next: null, notes: [expect.stringContaining('cut')] });
    expect(second.rows).toEqual([
      expect.objectContaining({
        seq: 3,
        request_body: { $cut: { characters: 50_011, start: expect.stringMatching(/^\{"body":"xxx/) } },
      }),
    ]);
    const whole = await use('get_tape', { session_id, after: 2, whole: true });
    expect(whole.rows[0].request_body.body).toHaveLength(50_000);
    expect((await use('get_tape', { session_id, after: 3 })).rows).toEqual([]);

    const { counts, state, notes } = await use('get_state', { session_id, limit: 1 });
    const [name] = Object.entries(counts as Record<string, number>).find(([, count]) => count > 1)!;
    expect(state[name]).toHaveLength(1);
    expect(notes.join()).toContain(`"collection": "${name}", "offset": 1`);
    expect((await use('get_state', { session_id, collection: name, offset: 1 })).state[name]).toHaveLength(counts[name] - 1);
    expect((await refusal('get_state', { session_id, collection: 'nothing' })).hint).toContain(name);
    await use('stop_sandbox', { session_id, confirm: true });
  });

  test('criteria are listed, rendered and bound; a world is checked', async () => {
    const { checks } = await use('list_checks', { twin: 'github' });
    expect(checks.map(({ id }: Structured) => id)).toContain('github.issue-has-label');
    const check = checks.find(({ id }: Structured) => id === 'github.issue-has-label');
    const args = Object.fromEntries(check.params.map(({ name, example }: Structured) => [name, example]));
    const { lines } = await use('render_checks', { twin: 'github', items: [{ check: check.id, args }] });
    expect(await use('bind_checks', { twin: 'github', texts: [...lines, 'All is well.'] })).toMatchObject({
      results: [{ check_id: check.id }, { check_id: null, nearest: expect.any(Array) }],
    });
    expect(await use('validate_seed', { twins: ['github'], seed: { repositories: [] } })).toEqual({
      valid: true,
      checked: ['github'],
      unchecked: [],
    });
    const bad = await refusal('validate_seed', { twins: ['github'], seed: { repositories: 'none' } });
    expect(bad).toMatchObject({ error: { type: 'validation_failed', details: { error: 'invalid_seed', twin: 'github' } } });
    expect(bad.text).toMatch(/^- repositories: /m);
    expect(bad.hint).toContain('issues');
  });

  test('an ungraded sandbox is only stopped with confirm', async () => {
    const { session_id } = await run({});
    const refused = await refusal('stop_sandbox', { session_id });
    expect(refused.error).toMatchObject({ type: 'conflict', details: { reason: 'ungraded_session' } });
    expect(refused.hint).toContain('confirm: true');
    expect((await use('list_sandboxes', { state: 'ready' })).sandboxes).toContainEqual(
      expect.objectContaining({ id: session_id }),
    );
    expect(await use('stop_sandbox', { session_id, confirm: true })).toMatchObject({ id: session_id, state: 'expired' });
    expect((await refusal('stop_sandbox', { session_id, confirm: true })).error.type).toBe('session_expired');
    expect((await refusal('get_tape', { session_id })).text).toContain('The sandbox is expired and was never graded');
  });

  test('refusals say what is wrong and what to do', async () => {
    const misspelled = await refusal('run_task', { twin: 'slack' });
    expect(misspelled.text).toMatch(/The arguments of run_task are not valid\.\n- .*twin/);
    expect(misspelled.hint).toContain('twins, task_markdown');
    expect(await refusal('run_task', { twins: ['jira'] })).toMatchObject({
      error: { type: 'validation_failed', details: { error: 'unknown_twins' }, request_id: expect.stringMatching(/^req_/) },
      hint: expect.stringContaining('available'),
    });
    expect((await refusal('run_task', { task_markdown: '# T\n\n## Success Criteria\n\n- no kind\n' })).text).toMatch(
      /The task can't be read\. Line \d+: a criterion begins with/,
    );
    expect((await refusal('get_tape', {})).hint).toBe('Pass either session_id or run_id.');
    expect((await refusal('get_run', { run_id: 'run_00000000000000000000000000' })).error.type).toBe('not_found');
    expect((await refusal('list_checks', { twin: 'jira' })).error.type).toBe('validation_failed');
    const { session_id } = await run({ twins: ['github'] });
    expect((await refusal('finalize_task', { session_id })).text).toContain('There is nothing to grade against');
    const untouched = await refusal('finalize_task', { session_id, criteria: [{ id: 'c1', kind: 'model', text: 'Polite.' }] });
    expect(untouched).toMatchObject({
      error: { details: { reason: 'capture_incomplete' } },
      hint: expect.stringContaining('until a twin was called'),
    });
    await use('stop_sandbox', { session_id, confirm: true });
    await expect(callTool('no_such_tool')).rejects.toThrow(/Unknown tool: no_such_tool/);
  });
});

describe('svc mcp', () => {
  test('without a service or a key ends with what is missing, on stderr', async () => {
    expect(await svc(['mcp'])).toMatchObject({ code: 5, stdout: '', stderr: expect.stringContaining('SVC_BASE_URL is not set') });
    expect(await svc(['mcp'], { env: { SVC_BASE_URL: 'http://127.0.0.1:9/v1' } })).toMatchObject({
      code: 3,
      stdout: '',
      stderr: expect.stringContaining('SVC_API_KEY is not set'),
    });
  });

  test('ends when its client closes stdin, and has said nothing that is not the protocol', async () => {
    const { code, stdout } = await svc(['mcp'], { env: using(service) });
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
  });

  test('a service that is away is told by the tools', async () => {
    const client = new Client({ name: 'test', version: '1.0.0' });
    const env = { SVC_BASE_URL: 'http://127.0.0.1:9/v1', SVC_API_KEY: 'svc_00000000_none', XDG_CONFIG_HOME: '/nonexistent' };
    await client.connect(new StdioClientTransport({ command: process.execPath, args: [BIN, 'mcp'], env, stderr: 'ignore' }));
    const { isError, content } = await client.callTool({ name: 'list_runs', arguments: {} });
    await client.close();
    expect(isError).toBe(true);
    expect((content as { text: string }[])[0]!.text).toMatch(/can't be reached \(.*\)\.\nWhat to do: check SVC_BASE_URL/);
  });
});
