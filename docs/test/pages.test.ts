import { join } from 'node:path';
import { afterEach, beforeEach, describe, jest, test } from '@jest/globals';
import { testWithPython } from '../../packages/cli/test/clients/python.ts';
import { isWhole } from '../../packages/twin-kit/testing/share.ts';
import { DOCS, pages, stepsOf } from './page.ts';
import { PYTHON_MODULES, Reader } from './reader.ts';

// Every page starts a service of its own.
jest.setTimeout(300_000);

/** About how the project is made, or run on other machines: nothing to follow in an empty folder. */
const NOT_FOLLOWED = ['architecture.md', 'conformance.md', 'decisions.md', 'operate.md', 'scale.md', 'security.md'];

/** Needs a Python with what it installs. */
const PYTHON = 'python.md';
/** One, of tests; a service and an agent are in the README, a twin alone in its own suite. The others, and this no second time, are followed where the whole is run. */
const FOLLOWED_EACH_TIME = ['testing.md'];
const guides = pages.filter(
  (name) => !NOT_FOLLOWED.includes(name) && name !== PYTHON && isWhole !== FOLLOWED_EACH_TIME.includes(name),
);

let reader: Reader;
beforeEach(async () => {
  reader = await Reader.sitDown(true);
});
afterEach(() => reader.leave());

describe('every line of the guides works in an empty folder', () => {
  test.each(guides)('%s', async (name) => {
    await reader.followAll(await stepsOf(join(DOCS, name)));
  });

  if (!isWhole) return;
  const needed = { module: PYTHON_MODULES.join(', '), debian: 'python3-pip, python3-github, python3-pytest, …' };
  testWithPython(PYTHON, needed, async (python) => {
    await reader.takePython(python);
    await reader.followAll(await stepsOf(join(DOCS, PYTHON)));
  });
});
