import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { testWithPython } from '../../packages/cli/test/clients/python.ts';
import { type Step, stepsOf } from './page.ts';
import { PYTHON_MODULES, Reader } from './reader.ts';

// Every page starts a service of its own.
jest.setTimeout(300_000);

const DOCS = fileURLToPath(new URL('..', import.meta.url));
const README = join(DOCS, '../README.md');
/** About how the project is made, or run on other machines: nothing to follow in an empty folder. */
const NOT_FOLLOWED = ['architecture.md', 'conformance.md', 'decisions.md', 'operate.md', 'security.md'];

const pages = [
  ...(await readdir(DOCS)).filter((name) => name.endsWith('.md')),
  ...(await readdir(join(DOCS, 'sdk'))).map((name) => `sdk/${name}`),
].toSorted();
/** Needs a Python with what it installs. */
const PYTHON = 'python.md';
const guides = pages.filter((name) => !NOT_FOLLOWED.includes(name) && name !== PYTHON);

let reader: Reader;
beforeEach(async () => {
  reader = await Reader.sitDown();
});
afterEach(() => reader.leave());

async function follow(steps: readonly Step[]): Promise<void> {
  for (const step of steps) await reader.follow(step);
}

/** Lines that a reader types: commands, and files that aren't given. */
const typed = (steps: readonly Step[]): string[] =>
  steps.flatMap((step) =>
    step.kind === 'output' || step.kind === 'part' ? [] : step.code.split('\n').filter((line) => line.trim() !== ''),
  );

describe('every line of the guides works in an empty folder', () => {
  test.each(guides)('%s', async (name) => {
    await follow(await stepsOf(join(DOCS, name)));
  });

  const needed = { module: PYTHON_MODULES.join(', '), debian: 'python3-pip, python3-github, python3-pytest, …' };
  testWithPython(PYTHON, needed, async (python) => {
    await reader.takePython(python);
    await follow(await stepsOf(join(DOCS, PYTHON)));
  });
});

test('from the README it is at most ten lines to a graded run of a scenario of one’s own', async () => {
  const steps = await stepsOf(README, ['Use it']);
  expect(typed(steps).length).toBeLessThanOrEqual(10);
  await follow(steps);
  expect(reader.output).toContain('score: 100 / 100');
});

test('getting started goes on in the folder where the README ends', async () => {
  const running = ({ kind }: Step) => kind === 'background';
  const further = await stepsOf(join(DOCS, 'getting-started.md'));
  // The README's service is running there already, and its variables were seen when it started.
  const after = further.findIndex(running) + 2;
  await follow(await stepsOf(README, ['Use it']));
  await follow(further.slice(after));
  expect(reader.output).toContain('4 of 4 runs passed');
});

test('links between pages lead somewhere', async () => {
  for (const page of [README, join(DOCS, '../SECURITY.md'), ...pages.map((name) => join(DOCS, name))]) {
    const text = await readFile(page, 'utf8');
    for (const [, target = ''] of text.matchAll(/\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)/g)) {
      const found = await stat(join(page, '..', target)).catch(() => undefined);
      expect({ page, target, found: found !== undefined }).toEqual({ page, target, found: true });
    }
  }
});

test('no page tells a reader to fetch a package that is not ours under a name of ours', async () => {
  const packages = await readdir(join(DOCS, '../packages'));
  const all = [
    README,
    ...pages.map((name) => join(DOCS, name)),
    ...packages.map((name) => join(DOCS, '../packages', name, 'README.md')),
  ];
  for (const page of [
    ...all,
    ...['packages/cli/pack', 'clients/python', 'examples'].map((name) => join(DOCS, '..', name, 'README.md')),
  ]) {
    const text = await readFile(page, 'utf8').catch(() => '');
    const fetching =
      text.match(/\bnpx (?!--no-install\b)[^\n]*|\bnpm (?:i|install|exec|x)\b[^\n]*(?:@svc\/| svc\b)[^\n]*/g) ?? [];
    // Of ours only the folder of a clone.
    const ours = (text.match(/\bpip3? install [^\n]*/g) ?? []).filter((line) =>
      /svc|sandbox-evaluation/i.test(line.replace('"$SVC_CLONE/clients/python"', '')),
    );
    expect({ page, fetching, ours }).toEqual({ page, fetching: [], ours: [] });
  }
});
