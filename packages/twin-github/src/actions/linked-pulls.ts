import { type GithubContext, type Issue, linkedPullKey, type PullRequest, type Repository, refKey } from '../world.ts';
import type { HasWorld } from './access.ts';
import { branchRef } from './branches.ts';
import { recordIssueEvent } from './issue-events.ts';
import { setIssueState } from './issues.ts';

// What becomes of the branches of an issue, and of the pull requests from them:
// https://docs.github.com/issues/tracking-your-work-with-issues/using-issues/creating-a-branch-for-an-issue

/** The branches that were made for an issue, in that order. */
export const linkedBranchesOf = ({ world }: HasWorld, issueId: number) => {
  const { issue } = world.linked_branches.by;
  return issue.page(issueId, { limit: issue.count(issueId) });
};

/** The issues that a pull request is linked to, but for what its texts say. */
export function linkedIssuesOf({ world }: HasWorld, pullId: number): Readonly<Issue>[] {
  const { pull } = world.linked_pull_requests.by;
  return pull.page(pullId, { limit: pull.count(pullId) }).flatMap(({ issue_id: id }) => world.issues.get(id) ?? []);
}

export const isLinkedTo = ({ world }: HasWorld, pullId: number, issueId: number): boolean =>
  world.linked_pull_requests.has(linkedPullKey(pullId, issueId));

/** A pull request from a branch of an issue stands for the branch from now on. */
export function linkPull(context: GithubContext, pull: Readonly<PullRequest>, issueSide: Readonly<Issue>): void {
  const { linked_branches: links, linked_pull_requests: pulls, issues } = context.world;
  if (links.size === 0) return;
  // An issue that became the pull request has none of its own any more.
  for (const { id } of [...linkedBranchesOf(context, pull.issue_id)]) links.remove(id);
  const branch = refKey(pull.head_repository_id, branchRef(pull.head_ref));
  for (const { id, issue_id } of [...links.by.branch.page(branch, { limit: links.size })]) {
    links.remove(id);
    const issue = issues.get(issue_id);
    if (!issue) continue;
    pulls.insert({ pull_id: pull.issue_id, issue_id });
    recordIssueEvent(context, issue, { event: 'connected', connected_id: issueSide.id });
    recordIssueEvent(context, issueSide, { event: 'connected', connected_id: issue.id });
  }
}

/** "When you merge a linked pull request into the default branch of a repository, its linked issue is automatically closed." */
export function closeLinked(context: GithubContext, repository: Readonly<Repository>, pull: Readonly<PullRequest>): void {
  if (pull.base_ref !== repository.default_branch) return;
  for (const issue of linkedIssuesOf(context, pull.issue_id))
    if (issue.state === 'open') setIssueState(context, issue, 'closed', 'completed');
}

/** Of a branch that goes. */
export function unlinkBranch({ world }: HasWorld, repositoryId: number, ref: string): void {
  const { linked_branches: links } = world;
  for (const { id } of [...links.by.branch.page(refKey(repositoryId, ref), { limit: links.size })]) links.remove(id);
}

/** A branch of another name is linked to what it was linked to. */
export function renameLinks({ world }: HasWorld, repositoryId: number, from: string, to: string): void {
  const { linked_branches: links } = world;
  for (const { id } of [...links.by.branch.page(refKey(repositoryId, from), { limit: links.size })])
    links.update(id, { ref: to });
}

/** Of an issue or a pull request that goes. */
export function dropLinks(context: HasWorld, issueId: number): void {
  const { linked_branches: links, linked_pull_requests: pulls } = context.world;
  for (const { id } of [...linkedBranchesOf(context, issueId)]) links.remove(id);
  const page = { limit: pulls.size };
  for (const one of [...pulls.by.issue.page(issueId, page), ...pulls.by.pull.page(issueId, page)])
    pulls.remove(linkedPullKey(one.pull_id, one.issue_id));
}

/** Of an issue that became another one. */
export function moveLinks(context: HasWorld, from: number, to: number): void {
  const { linked_branches: links, linked_pull_requests: pulls } = context.world;
  for (const { id } of [...linkedBranchesOf(context, from)]) links.update(id, { issue_id: to });
  for (const { pull_id } of [...pulls.by.issue.page(from, { limit: pulls.size })]) {
    pulls.remove(linkedPullKey(pull_id, from));
    pulls.insert({ pull_id, issue_id: to });
  }
}
