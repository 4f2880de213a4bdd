import { commitOf } from '../git/store.ts';
import { objectKey, type Tree } from '../world.ts';
import type { HasWorld } from './access.ts';
import { RepositoryStore } from './git-store.ts';

/** Brings a commit with everything it can reach into another repository, as a fetch does. */
export function importCommit(context: HasWorld, from: number, to: number, head: string): void {
  if (from === to) return;
  const source = new RepositoryStore(context, from);
  const before = new RepositoryStore(context, to);
  if (before.commit(head)) return;
  importPacks(context, from, to);
  const transfer: Transfer = { source, before, target: new RepositoryStore(context, to), done: new Set() };
  const open = [head];
  for (let sha = open.pop(); sha !== undefined; sha = open.pop()) {
    if (before.commit(sha) || transfer.done.has(sha)) continue;
    transfer.done.add(sha);
    const commit = commitOf(source, sha);
    importTree(transfer, commit.tree);
    if (!transfer.target.commit(sha)) transfer.target.take('commits', commit);
    open.push(...commit.parents);
  }
}

/** Brings the files of a tree into another repository, without the commits that they came by. */
export function importFiles(context: HasWorld, from: number, to: number, tree: string): void {
  importPacks(context, from, to);
  const [source, before] = [new RepositoryStore(context, from), new RepositoryStore(context, to)];
  importTree({ source, before, target: new RepositoryStore(context, to), done: new Set() }, tree);
}

/** What is in packs is in the other repository as soon as it names them. */
function importPacks({ world }: HasWorld, from: number, to: number): void {
  const { repository } = world.packs.by;
  for (const pack of repository.page(from, { limit: repository.count(from) }))
    if (!world.packs.has(objectKey(to, pack.sha))) world.packs.insert({ ...pack, repository_id: to });
}

interface Transfer {
  source: RepositoryStore;
  /** The other repository as it was, and as it is. */
  before: RepositoryStore;
  target: RepositoryStore;
  done: Set<string>;
}

function importTree(transfer: Transfer, sha: string): void {
  const { source, before, target, done } = transfer;
  const tree = source.tree(sha);
  if (!tree || done.has(sha) || before.tree(sha)) return;
  done.add(sha);
  for (const entry of tree.entries) importEntry(transfer, entry);
  if (!target.tree(sha)) target.take('trees', tree);
}

function importEntry(transfer: Transfer, { type, sha }: Tree['entries'][number]): void {
  if (type === 'tree') importTree(transfer, sha);
  if (type !== 'blob' || transfer.target.blob(sha)) return;
  const blob = transfer.source.blob(sha);
  if (blob) transfer.target.take('blobs', blob);
}
