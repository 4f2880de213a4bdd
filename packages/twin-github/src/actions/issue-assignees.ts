import { ValidationFailed } from '../errors.ts';
import type { GithubContext, Issue } from '../world.ts';
import { assignableNamed, assigneesOf, MAX_ASSIGNEES } from './assignees.ts';
import { replaceAssignees } from './issue-relations.ts';
import { current, getIssueToTriage } from './issues.ts';

/** Adds assignees; those who may not be assigned are passed over (docs: "Add assignees to an issue"). */
export function addAssignees(context: GithubContext, owner: string, repo: string, number: number, logins: readonly string[]) {
  const { repository, issue } = getIssueToTriage(context, owner, repo, number);
  const users = [...assigneesOf(context, issue), ...assignableNamed(context, repository, logins, issue)];
  const distinct = [...new Map(users.map((user) => [user.id, user])).values()];
  if (distinct.length > MAX_ASSIGNEES) {
    const message = `You can only assign up to ${MAX_ASSIGNEES} people to an issue.`;
    throw new ValidationFailed([{ resource: 'Issue', code: 'custom', field: 'assignees', message }]);
  }
  replaceAssignees(context, issue, distinct);
  return current(context, issue);
}

export function removeAssignees(
  context: GithubContext,
  owner: string,
  repo: string,
  number: number,
  logins: readonly string[],
): Readonly<Issue> {
  const { issue } = getIssueToTriage(context, owner, repo, number);
  const gone = new Set(logins.map((login) => login.toLowerCase()));
  replaceAssignees(
    context,
    issue,
    assigneesOf(context, issue).filter((user) => !gone.has(user.login.toLowerCase())),
  );
  return current(context, issue);
}
