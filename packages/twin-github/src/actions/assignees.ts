import { NotFound } from '../errors.ts';
import type { GithubContext, Issue, Repository, User } from '../world.ts';
import { hasPermission, permissionOf, visibleRepository } from './access.ts';

/** https://docs.github.com/issues/tracking-your-work-with-issues/using-issues/assigning-issues-and-pull-requests-to-other-github-users */
export const MAX_ASSIGNEES = 10;

/** May this user be assigned? Whoever can write or is a member, and nobody else. */
export const isAssignable = (context: GithubContext, repository: Readonly<Repository>, user: Readonly<User>): boolean =>
  user.type !== 'Organization' && (hasPermission(context, repository, user.id, 'triage') || isListed(context, repository, user));

const isListed = ({ world }: GithubContext, repository: Readonly<Repository>, user: Readonly<User>): boolean =>
  world.memberships.has(`${repository.owner_id}/${user.id}`) || world.collaborators.has(`${repository.id}/${user.id}`);

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

/** @throws NotFound where the user is unknown or may not be assigned. */
export function requireAssignable(context: GithubContext, owner: string, repo: string, login: string): void {
  const repository = visibleRepository(context, owner, repo);
  const user = context.world.users.by.login.first(login.toLowerCase());
  if (!user || permissionOf(context, repository, user.id) === undefined || !isAssignable(context, repository, user))
    throw new NotFound();
}

/** The users with these logins. Those who may not be assigned are left out, as GitHub does when it adds assignees. */
export function assignableNamed(
  context: GithubContext,
  repository: Readonly<Repository>,
  logins: readonly string[],
): Readonly<User>[] {
  const users = new Map<number, Readonly<User>>();
  for (const login of logins) {
    const user = context.world.users.by.login.first(login.toLowerCase());
    if (user && isAssignable(context, repository, user)) users.set(user.id, user);
  }
  return [...users.values()];
}

/** Logins that GitHub refuses to assign on create and update: unknown ones and those without access. */
export function unassignable(context: GithubContext, repository: Readonly<Repository>, logins: readonly string[]): string[] {
  return logins.filter((login) => assignableNamed(context, repository, [login]).length === 0);
}

export const assigneesOf = ({ world }: GithubContext, issue: Readonly<Issue>): Readonly<User>[] =>
  issue.assignee_ids.flatMap((id) => world.users.get(id) ?? []);
