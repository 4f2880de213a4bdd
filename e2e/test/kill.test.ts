import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { FinalizeResult } from '@svc/contract';
import { ApiError } from '@svc/sdk';
import { tapedTitles, titlesOf, Writers } from '../fleet/agents.ts';
import { clientOf, createSandbox, discard, discardAll, FINALIZE, type Sandbox, WORLD } from '../fleet/client.ts';
import { engine, givenTwins, killMainProcess, namedTwinsOf } from '../fleet/engine.ts';
import { openRoutes } from '../fleet/routes.ts';
import { sharedFleet } from '../fleet/shared.ts';
import { until } from '../fleet/wait.ts';

const fleet = sharedFleet();
const client = clientOf(fleet);
const id = (name: string): string => fleet.containers[name] as string;

/** 50 agents write; as many sandboxes again are finalized when it happens. */
const WRITTEN = 10;
const AGENTS_EACH = 5;
const FINALIZED = 10;
/** Of every sandbox, before it happens and again after it. */
const WRITES = 20;
/** Everything is in order again within this time (issue: 60 s after). */
const SETTLED_MS = 60_000;

/** Being created when it happens: what of them nobody is told of must be gone as well. */
const CREATED = 4;

const restart = (name: string) => engine.getContainer(id(name)).restart({ t: 10 });

const accidents: { what: string; strike: (sandboxes: Sandbox[]) => Promise<unknown> }[] = [
  { what: 'kill -9 of the control plane', strike: () => killMainProcess(id('control-plane')) },
  { what: "kill -9 of the host's agent", strike: () => killMainProcess(id('host-agent')) },
  { what: 'kill -9 of a proxy', strike: () => killMainProcess(id('routing-proxy-1')) },
  { what: 'kill -9 of a worker', strike: () => killMainProcess(id('grading-worker-1')) },
  {
    what: "kill -9 of a third of the agents' twins",
    strike: (sandboxes) =>
      Promise.all(
        sandboxes
          .filter((_, index) => index % 3 === 0)
          .map(async (sandbox) => killMainProcess((await namedTwinsOf(sandbox.id))[0]!.Id)),
      ),
  },
  { what: 'a restart of Redis', strike: () => restart('redis') },
  { what: 'a restart of PostgreSQL', strike: () => restart('postgres') },
];

beforeAll(() => discardAll(client));
afterAll(() => discardAll(client));

/** Finalizes as a client that doesn't give up, the way it is told to after a 5xx. */
async function finalize(sandbox: Sandbox): Promise<FinalizeResult> {
  return until(`the run of ${sandbox.id}`, SETTLED_MS, async () => {
    try {
      return await client.sandboxes.finalize(sandbox.id, FINALIZE);
    } catch (error) {
      // Anything below 500 is an answer.
      if (error instanceof ApiError && error.status < 500)
        throw new Error(`finalize answered ${error.status}: ${error.message}`, { cause: error });
      return undefined;
    }
  });
}

async function started(count: number): Promise<Sandbox[]> {
  const sandboxes: Sandbox[] = [];
  const lanes = Array.from({ length: 5 }, async () => {
    while (sandboxes.length < count) sandboxes.push(await createSandbox(client, { seed: WORLD }));
  });
  await Promise.all(lanes);
  return sandboxes;
}

const wrote = (writers: Writers[], more: number): Promise<true> => {
  const marks = writers.map(({ acknowledged }) => acknowledged.length + more);
  return until(`${more} more writes of each sandbox`, SETTLED_MS, async () =>
    writers.every(({ acknowledged }, index) => acknowledged.length >= marks[index]!),
  );
};

describe.each(accidents)('$what while 50 agents write', ({ strike }) => {
  test('loses no acknowledged write and no accepted finalize, and leaves nothing behind', async () => {
    const ending = await started(FINALIZED);
    const before = await Promise.all(
      ending.map(async (sandbox) => {
        const writers = new Writers(sandbox, 1);
        await wrote([writers], 3);
        await writers.stop();
        return writers;
      }),
    );
    const sandboxes = await started(WRITTEN);
    const writers = sandboxes.map((sandbox) => new Writers(sandbox, AGENTS_EACH));
    await wrote(writers, WRITES);

    const runs = ending.map(finalize);
    const created = Array.from({ length: CREATED }, () => createSandbox(client, { seed: WORLD }).catch(() => undefined));
    await strike([...sandboxes]);
    await wrote(writers, WRITES);
    await Promise.all(writers.map((one) => one.stop()));
    for (const sandbox of await Promise.all(created)) {
      if (!sandbox) continue;
      expect(await titlesOf(sandbox)).toHaveLength(1);
      await discard(client, sandbox.id);
    }

    for (const { sandbox, acknowledged, sent } of writers) {
      const titles = await titlesOf(sandbox);
      const taped = await tapedTitles(sandbox);
      expect(acknowledged.filter((title) => !titles.includes(title))).toEqual([]);
      expect(acknowledged.filter((title) => !taped.includes(title))).toEqual([]);
      // What the tape says landed is in the state, once, and nothing else is.
      expect(taped.toSorted()).toEqual(titles.filter((title) => sent.includes(title)).toSorted());
      expect(titles).toHaveLength(taped.length + 1);
    }

    const results = await Promise.all([...runs, ...sandboxes.map(finalize)]);
    expect(new Set(results.map(({ run_id }) => run_id)).size).toBe(results.length);
    const rows = await client.runs.list({ limit: 200 });
    for (const [index, sandbox] of [...ending, ...sandboxes].entries()) {
      expect(rows.filter(({ session_id }) => session_id === sandbox.id).map((row) => row.id)).toEqual([results[index]!.run_id]);
    }
    for (const [index, { acknowledged }] of before.entries()) {
      const run = await client.runs.get(results[index]!.run_id);
      expect(run.satisfaction_score).toBe(100);
      expect(acknowledged.length).toBeGreaterThan(0);
    }
    await nothingLeft();
  }, 180_000);
});

/** No container, route or slot without an open sandbox. */
async function nothingLeft(): Promise<void> {
  await until('everything closed to be gone', SETTLED_MS, async () => {
    const left = await givenTwins(fleet.installation);
    const routes = await openRoutes(fleet);
    const { sessions_used: slots } = await client.usage();
    return left.length === 0 && routes.length === 0 && slots === 0;
  });
}
