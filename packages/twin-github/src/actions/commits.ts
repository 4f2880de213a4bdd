import { stripped } from '@svc/twin-kit';
import { Conflict, NotFound, Unprocessable } from '../errors.ts';
import { diffTrees, type FileChange } from '../git/diff.ts';
import { commitsBetween, historyOf, mergeBase } from '../git/history.ts';
import { commitOf } from '../git/store.ts';
import { entryAt } from '../git/tree.ts';
import { type Commit, type Repository, refKey } from '../world.ts';
import { type HasWorld, visibleRepository } from './access.ts';
import { findBranch } from './branches.ts';
import { RepositoryStore } from './git-store.ts';
import { momentIn } from './moments.ts';

const FULL_SHA = /^[0-9a-f]{40}$/;
/** Git takes abbreviations from four digits on; GitHub from seven. */
const SHORT_SHA = /^[0-9a-f]{7,39}$/;

/** The commit that a branch, a tag, a full ref or an id names. */
export function resolveCommit(context: HasWorld, repository: Readonly<Repository>, name: string): string | undefined {
  const { refs } = context.world;
  const store = new RepositoryStore(context, repository.id);
  const candidates =
    name === 'HEAD'
      ? [`refs/heads/${repository.default_branch}`]
      : [`refs/heads/${name}`, `refs/tags/${name}`, `refs/${name}`, name];
  for (const candidate of candidates) {
    const ref = refs.get(refKey(repository.id, candidate));
    if (!ref) continue;
    return ref.object.type === 'tag' ? store.tag(ref.object.sha)?.object.sha : ref.object.sha;
  }
  if (FULL_SHA.test(name)) return store.commit(name) ? name : undefined;
  if (!SHORT_SHA.test(name)) return undefined;
  const found = store.commitsBeginning(name);
  return found.length === 1 ? found[0] : undefined;
}

/** A commit of a repository that may be empty. @throws Conflict, NotFound, Unprocessable */
export function requireCommit(context: HasWorld, repository: Readonly<Repository>, name: string): Readonly<Commit> {
  const sha = resolveCommit(context, repository, name);
  if (sha !== undefined) return commitOf(new RepositoryStore(context, repository.id), sha);
  requireContent(context, repository);
  throw new Unprocessable(`No commit found for SHA: ${name}`);
}

/** @throws Conflict for a repository without commits. */
export function requireContent({ world }: HasWorld, repository: Readonly<Repository>): void {
  if (world.refs.by.repository.count(repository.id) === 0) throw new Conflict('Git Repository is empty.');
}

export interface CommitFilter {
  /** A branch, tag or id to start from; by default the default branch. */
  sha?: string | undefined;
  /** Only commits that changed this path. */
  path?: string | undefined;
  /** A login or an address. */
  author?: string | undefined;
  committer?: string | undefined;
  since?: string | undefined;
  until?: string | undefined;
}

/** Ids of the commits that a list shows, newest first. @throws NotFound, Conflict */
export function listCommits(context: HasWorld, owner: string, repo: string, filter: CommitFilter): readonly string[] {
  const repository = visibleRepository(context, owner, repo);
  requireContent(context, repository);
  const store = new RepositoryStore(context, repository.id);
  const head = resolveCommit(context, repository, filter.sha ?? repository.default_branch);
  if (head === undefined) throw new NotFound();
  const history = historyOf(store, head);
  const keep = commitFilter(context, store, filter);
  return keep.length === 0 ? history : history.filter((sha) => keep.every((test) => test(commitOf(store, sha))));
}

function commitFilter(
  context: HasWorld,
  store: RepositoryStore,
  filter: CommitFilter,
): ((commit: Readonly<Commit>) => boolean)[] {
  const tests: ((commit: Readonly<Commit>) => boolean)[] = [];
  const { path, author, committer, since, until } = filter;
  if (path !== undefined && path !== '') tests.push((commit) => touches(store, commit, stripped(path, '/')));
  if (author !== undefined) tests.push((commit) => isBy(context, commit.author.email, author));
  if (committer !== undefined) tests.push((commit) => isBy(context, commit.committer.email, committer));
  const [from, to] = [momentIn('since', since), momentIn('until', until)];
  if (from !== undefined) tests.push((commit) => Date.parse(commit.committer.date) >= from);
  if (to !== undefined) tests.push((commit) => Date.parse(commit.committer.date) <= to);
  return tests;
}

