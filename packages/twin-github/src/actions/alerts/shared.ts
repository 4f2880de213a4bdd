import { Forbidden, NotFound } from '../../errors.ts';
import { alertKey, type GithubContext, type Repository } from '../../world.ts';
import { type HasWorld, hasPermission, viewerOf, visibleRepository } from '../access.ts';

const KINDS = ['code_scanning_alerts', 'secret_scanning_alerts', 'dependabot_alerts'] as const;

/** Alerts go with their repository. */
export function removeAlerts({ world }: GithubContext, repositoryId: number): void {
  for (const kind of KINDS)
    for (const { number } of [...world[kind].by.repository.page(repositoryId, { limit: world[kind].size })])
      world[kind].remove(alertKey(repositoryId, number));
}

/** docs: "Repository roles for an organization": alerts are for those who can write. @throws NotFound, Forbidden with these words */
export function watchedRepository(context: HasWorld, owner: string, repo: string, refusal?: string): Readonly<Repository> {
  const repository = visibleRepository(context, owner, repo);
  if (hasPermission(context, repository, viewerOf(context).id, 'push')) return repository;
  throw refusal === undefined ? new NotFound() : new Forbidden(refusal);
}

interface Index<T> {
  page(repositoryId: number, request: { limit: number }): readonly T[];
  count(repositoryId: number): number;
}

/** All that an index has of a repository, as they were made. */
export const alertsOf = <T>(index: Index<T>, { id }: Readonly<Repository>): readonly T[] =>
  index.page(id, { limit: index.count(id) });

interface Ordering {
  sort?: 'created' | 'updated' | 'number' | undefined;
  direction?: 'asc' | 'desc' | undefined;
}

interface Datable {
  number: number;
  created_at: string;
  updated_at: string;
}

/** Newest first, unless something else is asked; of one moment by number. */
export function ordered<T extends Datable>(
  alerts: readonly T[],
  { sort = 'created', direction = 'desc' }: Ordering,
): readonly T[] {
  const dateOf = (one: T): string => (sort === 'number' ? '' : sort === 'updated' ? one.updated_at : one.created_at);
  const sorted = alerts.toSorted((one, other) => {
    const [first, second] = [dateOf(one), dateOf(other)];
    return first === second ? one.number - other.number : first < second ? -1 : 1;
  });
  return direction === 'asc' ? sorted : sorted.toReversed();
}

/** Is one of these named, in a list with commas? Without a list everything is. */
export function isListed(values: string | undefined, value: string | null): boolean {
  return values === undefined || (value !== null && values.split(',').some((one) => one.trim() === value));
}
