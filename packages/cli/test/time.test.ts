import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { CreateSandboxResponse, World } from '@svc/contract';
import { type ApiError, type Client, createClient } from '@svc/sdk';
import type { TapeRow } from '@svc/twin-kit';
import { sharedService } from './shared.ts';
import { stopAll, svc, temporaryFolder, using } from './support.ts';

/** A command and the whole service on a busy machine. */
const TIMEOUT_MS = 60_000;
const SEED = {
  github: {
    users: [{ login: 'bot', type: 'User' }],
    repositories: [{ owner: 'acme', name: 'web', issues: [{ number: 1, title: 'Broken', state: 'open' }] }],
  },
  slack: { channels: [{ name: 'general', id: 'C0GENERAL' }] },
};

const service = sharedService();
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let client: Client;
beforeAll(async () => {
  folder = await temporaryFolder();
  client = createClient({
    baseUrl: service.variables.SVC_BASE_URL as string,
    apiKey: service.variables.SVC_API_KEY as string,
  });
}, TIMEOUT_MS);
afterAll(async () => {
  await stopAll();
  await folder.remove();
}, TIMEOUT_MS);

const send = async (sandbox: CreateSandboxResponse, twin: string, method: string, path: string, body?: object) => {
  const headers = { authorization: `Bearer ${sandbox.agent_token}`, 'content-type': 'application/json' };
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
  const answer = await fetch(`${sandbox.per_twin[twin]?.api_url}${path}`, init);
  return { status: answer.status, headers: answer.headers, body: await answer.json() };
};
const open = (sandbox: CreateSandboxResponse, title: string) =>
  send(sandbox, 'github', 'POST', '/repos/acme/web/issues', { title });
const say = (sandbox: CreateSandboxResponse, text: string) =>
  send(sandbox, 'slack', 'POST', '/api/chat.postMessage', { channel: 'C0GENERAL', text });
const tapeOf = async (sandbox: CreateSandboxResponse, twin: string): Promise<TapeRow[]> =>
  (await send(sandbox, twin, 'GET', '/_svc/events')).body as TapeRow[];
const titles = ({ state }: World): unknown[] => (state.issues as { title: string }[]).map(({ title }) => title);
const texts = ({ state }: World): unknown[] => (state.messages as { text: string }[]).map(({ text }) => text);
const refusal = (work: Promise<unknown>): Promise<ApiError> =>
  work.then(
    () => {
      throw new Error('it was not refused');
    },
    (error: ApiError) => error,
  );

/** Two twins called in turn: issue, message, issue, message. */
async function played(clock: 'logical' | 'wall' = 'logical'): Promise<CreateSandboxResponse> {
  const sandbox = await client.sandboxes.create({ twins: ['github', 'slack'], seed: SEED, clock });
  await open(sandbox, 'first');
  await say(sandbox, 'one');
  await open(sandbox, 'second');
  await say(sandbox, 'two');
  return sandbox;
}

const finalize = (id: string, texts: readonly string[] = ['Exactly 1 issues are open in acme/web.']) =>
  client.sandboxes.finalize(id, {
    source: 'twin-pull',
    criteria: texts.map((text, index) => ({ id: `c${index}`, kind: 'code' as const, text })),
    stop_reason: 'exited',
    exit_code: 0,
    duration_ms: 1,
    agent_model: 'none',
  });

