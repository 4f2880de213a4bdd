import { NotFound } from '../errors.ts';
import { type GithubContext, type Repository, type Star, starKey, timestamp } from '../world.ts';
import { getUserByLogin, type HasWorld, isVisible, viewerOf, visibleRepository } from './access.ts';
import { emit } from './emit.ts';

/** Stars a repository; one that is starred stays so. @throws NotFound */
export function star(context: GithubContext, owner: string, repo: string): void {
  const repository = visibleRepository(context, owner, repo);
  const user = viewerOf(context);
  if (context.world.stars.has(starKey(user.id, repository.id))) return;
  context.world.stars.insert({ user_id: user.id, repository_id: repository.id, starred_at: timestamp(context.now) });
  emit(context, repository.id, 'star', 'created', {});
}

/** @throws NotFound */
export function unstar(context: GithubContext, owner: string, repo: string): void {
  const repository = visibleRepository(context, owner, repo);
  const key = starKey(viewerOf(context).id, repository.id);
  if (!context.world.stars.has(key)) return;
  context.world.stars.remove(key);
  emit(context, repository.id, 'star', 'deleted', {});
}

/** @throws NotFound where the viewer hasn't starred it */
export function requireStar(context: HasWorld, owner: string, repo: string): void {
  if (!context.world.stars.has(starKey(viewerOf(context).id, visibleRepository(context, owner, repo).id))) throw new NotFound();
}

export interface Starred {
  star: Readonly<Star>;
  repository: Readonly<Repository>;
}

/** What somebody has starred, the last first unless another order is asked for. @throws NotFound */
export function starredBy(
  context: HasWorld,
  login: string | undefined,
  { sort, direction }: { sort?: string | undefined; direction?: string | undefined },
): Starred[] {
  const user = login === undefined ? viewerOf(context) : getUserByLogin(context, login);
  const { user: index } = context.world.stars.by;
  const starred = index.page(user.id, { limit: index.count(user.id) }).flatMap((one) => {
    const repository = context.world.repositories.get(one.repository_id);
    return repository && isVisible(context, repository) ? [{ star: one, repository }] : [];
  });
  if (sort === 'updated') {
    const pushed = ({ repository }: Starred) => repository.pushed_at ?? repository.created_at;
    starred.sort((one, other) => (pushed(one) < pushed(other) ? -1 : pushed(one) > pushed(other) ? 1 : 0));
  }
  return direction === 'asc' ? starred : starred.toReversed();
}

/** Who has starred a repository, first first: an index and its group. @throws NotFound */
export function stargazerIndex(context: HasWorld, owner: string, repo: string) {
  return { index: context.world.stars.by.repository, group: visibleRepository(context, owner, repo).id };
}
