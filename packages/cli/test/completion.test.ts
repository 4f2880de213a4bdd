import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { svc, temporaryFolder } from './support.ts';

const run = promisify(execFile);
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder();
  await writeFile(join(folder.path, 'svc.bash'), (await svc(['completion', 'bash'])).stdout);
  await writeFile(join(folder.path, 'my scenario.md'), '');
});
afterAll(() => folder.remove());

/** What bash offers for the last word of a command line. */
async function offered(...words: string[]): Promise<string[]> {
  const program = `source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); compopt() { :; }; _svc; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout } = await run('bash', ['-c', program, 'bash', join(folder.path, 'svc.bash'), 'svc', ...words], {
    cwd: folder.path,
  });
  return stdout.split('\n').filter((line) => line !== '');
}

describe('svc completion bash', () => {
  test.each([
    [['sandb'], ['sandbox']],
    [
      ['sandbox', ''],
      ['create', 'list', 'faults', 'state', 'fork', 'stop', '--help'],
    ],
    [
      ['sandbox', 'list', '--state', 'r'],
      ['ready', 'running'],
    ],
    [['twin', 'start', 'gi'], ['github']],
    [['run', '--tri'], ['--trials']],
    [['completion', 'z'], ['zsh']],
    [['lint', 'my'], ['my scenario.md']],
    [['run', '--agent', 'my'], []],
  ])('%j offers %j', async (words, expected) => {
    expect(await offered(...words)).toEqual(expected);
  });

  test('offers every command', async () => {
    const { stdout } = await svc(['--help']);
    const names = [...(stdout.split('\nCommands:\n')[1] as string).split('\n\n')[0]!.matchAll(/^ {2}([a-z]+) /gm)]
      .map(([, name]) => name as string)
      .filter((name) => name !== 'help');
    expect(await offered('')).toEqual(expect.arrayContaining(names));
  });
});

describe('svc completion', () => {
  test.each([
    ['zsh', '#compdef svc'],
    ['fish', 'complete -c svc'],
  ])('%s prints a script of its own', async (shell, text) => {
    const { code, stdout } = await svc(['completion', shell]);
    expect(code).toBe(0);
    expect(stdout).toContain(text);
    expect(stdout).toContain('sandbox');
  });

  test('an unknown shell is a usage error that names the known ones', async () => {
    const { code, stderr } = await svc(['completion', 'tcsh']);
    expect(code).toBe(5);
    expect(stderr).toContain('bash, zsh, fish');
  });
});
