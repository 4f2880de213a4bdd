import { Invalid, NotFound } from '../errors.ts';
import { dependencyKey, type GithubContext, type Issue } from '../world.ts';
import { type HasWorld, isVisible } from './access.ts';
import { recordIssueEvent } from './issue-events.ts';
import { getIssue, getIssueToTriage } from './issues.ts';

/** Of each relation: https://github.blog/changelog/2025-08-21-dependencies-on-issues */
export const MOST_DEPENDENCIES = 50;

/** What an issue waits for, in the order in which that was said. */
export function blockersOf({ world }: HasWorld, issueId: number): Readonly<Issue>[] {
  const { blocked } = world.issue_dependencies.by;
  return blocked.page(issueId, { limit: MOST_DEPENDENCIES }).flatMap(({ blocking_id: id }) => world.issues.get(id) ?? []);
}

/** What waits for an issue. */
export function blockedOf({ world }: HasWorld, issueId: number): Readonly<Issue>[] {
  const { blocking } = world.issue_dependencies.by;
  return blocking.page(issueId, { limit: MOST_DEPENDENCIES }).flatMap(({ issue_id: id }) => world.issues.get(id) ?? []);
}

export function hasDependencies({ world }: HasWorld, issueId: number): boolean {
  const { size, by } = world.issue_dependencies;
  return size > 0 && by.blocked.count(issueId) + by.blocking.count(issueId) > 0;
}

/** How many an issue waits for and how many wait for it: those that are open, and all. */
export function dependencyCounts(context: HasWorld, issueId: number) {
  const isOpen = ({ state }: Readonly<Issue>): boolean => state === 'open';
  const [blockers, blocked] = [blockersOf(context, issueId), blockedOf(context, issueId)];
  return {
    blocked_by: blockers.filter(isOpen).length,
    total_blocked_by: blockers.length,
    blocking: blocked.filter(isOpen).length,
    total_blocking: blocked.length,
  };
}

/** Those of them that stand where the viewer may look. */
export const seenBy = (context: HasWorld, issues: readonly Readonly<Issue>[]): Readonly<Issue>[] =>
  issues.filter(({ repository_id: id }) => {
    const repository = context.world.repositories.get(id);
    return repository !== undefined && isVisible(context, repository);
  });

/** @throws NotFound, Gone */
export const listBlockedBy = (context: GithubContext, owner: string, repo: string, number: number): Readonly<Issue>[] =>
  seenBy(context, blockersOf(context, getIssue(context, owner, repo, number).issue.id));

/** @throws NotFound, Gone */
export const listBlocking = (context: GithubContext, owner: string, repo: string, number: number): Readonly<Issue>[] =>
  seenBy(context, blockedOf(context, getIssue(context, owner, repo, number).issue.id));

/** The issue that an id names, where the viewer sees it. @throws NotFound */
function blockerById(context: GithubContext, id: number): Readonly<Issue> {
  const issue = context.world.issues.get(id);
  const [seen] = issue ? seenBy(context, [issue]) : [];
  if (!seen) throw new NotFound();
  return seen;
}

/**
 * What GitHub says against a dependency. It refuses a circle of two, and takes longer ones: github.com/ray-manaloto/dotfiles, issues 571 to 589.
 * No source has its words for too many.
 */
function* reasonsAgainst({ world }: HasWorld, issue: Readonly<Issue>, blocking: Readonly<Issue>): Generator<string> {
  const { issue_dependencies: links } = world;
  if (issue.is_pull_request) yield 'Source issue may only be an issue';
  if (blocking.is_pull_request) yield 'Target issue may only be an issue';
  if (issue.id === blocking.id) yield 'Target issue cannot be the same as the source issue';
  if (links.has(dependencyKey(issue.id, blocking.id))) yield 'Target issue has already been taken';
  else if (links.by.blocked.count(issue.id) >= MOST_DEPENDENCIES)
    yield `Source issue cannot be blocked by more than ${MOST_DEPENDENCIES} issues`;
  else if (links.by.blocking.count(blocking.id) >= MOST_DEPENDENCIES)
    yield `Target issue cannot block more than ${MOST_DEPENDENCIES} issues`;
  if (links.has(dependencyKey(blocking.id, issue.id)))
    yield 'this dependency would create a cycle where the target is already blocked by the source';
}

/** Has an issue wait for another, which may stand elsewhere. @returns the one that waits. @throws NotFound, Forbidden, Invalid */
export function addBlockedBy(
  context: GithubContext,
  owner: string,
  repo: string,
  number: number,
  blockingId: number,
): Readonly<Issue> {
  const { issue } = getIssueToTriage(context, owner, repo, number);
  const blocking = blockerById(context, blockingId);
  const reasons = [...reasonsAgainst(context, issue, blocking)];
  if (reasons.length > 0)
    throw new Invalid(`An error occurred while adding the blocking issue to the issue. Validation failed: ${reasons.join(', ')}`);
  context.world.issue_dependencies.insert({ issue_id: issue.id, blocking_id: blocking.id });
  recordIssueEvent(context, issue, { event: 'blocked_by_added', related_issue_id: blocking.id });
  recordIssueEvent(context, blocking, { event: 'blocking_added', related_issue_id: issue.id });
  return issue;
}

/** Ends a dependency; one that isn't there is none either way. @returns the issue that waited. @throws NotFound, Forbidden */
export function removeBlockedBy(
  context: GithubContext,
  owner: string,
  repo: string,
  number: number,
  blockingId: number,
): Readonly<Issue> {
  const { issue } = getIssueToTriage(context, owner, repo, number);
  const blocking = blockerById(context, blockingId);
  const key = dependencyKey(issue.id, blocking.id);
  if (!context.world.issue_dependencies.has(key)) return issue;
  context.world.issue_dependencies.remove(key);
  recordIssueEvent(context, issue, { event: 'blocked_by_removed', related_issue_id: blocking.id });
  recordIssueEvent(context, blocking, { event: 'blocking_removed', related_issue_id: issue.id });
  return issue;
}

/** Of an issue that goes. */
export function dropDependencies({ world }: HasWorld, issueId: number): void {
  const { issue_dependencies: links } = world;
  if (links.size === 0) return;
  const page = { limit: links.size };
  for (const one of [...links.by.blocked.page(issueId, page), ...links.by.blocking.page(issueId, page)])
    links.remove(dependencyKey(one.issue_id, one.blocking_id));
}
