import { commitOf } from '../git/store.ts';
import type { Tree } from '../world.ts';
import type { HasWorld } from './access.ts';
import { bytesOf, RepositoryStore } from './git-store.ts';

/** Brings a commit with everything it can reach into another repository, as a fetch does. */
export function importCommit(context: HasWorld, from: number, to: number, head: string): void {
  if (from === to) return;
  const source = new RepositoryStore(context, from);
  const target = new RepositoryStore(context, to);
  const open = [head];
  for (let sha = open.pop(); sha !== undefined; sha = open.pop()) {
    if (target.commit(sha)) continue;
    const { repository_id: _, sha: _id, ...fields } = commitOf(source, sha);
    importTree(source, target, fields.tree);
    target.writeCommit(fields);
    open.push(...fields.parents);
  }
}

function importTree(source: RepositoryStore, target: RepositoryStore, sha: string): void {
  const tree = source.tree(sha);
  if (!tree || target.tree(sha)) return;
  for (const entry of tree.entries) importEntry(source, target, entry);
  target.writeTree(tree.entries);
}

function importEntry(source: RepositoryStore, target: RepositoryStore, { type, sha }: Tree['entries'][number]): void {
  if (type === 'tree') importTree(source, target, sha);
  const blob = type === 'blob' ? source.blob(sha) : undefined;
  if (blob) target.writeBlob(bytesOf(blob));
}
