import { commitsBetween, isAncestor } from '../git/history.ts';
import { commitOf } from '../git/store.ts';
import { type GithubContext, type Repository, timestamp } from '../world.ts';
import { viewerOf } from './access.ts';
import { branchRef, findBranch, openPullsFrom, openPullsInto, pushBranch } from './branches.ts';
import { closeMentioned } from './closing-words.ts';
import { emit } from './emit.ts';
import { RepositoryStore } from './git-store.ts';
import { recordIssueEvent } from './issue-events.ts';
import { setIssueState } from './issues.ts';
import { closeLinked } from './linked-pulls.ts';
import { requireMove } from './protection/guard.ts';
import { dismissStale } from './protection/stale-reviews.ts';
import { startAboutPull, startPushed } from './workflows/start.ts';

/** Points a branch at a commit, where its rules allow that, and lets follow what GitHub lets follow a push. @throws RefProtected */
export function push(context: GithubContext, repository: Readonly<Repository>, branch: string, sha: string): void {
  const before = findBranch(context, repository.id, branch)?.object.sha;
  requireMove(context, repository, { ref: branchRef(branch), before, after: sha });
  pushBranch(context, repository, branch, sha);
  tellPush(context, repository, branch, before, sha);
  startPushed(context, repository, branchRef(branch), { before, sha });
  if (before === undefined || before === sha) return;
  dismissStale(context, repository, branch);
  for (const pair of openPullsFrom(context, repository.id, branch)) startAboutPull(context, pair, 'synchronize');
  mergeReached(context, repository, branch, before, sha);
  // Commits close issues too, once they are on the default branch: see the page that closing words are from.
  const store = new RepositoryStore(context, repository.id);
  const messages = commitsBetween(store, before, sha).map((one) => commitOf(store, one).message);
  closeMentioned(context, repository, branch, messages);
}

/** What webhooks are told of a branch that moved. */
export function tellPush(
  context: GithubContext,
  { id }: Readonly<Repository>,
  branch: string,
  before: string | undefined,
  after: string,
  merge?: true,
): void {
  if (before === after) return;
  const ref = branchRef(branch);
  if (before === undefined) emit(context, id, 'create', null, { ref });
  emit(context, id, 'push', null, { ref, after, ...(before !== undefined && { before }), ...(merge && { merge }) });
  if (before === undefined) return;
  for (const { pull, issue } of openPullsFrom(context, id, branch))
    emit(context, pull.repository_id, 'pull_request', 'synchronize', { issue_id: issue.id });
}

/**
 * Pull requests whose commits a push brought into their base are merged:
 * https://docs.github.com/pull-requests/collaborating-with-pull-requests/incorporating-changes-from-a-pull-request/about-pull-request-merges#indirect-merges
 */
export function mergeReached(
  context: GithubContext,
  repository: Readonly<Repository>,
  branch: string,
  before: string,
  sha: string,
): void {
  const store = new RepositoryStore(context, repository.id);
  for (const { pull, issue } of openPullsInto(context, repository.id, branch)) {
    if (!isAncestor(store, pull.head_sha, sha) || isAncestor(store, pull.head_sha, before)) continue;
    recordIssueEvent(context, issue, { event: 'merged', commit_id: sha });
    setIssueState(context, issue, 'closed');
    context.world.pull_requests.update(pull.issue_id, {
      merged_at: timestamp(context.now),
      merged_by_id: viewerOf(context).id,
      merge_commit_sha: sha,
      base_sha: before,
    });
    startAboutPull(context, { pull, issue }, 'closed');
    closeMentioned(context, repository, branch, [issue.title, issue.body]);
    closeLinked(context, repository, pull);
  }
}