describe('the world after a call', () => {
  test(
    'is that of the calls of all twins until then, while the sandbox is open and from what its run keeps',
    async () => {
      const sandbox = await played();
      const id = sandbox.session_id;
      const live = async (step: number, twin: string): Promise<World> => client.sandboxes.world(id, { step, twin });
      const worlds = await Promise.all([0, 1, 2, 3, 4].flatMap((step) => [live(step, 'github'), live(step, 'slack')]));
      expect(worlds.map(({ twin, step, row }) => [twin, step, row])).toEqual([
        ['github', 0, 0],
        ['slack', 0, 0],
        ['github', 1, 1],
        ['slack', 1, 0],
        ['github', 2, 1],
        ['slack', 2, 1],
        ['github', 3, 2],
        ['slack', 3, 1],
        ['github', 4, 2],
        ['slack', 4, 2],
      ]);
      expect(titles(worlds[2] as World)).toEqual(['Broken', 'first']);
      expect(titles(worlds[0] as World)).toEqual(['Broken']);
      expect(texts(worlds[5] as World)).toEqual(['one']);
      const now = await client.sandboxes.world(id);
      expect(now).toEqual(worlds[8]);
      expect(now.state).toEqual((await send(sandbox, 'github', 'GET', '/_svc/state')).body);

      const { run_id } = await finalize(id);
      const closed = await refusal(client.sandboxes.world(id, { step: 1 }));
      expect([closed.status, closed.type]).toEqual([410, 'session_expired']);
      const stored = await Promise.all(worlds.map(({ step, twin }) => client.runs.world(run_id, { step, twin })));
      expect(stored).toEqual(worlds);
      const { stdout } = await svc(['sandbox', 'state', run_id, '--step', '3'], { env: using(service) });
      expect(JSON.parse(stdout)).toEqual(worlds[6]?.state);
    },
    TIMEOUT_MS,
  );

  test(
    'is refused where there is none',
    async () => {
      const sandbox = await client.sandboxes.create({ seed: SEED.github });
      await open(sandbox, 'first');
      const { run_id } = await (async () => {
        const other = await client.sandboxes.create({ seed: SEED.github });
        await open(other, 'first');
        return finalize(other.session_id);
      })();
      const ask = (path: string) =>
        fetch(`${service.variables.SVC_BASE_URL}${path}`, {
          headers: { authorization: `Bearer ${service.variables.SVC_API_KEY}` },
        }).then(async (answer) => [answer.status, ((await answer.json()) as { error: { message: string } }).error.message]);
      for (const place of [`/sandboxes/${sandbox.session_id}`, `/runs/${run_id}`]) {
        expect(await ask(`${place}/state?step=2`)).toEqual([422, 'step: is beyond the end: the tape has 1 row']);
        expect(await ask(`${place}/state?step=-1`)).toEqual([422, 'step: must be a whole number, 0 or more']);
        expect(await ask(`${place}/state?step=x`)).toEqual([422, 'step: must be a whole number, 0 or more']);
        expect((await ask(`${place}/state?step=1&twin=slack`))[0]).toBe(422);
      }
      expect((await ask(`/runs/${run_id}/state?twin=github`))[0]).toBe(422);
    },
    TIMEOUT_MS,
  );
});

describe('forks', () => {
  test(
    'begin with the worlds that the sandbox had, go their own ways, and their runs name it and are graded from there',
    async () => {
      const sandbox = await played();
      const { parent, sandboxes: forks } = await client.sandboxes.fork(sandbox.session_id, {
        at: 3,
        count: 2,
        agent_version: 'v2',
      });
      expect(parent).toEqual({ session_id: sandbox.session_id, step: 3 });
      const ids = forks.map(({ session_id }) => session_id);
      const tokens = forks.map(({ agent_token }) => agent_token);
      expect(new Set([...ids, sandbox.session_id]).size).toBe(3);
      expect(new Set([...tokens, sandbox.agent_token]).size).toBe(3);
      const [one, other] = forks as [CreateSandboxResponse, CreateSandboxResponse];
      expect(await client.sandboxes.get(one.session_id)).toMatchObject({ parent, agent_version: 'v2', state: 'ready' });

      // The next calls are answered as the sandbox's own next ones were, ids and times included.
      const again = await say(one, 'two');
      const [, original] = await tapeOf(sandbox, 'slack');
      expect(again.body).toEqual(original?.response_body);
      expect(again.headers.get('x-svc-request-id')).toBe(original?.request_id);
      await open(other, 'third');
      expect(titles(await client.sandboxes.world(one.session_id))).toEqual(['Broken', 'first', 'second']);
      expect(titles(await client.sandboxes.world(other.session_id))).toEqual(['Broken', 'first', 'second', 'third']);
      expect(titles(await client.sandboxes.world(sandbox.session_id))).toEqual(['Broken', 'first', 'second']);

      const rows = await tapeOf(other, 'github');
      expect(rows.map(({ seq, inherited = false }) => [seq, inherited])).toEqual([
        [1, true],
        [2, true],
        [3, false],
      ]);
      expect(titles(await client.sandboxes.world(other.session_id, { step: 1 }))).toEqual(['Broken', 'first']);

      const { run_id } = await finalize(other.session_id, [
        'Exactly 4 issues are open in acme/web.',
        'The tool create_issue was called exactly 1 times.',
      ]);
      const run = await client.runs.get(run_id);
      expect(run).toMatchObject({ parent, agent_version: 'v2', tape_rows: 4, steps: [{ calls: 1 }] });
      expect(run.criteria_results.map(({ status }) => status)).toEqual(['passed', 'passed']);
      expect(titles(await client.runs.world(run_id, { step: 0 }))).toEqual(['Broken']);
      expect(titles(await client.runs.world(run_id, { step: 4 }))).toEqual(['Broken', 'first', 'second', 'third']);
    },
    TIMEOUT_MS,
  );

  test(
    'all start or none, each takes a slot, and a repeat answers the same ones',
    async () => {
      const sandbox = await client.sandboxes.create({ seed: SEED.github });
      await open(sandbox, 'first');
      const before = await client.usage();
      const tooMany = await refusal(client.sandboxes.fork(sandbox.session_id, { at: 1, count: before.sessions_remaining + 1 }));
      expect([tooMany.status, tooMany.type]).toEqual([402, 'quota_exceeded']);
      expect((await client.usage()).sessions_used).toBe(before.sessions_used);
      const request = { at: 1, count: 2, idempotency_key: '3f0b2c1e-7f2a-4c56-9d62-0f3f0f0a1b2c' };
      const [first, second] = await Promise.all([
        client.sandboxes.fork(sandbox.session_id, request),
        client.sandboxes.fork(sandbox.session_id, request),
      ]);
      expect(second).toEqual(first);
      expect((await client.usage()).sessions_used).toBe(before.sessions_used + 2);
      const beyond = await refusal(client.sandboxes.fork(sandbox.session_id, { at: 2 }));
      expect([beyond.status, beyond.message]).toEqual([422, 'at: is beyond the end: the tape has 1 row']);
      const fork = await client.sandboxes.fork(first.sandboxes[0]?.session_id as string, { at: 1 });
      expect(fork.parent.session_id).toBe(first.sandboxes[0]?.session_id);
      const { code, stdout } = await svc(['sandbox', 'fork', sandbox.session_id, '--at', '0'], { env: using(service) });
      expect(code).toBe(0);
      expect(stdout).toMatch(/^SVC_SESSION_ID=ses_\w+$/m);
      for (const { id } of await client.sandboxes.list({ state: 'ready' })) await discard(id);
    },
    TIMEOUT_MS,
  );

  const discard = async (id: string): Promise<void> => {
    const asked = await refusal(client.sandboxes.delete(id));
    await client.sandboxes.delete(id, { confirm_discard: asked.details.discard_token as string });
  };
});

