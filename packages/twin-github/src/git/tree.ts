import type { TreeEntry } from '../world/git.ts';
import { EMPTY_TREE } from './objects.ts';
import { entriesOf, type ObjectReader, type ObjectStore } from './store.ts';

/** An entry with its whole path. */
export interface PathEntry extends TreeEntry {
  path: string;
}

/** What is put at a path; null takes away what is there. */
export interface TreeChange {
  path: string;
  entry: Omit<TreeEntry, 'path'> | null;
}

/** The entry at a path below a tree. */
export function entryAt(reader: ObjectReader, treeSha: string, path: string): Readonly<TreeEntry> | undefined {
  let sha = treeSha;
  let entry: Readonly<TreeEntry> | undefined;
  for (const segment of path.split('/')) {
    if (entry && entry.type !== 'tree') return undefined;
    entry = entriesOf(reader, sha).find((candidate) => candidate.path === segment);
    if (!entry) return undefined;
    sha = entry.sha;
  }
  return entry;
}

/** Everything below a tree, directories before what they hold. */
export function* walkTree(reader: ObjectReader, treeSha: string, prefix = ''): Generator<PathEntry> {
  for (const entry of entriesOf(reader, treeSha)) {
    const path = prefix + entry.path;
    yield { ...entry, path };
    if (entry.type === 'tree') yield* walkTree(reader, entry.sha, `${path}/`);
  }
}

/** Every file below a tree. */
export function* filesOf(reader: ObjectReader, treeSha: string): Generator<PathEntry> {
  for (const entry of walkTree(reader, treeSha)) if (entry.type === 'blob') yield entry;
}

/** Writes the tree that results from changes; directories that become empty disappear, as in git. */
export function updateTree(store: ObjectStore, treeSha: string | undefined, changes: readonly TreeChange[]): string {
  return changed(store, treeSha, changes) ?? store.writeTree([]);
}

function changed(store: ObjectStore, treeSha: string | undefined, changes: readonly TreeChange[]): string | undefined {
  const entries = new Map((treeSha === undefined ? [] : entriesOf(store, treeSha)).map((entry) => [entry.path, entry]));
  const below = new Map<string, TreeChange[]>();
  for (const { path, entry } of changes) {
    const slash = path.indexOf('/');
    if (slash < 0) {
      below.delete(path);
      if (entry === null) entries.delete(path);
      else entries.set(path, { ...entry, path });
      continue;
    }
    const directory = path.slice(0, slash);
    const list = below.get(directory) ?? [];
    list.push({ path: path.slice(slash + 1), entry });
    below.set(directory, list);
  }
  for (const [directory, list] of below) {
    const present = entries.get(directory);
    const isTree = present?.type === 'tree';
    // Taking something away below a file, or below nothing, changes nothing.
    if (!isTree && list.every(({ entry }) => entry === null)) continue;
    const sha = changed(store, isTree ? present.sha : undefined, list);
    if (sha === undefined || sha === EMPTY_TREE) entries.delete(directory);
    else entries.set(directory, { path: directory, mode: '040000', type: 'tree', sha });
  }
  return entries.size === 0 ? undefined : store.writeTree([...entries.values()]);
}
