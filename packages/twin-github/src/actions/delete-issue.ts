import type { GithubContext } from '../world.ts';
import { requirePermission } from './access.ts';
import { emit } from './emit.ts';
import { dropDependencies } from './issue-dependencies.ts';
import { getIssue, requireUnarchived } from './issues.ts';
import { dropLinks } from './linked-pulls.ts';
import { leaveProjects } from './projects.ts';
import { removeReactions } from './reaction-groups.ts';
import { detach } from './sub-issues.ts';
import { forgetTransfers } from './transfer-issue.ts';

/**
 * Deletes an issue with its conversation; its number isn't given again.
 * https://docs.github.com/issues/tracking-your-work-with-issues/using-issues/deleting-an-issue
 * @throws NotFound, AdminRightsRequired, RepositoryArchived
 */
export function deleteIssue(context: GithubContext, owner: string, repo: string, number: number): void {
  const { repository, issue } = getIssue(context, owner, repo, number);
  requirePermission(context, repository, 'admin');
  requireUnarchived(repository);
  const { world } = context;
  const { parent } = world.sub_issues.by;
  for (const part of [...parent.page(issue.id, { limit: parent.count(issue.id) })]) world.sub_issues.remove(part.issue_id);
  if (world.sub_issues.has(issue.id)) detach(context, issue.id);
  dropDependencies(context, issue.id);
  for (const comment of [...world.comments.by.issue.page(issue.id, { limit: issue.comments })]) {
    removeReactions(context, 'issue_comment', comment.id);
    world.comments.remove(comment.id);
  }
  const { issue: events } = world.issue_events.by;
  for (const event of [...events.page(issue.id, { limit: events.count(issue.id) })]) world.issue_events.remove(event.id);
  removeReactions(context, 'issue', issue.id);
  leaveProjects(context, issue.id);
  forgetTransfers(context, issue.id);
  dropLinks(context, issue.id);
  const { repository: told } = world.notifications.by;
  for (const one of [...told.page(repository.id, { limit: told.count(repository.id) })])
    if (one.issue_id === issue.id) world.notifications.remove(one.id);
  world.issues.remove(issue.id);
  world.deleted_issues.insert({ repository_id: repository.id, number: issue.number });
  emit(context, repository.id, 'issues', 'deleted', { issue_id: issue.id }, issue);
}
