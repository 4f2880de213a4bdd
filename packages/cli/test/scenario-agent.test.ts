import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { LABEL_IT, SCENARIO, stopAll, svc, temporaryFolder } from './support.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(async () => {
  await stopAll();
  await folder.remove();
});

/** A scenario in a folder of its own, with an agent beside it. */
async function write(name: string, agent: string | undefined, program = LABEL_IT): Promise<void> {
  const place = join(folder.path, 'scenarios', name);
  await mkdir(place, { recursive: true });
  const config = agent === undefined ? '' : `\n## Config\n\n\`\`\`yaml\nagent: ${JSON.stringify(agent)}\n\`\`\`\n`;
  await writeFile(join(place, 'scenario.md'), SCENARIO.replace('# Label it', `# ${name}`) + config);
  await writeFile(join(place, 'agent.mjs'), `if (process.env.SVC_PREFLIGHT) process.exit(0);\n${program}`);
}

const BESIDE_IT = `"${process.execPath}" agent.mjs`;

const run = (...args: string[]) => svc(['run', 'scenarios', '--local', ...args], { cwd: folder.path });

interface Result {
  scenario: string;
  run_dir: string;
  calls: number;
  verdict: string;
}
const resultsOf = (stdout: string): Result[] => (JSON.parse(stdout) as { results: Result[] }).results;

describe('the agent that a scenario names in its Config', () => {
  test('runs in the scenario’s folder where --agent is left out, each scenario with its own', async () => {
    await write('one', BESIDE_IT);
    await write('two', BESIDE_IT, 'console.log("I am the second")');
    const { code, stdout } = await run('--json', '--concurrency', '2');
    expect(code).toBe(0);
    const results = resultsOf(stdout);
    expect(results.map(({ scenario, calls }) => ({ scenario, calls }))).toEqual([
      { scenario: 'one', calls: 1 },
      { scenario: 'two', calls: 0 },
    ]);
    const [, second] = results as [Result, Result];
    expect(await readFile(join(second.run_dir, 'stdout.txt'), 'utf8')).toBe('I am the second\n');
    expect(JSON.parse(await readFile(join(second.run_dir, 'meta.json'), 'utf8'))).toMatchObject({ agent_command: BESIDE_IT });
  });

  test('gives way to --agent, which runs in the current folder', async () => {
    await write('one', BESIDE_IT, 'throw new Error("not this one")');
    const { code, stdout } = await run('--agent', 'pwd', '--json');
    expect(code).toBe(0);
    const [{ run_dir }] = resultsOf(stdout) as [Result];
    expect((await readFile(join(run_dir, 'stdout.txt'), 'utf8')).trim()).toBe(folder.path);
  });

  test('is checked before anything runs: one that fails its preflight is a usage error that says which', async () => {
    await write('one', BESIDE_IT);
    await write('two', 'echo "no such model" >&2; exit 3');
    const { code, stdout, stderr } = await run('--json');
    expect(code).toBe(5);
    expect(stdout).toBe('');
    expect(stderr).toContain(`in ${join('scenarios', 'two')} failed its preflight with exit code 3`);
    expect(stderr).toContain('no such model');
  });

  test('missing, with no --agent either, is a usage error that names the scenario and both ways out', async () => {
    await write('one', BESIDE_IT);
    await write('two', undefined);
    const { code, stderr } = await run();
    expect(code).toBe(5);
    expect(stderr).toContain(`There is no agent to run on ${join('scenarios', 'two', 'scenario.md')}`);
    expect(stderr).toContain('--agent <command>');
    expect(stderr).toContain('## Config');
  });
});
