import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { isWhole, shareOf } from '@svc/twin-kit/testing/share';
import { sharedService } from './shared.ts';
import { BIN, SCENARIO, stopAll, temporaryFolder, using } from './support.ts';

// Each call is a process of its own, as on the command line.
jest.setTimeout(300_000);

const manifest = createRequire(import.meta.url).resolve('@modelcontextprotocol/inspector/package.json');
const INSPECTOR = join(dirname(manifest), 'clients/launcher/build/index.js');

const SENTENCE = 'Issue #1 in acme/web has the label "bug".';

const service = sharedService();
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(async () => {
  await stopAll();
  await folder.remove();
});

/** How the inspector is told where the server is. */
const TARGETS = {
  'streamable HTTP': () => {
    const { SVC_BASE_URL, SVC_API_KEY } = using(service);
    return [`${SVC_BASE_URL}/mcp`, '--transport', 'http', '--header', `Authorization: Bearer ${SVC_API_KEY}`];
  },
  stdio: () => {
    const variables = Object.entries(using(service)).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
    return [process.execPath, BIN, 'mcp', ...variables];
  },
};

/** `inspector --cli` to its end. @returns what it printed */
async function inspect(args: readonly string[]) {
  const child = spawn(process.execPath, [INSPECTOR, '--cli', ...args], {
    // It keeps a catalogue of servers below the home folder.
    env: { ...process.env, HOME: folder.path },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (text: Buffer) => (stdout += text));
  child.stderr.on('data', (text: Buffer) => (stderr += text));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`the inspector ended with ${code}: ${stderr}${stdout}`);
  return JSON.parse(stdout);
}

describe.each(shareOf(Object.keys(TARGETS) as (keyof typeof TARGETS)[], 1))('the official inspector over %s', (transport) => {
  const called = new Set<string>();

  async function call(name: string, args: Readonly<Record<string, unknown>> = {}) {
    called.add(name);
    const pairs = Object.entries(args).map(
      ([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
    );
    const given = pairs.length > 0 ? ['--tool-arg', ...pairs] : [];
    const { isError, structuredContent, content } = await inspect([
      ...TARGETS[transport](),
      '--method',
      'tools/call',
      '--tool-name',
      name,
      ...given,
    ]);
    if (isError) throw new Error(`${name}: ${JSON.stringify(content)}`);
    return structuredContent;
  }

  // With --strict, a schema that some client can't use makes it end with 6.
  const list = async (): Promise<{ name: string }[]> =>
    (await inspect([...TARGETS[transport](), '--method', 'tools/list', '--strict'])).tools;

  if (!isWhole) {
    test('finds no fault with the schemas of the tools, and calls one', async () => {
      expect((await list()).length).toBe(15);
      expect((await call('list_checks', { twin: 'github' })).checks.length).toBeGreaterThan(5);
    });
    return;
  }

  test('calls every tool that it lists, and finds no fault with their schemas', async () => {
    const tools = await list();

    const task = await call('run_task', { task_markdown: SCENARIO });
    const { session_id, per_twin, agent_token } = task;
    const answer = await fetch(`${per_twin.github.api_url}/repos/acme/web/issues/1/labels`, {
      method: 'POST',
      headers: { authorization: `Bearer ${agent_token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ labels: ['bug'] }),
    });
    expect(answer.status).toBe(200);
    expect(await call('get_sandbox', { session_id })).toMatchObject({ id: session_id, state: 'running' });
    expect((await call('list_sandboxes', { limit: 1 })).sandboxes).toMatchObject([{ id: session_id }]);
    expect((await call('get_tape', { session_id })).rows).toMatchObject([{ method: 'POST', state_mutation: true }]);
    expect((await call('get_state', { session_id, collection: 'issues' })).counts).toMatchObject({ issues: 1 });
    expect(await call('validate_seed', { twins: ['github'], seed: { repositories: [] } })).toMatchObject({ valid: true });
    expect((await call('list_checks', { twin: 'github' })).checks.length).toBeGreaterThan(5);
    const items = [{ check: 'github.issue-has-label', args: { issue: '1', repo: 'acme/web', label: 'bug' } }];
    expect((await call('render_checks', { twin: 'github', items })).lines).toEqual([SENTENCE]);
    expect((await call('bind_checks', { twin: 'github', texts: [SENTENCE] })).results).toEqual([
      { check_id: 'github.issue-has-label' },
    ]);
    const { sandboxes: forks } = await call('fork_sandbox', { session_id, at: 1 });
    expect((await call('get_tape', { session_id: forks[0].session_id })).rows).toMatchObject([{ inherited: true }]);
    const { run_id, score } = await call('finalize_task', { session_id, agent_model: 'by hand' });
    expect(score).toBe(100);
    expect(await call('get_run', { run_id })).toMatchObject({ id: run_id, satisfaction_score: 100 });
    expect((await call('list_runs', { limit: 1 })).runs).toMatchObject([{ id: run_id }]);
    expect(JSON.stringify(await call('get_report', { run_id }))).toContain('100');
    const other = await call('run_task', { twins: ['slack', 'linear'] });
    expect(await call('stop_sandbox', { session_id: other.session_id, confirm: true })).toMatchObject({ state: 'expired' });

    expect([...called].toSorted()).toEqual(tools.map(({ name }) => name).toSorted());
    expect(called.size).toBe(15);
  });
});
