import { BoundedMap } from './bounded-map.ts';
import type { Context } from './definition.ts';
import { RawJson } from './http/reply.ts';
import type { Collection, WorldSpec } from './world/collection.ts';

interface CachedText {
  base: string;
  /** The newest version of the collections it was made from: one that only worlds have in which none of them differs. */
  version: number;
  json: RawJson;
}

/** How many characters of text one renderer keeps: a few hundred pages' worth, whatever the size of the world. */
const KEPT_CHARACTERS = 2 << 20;

/**
 * A renderer whose JSON text is kept per record. Records are immutable, so the text stays true until one of the
 * collections it also reads changes or the call comes in under another base URL. Make one per representation, at module
 * level; answer lists as arrays of what it returns. What a write answers is better rendered afresh: it is read once.
 *
 * @example
 * const renderIssue = cachedRenderer<typeof collections, Issue>(['users', 'labels'], (context, issue) => ({ … }));
 * json(context.world.issues.by.repository.page(id).map((issue) => renderIssue(context, issue)));
 */
export function cachedRenderer<W extends WorldSpec, T extends object>(
  dependsOn: readonly (keyof W & string)[],
  render: (context: Context<W>, record: Readonly<T>) => unknown,
): (context: Context<W>, record: Readonly<T>) => RawJson {
  // A WeakMap would keep a text for every record that was ever shown.
  const cache = new BoundedMap<object, CachedText>(KEPT_CHARACTERS, ({ json }) => json.text.length);
  let read: { world: unknown; collections: readonly Collection<object>[] } = { world: undefined, collections: [] };
  const versionOf = (world: unknown): number => {
    if (read.world !== world) {
      const all = world as Record<string, Collection<object>>;
      read = { world, collections: dependsOn.map((name) => all[name] as Collection<object>) };
    }
    let newest = 0;
    for (const { version } of read.collections) if (version > newest) newest = version;
    return newest;
  };
  return (context, record) => {
    const { base } = context.links;
    const version = versionOf(context.world);
    const cached = cache.get(record);
    if (cached && cached.version === version && cached.base === base) return cached.json;
    const json = RawJson.of(render(context, record));
    cache.set(record, { base, version, json });
    return json;
  };
}
