import type { ObjectReader } from '../git/store.ts';
import { entryAt } from '../git/tree.ts';
import { type Blob, type GithubState, objectKey, type Ref } from '../world.ts';
import type { Place } from './find.ts';

const BRANCHES = 'refs/heads/';
const TAGS = 'refs/tags/';

type Stored = { repository_id: number; sha: string };

const indexes = new WeakMap<readonly Stored[], ReadonlyMap<string, Stored>>();

/** A collection by key, made once for all checks. */
function find<T extends Stored>(records: readonly T[], repositoryId: number, sha: string): T | undefined {
  const known = indexes.get(records) ?? new Map(records.map((record) => [objectKey(record.repository_id, record.sha), record]));
  indexes.set(records, known);
  return known.get(objectKey(repositoryId, sha)) as T | undefined;
}

/** A repository's objects, read from a state. */
export function readerOf(
  state: GithubState,
  repositoryId: number,
): ObjectReader & { blob(sha: string): Readonly<Blob> | undefined } {
  const blob = (sha: string): Readonly<Blob> | undefined => find(state.blobs, repositoryId, sha);
  return {
    tree: (sha) => find(state.trees, repositoryId, sha),
    commit: (sha) => find(state.commits, repositoryId, sha),
    blob,
    bytes(sha) {
      const found = blob(sha);
      return found && Buffer.from(found.content, found.encoding === 'base64' ? 'base64' : 'utf8');
    },
  };
}

const refsOf = (state: GithubState, repositoryId: number, prefix: string): readonly Readonly<Ref>[] =>
  state.refs.filter((ref) => ref.repository_id === repositoryId && ref.ref.startsWith(prefix));

export const branchesOf = (state: GithubState, repositoryId: number): string[] =>
  refsOf(state, repositoryId, BRANCHES).map(({ ref }) => ref.slice(BRANCHES.length));

export const tagsOf = (state: GithubState, repositoryId: number): string[] =>
  refsOf(state, repositoryId, TAGS).map(({ ref }) => ref.slice(TAGS.length));

/** The commit that a branch points to. */
export const headOf = (state: GithubState, repositoryId: number, branch: string): string | undefined =>
  state.refs.find((ref) => ref.repository_id === repositoryId && ref.ref === BRANCHES + branch)?.object.sha;

/** The branch that a repository shows first: the one that the seed says, where it has the repository. */
export const defaultBranchOf = ({ seed, repository }: Place): string =>
  (seed.repositories.find(({ id }) => id === repository.id) ?? repository).default_branch;

/** The tree that a branch's commit holds; undefined for no branch. */
export function treeOn(state: GithubState, repositoryId: number, branch: string): string | undefined {
  const head = headOf(state, repositoryId, branch);
  return head === undefined ? undefined : readerOf(state, repositoryId).commit(head)?.tree;
}

/** A file on a branch, or why there is none. */
export function fileOn({ final, repository, name }: Place, branch: string, path: string): Readonly<Blob> | string {
  if (headOf(final, repository.id, branch) === undefined) return `${name} has no branch ${branch}`;
  return blobAt(final, repository.id, branch, path) ?? `${name} has no file ${path} on ${branch}`;
}

export function blobAt(state: GithubState, repositoryId: number, branch: string, path: string): Readonly<Blob> | undefined {
  const reader = readerOf(state, repositoryId);
  const tree = treeOn(state, repositoryId, branch);
  const entry = tree === undefined ? undefined : entryAt(reader, tree, path);
  return entry && reader.blob(entry.sha);
}

export const shortSha = (sha: string | undefined): string => sha?.slice(0, 7) ?? 'nothing';
