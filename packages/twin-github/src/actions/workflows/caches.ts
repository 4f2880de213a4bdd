import { NotFound } from '../../errors.ts';
import type { ActionsCache, GithubContext, Repository } from '../../world.ts';
import { type HasWorld, requirePermission, visibleRepository, writableRepository } from '../access.ts';
import { ownedBy } from '../memberships.ts';

export const CACHE_ORDERS = ['created_at', 'last_accessed_at', 'size_in_bytes'] as const;

export interface CacheFilter {
  /** The beginning of a key. */
  key?: string | undefined;
  ref?: string | undefined;
  sort?: (typeof CACHE_ORDERS)[number] | undefined;
  direction?: 'asc' | 'desc' | undefined;
}

const cachesOf = ({ world }: HasWorld, repositoryId: number): readonly Readonly<ActionsCache>[] => {
  const { repository } = world.actions_caches.by;
  return repository.page(repositoryId, { limit: repository.count(repositoryId) });
};

/** The one that was used last first, unless another order is asked for. @throws NotFound */
export function listCaches(context: HasWorld, owner: string, repo: string, filter: CacheFilter): Readonly<ActionsCache>[] {
  const { key = '', ref, sort = 'last_accessed_at', direction } = filter;
  const found = cachesOf(context, visibleRepository(context, owner, repo).id).filter(
    (cache) => cache.key.startsWith(key) && (ref === undefined || cache.ref === ref),
  );
  const ascending = found.toSorted((one, other) =>
    one[sort] < other[sort] ? -1 : one[sort] > other[sort] ? 1 : one.id - other.id,
  );
  return direction === 'asc' ? ascending : ascending.toReversed();
}

/** Removes those of a complete key. @throws NotFound, Forbidden, RepositoryArchived */
export function deleteCaches(
  context: GithubContext,
  owner: string,
  repo: string,
  { key, ref }: { key: string; ref?: string | undefined },
): Readonly<ActionsCache>[] {
  const repository = writableRepository(context, owner, repo);
  const found = cachesOf(context, repository.id).filter((one) => one.key === key && (ref === undefined || one.ref === ref));
  // gh says of it that it couldn't find the cache (cli/cli, pkg/cmd/cache/delete).
  if (found.length === 0) throw new NotFound();
  for (const { id } of found) context.world.actions_caches.remove(id);
  return found;
}

/** @throws NotFound, Forbidden, RepositoryArchived */
export function deleteCache(context: GithubContext, owner: string, repo: string, id: number): void {
  const repository = writableRepository(context, owner, repo);
  if (context.world.actions_caches.get(id)?.repository_id !== repository.id) throw new NotFound();
  context.world.actions_caches.remove(id);
}

export interface CacheUsage {
  repository: Readonly<Repository>;
  count: number;
  bytes: number;
}

function usageOf(context: HasWorld, repository: Readonly<Repository>): CacheUsage {
  const caches = cachesOf(context, repository.id);
  return { repository, count: caches.length, bytes: caches.reduce((sum, { size_in_bytes }) => sum + size_in_bytes, 0) };
}

/** @throws NotFound */
export const cacheUsage = (context: HasWorld, owner: string, repo: string): CacheUsage =>
  usageOf(context, visibleRepository(context, owner, repo));

/** Of an organisation's repositories those that have any. @throws NotFound, AdminRightsRequired */
export function cacheUsageOf(context: HasWorld, login: string): CacheUsage[] {
  const { id } = ownedBy(context, login);
  const own = [...context.world.repositories.values()].filter(({ owner_id }) => owner_id === id);
  return own.map((repository) => usageOf(context, repository)).filter(({ count }) => count > 0);
}

/** Who administers a repository sees its runners; a twin's world has no machines of its own. @throws NotFound, Forbidden */
export function requireRunnersVisible(context: HasWorld, owner: string, repo: string): void {
  requirePermission(context, visibleRepository(context, owner, repo), 'admin');
}
