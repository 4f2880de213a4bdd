import { execFile } from 'node:child_process';
import { chmod, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { Git, remoteOf } from '@svc/twin-github/testing/git-http/git';
import { serveTwin } from '@svc/twin-kit/server';
import { eachTime, inTheWhole } from '@svc/twin-kit/testing/share';
import { loadTwin } from '@svc/twins';
import { parse } from 'yaml';
import { svc, temporaryFolder } from './support.ts';

// Starts the command line and git several times.
jest.setTimeout(180_000);

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let git: Git;
let work: Git;
const run = promisify(execFile);

async function commit(path: string, text: string | Buffer, message: string): Promise<void> {
  await writeFile(join(work.folder, path), text);
  await work.does('add', '.');
  await work.does('commit', '-q', '-m', message);
}

beforeAll(async () => {
  folder = await temporaryFolder();
  git = new Git(folder.path);
  await git.does('init', '-q', '-b', 'trunk', 'my shop');
  work = git.in('my shop');
  await mkdir(join(work.folder, 'src'));
  await commit('src/\u00fc.js', 'let a = 1;\n', 'Begin');
  await writeFile(join(work.folder, 'run.sh'), '#!/bin/sh\n');
  await chmod(join(work.folder, 'run.sh'), 0o755);
  await symlink('run.sh', join(work.folder, 'link'));
  await commit('bytes.bin', Buffer.from([0, 255, 10, 10]), 'Bytes, a script and a link\n\nWith a body\n\n');
  await work.does('tag', '-a', '-m', 'One', 'v1');
  await work.does('switch', '-q', '-c', 'topic');
  await work.does(
    '-c',
    'user.name=\u00dc',
    'commit',
    '-q',
    '--allow-empty',
    '--author=Grace <grace@example.com>',
    '-m',
    'By Grace',
  );
  await work.does('switch', '-q', 'trunk');
  await work.does('merge', '-q', '--no-ff', '-m', 'Merge topic', 'topic');
  const odd = `tree ${await work.does('rev-parse', 'HEAD^{tree}')}\nparent ${await work.does('rev-parse', 'HEAD')}\nauthor A <a@x> 1 -0730\ncommitter A <a@x> 2 +0000\ngpgsig none\n \n\nSigned\n\n`;
  await writeFile(join(folder.path, 'odd'), odd);
  await work.does('branch', 'signed', await work.does('hash-object', '-t', 'commit', '-w', '../odd'));
  await work.does('tag', 'light', 'topic');
  await work.does('bundle', 'create', '-q', '../shop.bundle', '--all');
});
afterAll(() => folder.remove());

const LOG = ['log', '--branches', '--tags', '--date-order', '--format=raw', '--stat'];
const REFS = ['for-each-ref', '--format=%(objectname) %(objecttype) %(refname)'];

/** A twin with a seed, as long as something is done with it. */
async function inWorld(seed: unknown, look: (remote: (repository: string) => string) => Promise<void>): Promise<void> {
  const twin = await loadTwin('github');
  if (!twin) throw new Error('there is no twin github');
  const served = await serveTwin(twin, { seed });
  try {
    await look((repository) => remoteOf(served.url, served.token, repository));
  } finally {
    await served.close();
  }
}

async function expectWhole(seed: unknown, repository: string, clone: string): Promise<void> {
  await inWorld(seed, async (remote) => {
    await git.does('clone', '-q', '--mirror', remote(repository), clone);
    expect(await git.in(clone).does(...REFS)).toBe(await work.does(...REFS));
    expect(await git.in(clone).does(...LOG)).toBe(await work.does(...LOG));
    expect(await git.in(clone).does('symbolic-ref', 'HEAD')).toBe('refs/heads/trunk');
    expect(await git.in(clone).tries('fsck', '--full', '--strict')).toEqual({ code: 0, out: '', err: '' });
  });
}

describe('svc twin new-seed github', () => {
  eachTime(test)('--from-dir makes a world with the history of a repository, to the byte', async () => {
    const { code, stdout, stderr } = await svc(['twin', 'new-seed', 'github', '--from-dir', '.', '--out', '../dir.yaml'], {
      cwd: work.folder,
    });
    expect([code, stdout, stderr]).toEqual([0, '../dir.yaml\n', '']);
    await expectWhole(parse(await readFile(join(folder.path, 'dir.yaml'), 'utf8')), 'octocat/my-shop', 'dir.git');
  });

  eachTime(test)('--from-bundle makes the same of a bundle, as JSON that the parser takes', async () => {
    const { code } = await svc(['twin', 'new-seed', 'github', '--from-bundle', 'shop.bundle', '--out', 'bundle.json'], {
      cwd: folder.path,
    });
    expect(code).toBe(0);
    const seed: unknown = JSON.parse(await readFile(join(folder.path, 'bundle.json'), 'utf8'));
    expect((await loadTwin('github'))?.parseSeed(seed)).toMatchObject({ ok: true });
    await expectWhole(seed, 'octocat/shop', 'bundle.git');
  });

  eachTime(test)('names the repository after the one at GitHub that it comes from', async () => {
    await git.does('clone', '-q', 'my shop', 'named');
    await git.in('named').does('remote', 'set-url', 'origin', 'git@github.com:acme/web.git');
    await svc(['twin', 'new-seed', 'github', '--from-dir', 'named', '--out', 'named.json'], { cwd: folder.path });
    const { repositories } = JSON.parse(await readFile(join(folder.path, 'named.json'), 'utf8'));
    expect(repositories).toMatchObject([{ owner: 'acme', name: 'web', default_branch: 'trunk' }]);
  });

  inTheWhole(test)('says what is wrong with what it is given', async () => {
    await mkdir(join(folder.path, 'plain'));
    await git.does('init', '-q', 'empty');
    await git.does('clone', '-q', '--depth=1', `file://${work.folder.replaceAll(' ', '%20')}`, 'shallow');
    await git.does('init', '-q', 'large');
    await run('sh', ['-c', 'head -c 17825792 /dev/zero >zero.bin'], { cwd: join(folder.path, 'large') });
    await git.in('large').does('add', '.');
    await git.in('large').does('commit', '-q', '-m', 'Zeros');
    await writeFile(join(folder.path, 'no.bundle'), 'no');
    for (const [args, words] of [
      [['github', '--from-dir', 'plain'], /plain is no git repository/],
      [['github', '--from-dir', 'empty'], /empty has no branch with a commit/],
      [['github', '--from-dir', 'shallow'], /shallow is a shallow clone.*`git fetch --unshallow`/],
      [
        ['github', '--from-dir', 'large'],
        /17\.0 MiB of objects; a seed takes 16\.0 MiB\. The largest are zero\.bin \(17\.0 MiB\)/,
      ],
      [['github', '--from-bundle', 'no.bundle'], /no\.bundle can't be read as a git bundle/],
      [['slack', '--from-dir', 'plain'], /Seeds of the Slack twin aren't made of folders/],
      [['github', '--from-dir', 'plain', '--from-bundle', 'no.bundle'], /either --from-dir or --from-bundle/],
    ] as const) {
      const { code, stderr } = await svc(['twin', 'new-seed', ...args, '--out', 'x.yaml'], { cwd: folder.path });
      expect([args, code, stderr]).toEqual([args, 5, expect.stringMatching(words)]);
    }
  });
});
