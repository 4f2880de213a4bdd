import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { type PythonModule, testWithPython } from '../../packages/cli/test/clients/python.ts';
import { sharedService } from '../../packages/cli/test/shared.ts';
import { stopAll, svc, temporaryFolder, using } from '../../packages/cli/test/support.ts';
import { shareOf } from '../../packages/twin-kit/testing/share.ts';
import { examples } from './expected.ts';
import { root, verdictsOf } from './runs.ts';

jest.setTimeout(300_000);

const service = sharedService();
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(stopAll);
afterAll(() => folder.remove());

const inPython: readonly (PythonModule & { example: string })[] = [
  { example: 'triage-a-bug', module: 'github', debian: 'python3-github' },
  { example: 'refund-a-duplicate', module: 'stripe', debian: 'python3-stripe' },
];

describe.each(shareOf(inPython, 1))('$example', ({ example, ...needed }) => {
  const run = async (python: string, agent: string) => {
    const command = `"${python}" "${join(root, example, agent)}"`;
    const args = ['run', join(root, example), '--agent', command, '--json', '--runs-dir', join(folder.path, 'runs')];
    const { stdout, stderr } = await svc(args, { env: { ...using(service), PYTHONDONTWRITEBYTECODE: '1' } });
    return { verdict: verdictsOf(stdout)[0], stderr };
  };

  testWithPython(`is passed by its agent with ${needed.debian}`, needed, async (python) => {
    expect(await run(python, 'agent.py')).toMatchObject({ verdict: { verdict: 'passed', score: 100, failed: [] } });
  });

  testWithPython('is failed by its careless one, for the reason it is about', needed, async (python) => {
    const failed = examples.find(({ name }) => name === example)?.careless;
    expect(await run(python, 'careless-agent.py')).toMatchObject({ verdict: { verdict: 'not_passed', failed } });
  });

  test.each(['agent.py', 'careless-agent.py'])('%s is a short read', async (agent) => {
    expect((await readFile(join(root, example, agent), 'utf8')).split('\n').length).toBeLessThanOrEqual(60);
  });
});
