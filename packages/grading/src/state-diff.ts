import type { CollectionDiff, FieldChange } from '@svc/contract';
import type { Twin } from '@svc/twin-kit';

/** The worlds of a twin before and after, collection by collection. */
export type Worlds = Readonly<Record<string, readonly unknown[]>>;

/** How a collection names its records. */
export type KeyOf = (collection: string, record: unknown) => string;

/** The twin's own keys where it is known, else `id`. */
export function keysOf(twin: Twin | undefined): KeyOf {
  const collections = twin?.definition.collections ?? {};
  return (collection, record) => {
    try {
      const key = collections[collection]?.key(record);
      if (key !== undefined) return String(key);
    } catch {
      // A record of another version: it is named as one of an unknown twin.
    }
    const { id } = (record ?? {}) as { id?: unknown };
    return id === undefined ? JSON.stringify(record) : String(id);
  };
}

/** What differs between two worlds; collections without a difference are left out. */
export function diffWorlds(before: Worlds, after: Worlds, keyOf: KeyOf): CollectionDiff[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted();
  return names
    .map((collection) => diffCollection(collection, before[collection] ?? [], after[collection] ?? [], keyOf))
    .filter(({ added, removed, changed }) => added.length + removed.length + changed.length > 0);
}

function diffCollection(collection: string, before: readonly unknown[], after: readonly unknown[], keyOf: KeyOf): CollectionDiff {
  const keyed = (records: readonly unknown[]) => new Map(records.map((record) => [keyOf(collection, record), record]));
  const [old, now] = [keyed(before), keyed(after)];
  const only = (of: ReadonlyMap<string, unknown>, other: ReadonlyMap<string, unknown>) =>
    [...of].filter(([key]) => !other.has(key)).map(([key, record]) => ({ key, record }));
  const changed = [...now].flatMap(([key, record]) => {
    const fields = old.has(key) ? diffRecord(old.get(key), record) : [];
    return fields.length > 0 ? [{ key, fields }] : [];
  });
  return { collection, added: only(now, old), removed: only(old, now), changed };
}

function diffRecord(before: unknown, after: unknown): FieldChange[] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .filter((field) => JSON.stringify(old[field]) !== JSON.stringify(now[field]))
    .map((field) => ({ field, before: old[field] ?? null, after: now[field] ?? null }));
}

const fieldsOf = (record: unknown): Record<string, unknown> =>
  typeof record === 'object' && record !== null ? (record as Record<string, unknown>) : { value: record };
