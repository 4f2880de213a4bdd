import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { ApiError, type Client } from '@svc/sdk';
import { titlesOf, Writers } from '../fleet/agents.ts';
import { Callers, type Question } from '../fleet/callers.ts';
import { callTwin, discardAll, ISSUES, type Sandbox } from '../fleet/client.ts';
import { until } from '../fleet/wait.ts';
import { expectNothingLost, finalize, patientClient, SETTLED_MS, started, startedOne, wrote } from './agents.ts';
import { HOSTS, Swarm } from './swarm.ts';

/** More than fifty agents write; a sandbox on each host is finalized when it happens. */
const WRITTEN = 6;
const AGENTS_EACH = 9;
const FINALIZED = 3;
/** Of every sandbox, before it happens and again after it. */
const WRITES = 20;

/** What a stack has more than one of, those together that don't call each other. */
const SEVERAL = [
  { services: ['control-plane'] },
  { services: ['routing-proxy', 'grading-worker'] },
  { services: ['host-agent'] },
  { services: ['edge'] },
];
const STORES = [{ store: 'redis' }, { store: 'postgres' }, { store: 's3' }];

let swarm: Swarm;
let key = '';
let client: Client;
beforeAll(async () => {
  swarm = await Swarm.start(process.env.SVC_TAG ?? 'dev');
  await swarm.admin('team', 'create', 'acme', '--plan', 'enterprise');
  [, key = ''] = /^SVC_API_KEY=(.*)$/m.exec(await swarm.admin('key', 'create', '--team', 'acme', '--name', 'ci')) ?? [];
  client = patientClient(swarm.baseUrl, key);
}, 1_500_000);
afterAll(() => swarm?.stop());

const agentsCalls = ({ urls, token }: Sandbox): Question[] => {
  const { api_url: api } = urls.github!;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const read: Question = { url: `${api}/repos/octo/demo/labels`, headers };
  const write: Question = { url: api + ISSUES, headers, method: 'POST', body: JSON.stringify({ title: 'Another' }) };
  return [read, write];
};

/** Sandboxes by the host that a twin of theirs is on. */
const byHost = async (): Promise<string[][]> => Promise.all(HOSTS.map((host) => swarm.sandboxesOn(host)));

/** No container and no slot without an open sandbox. */
const nothingLeft = (): Promise<true> =>
  until('everything closed to be gone', SETTLED_MS, async () => {
    const left = (await byHost()).flat();
    const { sessions_used: slots } = await client.usage();
    return left.length === 0 && slots === 0;
  });

describe('a fleet on three hosts', () => {
  test('gives a graded run after the lines of the README', async () => {
    expect(await swarm.svc(key, 'run', 'examples/triage-a-bug')).toMatch(/score: 100 \/ 100/);
  });

  test('grades an example whose three twins are on three hosts', async () => {
    await swarm.allThere();
    const earlier = new Set((await byHost()).flat());
    const spread = new Map<string, Set<number>>();
    const over = new AbortController();
    const watching = (async () => {
      while (!over.signal.aborted)
        for (const [at, ids] of (await byHost()).entries())
          for (const id of ids) if (!earlier.has(id)) spread.set(id, (spread.get(id) ?? new Set()).add(at));
    })();
    const printed = await swarm.svc(key, 'run', 'examples/issue-to-fix').finally(() => over.abort());
    await watching;
    expect(printed).toMatch(/score: 100 \/ 100/);
    expect([...spread.values()].map(({ size }) => size)).toEqual([HOSTS.length]);
  });
});

