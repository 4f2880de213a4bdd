import { BoundedMap, namedFile } from '@svc/twin-kit';
import { PackReader } from '../git/pack-reader.ts';
import { readCommit, readTag, readTree } from '../git/read-objects.ts';
import type { Blob, Commit, Tag, Tree } from '../world.ts';
import type { HasWorld } from './access.ts';

/** Where a pack lies that a world names, without its ending. */
export const packPath = (world: HasWorld['world'], sha: string): string => namedFile(world, `pack-${sha}`);

/** Each is an open file, and some MiB of what was read from it. */
const MOST_OPEN = 16;
const open = new Map<string, PackReader>();

function readerAt(path: string): PackReader {
  const known = open.get(path);
  if (known) return known;
  const [oldest] = open;
  if (oldest && open.size >= MOST_OPEN) {
    oldest[1].close();
    open.delete(oldest[0]);
  }
  const reader = new PackReader(path);
  open.set(path, reader);
  return reader;
}

type Packed = { commit: Commit; tree: Tree; tag: Tag; blob: Blob };

/** Records of what was read from packs, as each is asked for again and again; one by key, so that what is kept of it stays. */
const MOST_RECORDS = 20_000;
const records = new BoundedMap<string, Packed[keyof Packed]>(MOST_RECORDS);

/** What of a repository's objects stands in packs instead of records. */
export class PackedObjects {
  readonly #world: HasWorld['world'];
  readonly #repositoryId: number;
  #known: readonly string[] | undefined;

  constructor({ world }: HasWorld, repositoryId: number) {
    this.#world = world;
    this.#repositoryId = repositoryId;
  }

  /** As they were when something was first looked for. */
  get #packs(): readonly string[] {
    const { repository } = this.#world.packs.by;
    this.#known ??= repository.page(this.#repositoryId, { limit: repository.count(this.#repositoryId) }).map(({ sha }) => sha);
    return this.#known;
  }

  /** The record that an object would have; a blob's without its content. */
  record<T extends keyof Packed>(type: T, sha: string): Readonly<Packed[T]> | undefined {
    for (const pack of this.#packs) {
      const path = packPath(this.#world, pack);
      const reader = readerAt(path);
      const key = `${path}/${this.#repositoryId}/${sha}`;
      const known = records.get(key);
      if (known) return known as Packed[T];
      const facts = reader.facts(sha);
      if (!facts) continue;
      if (facts.type !== type) return undefined;
      const record = this.#made(type, sha, facts.size, reader);
      records.set(key, record);
      return record as Packed[T];
    }
    return undefined;
  }

  /** An object's bytes. */
  bytes(sha: string): Buffer | undefined {
    for (const pack of this.#packs) {
      const found = readerAt(packPath(this.#world, pack)).read(sha);
      if (found) return found.bytes;
    }
    return undefined;
  }

  /** Ids that begin with these digits. */
  *beginning(digits: string): Generator<string> {
    for (const pack of this.#packs)
      for (const sha of readerAt(packPath(this.#world, pack)).shas()) if (sha.startsWith(digits)) yield sha;
  }

  #made(type: keyof Packed, sha: string, size: number, reader: PackReader): Packed[keyof Packed] {
    const own = { repository_id: this.#repositoryId, sha };
    if (type === 'blob') return { ...own, size, encoding: 'none', content: '' };
    const bytes = reader.read(sha)?.bytes as Buffer;
    if (type === 'commit') return { ...own, ...readCommit(bytes) };
    return type === 'tree' ? { ...own, ...readTree(bytes) } : { ...own, ...readTag(bytes) };
  }
}
