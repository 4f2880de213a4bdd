import { Conflict, MethodNotAllowed } from '../errors.ts';
import { commitOf } from '../git/store.ts';
import { type Commit, type GithubContext, type Repository, timestamp, type User } from '../world.ts';
import { viewerOf, writableRepository } from './access.ts';
import { branchRef, findBranch, pushBranch } from './branches.ts';
import { closeMentioned } from './closing-words.ts';
import { RepositoryStore } from './git-store.ts';
import { setIssueState } from './issues.ts';
import { closeLinked } from './linked-pulls.ts';
import { mergeWords } from './merge-words.ts';
import { isForbidden, judgeMove } from './protection/guard.ts';
import { requireMerge } from './protection/merge-rules.ts';
import { baseTip, mergeResult, pullContent } from './pull-changes.ts';
import { type FoundPull, getPull, recordMerge } from './pulls.ts';
import { mergeReached, tellPush } from './push.ts';
import { replayed } from './rebase.ts';
import { removeRef } from './refs.ts';
import { githubSignature, signatureOf } from './signatures.ts';
import { startAboutPull, startPushed } from './workflows/start.ts';

export type MergeMethod = 'merge' | 'squash' | 'rebase';

export interface MergeInput {
  merge_method?: MergeMethod | undefined;
  commit_title?: string | undefined;
  commit_message?: string | undefined;
  /** What the caller takes the head to be. */
  sha?: string | undefined;
  /** Of the author of the merge's commit. */
  author_email?: string | undefined;
}

const NOT_MERGEABLE = 'Pull Request is not mergeable';

/** What a repository says of each way to merge, and what GitHub calls it. */
export const ALLOWED: Readonly<
  Record<MergeMethod, { flag: 'allow_merge_commit' | 'allow_squash_merge' | 'allow_rebase_merge'; name: string }>
> = {
  merge: { flag: 'allow_merge_commit', name: 'Merge commits' },
  squash: { flag: 'allow_squash_merge', name: 'Squash merges' },
  rebase: { flag: 'allow_rebase_merge', name: 'Rebase merges' },
};

/** Merges a pull request and lets follow what GitHub lets follow. @returns the merge's commit id. @throws MethodNotAllowed, Conflict, RefProtected */
export function mergePull(context: GithubContext, owner: string, repo: string, number: number, input: MergeInput): string {
  const found = getPull(context, owner, repo, number);
  writableRepository(context, owner, repo);
  const { pull, issue, repository } = found;
  const method = input.merge_method ?? 'merge';
  if (pull.merged_at || issue.state !== 'open') throw new MethodNotAllowed(NOT_MERGEABLE);
  if (pull.draft) throw new MethodNotAllowed('Pull Request is still a draft');
  if (!repository[ALLOWED[method].flag])
    throw new MethodNotAllowed(`${ALLOWED[method].name} are not allowed on this repository.`);
  if (input.sha !== undefined && input.sha !== pull.head_sha) {
    throw new Conflict('Head branch was modified. Review and try the merge again.');
  }
  const base = baseTip(context, found);
  const { commits, store } = pullContent(context, found);
  if (commits.length === 0) throw new MethodNotAllowed(NOT_MERGEABLE);
  const messages = commits.map((sha) => commitOf(store, sha).message);
  requireMerge(context, found, method);
  const sha = WAYS[method](context, found, { base, commits, input });
  land(context, found, { base, sha, messages: [input.commit_message ?? null, ...messages] });
  return sha;
}

/** The commit that a pull request merged onto another than its base's tip would be; nothing moves. @throws MethodNotAllowed */
export function mergeOnto(context: GithubContext, found: FoundPull, base: string, method: MergeMethod): string {
  const { commits } = pullContent(context, found);
  return WAYS[method](context, found, { base, commits, input: {} });
}

/** Lets a pull request be merged by a commit that is made already. */
export function landPull(context: GithubContext, found: FoundPull, merge: { base: string; sha: string }): void {
  const { commits, store } = pullContent(context, found);
  land(context, found, { ...merge, messages: commits.map((sha) => commitOf(store, sha).message) });
}

