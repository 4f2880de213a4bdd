import type { IndexSpec } from '@svc/twin-kit';

/** What every record of Linear's has. Times are ISO 8601 in UTC with milliseconds. */
export interface Entity {
  /** A UUID. */
  id: string;
  createdAt: string;
  updatedAt: string;
  archivedAt: string | null;
}

/** A list that a record stands in: `*` for all, `team:<id>` for a team's … */
export type Scope = string;

/** The list of everything in a collection. */
export const EVERYTHING: Scope = '*';

/** Index group of a scope without or with archived records. */
export const liveIn = (scope: Scope): string => `${scope}|live`;
export const allIn = (scope: Scope): string => `${scope}|all`;

/** A scope by a relation, left out where the relation is empty. */
export const scope = (name: string, id: string | null): Scope | null => (id === null ? null : `${name}:${id}`);

export interface ListIndexes<T> {
  creation: IndexSpec<T>;
  update: IndexSpec<T>;
}

/**
 * The two orders of Linear's lists over every list that a record stands in, so that a page of any of them costs the page.
 *
 * @param scopes the lists beside `EVERYTHING`; null entries are left out
 */
export function listed<T extends Entity>(scopes: (record: T) => readonly (Scope | null)[] = () => []): ListIndexes<T> {
  const group = (record: T): string[] => {
    const groups: string[] = [];
    for (const one of [EVERYTHING, ...scopes(record)]) {
      if (one === null) continue;
      groups.push(allIn(one));
      if (record.archivedAt === null) groups.push(liveIn(one));
    }
    return groups;
  };
  return {
    creation: { group, order: (record) => record.createdAt },
    update: { group, order: (record) => record.updatedAt },
  };
}