describe('a rolling update under load', () => {
  let agents: Callers;
  let operators: Callers;
  beforeAll(async () => {
    await swarm.allThere();
    const sandboxes = await started(client, HOSTS.length);
    const asked = (path: string): Question => ({ url: swarm.baseUrl + path, headers: { authorization: `Bearer ${key}` } });
    agents = new Callers(sandboxes.flatMap(agentsCalls));
    operators = new Callers(['/me', '/usage', `/sandboxes/${sandboxes[0]!.id}`].map(asked));
  });
  afterAll(async () => {
    await Promise.all([agents, operators].map((callers) => callers?.stop()));
    await discardAll(client);
    // What is struck below has no edge: connections through one would end with it.
    await swarm.docker(1, 'node', 'update', '--label-rm', 'svc.edge', 'host-3');
  });

  /** What was written before it is graded while it goes on, and agents' calls are answered all the time. */
  async function update(services: readonly string[]): Promise<void> {
    const [ending] = (await started(client, 1)) as [Sandbox];
    await callTwin(ending, ISSUES);
    const from = new Map(agents.answers);
    const updated = Promise.all(services.map((service) => swarm.update(service)));
    const run = finalize(client, ending);
    await updated;
    expect(await run).toMatchObject({ run_id: expect.any(String) });
    expect(agents.takeOthers('200', '201')).toEqual([]);
    for (const answer of ['200', '201']) expect(agents.answers.get(answer)! - (from.get(answer) ?? 0)).toBeGreaterThan(WRITES);
  }

  test.each(SEVERAL)('of $services refuses no call, and keeps what was written', async ({ services }) => {
    await update(services);
    expect(operators.takeOthers('200')).toEqual([]);
  });

  test.each(STORES)('of the one $store refuses no call of an agent, and keeps what was written', async ({ store }) => {
    await update([store]);
    // Whoever asks the API meanwhile may be told to ask again.
    expect(operators.takeOthers('200').filter((answer) => !/^503 .*"downstream_unavailable"/.test(answer))).toEqual([]);
  });
});

describe('under 50 agents that write', () => {
  let sandboxes: Sandbox[];
  let ending: Sandbox[];
  let writers: Writers[] = [];

  beforeEach(async () => {
    await swarm.allThere();
    sandboxes = await started(client, WRITTEN);
    ending = await started(client, FINALIZED);
    for (const sandbox of ending) await callTwin(sandbox, ISSUES);
    writers = sandboxes.map((sandbox) => new Writers(sandbox, AGENTS_EACH));
    await wrote(writers, WRITES);
  });
  afterEach(async () => {
    await Promise.all(writers.map((one) => one.stop()));
    await discardAll(client).catch(() => {});
  });

  const on = async (host: number): Promise<{ struck: Writers[]; others: Writers[] }> => {
    const ids = await swarm.sandboxesOn(host);
    const { true: struck = [], false: others = [] } = Object.groupBy(writers, ({ sandbox }) => `${ids.includes(sandbox.id)}`);
    expect([struck.length > 0, others.length > 0]).toEqual([true, true]);
    return { struck, others };
  };

  /** What the API says to who thinks that a sandbox is open, once it says anything. */
  const refusalOfBeat = ({ id }: Sandbox): Promise<string> =>
    until('the refusal of a heartbeat', SETTLED_MS, () =>
      client.sandboxes.heartbeat(id).then(
        () => 'It was taken.',
        (error: unknown) => error instanceof ApiError && error.status < 500 && error.message,
      ),
    );

  /** Each sandbox has one run, but for those that may have none. */
  async function expectRuns(results: Map<Sandbox, Awaited<ReturnType<typeof finalize>>>, mayFail: readonly string[]) {
    const rows = await client.runs.list({ limit: 200 });
    for (const [{ id }, result] of results) {
      const runs = rows.filter(({ session_id }) => session_id === id).map((row) => row.id);
      if (result instanceof ApiError) expect([mayFail.includes(id), runs, result.message]).toEqual([true, [], result.message]);
      else expect(runs).toEqual([result.run_id]);
    }
  }

  test.each([
    {
      what: 'kill -9 of an agent',
      strike: async () => process.kill(await swarm.processOf(2, (await swarm.tasks(2, 'host-agent'))[0]!), 'SIGKILL'),
    },
    {
      what: 'kill -9 of an engine, started again',
      strike: async () => {
        await swarm.strike('kill', 2);
        await swarm.strike('start', 2);
      },
    },
  ])('$what loses no acknowledged write and no finalize, and leaves nothing', async ({ strike }) => {
    const { struck } = await on(2);
    const runs = ending.map(async (sandbox) => [sandbox, await finalize(client, sandbox)] as const);
    await strike();
    await until('the twins there to be called on again', SETTLED_MS, async () => {
      const answers = await Promise.all(struck.map(({ sandbox }) => callTwin(sandbox, ISSUES).then(({ status }) => status)));
      return answers.every((status) => status === 200);
    });
    await wrote(writers, WRITES);
    await Promise.all(writers.map((one) => one.stop()));
    for (const one of writers) await expectNothingLost(one);
    const last = sandboxes.map(async (sandbox) => [sandbox, await finalize(client, sandbox)] as const);
    await expectRuns(new Map(await Promise.all([...runs, ...last])), []);
    await nothingLeft();
  });

  test.each([
    { what: 'a host that is cut off', host: 2, how: 'cut', back: 'mend' },
    { what: 'a host whose processes all end', host: 3, how: 'crash', back: 'start' },
  ] as const)('$what loses its own sandboxes, which fail, and nothing else; back, it has nothing of them', async (accident) => {
    const { struck, others } = await on(accident.host);
    const lost = await swarm.sandboxesOn(accident.host);
    const runs = ending.map(async (sandbox) => [sandbox, await finalize(client, sandbox)] as const);
    await swarm.strike(accident.how, accident.host);
    try {
      await until('its sandboxes to fail', SETTLED_MS, async () => {
        const states = await Promise.all(struck.map(({ sandbox }) => client.sandboxes.get(sandbox.id)));
        return states.every(({ state }) => state === 'failed');
      });
      expect(await refusalOfBeat(struck[0]!.sandbox)).toBe(
        `The sandbox failed. The host of its github twin, host-${accident.host}, was lost. Start a new one.`,
      );
      await wrote(others, WRITES);
      await Promise.all(writers.map((one) => one.stop()));
      for (const one of others) await expectNothingLost(one);
      const last = others.map(async ({ sandbox }) => [sandbox, await finalize(client, sandbox)] as const);
      await expectRuns(new Map(await Promise.all([...runs, ...last])), lost);
      await until('all slots to be free', SETTLED_MS, async () => (await client.usage()).sessions_used === 0);
    } finally {
      await swarm.strike(accident.back, accident.host);
    }
    await swarm.allThere();
    await nothingLeft();
    const next = await startedOne(client);
    expect((await callTwin(next, ISSUES)).status).toBe(200);
  });
});