describe('svc replay', () => {
  test.each(['logical', 'wall'] as const)(
    'finds every answer as it was on the %s clock',
    async (clock) => {
      const sandbox = await played(clock);
      const { body } = await say(sandbox, 'three');
      const { ts } = body as { ts: string };
      await send(sandbox, 'slack', 'POST', '/api/reactions.add', { channel: 'C0GENERAL', timestamp: ts, name: 'eyes' });
      await send(sandbox, 'github', 'GET', '/repos/acme/web/issues');
      await send(sandbox, 'github', 'PATCH', '/repos/acme/web/issues/1', { state: 'closed' });
      const { run_id } = await finalize(sandbox.session_id);
      const { code, stdout, stderr } = await svc(['replay', run_id], { env: using(service) });
      expect([stdout, stderr]).toEqual([`made 8 calls of ${run_id} again: every answer is as it was\n`, '']);
      expect(code).toBe(0);
    },
    TIMEOUT_MS,
  );

  test(
    'shows the first answer that differs, and ends with 1',
    async () => {
      const sandbox = await played();
      const { run_id } = await finalize(sandbox.session_id);
      await changeThird(run_id, { title: '2nd' });
      const { sessions_used: open } = await client.usage();
      const { code, stdout } = await svc(['replay', run_id, '--json'], { env: using(service) });
      expect(JSON.parse(stdout)).toMatchObject({
        run_id,
        calls: 3,
        parted: {
          step: 3,
          twin: 'github',
          seq: 2,
          method: 'POST',
          path: '/repos/acme/web/issues',
          difference: { at: 'body.title', recorded: '2nd', replayed: 'second' },
        },
      });
      expect(code).toBe(1);
      const shown = await svc(['replay', run_id], { env: using(service) });
      expect(shown.stdout).toBe(
        'call 3 differs: POST /repos/acme/web/issues (row 2 of github)\n  body.title\n  - "2nd"\n  + "second"\n',
      );
      expect((await client.usage()).sessions_used).toBe(open);
    },
    TIMEOUT_MS,
  );

  /** Stands for an upgrade of a twin that answers otherwise: the third answer that was recorded is one that it doesn't give. */
  async function changeThird(runId: string, change: object): Promise<void> {
    const files = await readdir(service.dataDir, { recursive: true });
    const file = join(service.dataDir, files.find((name) => name.includes(`runs/${runId}/events.jsonl/.body-`)) as string);
    const rows = gunzipSync(await readFile(file))
      .toString()
      .trimEnd()
      .split('\n');
    const third = JSON.parse(rows[2] as string) as TapeRow;
    rows[2] = JSON.stringify({ ...third, response_body: { ...(third.response_body as object), ...change } });
    await writeFile(file, gzipSync(`${rows.join('\n')}\n`));
  }
});
