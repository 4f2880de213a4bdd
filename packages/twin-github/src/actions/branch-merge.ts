import { Conflict, NotFound, RepositoryArchived, Unprocessable } from '../errors.ts';
import { isAncestor } from '../git/history.ts';
import { commitOf } from '../git/store.ts';
import type { Commit, GithubContext, Repository } from '../world.ts';
import { requirePermission, viewerOf, writableRepository } from './access.ts';
import { findBranch } from './branches.ts';
import { resolveCommit } from './commits.ts';
import { RepositoryStore } from './git-store.ts';
import { importCommit } from './object-import.ts';
import { mergeResult } from './pull-changes.ts';
import { getPull } from './pulls.ts';
import { push } from './push.ts';
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

/** Brings a pull request's branch up to its base. @throws Unprocessable */
export function updatePullBranch(context: GithubContext, owner: string, repo: string, number: number, expected?: string): void {
  const { pull, repository } = getPull(context, owner, repo, number);
  const home = context.world.repositories.get(pull.head_repository_id);
  if (!home) throw new Unprocessable('The branch does not exist.');
  requirePermission(context, home, 'push');
  if (home.archived) throw new RepositoryArchived();
  if (expected !== undefined && expected !== pull.head_sha)
    throw new Unprocessable("expected head sha didn't match current head ref.");
  const base = findBranch(context, repository.id, pull.base_ref);
  if (!base || !findBranch(context, home.id, pull.head_ref)) throw new Unprocessable('The branch does not exist.');
  importCommit(context, repository.id, home.id, base.object.sha);
  const merge = {
    branch: pull.head_ref,
    base: pull.head_sha,
    head: base.object.sha,
    message: `Merge branch '${pull.base_ref}' into ${pull.head_ref}`,
  };
  const merged = mergeOnto(context, home, merge);
  if (!merged) throw new Unprocessable('There are no new commits on the base branch.');
  if ('conflicts' in merged) throw new Unprocessable('merge conflict between base and head');
}
