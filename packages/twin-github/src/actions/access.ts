import type { Caller } from '@svc/twin-kit';
import { AdminRightsRequired, Forbidden, NotFound, RepositoryArchived } from '../errors.ts';
import { collaboratorKey, type GithubWorld, PERMISSIONS, type Permission, type Repository, type User } from '../world.ts';
import { appPermission } from './app-permission.ts';

/** What the actions below need of a context. */
export interface HasWorld {
  readonly world: GithubWorld;
  /** A `GithubCaller`, where an app calls. */
  readonly caller?: Caller | undefined;
}

/** An app that calls by its JSON web token, or by a token of one of its installations. */
export interface GithubCaller extends Caller {
  /** The account that it acts as. */
  readonly user_id: number;
  readonly app_id?: number;
  readonly installation_id?: number;
  /** Of the installation's token. */
  readonly digest?: string;
}

export const callerOf = ({ caller }: HasWorld): GithubCaller | undefined => caller as GithubCaller | undefined;

/** Who acts: the user whose token the agent holds, or the account of the app that calls. */
export function viewerOf(context: HasWorld): Readonly<User> {
  const { world } = context;
  const id = callerOf(context)?.user_id ?? world.settings.get('settings')?.viewer_id;
  const viewer = id === undefined ? undefined : world.users.get(id);
  if (!viewer) throw new Error('the world has no viewer');
  return viewer;
}

/** The same call, done in somebody else's name: what somebody asked for is done as theirs, whoever's call it is that lets it happen. */
export const actingAs = <C extends HasWorld>(context: C, userId: number): C =>
  viewerOf(context).id === userId ? context : { ...context, caller: { user_id: userId } };

/** GitHub's own organisation, to which the app of every check belongs. It is in no world, and found in all. */
export const GITHUB: Readonly<User> = {
  id: 9919,
  login: 'github',
  type: 'Organization',
  name: 'GitHub',
  email: null,
  bio: null,
  company: null,
  location: null,
  blog: null,
  site_admin: false,
  created_at: '2008-05-11T04:37:31Z',
  updated_at: '2008-05-11T04:37:31Z',
};

/** @throws NotFound for an unknown login. */
export function getUserByLogin({ world }: HasWorld, login: string): Readonly<User> {
  const user = world.users.by.login.first(login.toLowerCase()) ?? (login.toLowerCase() === GITHUB.login ? GITHUB : undefined);
  if (!user) throw new NotFound();
  return user;
}

export function permissionOf(context: HasWorld, repository: Readonly<Repository>, userId: number): Permission | undefined {
  const { world } = context;
  if (repository.owner_id === userId) return 'admin';
  const own = world.collaborators.get(collaboratorKey(repository.id, userId))?.permission;
  const ofApp = world.apps.size === 0 ? undefined : appPermission(context, repository, userId);
  const usual = ofApp ?? own ?? (repository.private ? undefined : 'pull');
  return world.team_repositories.size === 0 ? usual : strongest([usual, ...teamPermissions(world, repository.id, userId)]);
}

/** What somebody may do through their teams. */
function teamPermissions(world: GithubWorld, repositoryId: number, userId: number): Permission[] {
  const { repository } = world.team_repositories.by;
  return repository
    .page(repositoryId, { limit: repository.count(repositoryId) })
    .flatMap(({ team_id, permission }) => (world.teams.get(team_id)?.member_ids.includes(userId) ? [permission] : []));
}

const strongest = (permissions: readonly (Permission | undefined)[]): Permission | undefined =>
  PERMISSIONS.findLast((permission) => permissions.includes(permission));

export function hasPermission(context: HasWorld, repository: Readonly<Repository>, userId: number, needed: Permission): boolean {
  const permission = permissionOf(context, repository, userId);
  return permission !== undefined && PERMISSIONS.indexOf(permission) >= PERMISSIONS.indexOf(needed);
}

/** May this user see the repository at all? */
export const isVisible = (context: HasWorld, repository: Readonly<Repository>): boolean =>
  !repository.private || permissionOf(context, repository, viewerOf(context).id) !== undefined;

/** The repository as the viewer sees it. GitHub hides private repositories: 404, not 403. @throws NotFound */
export function visibleRepository(context: HasWorld, owner: string, name: string): Readonly<Repository> {
  const repository = context.world.repositories.by.name.first(`${owner}/${name}`.toLowerCase());
  if (!repository || !isVisible(context, repository)) throw new NotFound();
  return repository;
}

/** The repository that had this name before it was renamed, where the viewer sees it and none has the name since. */
export function renamedRepository(context: HasWorld, owner: string, name: string): Readonly<Repository> | undefined {
  const { repository_names: names, repositories } = context.world;
  const full = `${owner}/${name}`.toLowerCase();
  const former = repositories.by.name.first(full) ? undefined : names.get(full);
  const repository = former && repositories.get(former.repository_id);
  return repository && isVisible(context, repository) ? repository : undefined;
}

/**
 * The repository if the viewer may change it. Without `push` GitHub answers a write 403 where the caller may read.
 * @throws NotFound, Forbidden, AdminRightsRequired, RepositoryArchived
 */
export function writableRepository(
  context: HasWorld,
  owner: string,
  name: string,
  needed: Permission = 'push',
): Readonly<Repository> {
  const repository = visibleRepository(context, owner, name);
  requirePermission(context, repository, needed);
  if (repository.archived) throw new RepositoryArchived();
  return repository;
}

/** Who works on a repository is told to who can write to it; in GitHub's words for each thing asked. @throws Forbidden */
export function requirePushToView(context: HasWorld, repository: Readonly<Repository>, what: string): void {
  if (hasPermission(context, repository, viewerOf(context).id, 'push')) return;
  throw new Forbidden(`Must have push access to view ${what}.`);
}

export function requirePermission(context: HasWorld, repository: Readonly<Repository>, needed: Permission): void {
  if (hasPermission(context, repository, viewerOf(context).id, needed)) return;
  throw needed === 'admin' ? new AdminRightsRequired() : new Forbidden();
}
