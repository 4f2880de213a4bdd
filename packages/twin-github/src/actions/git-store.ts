import { isUtf8 } from 'node:buffer';
import { blobSha, type CommitFields, commitSha, sortEntries, type TagFields, tagSha, treeSha } from '../git/objects.ts';
import type { ObjectStore } from '../git/store.ts';
import { type Blob, type Commit, objectKey, type Tag, type Tree, type TreeEntry } from '../world.ts';
import type { HasWorld } from './access.ts';

/** One repository's objects in the world. */
export class RepositoryStore implements ObjectStore {
  readonly #world: HasWorld['world'];
  readonly #repositoryId: number;

  constructor({ world }: HasWorld, repositoryId: number) {
    this.#world = world;
    this.#repositoryId = repositoryId;
  }

  tree(sha: string): Readonly<Tree> | undefined {
    return this.#world.trees.get(this.#key(sha));
  }

  commit(sha: string): Readonly<Commit> | undefined {
    return this.#world.commits.get(this.#key(sha));
  }

  tag(sha: string): Readonly<Tag> | undefined {
    return this.#world.tags.get(this.#key(sha));
  }

  blob(sha: string): Readonly<Blob> | undefined {
    return this.#world.blobs.get(this.#key(sha));
  }

  bytes(sha: string): Buffer | undefined {
    const blob = this.blob(sha);
    return blob && bytesOf(blob);
  }

  writeBlob(bytes: Buffer): string {
    const sha = blobSha(bytes);
    if (!this.blob(sha)) {
      const encoding = isUtf8(bytes) ? 'utf-8' : 'base64';
      const content = bytes.toString(encoding);
      this.#world.blobs.insert({ repository_id: this.#repositoryId, sha, size: bytes.length, encoding, content });
    }
    return sha;
  }

  writeTree(unsorted: readonly TreeEntry[]): string {
    const entries = sortEntries(unsorted);
    const sha = treeSha(entries);
    if (!this.tree(sha)) this.#world.trees.insert({ repository_id: this.#repositoryId, sha, entries });
    return sha;
  }

  writeCommit(commit: CommitFields): string {
    const sha = commitSha(commit);
    if (!this.commit(sha)) this.#world.commits.insert({ repository_id: this.#repositoryId, sha, ...commit });
    return sha;
  }

  writeTag(tag: TagFields): string {
    const sha = tagSha(tag);
    if (!this.tag(sha)) this.#world.tags.insert({ repository_id: this.#repositoryId, sha, ...tag });
    return sha;
  }

  #key(sha: string): string {
    return objectKey(this.#repositoryId, sha);
  }
}

export const bytesOf = (blob: Readonly<Blob>): Buffer => Buffer.from(blob.content, blob.encoding);
