import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { SeedSourceError } from '@svc/twin-kit';
import { NoGit, runGit, runScript } from '../git/process.ts';
import { MOST_HISTORY_BYTES, MOST_HISTORY_CHARACTERS } from './history.ts';

/** Makes a seed of a git repository: its branches and tags, with every commit as it is. */

const compress = promisify(brotliCompress);
/** Versions of one file are alike, and far from each other. */
const COMPRESSION = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS },
};

/** Of `$1`, a repository: what branches and tags can reach. */
const REACHABLE = 'git -C "$1" rev-list --objects --branches --tags';
const LARGEST = 3;

async function git(folder: string, ...args: string[]): Promise<{ code: number; text: string }> {
  const { code, output } = await runGit(['-C', folder, ...args]);
  return { code, text: output.toString('utf8').trimEnd() };
}

/** Turns what git lacks into words for whoever asked. @throws SeedSourceError */
async function withGit<R>(work: () => Promise<R>): Promise<R> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof NoGit) throw new SeedSourceError('git is not installed here, and a history is read with it.');
    throw error;
  }
}

/** @throws SeedSourceError */
export const seedOfFolder = (path: string): Promise<unknown> => withGit(() => seedOf(path, basename(resolve(path))));

/** @throws SeedSourceError */
export const seedOfBundle = (path: string): Promise<unknown> =>
  withGit(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'svc-bundle-'));
    try {
      const { code, words } = await runGit(['clone', '-q', '--mirror', resolve(path), folder]);
      if (code !== 0)
        throw new SeedSourceError(`${path} can't be read as a git bundle: ${words.trim().split('\n').at(-1) ?? ''}`);
      return await seedOf(folder, basename(path).replace(/\.[^.]*$/, ''));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

async function seedOf(folder: string, name: string): Promise<unknown> {
  if ((await git(folder, 'rev-parse', '--git-dir')).code !== 0)
    throw new SeedSourceError(`${folder} is no git repository: \`git init\`, and commit what the seed is to have.`);
  if ((await git(folder, 'rev-parse', '--is-shallow-repository')).text === 'true')
    throw new SeedSourceError(
      `${folder} is a shallow clone, which lacks parents of its commits: \`git fetch --unshallow\` first.`,
    );
  const { branches, tags } = await refsOf(folder);
  const [first] = Object.keys(branches);
  if (first === undefined) throw new SeedSourceError(`${folder} has no branch with a commit.`);
  const { text: current } = await git(folder, 'symbolic-ref', '-q', '--short', 'HEAD');
  const { owner, repository } = await homeOf(folder, name);
  const default_branch = Object.hasOwn(branches, current) ? current : Object.hasOwn(branches, 'main') ? 'main' : first;
  const history = { branches, tags, objects: await objectsOf(folder) };
  return {
    viewer: 'octocat',
    users: [{ login: 'octocat' }],
    repositories: [{ owner, name: repository, default_branch, history }],
  };
}

async function refsOf(folder: string): Promise<{ branches: Record<string, string>; tags: Record<string, string> }> {
  const { text } = await git(folder, 'for-each-ref', '--format=%(objectname) %(refname)', 'refs/heads', 'refs/tags');
  const refs = text
    .split('\n')
    .filter(Boolean)
    .map((line) => [line.slice(41), line.slice(0, 40)] as const);
  const below = (prefix: string) =>
    Object.fromEntries(refs.filter(([ref]) => ref.startsWith(prefix)).map(([ref, sha]) => [ref.slice(prefix.length), sha]));
  return { branches: below('refs/heads/'), tags: below('refs/tags/') };
}

/** Where it comes from at GitHub, if it does. */
async function homeOf(folder: string, name: string): Promise<{ owner: string; repository: string }> {
  const { text } = await git(folder, 'config', '--get', 'remote.origin.url');
  const [, owner, repository] = /github\.com[:/]([\w-]+)\/([\w.-]+?)(?:\.git)?\/?$/.exec(text) ?? [];
  if (owner !== undefined && repository !== undefined) return { owner, repository };
  return { owner: 'octocat', repository: name.replaceAll(/[^\w.-]/g, '-').replace(/^\.{1,2}$|^$/, 'repository') };
}

async function objectsOf(folder: string): Promise<string> {
  const listed = await runScript(`${REACHABLE} | git -C "$1" cat-file --batch-check='%(objectsize) %(rest)' --buffer`, [folder]);
  const sizes = listed.output.toString('utf8').split('\n').filter(Boolean);
  const bytes = sizes.reduce((sum, line) => sum + Number.parseInt(line, 10), 0);
  if (bytes > MOST_HISTORY_BYTES) throw new SeedSourceError(tooMuch(bytes, sizes));
  const { code, output, words } = await runScript(`${REACHABLE} | cut -d ' ' -f 1 | git -C "$1" cat-file --batch --buffer`, [
    folder,
  ]);
  if (code !== 0) throw new SeedSourceError(`git can't read ${folder}: ${words.trim()}`);
  const objects = (await compress(output, COMPRESSION)).toString('base64');
  if (objects.length > MOST_HISTORY_CHARACTERS)
    throw new SeedSourceError(
      `The history takes ${megabytes(objects.length)} compressed; a seed takes ${megabytes(MOST_HISTORY_CHARACTERS)}.`,
    );
  return objects;
}

const megabytes = (bytes: number): string => `${(bytes / (1 << 20)).toFixed(1)} MiB`;

function tooMuch(bytes: number, sizes: readonly string[]): string {
  const largest = sizes
    .map((line) => ({ size: Number.parseInt(line, 10), path: line.slice(line.indexOf(' ') + 1) }))
    .toSorted((one, other) => other.size - one.size)
    .slice(0, LARGEST)
    .map(({ size, path }) => `${path || 'a commit'} (${megabytes(size)})`);
  return (
    `The history has ${megabytes(bytes)} of objects; a seed takes ${megabytes(MOST_HISTORY_BYTES)}. The largest are ${largest.join(', ')}. ` +
    'Take fewer branches (`git clone --single-branch`), or push the rest with `git push` once the sandbox stands.'
  );
}
