import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { Git, remoteOf } from '@svc/twin-github/testing/git-http/git';
import { startService, stopAll, temporaryFolder, waitFor } from '../support.ts';
import { call, createSandbox, type Sandbox, tape } from './support.ts';

// A start of the whole service, and several of git.
jest.setTimeout(180_000);

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let git: Git;
beforeAll(async () => {
  folder = await temporaryFolder();
  git = await Git.inNewFolder();
});
afterAll(async () => {
  await stopAll();
  await git.remove();
  await folder.remove();
});

/** The process of all GitHub twins. */
async function twinProcess(): Promise<number> {
  const record = await readFile(join(folder.path, 'twins', 'processes', 'github.json'), 'utf8');
  return (JSON.parse(record) as { pid: number }).pid;
}

const remote = ({ api_url, agent_token }: Sandbox): string => remoteOf(api_url, agent_token, 'acme/storefront.git');

test('what was pushed through the proxy outlives kill -9 of the twin, and forks have it as far as they go', async () => {
  const service = await startService(folder.path, ['--port', '0']);
  const sandbox = await createSandbox(service);
  await git.does('clone', '-q', remote(sandbox), 'work');
  const work = git.in('work');
  const push = async (name: string, content: string | Buffer): Promise<string> => {
    await writeFile(join(work.folder, name), content);
    await work.does('add', '.');
    await work.does('commit', '-q', '-m', `Write ${name}`);
    await work.does('push', '-q', 'origin', 'HEAD');
    return work.does('rev-parse', 'HEAD');
  };
  const first = await push('first.txt', 'first\n');
  // More than records take, and so long that it comes in pieces.
  const noise = Buffer.alloc(3 << 20);
  for (let at = 0; at < noise.length; at += 4) noise.writeInt32LE(Math.imul(at, 0x9e3779b1), at);
  const second = await push('second.bin', noise);
  const rows = await tape(sandbox);
  expect(rows.filter(({ tool }) => tool === 'git_push').map(({ state_mutation }) => state_mutation)).toEqual([true, true]);

  const killed = await twinProcess();
  process.kill(killed, 'SIGKILL');
  await waitFor('a successor', async () => killed !== (await twinProcess()));
  await git.does('clone', '-q', remote(sandbox), 'after');
  expect(await git.in('after').does('rev-parse', 'HEAD')).toBe(second);
  expect((await git.in('after').tries('fsck', '--full', '--strict')).err).toBe('');

  const forked = async (at: number): Promise<string> => {
    const { status, body } = await call(service, 'POST', `/sandboxes/${sandbox.session_id}/forks`, { at });
    expect([status, body]).toMatchObject([201, {}]);
    const [{ agent_token, per_twin }] = body.sandboxes as [{ agent_token: string; per_twin: { github: { api_url: string } } }];
    const address = remoteOf(per_twin.github.api_url, agent_token, 'acme/storefront.git');
    await git.does('clone', '-q', address, `fork${at}`);
    expect((await git.in(`fork${at}`).tries('fsck', '--full', '--strict')).err).toBe('');
    return git.in(`fork${at}`).does('rev-parse', 'HEAD');
  };
  const pushes = rows.filter(({ state_mutation }) => state_mutation).map(({ seq }) => seq);
  expect(await forked(pushes[0] as number)).toBe(first);
  expect(await forked((await tape(sandbox)).length)).toBe(second);
});
