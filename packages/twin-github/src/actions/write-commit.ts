import { commitOf } from '../git/store.ts';
import { type TreeChange, updateTree } from '../git/tree.ts';
import type { Commit, GithubContext, Repository, Signature } from '../world.ts';
import { viewerOf } from './access.ts';
import { findBranch } from './branches.ts';
import { RepositoryStore } from './git-store.ts';
import { push } from './push.ts';
import { signatureOf } from './signatures.ts';

/** A person as an API call names one. */
export interface Person {
  name: string;
  email: string;
  /** ISO 8601 with a zone; by default now. */
  date?: Pick<Signature, 'date' | 'offset'> | undefined;
}

export interface CommitInput {
  branch: string;
  message: string;
  changes: readonly TreeChange[];
  author?: Person | undefined;
  committer?: Person | undefined;
}

/** The people of a new commit: the viewer where nobody is named, and the author as committer only where no committer is. */
export function commitPeople(
  context: GithubContext,
  { author, committer }: Pick<CommitInput, 'author' | 'committer'>,
): { author: Signature; committer: Signature } {
  const viewer = signatureOf(context, viewerOf(context));
  const sign = ({ name, email, date }: Person): Signature => ({ ...viewer, name, email, ...date });
  const wrote = author ?? committer;
  const put = committer ?? author;
  return { author: wrote ? sign(wrote) : viewer, committer: put ? sign(put) : viewer };
}

/** Puts a commit on top of a branch, or begins the branch with it. */
export function commitToBranch(context: GithubContext, repository: Readonly<Repository>, input: CommitInput): Readonly<Commit> {
  const store = new RepositoryStore(context, repository.id);
  const head = findBranch(context, repository.id, input.branch)?.object.sha;
  const tree = updateTree(store, head && commitOf(store, head).tree, input.changes);
  const parents = head === undefined ? [] : [head];
  const sha = store.writeCommit({ tree, parents, ...commitPeople(context, input), message: input.message });
  push(context, repository, input.branch, sha);
  return commitOf(store, sha);
}
