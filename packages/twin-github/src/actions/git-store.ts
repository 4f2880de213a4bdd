import { isUtf8 } from 'node:buffer';
import { blobSha, type CommitFields, commitSha, sortEntries, type TagFields, tagSha, treeSha } from '../git/objects.ts';
import type { ObjectStore } from '../git/store.ts';
import { type Blob, type Commit, objectKey, type Tag, type Tree, type TreeEntry } from '../world.ts';
import type { HasWorld } from './access.ts';
import { PackedObjects } from './packs.ts';

/** One repository's objects in the world. */
export class RepositoryStore implements ObjectStore {
  readonly #world: HasWorld['world'];
  readonly #repositoryId: number;
  readonly #packed: PackedObjects;

  constructor(context: HasWorld, repositoryId: number) {
    this.#world = context.world;
    this.#repositoryId = repositoryId;
    this.#packed = new PackedObjects(context, repositoryId);
  }

  tree(sha: string): Readonly<Tree> | undefined {
    return this.#world.trees.get(this.#key(sha)) ?? this.#packed.record('tree', sha);
  }

  commit(sha: string): Readonly<Commit> | undefined {
    return this.#world.commits.get(this.#key(sha)) ?? this.#packed.record('commit', sha);
  }

  tag(sha: string): Readonly<Tag> | undefined {
    return this.#world.tags.get(this.#key(sha)) ?? this.#packed.record('tag', sha);
  }

  blob(sha: string): Readonly<Blob> | undefined {
    return this.#world.blobs.get(this.#key(sha)) ?? this.#packed.record('blob', sha);
  }

  bytes(sha: string): Buffer | undefined {
    const blob = this.blob(sha);
    if (blob?.encoding === 'none') return this.#packed.bytes(sha);
    return blob && Buffer.from(blob.content, blob.encoding);
  }

  /** Ids of commits that begin with these digits. */
  commitsBeginning(digits: string): string[] {
    const { repository } = this.#world.commits.by;
    const recorded = repository.page(this.#repositoryId, { limit: repository.count(this.#repositoryId) }).map(({ sha }) => sha);
    const packed = [...this.#packed.beginning(digits)].filter((sha) => this.commit(sha));
    return [...new Set([...recorded.filter((sha) => sha.startsWith(digits)), ...packed])];
  }

  /** Puts a record in as it is, where the object isn't there. */
  take(name: 'commits' | 'trees' | 'tags' | 'blobs', record: Readonly<Commit | Tree | Tag | Blob>): void {
    const own = { ...record, repository_id: this.#repositoryId };
    // biome-ignore lint/suspicious/noExplicitAny: the record is of the collection that the caller names
    if (!this.#world[name].has(this.#key(record.sha))) this.#world[name].insert(own as any);
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
