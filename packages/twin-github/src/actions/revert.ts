import { Unprocessable } from '../errors.ts';
import { mergeTrees } from '../git/merge.ts';
import { commitOf } from '../git/store.ts';
import type { Commit, GithubContext } from '../world.ts';
import { viewerOf, writableRepository } from './access.ts';
import { findBranch } from './branches.ts';
import { RepositoryStore } from './git-store.ts';
import { createPull, type FoundPull, getPull } from './pulls.ts';
import { push } from './push.ts';
import { githubSignature, signatureOf } from './signatures.ts';

export interface RevertInput {
  title?: string | undefined;
  body?: string | undefined;
  draft?: boolean | undefined;
}

/** Of what is quoted in a title of 256 characters. */
const LONGEST_TITLE = 256 - 'Revert ""'.length;

/** As GitHub's site words it: https://github.com/dugokontov/til/blob/master/github/revert-pr.md */
const NOT_REVERTED =
  "Sorry, this pull request couldn't be reverted automatically. It might have already been reverted, or the content may have changed since it was merged.";

/**
 * Opens a pull request that takes back what another one brought:
 * https://docs.github.com/pull-requests/collaborating-with-pull-requests/incorporating-changes-from-a-pull-request/reverting-a-pull-request
 * @throws NotFound, Forbidden, Unprocessable, RefProtected
 */
export function revertPull(context: GithubContext, owner: string, repo: string, number: number, input: RevertInput): FoundPull {
  const { pull, issue, repository } = getPull(context, owner, repo, number);
  writableRepository(context, owner, repo);
  // What gh says of it before it asks.
  if (pull.merged_at === null || pull.merge_commit_sha === null)
    throw new Unprocessable("Pull request can't be reverted because it has not been merged");
  const tip = findBranch(context, repository.id, pull.base_ref)?.object.sha;
  const store = new RepositoryStore(context, repository.id);
  const brought = broughtBy(store, pull.merge_commit_sha, pull.base_sha);
  const sha = tip !== undefined && brought ? reverted(context, store, tip, brought) : undefined;
  // What was taken back before changes nothing.
  if (tip === undefined || sha === undefined || commitOf(store, sha).tree === commitOf(store, tip).tree)
    throw new Unprocessable(NOT_REVERTED);
  const branch = freeName(context, repository.id, `revert-${number}-${pull.head_ref}`);
  push(context, repository, branch, sha);
  return createPull(context, owner, repo, {
    // gh sends an empty title and body where none are given.
    title: input.title || `Revert "${issue.title.slice(0, LONGEST_TITLE)}"`,
    body: input.body || `Reverts ${repository.full_name}#${number}`,
    head: branch,
    base: pull.base_ref,
    draft: input.draft,
  });
}

/** What a merge put on top of its base, newest first: itself, or each commit of a rebase. Undefined where the base isn't below it. */
function broughtBy(store: RepositoryStore, merge: string, base: string): readonly Readonly<Commit>[] | undefined {
  const found: Readonly<Commit>[] = [];
  for (let at: string | undefined = merge; at !== base; at = found.at(-1)?.parents[0]) {
    const commit: Readonly<Commit> | undefined = at === undefined ? undefined : store.commit(at);
    if (!commit) return undefined;
    found.push(commit);
  }
  return found;
}

/** Each taken back on top of a branch, as `git revert` does it. Undefined where one conflicts. */
function reverted(
  context: GithubContext,
  store: RepositoryStore,
  tip: string,
  commits: readonly Readonly<Commit>[],
): string | undefined {
  const people = { author: signatureOf(context, viewerOf(context)), committer: githubSignature(context) };
  let onto = tip;
  for (const commit of commits) {
    const parent = store.commit(commit.parents[0] ?? '');
    const result = parent && mergeTrees(store, commit.tree, commitOf(store, onto).tree, parent.tree);
    if (!result || 'conflicts' in result) return undefined;
    onto = store.writeCommit({ tree: result.tree, parents: [onto], ...people, message: messageOf(commit) });
  }
  return onto;
}

function messageOf({ sha, message, parents }: Readonly<Commit>): string {
  const [subject = ''] = message.split('\n');
  const changes = parents.length > 1 ? `, reversing\nchanges made to ${parents[0]}` : '';
  return `Revert "${subject}"\n\nThis reverts commit ${sha}${changes}.`;
}

function freeName(context: GithubContext, repositoryId: number, name: string): string {
  const isTaken = (one: string): boolean => findBranch(context, repositoryId, one) !== undefined;
  let free = name;
  for (let at = 1; isTaken(free); at += 1) free = `${name}-${at}`;
  return free;
}
