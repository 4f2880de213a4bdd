import { titleOf, type WorldChanges } from '@svc/contract/dashboard';
import { diffWorlds, keysOf } from '@svc/grading';
import type { Twin } from '@svc/twin-kit';

type Worlds = Readonly<Record<string, readonly unknown[]>>;

/** What of a world differs from its seed, and what the records are called that a reader would know by their keys only. */
export function changesOf(twin: Twin, seed: Worlds, state: Worlds): Pick<WorldChanges, 'counts' | 'changes'> {
  const keyOf = keysOf(twin);
  const changes = diffWorlds(seed, state, keyOf).map(({ collection, changed, ...rest }) => {
    const titles = titlesOf(state[collection] ?? [], new Set(changed.map(({ key }) => key)), (record) =>
      keyOf(collection, record),
    );
    return { collection, ...rest, changed: changed.map((one) => ({ ...one, ...titles.get(one.key) })) };
  });
  return { counts: Object.fromEntries(Object.entries(state).map(([name, records]) => [name, records.length])), changes };
}

function titlesOf(records: readonly unknown[], wanted: ReadonlySet<string>, keyOf: (record: unknown) => string) {
  const titles = new Map<string, { title: string }>();
  if (wanted.size === 0) return titles;
  for (const record of records) {
    const [key, title] = [keyOf(record), titleOf(record)];
    if (title !== undefined && wanted.has(key)) titles.set(key, { title });
  }
  return titles;
}
