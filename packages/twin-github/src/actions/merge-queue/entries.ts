import { Conflict, MethodNotAllowed, Unprocessable } from '../../errors.ts';
import { nextId } from '../../sequences.ts';
import { type GithubContext, type Issue, type MergeQueueEntry, queueGroup, type Repository, timestamp } from '../../world.ts';
import { type HasWorld, viewerOf, writableRepository } from '../access.ts';
import { branchRef, findBranch } from '../branches.ts';
import { emit } from '../emit.ts';
import { recordIssueEvent } from '../issue-events.ts';
import { requireQueueable } from '../protection/merge-rules.ts';
import { testMerge } from '../pull-changes.ts';
import { getPull } from '../pulls.ts';
import { removeRef } from '../refs.ts';
import { queueOf } from './rule.ts';

/** The queue of a branch, from its front. */
export function entriesOf({ world }: HasWorld, repositoryId: number, branch: string): readonly Readonly<MergeQueueEntry>[] {
  const { queue } = world.merge_queue_entries.by;
  const group = queueGroup(repositoryId, branch);
  return queue.page(group, { limit: queue.count(group) });
}

/** Where a pull request stands in a queue. */
export const entryOf = ({ world }: HasWorld, issueId: number): Readonly<MergeQueueEntry> | undefined =>
  world.merge_queue_entries.size === 0 ? undefined : world.merge_queue_entries.by.issue.first(issueId);

/** The branch that a merge with all before it is tried on (docs: "Managing a merge queue", `gh-readonly-queue/{base_branch}`). */
export function groupBranch({ world }: HasWorld, { base_ref, issue_id, group }: Readonly<MergeQueueEntry>): string {
  return `gh-readonly-queue/${base_ref}/pr-${world.issues.get(issue_id)?.number}-${group?.base_sha}`;
}

export interface EnqueueInput {
  jump?: boolean | undefined;
  /** What the caller takes the head to be. */
  sha?: string | undefined;
}

/** Puts a pull request that could be merged into its base's queue. @throws NotFound, MethodNotAllowed, Conflict, Unprocessable, RefProtected */
export function enqueuePull(
  context: GithubContext,
  owner: string,
  repo: string,
  number: number,
  { jump = false, sha }: EnqueueInput,
): Readonly<MergeQueueEntry> {
  const found = getPull(context, owner, repo, number);
  const { issue, pull, repository } = found;
  writableRepository(context, owner, repo);
  if (!queueOf(context, repository, pull.base_ref)) throw new Unprocessable('Merge queue is not enabled for this branch');
  if (pull.merged_at || issue.state !== 'open') throw new MethodNotAllowed('Pull Request is not mergeable');
  if (pull.draft) throw new MethodNotAllowed('Pull Request is still a draft');
  if (sha !== undefined && sha !== pull.head_sha) throw new Conflict('Head branch was modified. Review and try the merge again.');
  if (entryOf(context, issue.id)) throw new Unprocessable('Pull request is already in the merge queue');
  if (testMerge(context, found) === undefined) throw new MethodNotAllowed('Pull Request is not mergeable');
  requireQueueable(context, found);
  const entry = context.world.merge_queue_entries.insert({
    id: nextId(context.ids, 'merge_queue_entry'),
    repository_id: repository.id,
    base_ref: pull.base_ref,
    issue_id: issue.id,
    enqueuer_id: viewerOf(context).id,
    jump,
    enqueued_at: timestamp(context.now),
    pull_head_sha: pull.head_sha,
    group: null,
  });
  recordIssueEvent(context, issue, { event: 'added_to_merge_queue' });
  return entry;
}

/** Takes a pull request out of its queue. @throws NotFound, Unprocessable */
export function dequeuePull(context: GithubContext, owner: string, repo: string, number: number): Readonly<MergeQueueEntry> {
  const { issue } = getPull(context, owner, repo, number);
  writableRepository(context, owner, repo);
  const entry = entryOf(context, issue.id);
  if (!entry) throw new Unprocessable('Pull request is not in the merge queue');
  removeEntry(context, entry, 'MANUAL');
  return entry;
}

/** Why an entry goes (docs: Webhooks, `pull_request` with the action `dequeued`). */
export type DequeueReason =
  | 'MANUAL'
  | 'MERGE'
  | 'MERGE_CONFLICT'
  | 'CI_FAILURE'
  | 'CI_TIMEOUT'
  | 'QUEUE_CLEARED'
  | 'BRANCH_PROTECTIONS'
  | 'UNKNOWN_REMOVAL_REASON';

export function removeEntry(context: GithubContext, entry: Readonly<MergeQueueEntry>, reason: DequeueReason): void {
  dropGroup(context, entry, reason === 'MERGE' ? 'merged' : 'dequeued');
  context.world.merge_queue_entries.remove(entry.id);
  const issue = context.world.issues.get(entry.issue_id);
  const facts = { event: 'removed_from_merge_queue', dequeue_reason: reason, enqueuer_id: entry.enqueuer_id } as const;
  if (issue) recordIssueEvent(context, issue, facts);
}

/** The branch of a group goes with it. @param reason why (docs: Webhooks, `merge_group` with the action `destroyed`) */
export function dropGroup(
  context: GithubContext,
  entry: Readonly<MergeQueueEntry>,
  reason: 'merged' | 'invalidated' | 'dequeued',
): void {
  const repository = context.world.repositories.get(entry.repository_id);
  if (!entry.group || !repository) return;
  const ref = findBranch(context, repository.id, groupBranch(context, entry));
  tellGroup(context, entry, 'destroyed', reason);
  if (ref) removeRef(context, repository, ref);
  context.world.merge_queue_entries.update(entry.id, { group: null });
}

export function tellGroup(
  context: GithubContext,
  entry: Readonly<MergeQueueEntry>,
  action: 'checks_requested' | 'destroyed',
  reason?: string,
): void {
  if (!entry.group) return;
  const { base_sha, head_sha } = entry.group;
  emit(context, entry.repository_id, 'merge_group', action, {
    ref: branchRef(groupBranch(context, entry)),
    base_ref: branchRef(entry.base_ref),
    before: base_sha,
    after: head_sha,
    ...(reason !== undefined && { reason }),
  });
}

/** A repository that goes takes its queues along. */
export function dropQueues({ world }: HasWorld, repositoryId: number): void {
  const { repository } = world.merge_queue_entries.by;
  for (const { id } of [...repository.page(repositoryId, { limit: repository.count(repositoryId) })])
    world.merge_queue_entries.remove(id);
}

/** May it still be merged from where it stands? */
export const isStillMeant = (
  context: HasWorld,
  entry: Readonly<MergeQueueEntry>,
  issue: Readonly<Issue> | undefined,
  repository: Readonly<Repository>,
): boolean => {
  const pull = context.world.pull_requests.get(entry.issue_id);
  return (
    issue?.state === 'open' &&
    pull !== undefined &&
    !pull.draft &&
    pull.head_sha === entry.pull_head_sha &&
    pull.base_ref === entry.base_ref &&
    queueOf(context, repository, entry.base_ref) !== undefined
  );
};
