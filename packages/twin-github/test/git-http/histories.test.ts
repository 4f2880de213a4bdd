import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { Chance } from '@svc/twin-kit/testing';
import { many } from '@svc/twin-kit/testing/share';
import { type Served, serveGithub } from '../served.ts';
import { Git, remoteOf } from './git.ts';

/** How many histories are drawn, beside those that are drawn many together; each is some forty runs of git. */
const HISTORIES = many(2, 20);
/** For each of them, with time to spare on a machine that does much else. */
jest.setTimeout(HISTORIES * 60_000);

const STEPS = 8;
const FILES = ['a.txt', 'b.txt', 'dir/c.txt', 'dir/deep/d.bin', 'ü.txt'];

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

/** The twin and git's own bare repository, given the same pushes. */
interface Pair {
  work: Git;
  name: string;
  remotes: { twin: string; plain: string };
}

async function change({ work }: Pair, chance: Chance): Promise<void> {
  const branches = (await work.does('branch', '--format=%(refname:short)')).split('\n').filter(Boolean);
  const other = chance.of(branches);
  switch (chance.below(6)) {
    case 0:
      await work.does('switch', '-q', '-c', `b${chance.below(1_000_000)}`);
      break;
    case 1:
      if (other) await work.does('switch', '-q', other);
      break;
    case 2:
      // Where it conflicts, theirs is taken: the twins have the same of it.
      if (other) await work.tries('merge', '-q', '-X', 'theirs', '-m', `Merge ${other}`, other);
      break;
    case 3:
      await work.tries('commit', '-q', '--amend', '-m', `Amended ${chance.below(100)}\n\nMore\n`);
      break;
    case 4:
      await work.tries('tag', ...(chance.maybe(0.5) ? ['-a', '-m', 'A tag'] : []), `t${chance.below(20)}`);
      break;
    default:
  }
  const file = chance.of(FILES) as string;
  const path = join(work.folder, file);
  await work.does('reset', '-q', '--hard');
  if (chance.maybe(0.2)) await rm(path, { force: true });
  else {
    await mkdir(dirname(path), { recursive: true });
    const text = Array.from({ length: 1 + chance.below(30) }, () => `line ${chance.below(9)}`).join('\n');
    await writeFile(path, file.endsWith('.bin') ? Buffer.from([0, 255, chance.below(256)]) : text);
  }
  await work.does('add', '-A');
  await work.does('commit', '-q', '--allow-empty', '-m', `Step ${chance.below(1000)}`);
}

/** Refs as a client is told of them, but for those that only GitHub has. */
const refsOf = async (pair: Pair, remote: string) =>
  (await pair.work.does('ls-remote', remote))
    .split('\n')
    .filter((line) => !line.includes('refs/pull/'))
    .toSorted();

async function push({ work, remotes }: Pair, chance: Chance): Promise<void> {
  const args = [
    ...(chance.maybe(0.3) ? ['--force'] : []),
    ...(chance.maybe(0.2) ? ['--atomic'] : []),
    ...(chance.maybe(0.5) ? ['--tags'] : []),
  ];
  const refs = chance.maybe(0.5) ? ['refs/heads/*:refs/heads/*'] : ['HEAD'];
  const results = [];
  for (const remote of [remotes.plain, remotes.twin]) {
    const { code, out } = await work.tries('push', '--porcelain', ...args, remote, ...refs);
    // What is done with each ref; the words after it are the server's own.
    results.push([code, out.split('\n').flatMap((line) => /^([ +\-*=!]\t\S+)/.exec(line)?.[1] ?? [])]);
  }
  expect(results[1]).toEqual(results[0]);
}

test(`${HISTORIES} random histories that are pushed are what git's own server has of them`, async () => {
  for (let at = 0; at < HISTORIES; at += 1) {
    const chance = new Chance(at + 1);
    const name = `history${at}`;
    await served.octokit.rest.repos.createForAuthenticatedUser({ name });
    await git.does('init', '-q', '--bare', `${name}.git`);
    await git.does('init', '-q', name);
    const pair = {
      work: git.in(name),
      name,
      remotes: { twin: remoteOf(served.url, served.token, `mona/${name}`), plain: join(git.folder, `${name}.git`) },
    };
    for (let step = 0; step < STEPS; step += 1) {
      await change(pair, chance);
      if (chance.maybe(0.6)) await push(pair, chance);
    }
    await push(pair, chance);
    const head = (lines: string[]) => lines.filter((line) => !line.endsWith('\tHEAD'));
    expect(head(await refsOf(pair, pair.remotes.twin))).toEqual(head(await refsOf(pair, pair.remotes.plain)));
    await git.does('clone', '-q', '--mirror', pair.remotes.twin, `${name}.clone`);
    expect((await git.in(`${name}.clone`).tries('fsck', '--full', '--strict')).err).toBe('');
    await Promise.all([name, `${name}.git`, `${name}.clone`].map((folder) => rm(join(git.folder, folder), { recursive: true })));
    await served.octokit.rest.repos.delete({ owner: 'mona', repo: name });
  }
});
