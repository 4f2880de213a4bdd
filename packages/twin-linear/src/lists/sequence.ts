import type { Collection } from '@svc/twin-kit';
import type { AnyRecord, EntityCollection } from '../model.ts';
import { allIn, type LinearWorld, liveIn, type Scope } from '../world.ts';
import type { Sequence } from './page.ts';

type ListedCollection = Collection<AnyRecord, 'creation' | 'update'>;

/** Any collection of entities, whatever its records. */
export const entities = (world: LinearWorld, name: EntityCollection): ListedCollection =>
  world[name] as unknown as ListedCollection;

/** A scope's list in the order asked for, newest first, read from its index. */
export function indexed(
  world: LinearWorld,
  name: EntityCollection,
  scope: Scope,
  { orderBy, includeArchived }: { orderBy?: 'createdAt' | 'updatedAt' | null; includeArchived?: boolean | null },
): Sequence {
  const collection = entities(world, name);
  const field = orderBy === 'updatedAt' ? 'updatedAt' : 'createdAt';
  const reader = collection.by[orderBy === 'updatedAt' ? 'update' : 'creation'];
  const group = includeArchived ? allIn(scope) : liveIn(scope);
  const size = reader.count(group);
  const at = (offset: number): AnyRecord => reader.page(group, { offset, limit: 1, reverse: true })[0] as AnyRecord;
  return {
    size,
    slice: (offset, limit) => (limit <= 0 ? [] : (reader.page(group, { offset, limit, reverse: true }) as readonly AnyRecord[])),
    locate: (id) => {
      const record = collection.get(id);
      if (!record) return undefined;
      const key = record[field];
      let low = 0;
      let high = size;
      while (low < high) {
        const middle = (low + high) >>> 1;
        if (at(middle)[field] > key) low = middle + 1;
        else high = middle;
      }
      for (let found = low; found < size && at(found)[field] === key; found += 1) if (at(found).id === id) return found;
      return undefined;
    },
  };
}
