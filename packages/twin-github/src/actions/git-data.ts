import { NotFound, Unprocessable, ValidationFailed } from '../errors.ts';
import { EMPTY_TREE, parseZonedTime, type TagFields } from '../git/objects.ts';
import { isValidPath } from '../git/path.ts';
import { type PathEntry, type TreeChange, updateTree, walkTree } from '../git/tree.ts';
import type { Blob, Commit, FileMode, GithubContext, ObjectType, Repository, Tag } from '../world.ts';
import { type HasWorld, viewerOf, visibleRepository, writableRepository } from './access.ts';
import { requireContent, resolveCommit } from './commits.ts';
import { RepositoryStore } from './git-store.ts';
import { signatureOf } from './signatures.ts';
import { commitPeople, type Person } from './write-commit.ts';

/** GitHub's limits of one recursive listing: https://docs.github.com/rest/git/trees#get-a-tree */
const MAX_TREE_ENTRIES = 100_000;
/** https://docs.github.com/rest/git/blobs#get-a-blob */
const SHA = /^[0-9a-f]{40}$/;

/** A repository with its objects. */
export interface Objects {
  repository: Readonly<Repository>;
  store: RepositoryStore;
}

const readable = (context: HasWorld, owner: string, repo: string): Objects => {
  const repository = visibleRepository(context, owner, repo);
  requireContent(context, repository);
  return { repository, store: new RepositoryStore(context, repository.id) };
};

/** GitHub makes no objects in a repository without commits. @throws Conflict */
const writable = (context: GithubContext, owner: string, repo: string): Objects => {
  const repository = writableRepository(context, owner, repo);
  requireContent(context, repository);
  return { repository, store: new RepositoryStore(context, repository.id) };
};

function found<T>(record: T | undefined, sha: string): T {
  if (!SHA.test(sha)) throw new Unprocessable('The sha parameter must be exactly 40 characters and contain only [0-9a-f].');
  if (record === undefined) throw new NotFound();
  return record;
}

export function getBlob(context: HasWorld, owner: string, repo: string, sha: string): Readonly<Blob> {
  return found(readable(context, owner, repo).store.blob(sha), sha);
}

export function createBlob(context: GithubContext, owner: string, repo: string, bytes: Buffer): Readonly<Blob> {
  const { store } = writable(context, owner, repo);
  return store.blob(store.writeBlob(bytes)) as Readonly<Blob>;
}

export function getCommitObject(context: HasWorld, owner: string, repo: string, sha: string): Readonly<Commit> {
  return found(readable(context, owner, repo).store.commit(sha), sha);
}

export interface TreeListing extends Objects {
  sha: string;
  entries: readonly PathEntry[];
  truncated: boolean;
}

/** @param name a tree's id, or what names a commit. @throws NotFound */
export function getTree(context: HasWorld, owner: string, repo: string, name: string, recursive: boolean): TreeListing {
  const objects = readable(context, owner, repo);
  const { repository, store } = objects;
  const commit = store.tree(name) ? undefined : resolveCommit(context, repository, name);
  const sha = commit === undefined ? name : (store.commit(commit)?.tree ?? name);
  const tree = store.tree(sha);
  if (!tree && sha !== EMPTY_TREE) throw new NotFound();
  const all = recursive ? [...walkTree(store, sha)] : (tree?.entries ?? []);
  return { ...objects, sha, entries: all.slice(0, MAX_TREE_ENTRIES), truncated: all.length > MAX_TREE_ENTRIES };
}

const FILE_MODES: ReadonlySet<string> = new Set<FileMode>(['100644', '100755', '040000', '160000', '120000']);
const isFileMode = (mode: string): mode is FileMode => FILE_MODES.has(mode);

export interface TreeEntryInput {
  path: string;
  mode?: string | undefined;
  type?: 'blob' | 'tree' | 'commit' | undefined;
  /** An object's id; null takes away what is at the path. */
  sha?: string | null | undefined;
  content?: string | null | undefined;
}

/** Writes a tree from entries, over another tree where one is named. @throws Unprocessable, ValidationFailed */
export function createTree(
  context: GithubContext,
  owner: string,
  repo: string,
  input: { entries: readonly TreeEntryInput[]; base_tree?: string | undefined },
): TreeListing {
  const objects = writable(context, owner, repo);
  const { repository, store } = objects;
  const { base_tree } = input;
  const base = base_tree === undefined ? undefined : baseTree(context, objects, base_tree);
  if (input.entries.length === 0 && base === undefined) throw new Unprocessable('Invalid tree info');
  const changes = input.entries.map((entry) => treeChange(store, entry));
  const sha = updateTree(store, base, changes);
  return { repository, store, sha, entries: store.tree(sha)?.entries ?? [], truncated: false };
}

