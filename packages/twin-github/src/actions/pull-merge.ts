import { Conflict, MethodNotAllowed } from '../errors.ts';
import { mergeTrees } from '../git/merge.ts';
import { commitOf } from '../git/store.ts';
import type { Commit, GithubContext, Repository } from '../world.ts';
import { noreplyAddress, timestamp } from '../world.ts';
import { viewerOf, writableRepository } from './access.ts';
import { branchRef, findBranch, pushBranch } from './branches.ts';
import { closeMentioned } from './closing-words.ts';
import { RepositoryStore } from './git-store.ts';
import { setIssueState } from './issues.ts';
import { closeLinked } from './linked-pulls.ts';
import { isForbidden, judgeMove } from './protection/guard.ts';
import { requireMerge } from './protection/merge-rules.ts';
import { baseTip, mergeResult, pullContent } from './pull-changes.ts';
import { type FoundPull, getPull, headOwner, recordMerge } from './pulls.ts';
import { mergeReached, tellPush } from './push.ts';
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
}

const NOT_MERGEABLE = 'Pull Request is not mergeable';

const ALLOWED: Readonly<
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

function mergeCommit(context: GithubContext, found: FoundPull, { base, input }: Merge): string {
  const { pull, issue, repository } = found;
  const store = new RepositoryStore(context, repository.id);
  const title = input.commit_title ?? `Merge pull request #${pull.number} from ${headOwner(context, found)}/${pull.head_ref}`;
  return store.writeCommit({
    tree: mergedTree(store, base, pull.head_sha),
    parents: [base, pull.head_sha],
    author: signatureOf(context, viewerOf(context)),
    committer: githubSignature(context),
    message: joined(title, input.commit_message ?? issue.title),
  });
}

/** One commit takes the subject and text of the only commit, else the pull request's title and the list of subjects. */
function squash(context: GithubContext, { pull, issue, repository }: FoundPull, { base, commits, input }: Merge): string {
  const store = new RepositoryStore(context, repository.id);
  const all = commits.map((sha) => commitOf(store, sha));
  const [only, ...others] = all;
  const single = only && others.length === 0 ? splitMessage(only.message) : undefined;
  const title = input.commit_title ?? `${single?.subject ?? issue.title} (#${pull.number})`;
  const text = input.commit_message ?? single?.text ?? all.map(({ message }) => `* ${message}`).join('\n\n');
  const author = context.world.users.get(issue.user_id) ?? viewerOf(context);
  return store.writeCommit({
    tree: mergedTree(store, base, pull.head_sha),
    parents: [base],
    author: { ...signatureOf(context, author), email: author.email ?? noreplyAddress(author) },
    committer: githubSignature(context),
    message: joined(title, text),
  });
}

function splitMessage(message: string): { subject: string; text: string } {
  const [subject = '', ...rest] = message.split('\n');
  return { subject, text: rest.join('\n').trim() };
}

/** Each commit again on top of the base; merges on the way are left out, as git does. */
function rebase(context: GithubContext, { repository }: FoundPull, { base, commits }: Merge): string {
  const store = new RepositoryStore(context, repository.id);
  const committer = signatureOf(context, viewerOf(context));
  return commits
    .map((sha) => commitOf(store, sha))
    .filter(({ parents }) => parents.length === 1)
    .reduce((onto, commit) => replay(store, onto, commit, committer), base);
}

function replay(store: RepositoryStore, onto: string, commit: Readonly<Commit>, committer: Commit['committer']): string {
  const [parent] = commit.parents as [string];
  const result = mergeTrees(store, commitOf(store, parent).tree, commitOf(store, onto).tree, commit.tree);
  if ('conflicts' in result) throw new MethodNotAllowed("This branch can't be rebased");
  const { author, message } = commit;
  return store.writeCommit({ tree: result.tree, parents: [onto], author, committer, message });
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
