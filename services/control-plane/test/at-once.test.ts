import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type Account, Installation, refusal } from './support/installation.ts';

let service: Installation;
let account: Account;

beforeAll(async () => {
  service = await Installation.start();
  service.runtime.startsAtOnce = true;
});
afterAll(() => service.stop());
beforeEach(async () => {
  account = await service.account();
  service.runtime.onStarted = undefined;
  service.runtime.gate = undefined;
});

const create = (body: object = {}) => service.post('/sandboxes', account.key, body);
const used = async () => (await account.client.usage()).sessions_used;
const rows = () => account.client.sandboxes.list();

/** Rounds of the reaper until every step of it was taken. */
async function sweepAll(): Promise<void> {
  for (let round = 0; round < 30; round += 1) await service.controlPlane.sweep();
}

describe.each([
  ['afterwards', false],
  ['meanwhile', true],
])('a sandbox whose twins start at once, written down %s,', (_when, tellsAhead) => {
  beforeEach(() => {
    service.runtime.tellsAhead = tellsAhead;
  });

  test("keeps its seed's order of keys, which ids are drawn from", async () => {
    const seed = { zebra: { b: 1, a: 2 }, apple: ['ü', null, 1.5] };
    const { json } = await create({ twins: ['github'], seed });
    const row = await service.database
      .selectFrom('sandboxes')
      .select(['seeds', 'clock'])
      .where('id', '=', json.session_id)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).toBe(JSON.stringify({ seeds: { github: seed }, clock: { mode: 'wall' } }));
  });

  test('of 50 creates at once on a quota of 3, exactly 3 are admitted, and nothing of the others runs or is reached', async () => {
    service.runtime.running.clear();
    const before = new Set(service.runtime.launches.map(({ sessionId }) => sessionId));
    const answers = await Promise.all(Array.from({ length: 50 }, () => create()));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    const refused = answers.filter(({ status }) => status === 402);
    expect(refused).toHaveLength(47);
    for (const answer of refused)
      expect(refusal(answer)).toMatchObject({ details: { usage: { sessions_used: 3, sessions_quota: 3 } } });
    expect(await used()).toBe(3);
    expect(await rows()).toHaveLength(3);
    await sweepAll();
    const kept = answers.flatMap(({ json }) => json.session_id ?? []);
    expect([...service.runtime.running.keys()].sort()).toEqual(kept.sort());
    const started = service.runtime.launches.map(({ sessionId }) => sessionId).filter((id) => !before.has(id));
    for (const id of started) expect((await service.routes.find(id)) !== undefined).toBe(kept.includes(id));
  });

  test('is refused without a start where the team has no slot left', async () => {
    await Promise.all([create(), create(), create()]);
    const { length } = service.runtime.launches;
    expect((await create()).status).toBe(402);
    expect(service.runtime.launches).toHaveLength(length);
    service.clock.advance(30 * 60_000);
    expect((await create()).status).toBe(201);
  });

  test('that fails to start is answered 503 and leaves nothing but a failed row', async () => {
    service.runtime.failing = true;
    const answer = await create();
    service.runtime.failing = false;
    expect(refusal(answer)).toMatchObject({ status: 503, message: 'The sandbox could not be started. Retry.' });
    const [row, ...rest] = await rows();
    expect(row).toMatchObject({ state: 'failed', ready_at: null, closed_at: service.clock.now().toISOString() });
    expect(rest).toEqual([]);
    expect(await used()).toBe(0);
    expect(await service.routes.find(row?.id as string)).toBeUndefined();
  });
});

describe('a sandbox whose twins start at once and say where they are when they run', () => {
  beforeEach(() => {
    service.runtime.tellsAhead = false;
  });

  test('is written down when it runs, ready, with its slot, its route and where its twins are', async () => {
    const seen: number[] = [];
    service.runtime.onStarted = async () => {
      seen.push((await rows()).length, await used());
    };
    const { status, json } = await create({ twins: ['github', 'stripe'], seed: { github: {}, stripe: {} } });
    expect([status, seen]).toEqual([201, [0, 0]]);
    const at = service.clock.now().toISOString();
    expect(await account.client.sandboxes.get(json.session_id)).toMatchObject({
      ...{ state: 'ready', twins: ['github', 'stripe'], created_at: at, ready_at: at, closed_at: null },
      ...{ agent_token: json.agent_token, task_markdown: null, group_id: null, parent: null },
    });
    expect(await used()).toBe(1);
    expect(Object.keys((await service.routes.find(json.session_id))?.twins ?? {})).toEqual(['github', 'stripe']);
    const stored = await service.database
      .selectFrom('sandbox_twins')
      .select('twin')
      .where('sandbox_id', '=', json.session_id)
      .execute();
    expect(stored.map(({ twin }) => twin).sort()).toEqual(['github', 'stripe']);
  });

  test('is no orphan before it is written down', async () => {
    service.runtime.onStarted = sweepAll;
    const { json } = await create();
    expect(service.runtime.running.has(json.session_id)).toBe(true);
    await sweepAll();
    expect(service.runtime.running.has(json.session_id)).toBe(true);
  });

  test('is an orphan where a crash came before it was written down', async () => {
    let left = '';
    service.runtime.onStarted = async (id) => {
      left = id;
      throw new Error('the process ended here');
    };
    expect((await create()).status).toBe(503);
    service.runtime.running.set(left, []);
    await service.restart();
    expect(service.runtime.running.has(left)).toBe(false);
  });
});

describe('a sandbox whose twins start at once and say before where they will be', () => {
  beforeEach(() => {
    service.runtime.tellsAhead = true;
  });

  const state = async () => (await rows()).map((row) => row.state);

  test('is written down while they start, has its route when they run, and is answered when all of that is done', async () => {
    const started = Promise.withResolvers<void>();
    service.runtime.gate = started.promise;
    let answered = false;
    const answer = create({ twins: ['github', 'stripe'] }).finally(() => {
      answered = true;
    });
    while ((await state()).length === 0) await new Promise(setImmediate);
    const id = (await rows())[0]?.id ?? '';
    expect([await used(), await service.routes.find(id), answered]).toEqual([1, undefined, false]);
    await sweepAll();
    started.resolve();
    const { status, json } = await answer;
    expect([status, json.session_id, await state()]).toEqual([201, id, ['ready']]);
    expect(Object.keys((await service.routes.find(id))?.twins ?? {})).toEqual(['github', 'stripe']);
    expect(service.runtime.running.has(id)).toBe(true);
  });

  test('is closed as failed where the process ended before they ran', async () => {
    const never = Promise.withResolvers<void>();
    service.runtime.gate = never.promise;
    const answer = create();
    while ((await state()).length === 0) await new Promise(setImmediate);
    await service.restart();
    expect(await state()).toEqual(['failed']);
    expect(await used()).toBe(0);
    never.resolve();
    await answer.catch(() => {});
  });
});
