import { NotFound } from '../errors.ts';
import { type GithubContext, PERMISSIONS, type Permission, type Repository, type User } from '../world.ts';
import { getUserByLogin, permissionOf, requirePushToView, visibleRepository } from './access.ts';
import { isMember } from './organizations.ts';

export interface Access {
  user: Readonly<User>;
  permission: Permission;
}

/** The owner, where it is a person, and everyone who was let in. @throws NotFound, Forbidden without push access */
export function listCollaborators(context: GithubContext, owner: string, repo: string, needed: Permission = 'pull'): Access[] {
  const repository = visibleRepository(context, owner, repo);
  requirePushToView(context, repository, 'repository collaborators');
  const { collaborators } = context.world;
  const listed = collaborators.by.repository.page(repository.id, { limit: collaborators.by.repository.count(repository.id) });
  const account = context.world.users.get(repository.owner_id);
  const everyone = [...(account?.type === 'User' ? [{ user_id: account.id, permission: 'admin' as const }] : []), ...listed];
  return everyone
    .flatMap(({ user_id, permission }) => {
      const user = context.world.users.get(user_id);
      return user ? [{ user, permission }] : [];
    })
    .filter(({ permission }) => PERMISSIONS.indexOf(permission) >= PERMISSIONS.indexOf(needed));
}

/** Those of an affiliation: from outside is who isn't in the organisation that owns the repository. */
export function affiliated(
  context: GithubContext,
  owner: string,
  repo: string,
  people: readonly Access[],
  affiliation: string | undefined,
): readonly Access[] {
  if (affiliation !== 'outside') return people;
  const { owner_id } = visibleRepository(context, owner, repo);
  return people.filter(({ user }) => user.id !== owner_id && !isMember(context, owner_id, user.id));
}

/** @throws NotFound for someone who isn't one. */
export function requireCollaborator(context: GithubContext, owner: string, repo: string, login: string): void {
  const repository = visibleRepository(context, owner, repo);
  requirePushToView(context, repository, 'repository collaborators');
  const user = getUserByLogin(context, login);
  const isListed = repository.owner_id === user.id || context.world.collaborators.has(`${repository.id}/${user.id}`);
  if (!isListed) throw new NotFound(`${user.login} is not a user`);
}

/** What someone may do; undefined for nothing. @throws NotFound for an unknown login. */
export function getPermission(
  context: GithubContext,
  owner: string,
  repo: string,
  login: string,
): { user: Readonly<User>; permission: Permission | undefined; repository: Readonly<Repository> } {
  const repository = visibleRepository(context, owner, repo);
  requirePushToView(context, repository, 'collaborator permission');
  const user = getUserByLogin(context, login);
  return { user, permission: permissionOf(context, repository, user.id), repository };
}