/** Moves the base to the merge and lets follow what GitHub lets follow. */
function land(
  context: GithubContext,
  found: FoundPull,
  { base, sha, messages }: { base: string; sha: string; messages: readonly (string | null)[] },
): void {
  const { pull, issue, repository } = found;
  pushBranch(context, repository, pull.base_ref, sha);
  tellPush(context, repository, pull.base_ref, base, sha, true);
  finish(context, found, base, sha);
  mergeReached(context, repository, pull.base_ref, base, sha);
  closeMentioned(context, repository, pull.base_ref, [issue.body, issue.title, ...messages]);
  closeLinked(context, repository, pull);
  startPushed(context, repository, branchRef(pull.base_ref), { before: base, sha });
  startAboutPull(context, found, 'closed');
}

/** What the ways of merging work with. */
interface Merge {
  base: string;
  commits: readonly string[];
  input: MergeInput;
}

type Way = (context: GithubContext, found: FoundPull, merge: Merge) => string;

const WAYS: Readonly<Record<MergeMethod, Way>> = { merge: mergeCommit, squash, rebase };

function mergedTree(store: RepositoryStore, base: string, head: string): string {
  const result = mergeResult(store, base, head);
  if ('conflicts' in result) throw new MethodNotAllowed(NOT_MERGEABLE);
  return result.tree;
}

const joined = (title: string, message: string) => (message === '' ? title : `${title}\n\n${message}`);

/** Who a merge's commit is by, under the address that was asked for. */
function authored(context: GithubContext, author: Readonly<User>, { author_email }: MergeInput): Commit['author'] {
  const signature = signatureOf(context, author);
  return author_email === undefined ? signature : { ...signature, email: author_email };
}

function mergeCommit(context: GithubContext, found: FoundPull, { base, input }: Merge): string {
  const { pull, repository } = found;
  const store = new RepositoryStore(context, repository.id);
  const { title, text } = mergeWords(context, found, 'merge');
  return store.writeCommit({
    tree: mergedTree(store, base, pull.head_sha),
    parents: [base, pull.head_sha],
    author: authored(context, viewerOf(context), input),
    committer: githubSignature(context),
    message: joined(input.commit_title ?? title, input.commit_message ?? text),
  });
}

function squash(context: GithubContext, found: FoundPull, { base, input }: Merge): string {
  const { pull, issue, repository } = found;
  const store = new RepositoryStore(context, repository.id);
  const { title, text } = mergeWords(context, found, 'squash');
  const viewer = viewerOf(context);
  const author = context.world.users.get(issue.user_id) ?? viewer;
  // An address is the merger's own, who may not be whose work it is.
  const signature = author.id === viewer.id ? authored(context, viewer, input) : signatureOf(context, author);
  return store.writeCommit({
    tree: mergedTree(store, base, pull.head_sha),
    parents: [base],
    author: signature,
    committer: githubSignature(context),
    message: joined(input.commit_title ?? title, input.commit_message ?? text),
  });
}

function rebase(context: GithubContext, { repository }: FoundPull, { base, commits }: Merge): string {
  const store = new RepositoryStore(context, repository.id);
  const sha = replayed(store, base, commits, signatureOf(context, viewerOf(context)));
  if (sha === undefined) throw new MethodNotAllowed("This branch can't be rebased");
  return sha;
}

/** The pull request becomes merged and closed, and its branch goes where the repository says so. */
function finish(context: GithubContext, { pull, issue, repository }: FoundPull, base: string, sha: string): void {
  const viewer = viewerOf(context);
  recordMerge(context, issue, sha);
  setIssueState(context, issue, 'closed');
  context.world.pull_requests.update(pull.issue_id, {
    merged_at: timestamp(context.now),
    merged_by_id: viewer.id,
    merge_commit_sha: sha,
    base_sha: base,
  });
  const home = context.world.repositories.get(pull.head_repository_id);
  if (repository.delete_branch_on_merge && home?.id === repository.id) deleteHead(context, home, pull.head_ref);
}

function deleteHead(context: GithubContext, repository: Readonly<Repository>, branch: string): void {
  const ref = findBranch(context, repository.id, branch);
  if (!ref || ref.ref === branchRef(repository.default_branch)) return;
  // What may not be deleted stays.
  const isKept = isForbidden(judgeMove(context, repository, { ref: ref.ref, before: ref.object.sha, after: undefined }));
  if (!isKept) removeRef(context, repository, ref);
}
