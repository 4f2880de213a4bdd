import { Conflict, Unprocessable } from '../../errors.ts';
import { type AutoMerge, type GithubContext, type IssueEventName, timestamp } from '../../world.ts';
import { hasPermission, requirePermission, viewerOf, writableRepository } from '../access.ts';
import { branchRef } from '../branches.ts';
import { requireOwnAddress } from '../emails.ts';
import { recordIssueEvent } from '../issue-events.ts';
import { enqueuePull, entryOf } from '../merge-queue/entries.ts';
import { queueOf } from '../merge-queue/rule.ts';
import { mergeState } from '../merge-state.ts';
import { isProtected } from '../protection/rules-of.ts';
import { ALLOWED, type MergeInput, type MergeMethod } from '../pull-merge.ts';
import { type FoundPull, getPull } from '../pulls.ts';
import { startAboutPull } from '../workflows/start.ts';

const ENABLED: Readonly<Record<MergeMethod, IssueEventName>> = {
  merge: 'auto_merge_enabled',
  squash: 'auto_squash_enabled',
  rebase: 'auto_rebase_enabled',
};

/** GitHub's words, which begin twice: https://github.com/peter-evans/enable-pull-request-automerge/issues/1118 */
const refusal = (reason: string) => new Unprocessable(`Pull request ${reason}`);

/** https://github.com/tokuhirom/mutsu/pull/5583 and https://github.com/wnbrb/wnb-rb-site/pull/460 */
const METHOD_REFUSED: Readonly<Record<MergeMethod, string>> = {
  merge: 'Merge method merge commits are not allowed on this repository',
  squash: 'Merge method squash merging is not allowed on this repository',
  rebase: 'Merge method rebase merging is not allowed on this repository',
};

export const NOT_ALLOWED = 'Auto merge is not allowed for this repository';

/**
 * Lets a pull request be merged by itself once nothing that its base's rules ask for is missing; where the base has a queue, be put into that.
 * @throws NotFound, Forbidden, Unprocessable, Conflict
 */
export function enableAutoMerge(context: GithubContext, owner: string, repo: string, number: number, input: MergeInput): void {
  const found = getPull(context, owner, repo, number);
  const repository = writableRepository(context, owner, repo);
  const { pull } = found;
  if (!repository.allow_auto_merge) throw new Unprocessable(NOT_ALLOWED);
  if (found.issue.state !== 'open') throw refusal('Pull request is closed');
  if (pull.draft) throw refusal('Pull request is a draft');
  if (pull.auto_merge) throw refusal('Auto merge is already enabled');
  if (input.sha !== undefined && input.sha !== pull.head_sha)
    throw new Conflict('Head branch was modified. Review and try the merge again.');
  const queue = queueOf(context, repository, pull.base_ref);
  const state = mergeState(context, found);
  const isReady = state === 'clean' || state === 'unstable';
  if (queue && (isReady || entryOf(context, pull.issue_id))) {
    enqueuePull(context, owner, repo, number, { sha: input.sha });
    return;
  }
  const method = queue ? (queue.merge_method.toLowerCase() as MergeMethod) : (input.merge_method ?? 'merge');
  if (!queue) {
    if (!repository[ALLOWED[method].flag]) throw new Unprocessable(METHOD_REFUSED[method]);
    if (isReady) throw refusal(`Pull request is in ${state} status`);
    if (!isProtected(context, repository, branchRef(pull.base_ref)))
      throw refusal('Protected branch rules not configured for this branch');
  }
  if (input.author_email !== undefined) requireOwnAddress(context, input.author_email);
  const { commit_title = null, commit_message = null, author_email = null } = input;
  wait(context, found, { merge_method: method, commit_title, commit_message, author_email });
}

function wait(
  context: GithubContext,
  found: FoundPull,
  asked: Pick<AutoMerge, 'merge_method' | 'commit_title' | 'commit_message' | 'author_email'>,
): void {
  const { head_sha, base_ref, issue_id } = found.pull;
  const by = { by_id: viewerOf(context).id, enabled_at: timestamp(context.now) };
  context.world.pull_requests.update(issue_id, { auto_merge: { ...asked, ...by, head_sha, base_ref } });
  recordIssueEvent(context, found.issue, { event: ENABLED[asked.merge_method] });
  startAboutPull(context, found, 'auto_merge_enabled');
}

/** Who can write, and whose pull request it is, takes it back (docs: "Automatically merging a pull request"). @throws NotFound, Forbidden, Unprocessable */
export function disableAutoMerge(context: GithubContext, owner: string, repo: string, number: number): void {
  const found = getPull(context, owner, repo, number);
  if (found.issue.user_id !== viewerOf(context).id) requirePermission(context, found.repository, 'push');
  if (!found.pull.auto_merge || found.issue.state !== 'open')
    throw new Unprocessable("Can't disable auto-merge for this pull request.");
  dropAutoMerge(context, found, { reason: 'Manually disabled by user', code: 'manually_disabled' });
}

export function dropAutoMerge(context: GithubContext, found: FoundPull, why: { reason: string; code: string | null }): void {
  context.world.pull_requests.update(found.pull.issue_id, { auto_merge: null });
  recordIssueEvent(context, found.issue, { event: 'auto_merge_disabled', auto_merge_disabled: why });
  startAboutPull(context, found, 'auto_merge_disabled');
}

/** What brings a pull request's branch up to its base adds nothing that nobody looked at: https://github.blog/changelog/2021-03-22-updated-pull-request-auto-merge-behavior-for-users-without-write-access */
export function keepAutoMerge({ world }: GithubContext, issueId: number): void {
  const pull = world.pull_requests.get(issueId);
  if (pull?.auto_merge) world.pull_requests.update(issueId, { auto_merge: { ...pull.auto_merge, head_sha: pull.head_sha } });
}

/** Could the viewer let it be merged by itself now? */
export function canEnableAutoMerge(context: GithubContext, found: FoundPull): boolean {
  const { repository, pull, issue } = found;
  if (!repository.allow_auto_merge || issue.state !== 'open' || pull.draft || pull.auto_merge) return false;
  if (!hasPermission(context, repository, viewerOf(context).id, 'push')) return false;
  return (
    isProtected(context, repository, branchRef(pull.base_ref)) && !['clean', 'unstable'].includes(mergeState(context, found))
  );
}

/** Could the viewer take that back? */
export const canDisableAutoMerge = (context: GithubContext, { repository, pull, issue }: FoundPull): boolean =>
  pull.auto_merge != null &&
  issue.state === 'open' &&
  (issue.user_id === viewerOf(context).id || hasPermission(context, repository, viewerOf(context).id, 'push'));
