import { readFile, symlink } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { shareOf } from '@svc/twin-kit/testing/share';
import { twinIds } from '@svc/twins';
import { agentNames } from '../src/init/agents.ts';
import { frameworkKinds } from '../src/init/frameworks.ts';
import { writeBeginning } from '../src/init/write.ts';
import { BIN, layDatabase, stopAll, svc, temporaryFolder } from './support.ts';

// Starts a service and runs agents of each kind on each twin.
jest.setTimeout(300_000);

const EXAMPLES_MODULES = fileURLToPath(new URL('../../../examples/node_modules', import.meta.url));
const EXAMPLES_PACKAGE = fileURLToPath(new URL('../../../examples/package.json', import.meta.url));
/** Whoever runs the tests may have keys of models. */
const NO_KEYS = { OPENAI_API_KEY: '', ANTHROPIC_API_KEY: '' };

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(async () => {
  await stopAll();
  await folder.remove();
});

type AgentName = (typeof agentNames)[number];
interface Tried {
  agent: AgentName;
  twins: readonly string[];
}

const frameworks = Object.keys(frameworkKinds) as AgentName[];
const plain = agentNames.filter((name) => !frameworks.includes(name));
const THREE = [twinIds.slice(0, 3), twinIds.slice(2)];
/** Claude Code is 186 MB to fetch: that one is tried where CLAUDE_CODE names the program. */
const ready = frameworks.filter((name) => name !== 'claude-agent-sdk' || process.env.CLAUDE_CODE);

/** Each twin, and three together, with each kind of agent that has no packages: of the twins, each begins with another kind. */
const pairs = [...twinIds.map((id) => [id]), ...THREE].flatMap((twins, at) =>
  plain.map((_, nth): Tried => ({ agent: plain[(at + nth) % plain.length] as AgentName, twins })),
);
/** Each twin with one kind of agent, or with all. */
const tried = shareOf(pairs, 0, ({ twins }) => twins.join());
/** Each framework with three twins, whose tools must not be taken for each other. */
const inFrameworks = shareOf(
  ready.flatMap((agent) => THREE.map((twins): Tried => ({ agent, twins }))),
  1,
);

async function runAll(all: readonly Tried[]): Promise<void> {
  for (const { agent, twins } of all) {
    await writeBeginning({ folder: join(folder.path, 'tasks', `${agent}-${twins.join('-')}`), twins, agent });
  }
  // As `npm install` there would leave them.
  await symlink(EXAMPLES_MODULES, join(folder.path, 'node_modules'));
  const run = `"${process.execPath}" "${BIN}" run tasks --concurrency 2 --json`;
  await layDatabase(folder.path);
  const { code, stdout } = await svc(['up', '--port', '0', '--exec', run], { cwd: folder.path, env: NO_KEYS });
  const { results } = JSON.parse(stdout) as { results: { path: string; score: number; verdict: string; run_dir: string }[] };
  expect(results.filter(({ score, verdict }) => score !== 100 || verdict !== 'passed')).toEqual([]);
  expect({ code, runs: results.length }).toEqual({ code: 0, runs: all.length });
}

test('what svc init writes passes with 100 for each kind of agent on each twin, and on three together', async () => {
  expect(new Set(tried.map(({ agent }) => agent))).toEqual(new Set(plain));
  await runAll(tried);
});

test('an agent in a framework passes with a script in the place of its model', () => runAll(inFrameworks));

test.each(frameworks)('what %s imports is what the examples run on', async (agent) => {
  const { dependencies } = JSON.parse(await readFile(EXAMPLES_PACKAGE, 'utf8')) as { dependencies: Record<string, string> };
  const [, , list] = await writeBeginning({ folder: join(folder.path, 'task'), twins: ['github'], agent });
  const own = (JSON.parse(await readFile(list as string, 'utf8')) as typeof Object.prototype & { dependencies: object })
    .dependencies;
  expect(dependencies).toMatchObject(own);
  const program = await readFile(join(folder.path, 'task/agent.mjs'), 'utf8');
  const imported = [...program.matchAll(/from '((?:@[\w-]+\/)?[\w-]+)[/']/g)].map(([, name]) => name as string);
  expect(Object.keys(own)).toEqual(expect.arrayContaining(imported.filter((name) => !isBuiltin(name) && name !== 'node')));
  for (const name of ['agent.mjs', 'stand-in.mjs'])
    expect((await readFile(join(folder.path, 'task', name), 'utf8')).split('\n').length).toBeLessThanOrEqual(65);
});