/** Did the commit change what stands at the path, seen from every parent? Git's own simplification leaves out merges that took one side. */
function touches(store: RepositoryStore, commit: Readonly<Commit>, path: string): boolean {
  const at = (tree: string) => entryAt(store, tree, path)?.sha;
  const now = at(commit.tree);
  if (commit.parents.length === 0) return now !== undefined;
  return commit.parents.every((parent) => at(commitOf(store, parent).tree) !== now);
}

function isBy({ world }: HasWorld, address: string, who: string): boolean {
  if (address.toLowerCase() === who.toLowerCase()) return true;
  return world.users.by.address.first(address.toLowerCase())?.login.toLowerCase() === who.toLowerCase();
}

/** What a commit changed against its first parent. */
export function commitChanges(store: RepositoryStore, commit: Readonly<Commit>): FileChange[] {
  const [parent] = commit.parents;
  return diffTrees(store, parent === undefined ? undefined : commitOf(store, parent).tree, commit.tree);
}

/** How two commits stand to each other. */
export interface Comparison {
  repository: Readonly<Repository>;
  base: Readonly<Commit>;
  head: Readonly<Commit>;
  mergeBase: Readonly<Commit>;
  status: 'identical' | 'ahead' | 'behind' | 'diverged';
  behindBy: number;
  /** What head has and base hasn't, oldest first. */
  commits: readonly string[];
  changes: FileChange[];
}

/** @param basehead `base...head`, each a branch, tag or id, or `owner:branch` of the same repository. @throws NotFound */
export function compare(context: HasWorld, owner: string, repo: string, basehead: string): Comparison {
  const repository = visibleRepository(context, owner, repo);
  const [base, head] = basehead.split('...').map((name) => ownName(repository, name));
  const store = new RepositoryStore(context, repository.id);
  const [baseSha, headSha] = [base, head].map((name) => name && resolveCommit(context, repository, name));
  if (!baseSha || !headSha) throw new NotFound();
  const common = mergeBase(store, baseSha, headSha);
  if (common === undefined) throw new NotFound(`No common ancestor between ${base} and ${head}.`);
  const ahead = commitsBetween(store, baseSha, headSha);
  const behindBy = commitsBetween(store, headSha, baseSha).length;
  const diverged = ahead.length > 0 && behindBy > 0;
  return {
    repository,
    base: commitOf(store, baseSha),
    head: commitOf(store, headSha),
    mergeBase: commitOf(store, common),
    status: diverged ? 'diverged' : ahead.length > 0 ? 'ahead' : behindBy > 0 ? 'behind' : 'identical',
    behindBy,
    commits: ahead.toReversed(),
    changes: diffTrees(store, commitOf(store, common).tree, commitOf(store, headSha).tree),
  };
}

/** `owner:branch` without its owner, where that is this repository's. */
const ownName = ({ full_name }: Readonly<Repository>, name: string): string => {
  const [owner, branch] = name.split(':');
  return branch !== undefined && owner?.toLowerCase() === full_name.split('/')[0]?.toLowerCase() ? branch : name;
};

/** The branches whose tip is this commit. */
export const branchesAt = ({ world }: HasWorld, repositoryId: number, sha: string) =>
  world.refs.by.branches
    .page(repositoryId, { limit: world.refs.by.branches.count(repositoryId) })
    .filter((ref) => ref.object.sha === sha);

/** @throws NotFound */
export function requireBranch(context: HasWorld, repository: Readonly<Repository>, branch: string) {
  const found = findBranch(context, repository.id, branch);
  if (!found) throw new NotFound('Branch not found');
  return found;
}
