import { brotliDecompressSync } from 'node:zlib';
import { z } from 'zod';
import { pushBranch } from '../actions/branches.ts';
import { RepositoryStore } from '../actions/git-store.ts';
import { objectSha } from '../git/objects.ts';
import { isValidPath } from '../git/path.ts';
import { readCommit, readTag, readTree } from '../git/read-objects.ts';
import type { Commit, ObjectType, Ref, Tag, Tree } from '../world.ts';
import type { Fault } from './fault.ts';
import type { Loading } from './loading.ts';
import { branchName } from './schema-parts.ts';

/** What the objects of a history may take, not compressed: each becomes a record, of up to three times their size. */
export const MOST_HISTORY_BYTES = 16 << 20;
/** Their text in a seed, which has to fit into a request with the rest of it. */
export const MOST_HISTORY_CHARACTERS = 3 << 20;

const sha = z.string().regex(/^[0-9a-f]{40}$/, 'must be the id of a git object: 40 hexadecimal digits');

/** Branches and tags with all that they can reach, as git has it: what `svc twin new-seed github --from-dir` writes. */
export const historySchema = z.object({
  branches: z.record(branchName, sha).default({}),
  tags: z.record(branchName, sha).default({}),
  /** What `git cat-file --batch` prints of the objects, compressed with brotli, in base64. */
  objects: z.base64().max(MOST_HISTORY_CHARACTERS),
});
export type HistorySeed = z.output<typeof historySchema>;

type Known =
  | { type: 'commit'; record: Commit }
  | { type: 'tree'; record: Tree }
  | { type: 'tag'; record: Tag }
  | { type: 'blob'; bytes: Buffer };

/** A history that can't be read. */
class Unreadable extends Error {}

const HEAD = /^([0-9a-f]{40}) (commit|tree|tag|blob) (\d{1,9})$/;
const NEWLINE = 0x0a;

function unpacked(objects: string): Buffer {
  try {
    return brotliDecompressSync(Buffer.from(objects, 'base64'), { maxOutputLength: MOST_HISTORY_BYTES });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
      throw new Unreadable(`the history has more than ${MOST_HISTORY_BYTES >> 20} MiB of objects`);
    throw new Unreadable('the objects are not compressed with brotli');
  }
}

/** @throws Unreadable */
function read(objects: string): Map<string, Known> {
  const bytes = unpacked(objects);
  const known = new Map<string, Known>();
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(NEWLINE, at);
    const [, id, type, size] = HEAD.exec(bytes.toString('latin1', at, end < 0 ? at : end)) ?? [];
    if (id === undefined) throw new Unreadable('the objects are not what git cat-file --batch prints');
    const content = bytes.subarray(end + 1, end + 1 + Number(size));
    at = end + 1 + Number(size) + 1;
    if (objectSha(type as ObjectType, content) !== id) throw new Unreadable(`object ${id} has another content than its id says`);
    known.set(id, objectOf(id, type as ObjectType, content));
  }
  return known;
}

function objectOf(id: string, type: ObjectType, content: Buffer): Known {
  const own = { repository_id: 0, sha: id };
  if (type === 'commit') return { type, record: { ...own, ...readCommit(content) } };
  if (type === 'tree') return { type, record: { ...own, ...readTree(content) } };
  return type === 'tag' ? { type, record: { ...own, ...readTag(content) } } : { type, bytes: content };
}

/** What is wrong with a history, if anything. */
export function* checkHistory({ branches, tags, objects }: HistorySeed, defaultBranch: string): Generator<Fault> {
  let known: Map<string, Known>;
  try {
    known = read(objects);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    yield { path: ['objects'], message: error.message, code: 'invalid_history' };
    return;
  }
  const missing = firstMissing(known);
  if (missing !== undefined) yield { path: ['objects'], message: missing, code: 'invalid_history' };
  for (const [name, id] of Object.entries(branches))
    if (known.get(id)?.type !== 'commit')
      yield { path: ['branches', name], message: `commit ${id} is not among the objects`, code: 'unknown_object' };
  for (const [name, id] of Object.entries(tags))
    if (!known.has(id)) yield { path: ['tags', name], message: `object ${id} is not among the objects`, code: 'unknown_object' };
  if (!Object.hasOwn(branches, defaultBranch))
    yield { path: ['branches'], message: `the default branch ${defaultBranch} is not in the history`, code: 'unknown_branch' };
}

/** Files in a folder at the tip of a branch; none where the history can't be read, which is told of on its own. */
export function pathsInHistory({ branches, objects }: HistorySeed, branch: string, folder: string): string[] {
  let known: Map<string, Known>;
  try {
    known = read(objects);
  } catch (error) {
    if (error instanceof Unreadable) return [];
    throw error;
  }
  const tip = known.get(branches[branch] ?? '');
  let tree = tip?.type === 'commit' ? known.get(tip.record.tree) : undefined;
  for (const part of folder.split('/')) {
    const entry = tree?.type === 'tree' ? tree.record.entries.find(({ path }) => path === part) : undefined;
    tree = entry && known.get(entry.sha);
  }
  if (tree?.type !== 'tree') return [];
  return tree.record.entries.filter(({ type }) => type === 'blob').map(({ path }) => `${folder}/${path}`);
}

/** Every object must have all that it names, but for the commits of submodules. */
function firstMissing(known: ReadonlyMap<string, Known>): string | undefined {
  for (const [id, object] of known) {
    for (const [type, name] of namedBy(object))
      if (known.get(name)?.type !== type) return `${object.type} ${id} names ${type} ${name}, which is not among the objects`;
    const odd = object.type === 'tree' && object.record.entries.find(({ path }) => path.includes('/') || !isValidPath(path));
    if (odd) return `tree ${id} has an entry ${JSON.stringify(odd.path)}, which git refuses`;
  }
  return undefined;
}

function namedBy(object: Known): [type: ObjectType, sha: string][] {
  if (object.type === 'blob') return [];
  if (object.type === 'tag') return [[object.record.object.type, object.record.object.sha]];
  if (object.type === 'tree')
    return object.record.entries.flatMap(({ type, sha: id }): [ObjectType, string][] => (type === 'commit' ? [] : [[type, id]]));
  return [['tree', object.record.tree], ...object.record.parents.map((parent): [ObjectType, string] => ['commit', parent])];
}

/** Puts the objects of a history into a repository, and its branches and tags. */
export function loadHistory({ context, repository, seed }: Loading, { branches, tags, objects }: HistorySeed): void {
  const store = new RepositoryStore(context, repository.id);
  const known = read(objects);
  for (const object of known.values()) {
    if (object.type === 'blob') store.writeBlob(object.bytes);
    else store.take(`${object.type}s`, object.record);
  }
  // The first branch that a repository gets becomes its default one.
  const names = Object.keys(branches).toSorted(
    (one, other) => Number(other === seed.default_branch) - Number(one === seed.default_branch),
  );
  for (const name of names)
    pushBranch(context, context.world.repositories.get(repository.id) ?? repository, name, branches[name] as string);
  for (const [name, id] of Object.entries(tags)) {
    const object: Ref['object'] = { sha: id, type: known.get(id)?.type ?? 'commit' };
    context.world.refs.insert({ repository_id: repository.id, ref: `refs/tags/${name}`, object });
  }
}
