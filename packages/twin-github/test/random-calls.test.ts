import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { TapeRow } from '@svc/twin-kit';
import { serveTwin } from '@svc/twin-kit/server';
import { github } from '../src/index.ts';
import type { GithubState } from '../src/world.ts';
import { faultsOf } from './invariants.ts';
import { type AnyState, Caller, type RandomCall, randomFrom } from './random.ts';

const CALLS = 5000;
/** Calls after which the generator learns what there is. */
const STRIDE = 100;
/** Calls after which the whole world is looked at. */
const LOOK = 500;
const SEED = 20_260_101;

const seed = {
  viewer: 'ada',
  users: [
    { login: 'ada' },
    { login: 'grace' },
    { login: 'lin' },
    { login: 'acme', type: 'Organization', members: [{ login: 'ada', role: 'admin' }, 'grace'], teams: [{ name: 'Core' }] },
  ],
  repositories: [
    {
      ...{ owner: 'acme', name: 'web' },
      collaborators: [{ login: 'ada', permission: 'admin' }, 'grace'],
      files: { 'README.md': '# web\n', 'src/a.ts': 'one\ntwo\nthree\n' },
      branches: [{ name: 'fix', files: { 'src/a.ts': 'one\n2\nthree\n' } }, { name: 'level' }],
      milestones: [{ title: 'v1' }],
      issues: [
        { title: 'One', comments: [{ body: 'Hm' }] },
        { title: 'Two', labels: ['bug'] },
      ],
      pull_requests: [
        {
          ...{ title: 'By grace', head: 'topic', user: 'grace', files: { 'src/b.ts': 'b\n' } },
          reviews: [{ user: 'ada', comments: [{ path: 'src/b.ts', line: 1, body: 'Why?' }] }],
          statuses: [{ context: 'ci' }],
          check_runs: [{ name: 'build' }],
        },
        { title: 'Of my own', head: 'mine', files: { 'src/a.ts': 'one\nTWO\nthree\n' } },
      ],
      releases: [{ tag_name: 'v1', assets: [{ name: 'a.txt', content: 'a' }] }],
    },
    { owner: 'ada', name: 'tool' },
  ],
};

let twin: Awaited<ReturnType<typeof serveTwin>>;
beforeAll(async () => {
  twin = await serveTwin(github, { seed, clock: { mode: 'logical', start: '2025-01-02T03:04:05Z' } });
});
afterAll(() => twin.close());

const read = async (path: string) =>
  (await fetch(`${twin.url}/_svc/${path}`, { headers: { authorization: `Bearer ${twin.token}` } })).json();

async function send({ method, path, body }: RandomCall): Promise<number> {
  const headers = { authorization: `Bearer ${twin.token}`, 'content-type': 'application/json' };
  const response = await fetch(twin.url + path, { method, headers, ...(body !== undefined && { body }) });
  await response.arrayBuffer();
  return response.status;
}

/** The world that a tape makes of a seed: the records of every collection by key, in the order they came. */
class Replayed {
  readonly #collections: ReadonlyMap<string, Map<string | number, unknown>>;

  constructor(state: AnyState) {
    this.#collections = new Map(
      Object.entries(state).map(([name, records]) => {
        const { key } = github.definition.collections[name as keyof typeof github.definition.collections];
        return [name, new Map(records.map((record) => [key(record), record]))];
      }),
    );
  }

  apply(row: TapeRow): void {
    for (const { collection, id, before, after } of row.state_delta ?? []) {
      const records = this.#collections.get(collection) as Map<string | number, unknown>;
      expect(JSON.stringify(records.get(id) ?? null)).toBe(JSON.stringify(before));
      if (after === null) records.delete(id);
      else records.set(id, after);
    }
  }

  state(): AnyState {
    return Object.fromEntries([...this.#collections].map(([name, records]) => [name, [...records.values()]]));
  }
}

test(`${CALLS} random calls: no failure, no broken rule, refusals change nothing, seed + deltas = state`, async () => {
  const caller = new Caller(randomFrom(SEED));
  const replayed = new Replayed((await read('state')) as AnyState);
  const [landed, refused] = [new Set<string>(), new Set<string>()];
  for (let done = 0; done < CALLS; done += STRIDE) {
    caller.learn(replayed.state());
    const calls = Array.from({ length: STRIDE }, () => caller.next());
    const statuses: number[] = [];
    for (const call of calls) statuses.push(await send(call));
    const failed = calls.filter((_, at) => (statuses[at] ?? 500) >= 500 && statuses[at] !== 501);
    expect(failed).toEqual([]);
    const rows = (await read(`events?after=${done}`)) as TapeRow[];
    expect(rows.map(({ status }) => status)).toEqual(statuses);
    for (const [at, row] of rows.entries()) {
      if (row.status >= 400) expect([row.state_mutation, row.state_delta]).toEqual([false, null]);
      expect(row.state_mutation).toBe((row.state_delta ?? []).length > 0);
      (row.status < 400 ? landed : refused).add(calls[at]?.operation ?? '');
      replayed.apply(row);
    }
    if ((done + STRIDE) % LOOK !== 0) continue;
    const state = replayed.state();
    expect(await read(`state?step=${done + STRIDE}`)).toEqual(state);
    expect(faultsOf(state as unknown as GithubState)).toEqual([]);
  }
  expect(await read('state')).toEqual(replayed.state());
  // A generator that hits nothing proves nothing.
  const { operations } = github.definition;
  expect([landed.size > operations.length * 0.85, refused.size > operations.length * 0.7]).toEqual([true, true]);
}, 120_000);
