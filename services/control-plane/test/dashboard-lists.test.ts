import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { GroupLine, RunValues, SandboxLine } from '@svc/contract/dashboard';
import { SignedIn } from './support/browser.ts';
import { type Account, base64, finalizeBody, Installation } from './support/installation.ts';

const HOSTILE = '<img src=x onerror=alert(1)>';
const MINUTE_MS = 60_000;

let service: Installation;
let account: Account;
let browser: SignedIn;
let stranger: SignedIn;
/** Newest first. */
const sandboxes: string[] = [];
const runs: string[] = [];

beforeAll(async () => {
  service = await Installation.start();
  account = await service.account({ planTier: 'enterprise' });
  browser = await SignedIn.as(account, service);
  stranger = await SignedIn.as(await service.account({ planTier: 'enterprise' }), service);
  for (const [title, group_id, agent_version] of [
    ['One', 'before-it', '1'],
    ['Two', 'before-it', '1'],
    ['One', 'after-it', HOSTILE],
  ] as const) {
    const { session_id } = await account.client.sandboxes.create({ task_source: base64(`# ${title}`), group_id, agent_version });
    runs.unshift((await account.client.sandboxes.finalize(session_id, finalizeBody)).run_id);
    sandboxes.unshift(session_id);
    service.clock.advance(MINUTE_MS);
  }
  sandboxes.unshift((await account.client.sandboxes.create({ twins: ['github', 'slack'] })).session_id);
});
afterAll(() => service.stop());

const read = async <T>(path: string, as = browser): Promise<T> => (await as.ask(path)).json() as Promise<T>;

describe('the list of sandboxes', () => {
  test('tells of each its last call, when it ends, and the run that it was graded to', async () => {
    service.activity.touch(sandboxes[0]!, service.clock.now().getTime());
    const lines = await read<SandboxLine[]>('/dashboard/sandboxes');
    expect(lines.map(({ id }) => id)).toEqual(sandboxes);
    const now = service.clock.now();
    expect(lines[0]).toMatchObject({
      state: 'running',
      twins: ['github', 'slack'],
      task_name: null,
      last_request_at: now.toISOString(),
      closed_at: null,
      run_id: null,
    });
    expect(Date.parse(lines[0]!.ends_at)).toBeGreaterThan(now.getTime());
    expect(lines.slice(1).map(({ state, run_id, task_name }) => [state, run_id, task_name])).toEqual([
      ['done', runs[0], 'One'],
      ['done', runs[1], 'Two'],
      ['done', runs[2], 'One'],
    ]);
  });

  test('says that one ends because nobody calls, where that is before its time is up', async () => {
    const [first] = sandboxes as [string];
    const patch = (expires_at: Date) =>
      service.database.updateTable('sandboxes').set({ expires_at, idle_ms: MINUTE_MS }).where('id', '=', first).execute();
    const { last_activity_at, expires_at } = await service.database
      .selectFrom('sandboxes')
      .selectAll()
      .where('id', '=', first)
      .executeTakeFirstOrThrow();
    await patch(new Date(last_activity_at.getTime() + 2 * MINUTE_MS));
    expect((await read<SandboxLine[]>('/dashboard/sandboxes'))[0]).toMatchObject({
      idle: true,
      ends_at: new Date(last_activity_at.getTime() + MINUTE_MS).toISOString(),
    });
    const soon = new Date(last_activity_at.getTime() + 1_000);
    await patch(soon);
    expect((await read<SandboxLine[]>('/dashboard/sandboxes'))[0]).toMatchObject({ idle: false, ends_at: soon.toISOString() });
    await patch(expires_at);
  });

  test('is that of open ones, or goes on after one', async () => {
    const ids = async (query: string) => (await read<SandboxLine[]>(`/dashboard/sandboxes?${query}`)).map(({ id }) => id);
    expect(await ids('open=1')).toEqual(sandboxes.slice(0, 1));
    expect(await ids(`after=${sandboxes[1]}`)).toEqual(sandboxes.slice(2));
  });

  test("after another team's is refused as after an unknown one", async () => {
    const told = (id: string) => stranger.told(`/dashboard/sandboxes?after=${id}`);
    const unknown = await told('ses_00000000000000000000000000');
    expect(unknown.status).toBe(422);
    expect(await told(sandboxes[0]!)).toEqual(unknown);
    expect(await told('%00')).toEqual(unknown);
  });
});

test('the values of filters are those of all runs, the latest first', async () => {
  expect(await read<RunValues>('/dashboard/run-values')).toEqual({
    task_name: ['One', 'Two'],
    group_id: ['after-it', 'before-it'],
    agent_model: ['example-model'],
    agent_version: [HOSTILE, '1'],
  });
});

test('groups are counted over all their runs, those with the latest first', async () => {
  const groups = await read<GroupLine[]>('/dashboard/groups');
  expect(groups).toMatchObject([
    { group_id: 'after-it', runs: 1, passed: 1, agent_versions: [HOSTILE], agent_models: ['example-model'] },
    { group_id: 'before-it', runs: 2, passed: 2, agent_versions: ['1'] },
  ]);
  expect(groups[1]!.latest).toEqual([runs[2], runs[1]].map((id) => ({ id, satisfaction_score: 100, outcome: 'passed' })));
});

test("another team's are not among them", async () => {
  expect(await read('/dashboard/sandboxes', stranger)).toEqual([]);
  expect(await read('/dashboard/groups', stranger)).toEqual([]);
  expect(Object.values(await read<RunValues>('/dashboard/run-values', stranger)).flat()).toEqual([]);
});

test.each(['sandboxes', 'groups', 'run-values'])('a key opens no list of pages: %s', async (list) => {
  const answer = await fetch(`${service.baseUrl.replace(/\/v1$/, '')}/dashboard/${list}`, {
    headers: { authorization: `Bearer ${account.key}` },
  });
  expect(answer.status).toBe(401);
});
