import { NotFound } from '../errors.ts';
import type { GithubContext, Issue, Repository, User } from '../world.ts';
import { hasPermission, permissionOf, visibleRepository } from './access.ts';

/** https://docs.github.com/issues/tracking-your-work-with-issues/using-issues/assigning-issues-and-pull-requests-to-other-github-users */
export const MAX_ASSIGNEES = 10;

/** May this user be assigned to whichever issue? Whoever can write or is a member. */
export const isAssignable = (context: GithubContext, repository: Readonly<Repository>, user: Readonly<User>): boolean =>
  user.type !== 'Organization' && (hasPermission(context, repository, user.id, 'triage') || isListed(context, repository, user));

const isListed = ({ world }: GithubContext, repository: Readonly<Repository>, user: Readonly<User>): boolean =>
  world.memberships.has(`${repository.owner_id}/${user.id}`) || world.collaborators.has(`${repository.id}/${user.id}`);

/**
 * Who wrote an issue or has commented on it may be assigned to it, too (the page above; xmo-odoo/dummy_central, tests/issues/test_assignees.py).
 */
function isParty(
  context: GithubContext,
  repository: Readonly<Repository>,
  user: Readonly<User>,
  issue: Readonly<Issue>,
): boolean {
  if (user.type === 'Organization' || permissionOf(context, repository, user.id) === undefined) return false;
  const { comments } = context.world;
  const written = comments.by.issue.page(issue.id, { limit: comments.by.issue.count(issue.id) });
  return issue.user_id === user.id || written.some((comment) => comment.user_id === user.id);
}

const mayTake = (
  context: GithubContext,
  repository: Readonly<Repository>,
  user: Readonly<User>,
  issue?: Readonly<Issue>,
): boolean => isAssignable(context, repository, user) || (issue !== undefined && isParty(context, repository, user, issue));

/** Everyone who may be assigned in a repository, by login. */
export function assignableUsers(context: GithubContext, owner: string, repo: string): Readonly<User>[] {
  const repository = visibleRepository(context, owner, repo);
  const { world } = context;
  const candidates = [
    repository.owner_id,
    ...world.collaborators.by.repository.page(repository.id, { limit: world.collaborators.size }).map((one) => one.user_id),
    ...world.memberships.by.organization.page(repository.owner_id, { limit: world.memberships.size }).map((one) => one.user_id),
  ];
  return [...new Set(candidates)]
    .flatMap((id) => world.users.get(id) ?? [])
    .filter((user) => isAssignable(context, repository, user))
    .sort((a, b) => (a.login.toLowerCase() < b.login.toLowerCase() ? -1 : 1));
}

/** @throws NotFound where the user is unknown or may not be assigned, to the issue if one is named. */
export function requireAssignable(
  context: GithubContext,
  owner: string,
  repo: string,
  login: string,
  issue?: Readonly<Issue>,
): void {
  const repository = visibleRepository(context, owner, repo);
  const user = context.world.users.by.login.first(login.toLowerCase());
  if (!user || permissionOf(context, repository, user.id) === undefined || !mayTake(context, repository, user, issue))
    throw new NotFound();
}

/** The users with these logins. Those who may not be assigned are left out, as GitHub does when it adds assignees. */
export function assignableNamed(
  context: GithubContext,
  repository: Readonly<Repository>,
  logins: readonly string[],
  issue?: Readonly<Issue>,
): Readonly<User>[] {
  const users = new Map<number, Readonly<User>>();
  for (const login of logins) {
    const user = context.world.users.by.login.first(login.toLowerCase());
    if (user && mayTake(context, repository, user, issue)) users.set(user.id, user);
  }
  return [...users.values()];
}

/** Logins that GitHub refuses to assign on create and update: unknown ones and those without access. */
export function unassignable(
  context: GithubContext,
  repository: Readonly<Repository>,
  logins: readonly string[],
  issue?: Readonly<Issue>,
): string[] {
  return logins.filter((login) => assignableNamed(context, repository, [login], issue).length === 0);
}

export const assigneesOf = ({ world }: GithubContext, issue: Readonly<Issue>): Readonly<User>[] =>
  issue.assignee_ids.flatMap((id) => world.users.get(id) ?? []);
