import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { BIN, temporaryFolder, waitFor } from './support.ts';

const LAUNCHER = fileURLToPath(new URL('../../../svc', import.meta.url));

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder.remove());

const OLD_NODE =
  "data:text/javascript,Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '22.19.0' } })";

async function run(file: string, args: readonly string[]): Promise<{ code: number | null; stdout: string }> {
  const child = spawn(file, args, { cwd: folder.path, stdio: ['ignore', 'pipe', 'ignore'] });
  let stdout = '';
  child.stdout.on('data', (text: Buffer) => {
    stdout += text;
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stdout };
}

describe('./svc', () => {
  test('runs from another folder through a chain of symbolic links, and passes the exit code on', async () => {
    await symlink(LAUNCHER, join(folder.path, 'first'));
    await symlink('first', join(folder.path, 'second'));
    expect(await run(join(folder.path, 'second'), ['--version'])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
    });
    expect((await run(join(folder.path, 'second'), ['bogus'])).code).toBe(5);
  });

  test('works in the folder it was called in', async () => {
    expect(await run(LAUNCHER, ['twin', 'new-seed', 'github', '--out', 'here.json'])).toEqual({ code: 0, stdout: 'here.json\n' });
  });

  test('is the command itself: one process, which gets the signal once', async () => {
    const child = spawn(LAUNCHER, ['twin', 'start', 'github', '--port', '0'], {
      cwd: folder.path,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let stdout = '';
    child.stdout.on('data', (text: Buffer) => {
      stdout += text;
    });
    await waitFor('the twin', () => stdout.includes('SVC_AUTH_TOKEN='));
    const closed = once(child, 'close');
    child.kill('SIGINT');
    expect(await closed).toEqual([0, null]);
  });
});

describe('the command under another Node', () => {
  test('one that is too old is told, with exit code 2', async () => {
    const child = spawn(process.execPath, ['--import', OLD_NODE, BIN, '--help'], { stdio: ['ignore', 'pipe', 'pipe'] });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (text: Buffer) => (stdout += text));
    child.stderr.on('data', (text: Buffer) => (stderr += text));
    expect(await once(child, 'close')).toEqual([2, null]);
    expect({ stdout, stderr }).toEqual({
      stdout: '',
      stderr: 'svc needs Node 24 or newer, and this is Node 22.19.0: https://nodejs.org\n',
    });
  });
});
