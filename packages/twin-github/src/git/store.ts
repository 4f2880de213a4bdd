import type { Commit, Tree, TreeEntry } from '../world/git.ts';
import type { CommitFields } from './objects.ts';

/** Reads of one repository's objects. Unknown ids are undefined. */
export interface ObjectReader {
  tree(sha: string): Readonly<Tree> | undefined;
  commit(sha: string): Readonly<Commit> | undefined;
  /** A blob's bytes. */
  bytes(sha: string): Buffer | undefined;
}

/** Writes of objects; each returns the object's id and is a no-op for an object that is there already. */
export interface ObjectStore extends ObjectReader {
  writeBlob(bytes: Buffer): string;
  /** Sorts the entries into git's order. */
  writeTree(entries: readonly TreeEntry[]): string;
  writeCommit(commit: CommitFields): string;
}

/** The entries of a tree; none for an unknown one. */
export const entriesOf = (reader: ObjectReader, treeSha: string): readonly TreeEntry[] => reader.tree(treeSha)?.entries ?? [];

/** A commit that must be there. */
export function commitOf(reader: ObjectReader, sha: string): Readonly<Commit> {
  const commit = reader.commit(sha);
  if (!commit) throw new Error(`commit ${sha} is missing`);
  return commit;
}

/** A blob's text, or undefined for binary content: like git, what has a NUL in its first 8,000 bytes. */
export function textOf(reader: ObjectReader, sha: string): string | undefined {
  const bytes = reader.bytes(sha);
  if (!bytes || bytes.subarray(0, BINARY_PROBE_BYTES).includes(0)) return undefined;
  return bytes.toString('utf8');
}

const BINARY_PROBE_BYTES = 8000;
