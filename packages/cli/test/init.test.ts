import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { inTheWhole, shareOf } from '@svc/twin-kit/testing/share';
import { twinIds } from '@svc/twins';
import { writeBeginning } from '../src/init/write.ts';
import { lintFile } from '../src/scenario/lint.ts';
import { BIN, layDatabase, stopAll, svc, temporaryFolder, waitFor } from './support.ts';

// One test starts a service and grades a run.
jest.setTimeout(300_000);

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(async () => {
  await stopAll();
  await folder.remove();
});

const init = (...args: string[]) => svc(['init', ...args], { cwd: folder.path });

/** Every set of one to three twins, in the order of the twins. */
const setsOfTwins = twinIds.flatMap((a, i) => [
  [a],
  ...twinIds.slice(i + 1).flatMap((b, j) => [[a, b], ...twinIds.slice(i + j + 2).map((c) => [a, b, c])]),
]);

describe('svc init', () => {
  test('writes a scenario and an agent, and says the line to type, which gives a graded run', async () => {
    const { code, stdout } = await init('my-task', '--twin', 'github', '--agent', 'node', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      folder: 'my-task',
      twins: ['github'],
      agent: 'node',
      files: ['my-task/scenario.md', 'my-task/agent.mjs'],
      install: null,
      next: "svc up --exec 'svc run my-task'",
    });
    await layDatabase(folder.path);
    const graded = await svc(['up', '--port', '0', '--exec', `"${process.execPath}" "${BIN}" run my-task`], { cwd: folder.path });
    expect({ code: graded.code, stdout: graded.stdout }).toEqual({
      code: 0,
      stdout: expect.stringContaining('score: 100 / 100'),
    });
  });

  test('with a service at hand, the line is one word shorter', async () => {
    const env = {
      SVC_BASE_URL: 'http://127.0.0.1:1/v1',
      SVC_API_KEY: 'svc_aaaaaaaa_bbbbbbbbbbbbbbbbbbbbbbbb',
      SVC_LAUNCHER: './svc',
    };
    const { stdout } = await svc(['init', 'with space', '--yes'], { cwd: folder.path, env });
    expect(stdout).toMatch(/^ {2}\.\/svc run 'with space'$/m);
  });

  inTheWhole(test)('in a framework, the line before it installs what the agent imports', async () => {
    const { stdout } = await init('my-task', '--twin', 'github', '--agent', 'ai-sdk');
    expect(stdout).toMatch(/^my-task\/package\.json +what it imports$/m);
    expect(stdout).toMatch(/^ {2}npm install --prefix my-task\n {2}svc up --exec 'svc run my-task'$/m);
  });

  inTheWhole(test)('without a service, its agent is recorded', async () => {
    await init('--yes');
    const { code, stdout } = await svc(['run', 'my-task', '--local'], { cwd: folder.path });
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('captured 1 calls') });
  });

  test('writes over nothing, and then nothing at all', async () => {
    await mkdir(join(folder.path, 'my-task'));
    await writeFile(join(folder.path, 'my-task/agent.mjs'), 'mine');
    const { code, stderr } = await init('--yes');
    expect({ code, stderr }).toEqual({
      code: 5,
      stderr: expect.stringContaining('my-task/agent.mjs exists and is not overwritten.'),
    });
    expect(await readdir(join(folder.path, 'my-task'))).toEqual(['agent.mjs']);
    expect(await readFile(join(folder.path, 'my-task/agent.mjs'), 'utf8')).toBe('mine');
    await writeFile(join(folder.path, 'taken'), '');
    expect((await init('taken', '--yes')).code).toBe(5);
  });

  const wrongUses: [args: string[], text: string][] = [
    [['--twin', 'githb', '--agent', 'node'], 'the twins are github, stripe, slack, gmail, linear'],
    [['--twin', 'github,github', '--agent', 'node'], 'A twin is named twice'],
    [['--twin', 'github,slack,gmail,linear', '--agent', 'node'], 'up to 3'],
    [['--twin', 'github', '--agent', 'cobol'], 'node, python, mcp, ai-sdk, langchain'],
    [['--twin', 'github'], '--agent <kind> is missing'],
    [[], '--twin <id> is missing'],
  ];
  test.each(shareOf(wrongUses, 3))('%j is a usage error, and nothing is written', async (args, text) => {
    const { code, stderr } = await init('my-task', ...args);
    expect({ code, stderr }).toEqual({ code: 5, stderr: expect.stringContaining(text) });
    expect(await readdir(folder.path)).toEqual([]);
  });

  /** `svc init` in a terminal, which script(1) of util-linux gives it. */
  function initInTerminal(name: string) {
    const command = `stty cols 100 rows 30; "${process.execPath}" "${BIN}" init ${name}`;
    const child = spawn('script', ['-qec', command, '/dev/null'], {
      cwd: folder.path,
      env: { ...process.env, TERM: 'xterm-256color', CI: undefined, XDG_CONFIG_HOME: '/nonexistent' },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    let shown = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      shown += text;
    });
    return { child, closed: once(child, 'close'), shown: () => shown };
  }
  const onLinux = process.platform === 'linux' ? test : test.skip;

  onLinux('asks which twins and which agent', async () => {
    const { child, closed, shown } = initInTerminal('asked');
    await waitFor('the first question', () => shown().includes('Which twins'));
    // Down to the second twin, which is chosen beside the first.
    child.stdin.write('\u001b[B \r');
    await waitFor('the second question', () => shown().includes('written in'));
    child.stdin.write('\u001b[B\r');
    expect(await closed).toEqual([0, null]);
    expect(await readdir(join(folder.path, 'asked'))).toEqual(['agent.py', 'scenario.md']);
    expect(await readFile(join(folder.path, 'asked/scenario.md'), 'utf8')).toContain('twins: [github, stripe]');
  });

  onLinux.each([
    ['Ctrl-C', '\u0003'],
    ['Ctrl-D', '\u0004'],
  ])('%s leaves the questions, and nothing is written', async (_name, key) => {
    const { child, closed, shown } = initInTerminal('left');
    await waitFor('the first question', () => shown().includes('Which twins'));
    child.stdin.write(key);
    expect(await closed).toEqual([130, null]);
    expect(shown()).toContain('Stopped. Nothing was written.');
    expect(shown()).not.toContain('Warning');
    expect(await readdir(folder.path)).toEqual([]);
  });
});

describe('what svc init writes', () => {
  test.each(setsOfTwins.map((twins) => [twins.join(', '), twins] as const))('lints clean for %s', async (_names, twins) => {
    const [scenario] = await writeBeginning({ folder: join(folder.path, 'task'), twins, agent: 'node' });
    expect(await lintFile(scenario as string, true)).toEqual([]);
  });
});