/** A base may be named by its commit. */
function baseTree(context: HasWorld, { repository, store }: Objects, name: string): string {
  if (store.tree(name)) return name;
  const commit = resolveCommit(context, repository, name);
  if (commit === undefined) throw new Unprocessable('base_tree is not a valid tree oid');
  return (store.commit(commit) as Readonly<Commit>).tree;
}

function treeChange(store: RepositoryStore, { path, mode, type, sha, content }: TreeEntryInput): TreeChange {
  // In GitHub's words (xmo-odoo/dummy_central, git/trees/test_create_a_tree.py).
  if (path.startsWith('/')) throw new Unprocessable('tree.path cannot start with a slash');
  if (!isValidPath(path)) throw new Unprocessable('tree.path contains a malformed path component');
  if (mode !== undefined && !isFileMode(mode)) throw new Unprocessable('Must supply a valid tree.mode');
  if (sha === null) return { path, entry: null };
  if ((sha === undefined) === (content == null))
    throw new Unprocessable('Must supply either tree.sha or tree.content. Request will be rejected if both are present.');
  if (content != null && mode === '040000') throw new Unprocessable('A subdirectory may not have content');
  const id = sha ?? store.writeBlob(Buffer.from(content ?? ''));
  const kind = type ?? (store.tree(id) ? 'tree' : 'blob');
  const isThere = kind === 'tree' ? store.tree(id) : kind === 'blob' ? store.blob(id) : true;
  if (!isThere) throw new Unprocessable(`tree.sha ${id} is not a valid ${kind}`);
  return { path, entry: { mode: mode ?? (kind === 'tree' ? '040000' : '100644'), type: kind, sha: id } };
}

export interface CommitObjectInput {
  message: string;
  tree: string;
  parents: readonly string[];
  author?: Person | undefined;
  committer?: Person | undefined;
}

/** @throws Unprocessable for a tree or parent that isn't there. */
export function createCommit(context: GithubContext, owner: string, repo: string, input: CommitObjectInput): Readonly<Commit> {
  const { store } = writable(context, owner, repo);
  if (!store.tree(input.tree) && input.tree !== EMPTY_TREE) throw new Unprocessable('Tree SHA does not exist');
  const missing = input.parents.find((parent) => !store.commit(parent));
  if (missing !== undefined) throw new Unprocessable('Parent SHA does not exist or is not a commit object');
  const sha = store.writeCommit({
    ...commitPeople(context, input),
    tree: input.tree,
    parents: [...input.parents],
    message: input.message,
  });
  return store.commit(sha) as Readonly<Commit>;
}

export function getTag(context: HasWorld, owner: string, repo: string, sha: string): Readonly<Tag> {
  return found(readable(context, owner, repo).store.tag(sha), sha);
}

export interface TagInput {
  tag: string;
  message: string;
  object: string;
  type: ObjectType;
  tagger?: Person | undefined;
}

/** Makes an annotated tag's object; its name takes a ref. @throws ValidationFailed */
export function createTag(context: GithubContext, owner: string, repo: string, input: TagInput): Readonly<Tag> {
  const { store } = writable(context, owner, repo);
  const { type, object, tag, message } = input;
  const isThere = { commit: store.commit(object), tree: store.tree(object), blob: store.blob(object), tag: store.tag(object) }[
    type
  ];
  if (!isThere) throw new ValidationFailed([{ resource: 'Tag', code: 'invalid', field: 'object' }]);
  const viewer = signatureOf(context, viewerOf(context));
  const tagger = input.tagger ? { ...viewer, name: input.tagger.name, email: input.tagger.email, ...input.tagger.date } : viewer;
  const fields: TagFields = { tag, message, tagger, object: { sha: object, type } };
  return store.tag(store.writeTag(fields)) as Readonly<Tag>;
}

/** A time as an API call gives it. @throws Unprocessable */
export function personTime(text: string | undefined): Person['date'] {
  if (text === undefined) return undefined;
  const time = parseZonedTime(text);
  if (!time) throw new Unprocessable(`Invalid request.\n\n${JSON.stringify(text)} is not a valid ISO 8601 timestamp.`);
  return time;
}
