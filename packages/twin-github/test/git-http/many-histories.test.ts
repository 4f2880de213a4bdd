import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { Chance } from '@svc/twin-kit/testing';
import { many } from '@svc/twin-kit/testing/share';
import { type Served, serveGithub } from '../served.ts';
import { Git, remoteOf } from './git.ts';
import { History } from './random-history.ts';

/** Histories of one repository, which git takes and gives together: a run of git costs more than they do. */
const TOGETHER = 100;
const HISTORIES = many(TOGETHER, 2_000);
/** For each repository, with time to spare on a machine that does much else. */
jest.setTimeout((HISTORIES / TOGETHER) * 120_000);

let served: Served;
let git: Git;
beforeAll(async () => {
  served = await serveGithub({ users: [{ login: 'mona' }], repositories: [] });
  git = await Git.inNewFolder();
});
afterAll(async () => {
  await served.close();
  await git.remove();
});

/** Runs git with an input. */
async function fed(work: Git, args: readonly string[], input: string): Promise<string> {
  const child = spawn('git', ['-C', work.folder, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(input);
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  expect([args[0], code]).toEqual([args[0], 0]);
  return output;
}

/** What a push comes to at git's own server and at the twin: the same for each ref. */
async function push(work: Git, remotes: readonly [plain: string, twin: string], ...args: string[]): Promise<void> {
  const results = [];
  for (const remote of remotes) {
    const { code, out } = await work.tries(
      'push',
      '--porcelain',
      ...args,
      remote,
      'refs/heads/*:refs/heads/*',
      'refs/tags/*:refs/tags/*',
    );
    results.push([
      code,
      out
        .split('\n')
        .flatMap((line) => /^([ +\-*=!]\t\S+)/.exec(line)?.[1] ?? [])
        .toSorted(),
    ]);
  }
  expect(results[1]).toEqual(results[0]);
}

const refsAt = async (work: Git, remote: string): Promise<string[]> =>
  (await work.does('ls-remote', remote))
    .split('\n')
    .filter((line) => !line.endsWith('\tHEAD'))
    .toSorted();

/** Merges one branch of each history into the other one, by the twin and by git; trees are equal, and so is where they conflict. */
async function merge(work: Git, name: string, histories: readonly History[]): Promise<void> {
  const merged = await fed(work, ['merge-tree', '--stdin'], histories.map(({ one, other }) => `${one} ${other}\n`).join(''));
  // Each answer: whether it is clean, the tree, and what else there is to say, ended by an empty part of its own.
  const expected = merged.split(/(?<=^|\0\0)(?=[01]\0[0-9a-f]{40}\0)/).filter(Boolean);
  expect(expected).toHaveLength(histories.length);
  for (const [at, { one, other }] of histories.entries()) {
    const [isClean, tree] = (expected[at] as string).split('\0');
    const answer = await served.octokit.rest.repos.merge({ owner: 'mona', repo: name, base: one, head: other }).then(
      ({ status, data }) => ({ status, tree: data?.commit?.tree.sha }),
      ({ status }) => ({ status, tree: undefined }),
    );
    const want = isClean === '0' ? { status: 409, tree: undefined } : { status: 201, tree };
    if (answer.status === 204) expect((await work.tries('merge-base', '--is-ancestor', other, one)).code).toBe(0);
    else expect({ one, ...answer }).toEqual({ one, ...want });
  }
}

test(`${HISTORIES} random histories, pushed, pushed again, merged and fetched, are what git makes of them`, async () => {
  for (let first = 0; first < HISTORIES; first += TOGETHER) {
    const name = `histories${first}`;
    await served.octokit.rest.repos.createForAuthenticatedUser({ name });
    await git.does('init', '-q', '--bare', `${name}.git`);
    await git.does('init', '-q', '-b', `h${first}/one`, name);
    const work = git.in(name);
    const remotes = [join(git.folder, `${name}.git`), remoteOf(served.url, served.token, `mona/${name}`)] as const;
    const histories = Array.from({ length: TOGETHER }, (_, at) => new History(first + at, new Chance(first + at + 1)));
    for (const args of [[], [], ['--force'], ['--force', '--prune', '--atomic']]) {
      await fed(
        work,
        ['fast-import', '--quiet', '--force', '--export-marks=.git/marks', '--import-marks-if-exists=.git/marks'],
        histories.map((history) => history.goOn()).join(''),
      );
      await push(work, remotes, ...args);
      expect(await refsAt(work, remotes[1])).toEqual(await refsAt(work, remotes[0]));
    }
    await merge(work, name, histories);
    await git.does('clone', '-q', '--mirror', remotes[1], `${name}.clone`);
    const clone = git.in(`${name}.clone`);
    expect((await clone.tries('fsck', '--full', '--strict')).err).toBe('');
    await work.does('fetch', '-q', remotes[1], '+refs/*:refs/*', '--prune', '--update-head-ok');
    expect((await work.tries('fsck', '--full', '--strict', '--no-dangling')).err).toBe('');
    const refs = ['for-each-ref', '--format=%(objectname) %(refname)'];
    expect(await work.does(...refs)).toBe(await clone.does(...refs));
    await Promise.all([name, `${name}.git`, `${name}.clone`].map((folder) => rm(join(git.folder, folder), { recursive: true })));
    await served.octokit.rest.repos.delete({ owner: 'mona', repo: name });
  }
});