describe('with copies of journals on other hosts', () => {
  beforeAll(async () => {
    await swarm.reset({ SVC_MIRROR: 'on' });
    await until('all hosts to send and keep copies', SETTLED_MS, async () =>
      (await swarm.hosts()).every(({ mirror_lag_ms: lag }) => lag !== null),
    );
    await swarm.allThere();
  });

  test('a host whose processes all end takes no sandbox with it, and nothing that was copied', async () => {
    const sandboxes = await started(client, 2 * HOSTS.length);
    const titleOf = ({ id }: Sandbox) => `Written in ${id}`;
    for (const sandbox of sandboxes) {
      const { status } = await callTwin(sandbox, ISSUES, { method: 'POST', body: { title: titleOf(sandbox) } });
      expect(status).toBe(201);
    }
    await until('a copy of each journal', SETTLED_MS, async () => {
      const found = sandboxes.map((one) => Promise.all(HOSTS.map((host) => swarm.hasCopyWith(host, titleOf(one)))));
      return (await Promise.all(found)).every((hosts) => hosts.includes(true));
    });
    const lost = await swarm.sandboxesOn(3);
    expect(lost).not.toEqual([]);
    await swarm.strike('crash', 3);
    try {
      // Its loss is certain after half of this.
      await until('every sandbox to answer', 2 * SETTLED_MS, async () => {
        const titles = await Promise.all(sandboxes.map(titlesOf));
        return titles.every((own, at) => own.includes(titleOf(sandboxes[at]!)));
      });
      for (const sandbox of sandboxes) {
        const cameBack = { twin: 'github', host: expect.stringMatching(/^host-[12]$/), at: expect.any(String), calls: 1 };
        const recovered = lost.includes(sandbox.id) ? [cameBack] : [];
        expect(await client.sandboxes.get(sandbox.id)).toMatchObject({ state: expect.not.stringMatching('failed') });
        expect(await finalize(client, sandbox)).toMatchObject({ run_id: expect.any(String), recovered });
      }
    } finally {
      await swarm.strike('start', 3);
    }
    await swarm.allThere();
    await nothingLeft();
  });
});
