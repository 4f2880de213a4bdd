import { Conflict, NotFound, RepositoryArchived, Unprocessable } from '../errors.ts';
import { isAncestor } from '../git/history.ts';
import { commitOf } from '../git/store.ts';
import type { Commit, GithubContext, Ref, Repository } from '../world.ts';
import { isVisible, requirePermission, viewerOf, writableRepository } from './access.ts';
import { keepAutoMerge } from './auto-merge/request.ts';
import { findBranch } from './branches.ts';
import { resolveCommit } from './commits.ts';
import { RepositoryStore } from './git-store.ts';
import { importCommit } from './object-import.ts';
import { mergeResult, pullContent } from './pull-changes.ts';
import { type FoundPull, getPull } from './pulls.ts';
import { push } from './push.ts';
import { replayed } from './rebase.ts';
import { moveBranch } from './refs.ts';
import { githubSignature, signatureOf } from './signatures.ts';

/** A merge commit of `head` on top of the branch `base`; undefined where the branch has it all. */
function mergeOnto(
  context: GithubContext,
  repository: Readonly<Repository>,
  { branch, base, head, message }: { branch: string; base: string; head: string; message: string },
): Readonly<Commit> | undefined | { conflicts: string[] } {
  const store = new RepositoryStore(context, repository.id);
  if (isAncestor(store, head, base)) return undefined;
  const result = mergeResult(store, base, head);
  if ('conflicts' in result) return result;
  const people = { author: signatureOf(context, viewerOf(context)), committer: githubSignature(context) };
  const sha = store.writeCommit({ tree: result.tree, parents: [base, head], ...people, message });
  push(context, repository, branch, sha);
  return commitOf(store, sha);
}

/** Merges a branch or commit into a branch. @returns undefined where there is nothing to merge. @throws NotFound, Conflict */
export function mergeBranch(
  context: GithubContext,
  owner: string,
  repo: string,
  { base, head, message }: { base: string; head: string; message?: string | undefined },
): Readonly<Commit> | undefined {
  const repository = writableRepository(context, owner, repo);
  const onto = findBranch(context, repository.id, base);
  if (!onto) throw new NotFound('Base does not exist');
  const from = resolveCommit(context, repository, head);
  if (from === undefined) throw new NotFound('Head does not exist');
  const merge = { branch: base, base: onto.object.sha, head: from, message: message ?? `Merge ${head} into ${base}` };
  const merged = mergeOnto(context, repository, merge);
  if (merged && 'conflicts' in merged) throw new Conflict('Merge conflict');
  return merged;
}

/** What became of a fork's branch. */
export interface Synced {
  message: string;
  merge_type: 'none' | 'fast-forward' | 'merge';
  base_branch: string;
}

/**
 * Brings a fork's branch up to the one of its name in the repository that it is a fork of.
 * @throws NotFound, Conflict, Unprocessable
 */
export function mergeUpstream(context: GithubContext, owner: string, repo: string, branch: string): Synced {
  const fork = writableRepository(context, owner, repo);
  const own = findBranch(context, fork.id, branch);
  if (!own) throw new NotFound('Branch not found');
  const parent = fork.parent_id === null ? undefined : context.world.repositories.get(fork.parent_id);
  const upstream = parent && isVisible(context, parent) ? findBranch(context, parent.id, branch) : undefined;
  if (!parent || !upstream) throw new Unprocessable('The branch could not be synced with the upstream repository');
  const base = `${parent.full_name.split('/')[0]}:${branch}`;
  const [here, there] = [own.object.sha, upstream.object.sha];
  importCommit(context, parent.id, fork.id, there);
  const store = new RepositoryStore(context, fork.id);
  if (isAncestor(store, there, here))
    return { message: `This branch is not behind the upstream ${base}.`, merge_type: 'none', base_branch: base };
  if (isAncestor(store, here, there)) {
    push(context, fork, branch, there);
    const message = `Successfully fetched and fast-forwarded from upstream ${base}.`;
    return { message, merge_type: 'fast-forward', base_branch: base };
  }
  const merge = { branch, base: here, head: there, message: `Merge branch '${base}' into ${branch}` };
  const merged = mergeOnto(context, fork, merge);
  if (merged && 'conflicts' in merged) throw new Conflict('There are merge conflicts');
  return { message: `Successfully fetched and merged from upstream ${base}.`, merge_type: 'merge', base_branch: base };
}

export interface BranchUpdate {
  /** What the caller takes the head to be. */
  sha?: string | undefined;
  /** By a merge of the base, or by its commits made again on top of that. */
  method?: 'merge' | 'rebase' | undefined;
}

/** Brings a pull request's branch up to its base. @throws Unprocessable */
export function updatePullBranch(
  context: GithubContext,
  owner: string,
  repo: string,
  number: number,
  { sha, method = 'merge' }: BranchUpdate = {},
): void {
  const found = getPull(context, owner, repo, number);
  const { pull, repository } = found;
  const home = context.world.repositories.get(pull.head_repository_id);
  if (!home) throw new Unprocessable('The branch does not exist.');
  requirePermission(context, home, 'push');
  if (home.archived) throw new RepositoryArchived();
  // The branch of a closed one goes its own way; the sentence is the twin's.
  if (found.issue.state !== 'open') throw new Unprocessable('The pull request is not open.');
  if (sha !== undefined && sha !== pull.head_sha) throw new Unprocessable("expected head sha didn't match current head ref.");
  const base = findBranch(context, repository.id, pull.base_ref);
  const head = findBranch(context, home.id, pull.head_ref);
  if (!base || !head) throw new Unprocessable('The branch does not exist.');
  importCommit(context, repository.id, home.id, base.object.sha);
  const merge = {
    branch: pull.head_ref,
    base: pull.head_sha,
    head: base.object.sha,
    message: `Merge branch '${pull.base_ref}' into ${pull.head_ref}`,
  };
  const updated = method === 'rebase' ? rebaseOnto(context, home, found, base, head) : mergeOnto(context, home, merge);
  if (!updated) throw new Unprocessable('There are no new commits on the base branch.');
  if ('conflicts' in updated) throw new Unprocessable('merge conflict between base and head');
  keepAutoMerge(context, pull.issue_id);
}

/** The commits of a pull request made again on top of its base, which its branch is forced to; undefined where it stands there. */
function rebaseOnto(
  context: GithubContext,
  home: Readonly<Repository>,
  found: FoundPull,
  { object: { sha: base } }: Readonly<Ref>,
  head: Readonly<Ref>,
): Readonly<Commit> | undefined | { conflicts: string[] } {
  const store = new RepositoryStore(context, home.id);
  if (isAncestor(store, base, head.object.sha)) return undefined;
  const { commits } = pullContent(context, found);
  const sha = replayed(store, base, commits, signatureOf(context, viewerOf(context)));
  if (sha === undefined) return { conflicts: [] };
  moveBranch(context, home, head, sha);
  return commitOf(store, sha);
}
