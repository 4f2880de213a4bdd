import { findBranch, pushBranch } from '../actions/branches.ts';
import { RepositoryStore } from '../actions/git-store.ts';
import { signatureOf } from '../actions/signatures.ts';
import { commitOf } from '../git/store.ts';
import { updateTree } from '../git/tree.ts';
import { type GithubSeedContext, type Repository, timestamp, type User } from '../world.ts';
import { treeChanges } from './files.ts';
import type { FilesSeed, RepositorySeed } from './schema.ts';

/** What the parts of a repository are loaded with. */
export interface Loading {
  context: GithubSeedContext;
  repository: Readonly<Repository>;
  seed: RepositorySeed;
  /** Who wrote what names nobody: the owner, or the viewer where an organisation is the owner. */
  author: Readonly<User>;
}

/** Puts a commit with these files on top of a branch. */
export function commitFiles(
  { context, repository }: Loading,
  { branch, files, message, by }: { branch: string; files: FilesSeed; message: string; by: Readonly<User> },
): string {
  const store = new RepositoryStore(context, repository.id);
  const head = findBranch(context, repository.id, branch)?.object.sha;
  const tree = updateTree(store, head && commitOf(store, head).tree, treeChanges(store, files));
  const author = signatureOf(context, by);
  const sha = store.writeCommit({ tree, parents: head === undefined ? [] : [head], author, committer: author, message });
  pushBranch(context, context.world.repositories.get(repository.id) ?? repository, branch, sha);
  return sha;
}

/** A declared time as GitHub writes it. */
export const zoned = (time: string | null | undefined): string | undefined =>
  time === undefined || time === null ? undefined : timestamp(Date.parse(time));
