import { ValidationFailed } from '../errors.ts';
import { languageOf } from '../git/language.ts';
import { commitOf } from '../git/store.ts';
import { filesOf } from '../git/tree.ts';
import {
  type GithubSeedContext,
  type Issue,
  type PullRequest,
  type Ref,
  type Repository,
  refKey,
  stateGroup,
  timestamp,
} from '../world.ts';
import type { HasWorld } from './access.ts';
import { RepositoryStore } from './git-store.ts';
import { importCommit } from './object-import.ts';

/** What moving a branch needs: a world to write and the time. */
export type Writing = Pick<GithubSeedContext, 'world' | 'now' | 'ids'>;

export const branchRef = (branch: string) => `refs/heads/${branch}`;

export const findBranch = ({ world }: HasWorld, repositoryId: number, branch: string): Readonly<Ref> | undefined =>
  world.refs.get(refKey(repositoryId, branchRef(branch)));

/** Points a branch at a commit, making it where it isn't there, and lets everything that follows a push follow. */
export function pushBranch(context: Writing, repository: Readonly<Repository>, branch: string, sha: string): void {
  const { world } = context;
  const key = refKey(repository.id, branchRef(branch));
  const object = { sha, type: 'commit' } as const;
  // The first branch that an empty repository gets is its default branch.
  const main = world.refs.by.branches.count(repository.id) === 0 ? branch : repository.default_branch;
  if (world.refs.has(key)) world.refs.update(key, { object });
  else world.refs.insert({ repository_id: repository.id, ref: branchRef(branch), object });
  const pushed = timestamp(context.now);
  world.repositories.update(repository.id, {
    pushed_at: pushed,
    updated_at: pushed,
    ...(main !== repository.default_branch && { default_branch: main }),
    ...(branch === main && contentFacts(context, repository.id, sha)),
  });
  for (const { pull, issue } of openPullsFrom(context, repository.id, branch)) {
    importCommit(context, repository.id, pull.repository_id, sha);
    world.pull_requests.update(pull.issue_id, { head_sha: sha });
    world.issues.update(issue.id, { updated_at: pushed });
  }
}

/** Language and size as a repository shows them. */
function contentFacts(context: HasWorld, repositoryId: number, sha: string): Pick<Repository, 'language' | 'size'> {
  const languages = languagesAt(context, repositoryId, sha);
  const store = new RepositoryStore(context, repositoryId);
  const bytes = [...filesOf(store, commitOf(store, sha).tree)].reduce((sum, file) => sum + (store.blob(file.sha)?.size ?? 0), 0);
  return { language: Object.keys(languages)[0] ?? null, size: Math.ceil(bytes / 1024) };
}

/** Bytes by language at a commit, most first. */
export function languagesAt(context: HasWorld, repositoryId: number, sha: string): Record<string, number> {
  const store = new RepositoryStore(context, repositoryId);
  const bytes = new Map<string, number>();
  for (const file of filesOf(store, commitOf(store, sha).tree)) {
    const language = languageOf(file.path);
    if (language) bytes.set(language, (bytes.get(language) ?? 0) + (store.blob(file.sha)?.size ?? 0));
  }
  return Object.fromEntries([...bytes].sort(([, one], [, other]) => other - one));
}

/** The open pull requests whose head is this branch. */
export function openPullsFrom({ world }: HasWorld, repositoryId: number, branch: string): PullPair[] {
  return openPulls(world, 'head', repositoryId, branch);
}

/** The open pull requests that ask to be merged into this branch. */
export function openPullsInto({ world }: HasWorld, repositoryId: number, branch: string): PullPair[] {
  return openPulls(world, 'base', repositoryId, branch);
}

/** Is another open pull request than this one from its head into a base? In GitHub's words where a base is changed. @throws ValidationFailed */
export function requireOnlyOpen(context: HasWorld, pull: Readonly<PullRequest>, base: string): void {
  const { head_ref: head, head_repository_id: home, repository_id: into, id } = pull;
  const others = openPullsFrom(context, home, head).filter(({ pull: one }) => one.id !== id && one.repository_id === into);
  if (!others.some(({ pull: one }) => one.base_ref === base)) return;
  const message = `A pull request already exists for base branch '${base}' and head branch '${head}'`;
  throw new ValidationFailed([{ resource: 'PullRequest', code: 'invalid', field: 'base', message }]);
}

function openPulls(world: HasWorld['world'], end: 'head' | 'base', repositoryId: number, branch: string): PullPair[] {
  const index = world.pull_requests.by[end];
  const group = stateGroup(`${repositoryId}/${branch}`, 'open');
  return index.page(group, { limit: index.count(group) }).flatMap((pull) => {
    const issue = world.issues.get(pull.issue_id);
    return issue ? [{ pull, issue }] : [];
  });
}

/** A pull request and its issue side. */
export interface PullPair {
  pull: Readonly<PullRequest>;
  issue: Readonly<Issue>;
}
