import { copyFileSync, existsSync, linkSync } from 'node:fs';
import { join } from 'node:path';
import { filesOf } from '@svc/twin-kit';
import { GitUnavailable } from '../errors.ts';
import { serialiseCommit, serialiseTag, serialiseTree } from '../git/objects.ts';
import { type RawObject, writeObjects } from '../git/pack-writer.ts';
import type { Blob, Commit, Ref, Repository, Tag, Tree } from '../world.ts';
import type { HasWorld } from './access.ts';
import { GitFolder } from './git-folder.ts';
import { packPath } from './packs.ts';
import { testMerge, testMergeObjects } from './pull-changes.ts';

/**
 * A repository as git has it: a bare one in a folder, made of what the world has of it. It is made when it is first asked for and brought up to
 * date before each call of git; it is no part of the world, and lost without a loss.
 */
export class Mirror extends GitFolder {
  /** By collection: how many records were looked at, and the last of them. */
  readonly #seen = new Map<string, { count: number; last: unknown }>();
  /** Of test merges, as they were when somebody last read from it: who pushes need not wait for them. */
  #merges = '';

  /** Brings it up to date. */
  update(context: HasWorld, repository: Readonly<Repository>, isRead: boolean): Promise<void> {
    return this.inTurn(() => this.#update(context, repository, isRead));
  }

  async #update(context: HasWorld, { id }: Readonly<Repository>, isRead: boolean): Promise<void> {
    const { world } = context;
    const missing = this.#missing(world, id);
    const merges = isRead ? testMerges(context, id, this.written) : { refs: this.#merges, objects: [] };
    const refs = packedRefs(world, id) + merges.refs;
    this.#linkPacks(world, id);
    try {
      await writeObjects(
        this.objects,
        missing.map(({ raw }) => raw),
      );
      await writeObjects(
        this.objects,
        merges.objects.map((object) => () => object),
      );
    } catch (error) {
      // What wasn't written is looked for again.
      this.#seen.clear();
      throw error;
    }
    for (const { sha } of [...missing, ...merges.objects]) this.written.add(sha);
    this.#merges = merges.refs;
    // It may have been renamed, or another branch become the default one, since the call began.
    this.point(refs, world.repositories.get(id)?.default_branch ?? 'main');
  }

  /** Objects that came since the last update. Records of objects only ever join the others, at their end. */
  #missing(world: HasWorld['world'], id: number): { sha: string; raw: () => RawObject }[] {
    return KINDS.flatMap(({ name, rawOf }) => {
      const { repository } = world[name].by;
      const seen = this.#seen.get(name);
      const [last] = seen ? repository.page(id, { offset: seen.count - 1, limit: 1 }) : [];
      const offset = seen && last === seen.last ? seen.count : 0;
      const fresh = repository.page(id, { offset, limit: Number.MAX_SAFE_INTEGER }) as readonly Readonly<Kind>[];
      const newest = fresh.at(-1);
      if (newest) this.#seen.set(name, { count: offset + fresh.length, last: newest });
      return fresh.flatMap((record) => {
        const raw = this.written.has(record.sha) ? undefined : rawOf(record as never);
        return raw ? [{ sha: record.sha, raw: () => ({ sha: record.sha, ...raw() }) }] : [];
      });
    });
  }

  #linkPacks(world: HasWorld['world'], repositoryId: number): void {
    const { repository } = world.packs.by;
    for (const { sha } of repository.page(repositoryId, { limit: repository.count(repositoryId) })) {
      if (this.written.has(sha)) continue;
      for (const ending of ['pack', 'idx']) {
        const name = `pack-${sha}.${ending}`;
        secondName(`${packPath(world, sha)}.${ending}`, join(this.objects, 'pack', name));
      }
      this.written.add(sha);
    }
  }
}

/** Gives a file another name, or makes a copy where a file system has no second names. */
export function secondName(from: string, to: string): void {
  if (existsSync(to)) return;
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}

type Kind = Commit | Tree | Tag | Blob;
type Bytes = () => Omit<RawObject, 'sha'>;

/** The collections of objects, and how one of their records becomes bytes; content that is only in a pack has none. */
const KINDS = [
  {
    name: 'trees',
    rawOf:
      ({ raw, entries }: Tree): Bytes =>
      () => ({ type: 'tree', bytes: raw === undefined ? serialiseTree(entries) : Buffer.from(raw, 'base64') }),
  },
  {
    name: 'commits',
    rawOf:
      (commit: Commit): Bytes =>
      () => ({ type: 'commit', bytes: serialiseCommit(commit) }),
  },
  {
    name: 'tags',
    rawOf:
      (tag: Tag): Bytes =>
      () => ({ type: 'tag', bytes: serialiseTag(tag) }),
  },
  {
    name: 'blobs',
    rawOf: ({ encoding, content }: Blob): Bytes | undefined =>
      encoding === 'none' ? undefined : () => ({ type: 'blob', bytes: Buffer.from(content, encoding) }),
  },
] as const;

/** Branches, tags and what else there is by name, as a push may move them. */
export const refsOf = ({ world }: HasWorld, { id }: Readonly<Repository>): readonly Readonly<Ref>[] =>
  world.refs.by.repository.page(id, { limit: Number.MAX_SAFE_INTEGER });

/** Refs as git packs them: the world's, and those that GitHub gives pull requests. */
function packedRefs(world: HasWorld['world'], id: number): string {
  const lines = world.refs.by.repository
    .page(id, { limit: Number.MAX_SAFE_INTEGER })
    .map(({ ref, object }) => `${object.sha} ${ref}\n`);
  for (const pull of world.pull_requests.values())
    if (pull.repository_id === id) lines.push(`${pull.head_sha} refs/pull/${pull.number}/head\n`);
  return lines.join('');
}

/** What GitHub gives open pull requests that can be merged: a commit that does so, under a ref of its own. @param known objects that are there */
function testMerges(context: HasWorld, id: number, known: ReadonlySet<string>): { refs: string; objects: RawObject[] } {
  const lines: string[] = [];
  const objects = new Map<string, RawObject>();
  for (const pull of context.world.pull_requests.values()) {
    const issue = pull.repository_id === id && pull.state === 'open' ? context.world.issues.get(pull.issue_id) : undefined;
    const sha = issue && testMerge(context, { pull, issue });
    if (!issue || sha === undefined) continue;
    lines.push(`${sha} refs/pull/${pull.number}/merge\n`);
    if (known.has(sha)) continue;
    for (const object of testMergeObjects(context, { pull, issue })) if (!known.has(object.sha)) objects.set(object.sha, object);
  }
  return { refs: lines.join(''), objects: [...objects.values()] };
}

const mirrors = new WeakMap<object, Map<number, Mirror>>();

/** The mirror of a repository, up to date. @param isRead shows test merges too @throws GitUnavailable for a world that has no folder */
export async function mirrorOf(context: HasWorld, repository: Readonly<Repository>, isRead = false): Promise<Mirror> {
  const files = filesOf(context.world);
  if (files === undefined) throw new GitUnavailable();
  const known = mirrors.get(context.world) ?? new Map<number, Mirror>();
  mirrors.set(context.world, known);
  const mirror = known.get(repository.id) ?? new Mirror(join(files, 'git', String(repository.id)));
  known.set(repository.id, mirror);
  await mirror.update(context, repository, isRead);
  return mirror;
}
