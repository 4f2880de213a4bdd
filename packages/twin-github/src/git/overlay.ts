import type { Commit, Tree, TreeEntry } from '../world/git.ts';
import { blobSha, type CommitFields, commitSha, serialiseCommit, serialiseTree, sortEntries, treeSha } from './objects.ts';
import type { RawObject } from './pack-writer.ts';
import type { ObjectReader, ObjectStore } from './store.ts';

/** Objects kept beside a store, for trying something out: a merge that may not be wanted, a diff of what isn't there yet. */
export class Overlay implements ObjectStore {
  readonly #below: ObjectReader | undefined;
  readonly #trees = new Map<string, Tree>();
  readonly #commits = new Map<string, Commit>();
  readonly #blobs = new Map<string, Buffer>();

  constructor(below?: ObjectReader) {
    this.#below = below;
  }

  tree(sha: string): Readonly<Tree> | undefined {
    return this.#trees.get(sha) ?? this.#below?.tree(sha);
  }

  commit(sha: string): Readonly<Commit> | undefined {
    return this.#commits.get(sha) ?? this.#below?.commit(sha);
  }

  bytes(sha: string): Buffer | undefined {
    return this.#blobs.get(sha) ?? this.#below?.bytes(sha);
  }

  /** What was written here, as git has it. */
  *objects(): Generator<RawObject> {
    for (const [sha, bytes] of this.#blobs) yield { sha, type: 'blob', bytes };
    for (const [sha, { entries }] of this.#trees) yield { sha, type: 'tree', bytes: serialiseTree(entries) };
    for (const [sha, commit] of this.#commits) yield { sha, type: 'commit', bytes: serialiseCommit(commit) };
  }

  writeBlob(bytes: Buffer): string {
    const sha = blobSha(bytes);
    this.#blobs.set(sha, bytes);
    return sha;
  }

  writeTree(entries: readonly TreeEntry[]): string {
    const sorted = sortEntries(entries);
    const sha = treeSha(sorted);
    this.#trees.set(sha, { repository_id: 0, sha, entries: sorted });
    return sha;
  }

  writeCommit(commit: CommitFields): string {
    const sha = commitSha(commit);
    if (!this.#commits.has(sha)) this.#commits.set(sha, { repository_id: 0, sha, ...commit });
    return sha;
  }
}
