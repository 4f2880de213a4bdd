import { join } from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { shareOf } from '@svc/twin-kit/testing/share';
import { twinIds } from '@svc/twins';
import { agentNames } from '../src/init/agents.ts';
import { writeBeginning } from '../src/init/write.ts';
import { BIN, layDatabase, stopAll, svc, temporaryFolder } from './support.ts';

// Starts a service and runs agents of each kind on each twin.
jest.setTimeout(300_000);

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(async () => {
  await stopAll();
  await folder.remove();
});

/** Each twin, and three together, with each kind of agent: of the twins, each begins with another kind. */
const pairs = [...twinIds.map((id) => [id]), twinIds.slice(0, 3), twinIds.slice(2)].flatMap((twins, at) =>
  agentNames.map((_, nth) => ({ agent: agentNames[(at + nth) % agentNames.length] as (typeof agentNames)[number], twins })),
);
/** Each twin with one kind of agent, or with all. */
const tried = shareOf(pairs, 0, ({ twins }) => twins.join());

test('what svc init writes passes with 100 for each kind of agent on each twin, and on three together', async () => {
  expect(new Set(tried.map(({ agent }) => agent))).toEqual(new Set(agentNames));
  for (const { agent, twins } of tried) {
    await writeBeginning({ folder: join(folder.path, 'tasks', `${agent}-${twins.join('-')}`), twins, agent });
  }
  const run = `"${process.execPath}" "${BIN}" run tasks --concurrency 2 --json`;
  await layDatabase(folder.path);
  const { code, stdout } = await svc(['up', '--port', '0', '--exec', run], { cwd: folder.path });
  const { results } = JSON.parse(stdout) as { results: { path: string; score: number; verdict: string }[] };
  expect(results.filter(({ score, verdict }) => score !== 100 || verdict !== 'passed')).toEqual([]);
  expect({ code, runs: results.length }).toEqual({ code: 0, runs: tried.length });
});
