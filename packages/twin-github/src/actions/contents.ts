import { posix } from 'node:path';
import { stripped } from '@svc/twin-kit';
import { Conflict, NotFound, RefProtected, Unprocessable } from '../errors.ts';
import { isValidPath } from '../git/path.ts';
import { commitOf } from '../git/store.ts';
import { entryAt } from '../git/tree.ts';
import type { Blob, Commit, GithubContext, Repository, TreeEntry } from '../world.ts';
import { type HasWorld, visibleRepository, writableRepository } from './access.ts';
import { findBranch } from './branches.ts';
import { closeMentioned } from './closing-words.ts';
import { resolveCommit } from './commits.ts';
import { RepositoryStore } from './git-store.ts';
import { type CommitInput, commitToBranch, type Person } from './write-commit.ts';

/** Something at a path of a repository at a commit. */
export interface Content {
  repository: Readonly<Repository>;
  store: RepositoryStore;
  /** The name it was asked for by, for the URLs of the answer. */
  ref: string;
  path: string;
  /** Absent for the root directory. */
  entry?: Readonly<TreeEntry>;
  tree: string;
}

const trimmed = (path: string) => stripped(path, '/');

/** What stands at a path. @throws NotFound */
export function getContent(context: HasWorld, owner: string, repo: string, rawPath: string, ref?: string): Content {
  const repository = visibleRepository(context, owner, repo);
  const name = ref ?? repository.default_branch;
  const sha = resolveCommit(context, repository, name);
  if (sha === undefined)
    throw new NotFound(ref === undefined ? 'This repository is empty.' : `No commit found for the ref ${ref}`);
  const store = new RepositoryStore(context, repository.id);
  const { tree } = commitOf(store, sha);
  const path = trimmed(rawPath);
  const found = { repository, store, ref: name, path, tree };
  if (path === '') return found;
  const entry = entryAt(store, tree, path);
  if (!entry) throw new NotFound();
  return linkTarget(store, tree, path, entry, found) ?? { ...found, entry, ...(entry.type === 'tree' && { tree: entry.sha }) };
}

/** The mode of a symbolic link. */
export const SYMLINK = '120000';
/** Links that lead to links; git's own bound on Linux. */
const MOST_LINKS = 40;

/** "If the symlink's target is a normal file in the repository, then the API responds with the content of the file" (docs: Get repository content). */
function linkTarget(
  store: RepositoryStore,
  tree: string,
  from: string,
  link: Readonly<TreeEntry>,
  found: Omit<Content, 'entry'>,
): Content | undefined {
  let [path, entry]: [string, Readonly<TreeEntry> | undefined] = [from, link];
  for (let steps = 0; entry?.mode === SYMLINK && steps < MOST_LINKS; steps += 1) {
    const target: string = store.bytes(entry.sha)?.toString('utf8') ?? '';
    path = posix.normalize(posix.join(posix.dirname(path), target));
    entry = target.startsWith('/') || path.startsWith('..') ? undefined : entryAt(store, tree, path);
  }
  return path !== from && entry?.type === 'blob' && entry.mode !== SYMLINK ? { ...found, path, entry } : undefined;
}

/** Where a submodule comes from, as `.gitmodules` says; null where it doesn't. */
export function submoduleUrl(store: RepositoryStore, root: string, path: string): string | null {
  const modules = entryAt(store, root, '.gitmodules');
  const text = (modules && store.bytes(modules.sha)?.toString('utf8')) ?? '';
  const section = text.split(/^\[submodule /m).find((part) => settingIn(part, 'path') === path);
  return (section && settingIn(section, 'url')) ?? null;
}

const settingIn = (section: string, name: string): string | undefined =>
  section
    .split('\n')
    .map((line) => line.split('='))
    .find(([key = '', ...value]) => value.length > 0 && key.trim() === name)
    ?.slice(1)
    .join('=')
    .trim();

const README = /^readme(\.(md|markdown|mdown|mkdn|rst|txt|adoc|asciidoc|org))?$/i;

/** A directory's README, Markdown before other forms. @throws NotFound */
export function getReadme(context: HasWorld, owner: string, repo: string, directory: string, ref?: string): Content {
  const { store, tree, entry } = getContent(context, owner, repo, directory, ref);
  if (entry && entry.type !== 'tree') throw new NotFound();
  const candidates = (store.tree(tree)?.entries ?? []).filter(({ path, type }) => type === 'blob' && README.test(path));
  const readme = candidates.find(({ path }) => /\.md$/i.test(path)) ?? candidates[0];
  if (!readme) throw new NotFound();
  return getContent(context, owner, repo, [trimmed(directory), readme.path].filter(Boolean).join('/'), ref);
}

export interface FileInput {
  message: string;
  branch?: string | undefined;
  /** The id of the file that is replaced or removed. */
  sha?: string | undefined;
  author?: Person | undefined;
  committer?: Person | undefined;
}

export interface FileWritten {
  commit: Readonly<Commit>;
  repository: Readonly<Repository>;
  branch: string;
  path: string;
  /** Absent for a deletion. */
  blob?: Readonly<Blob>;
  /** True where the path was free before. */
  isNew: boolean;
}

/** A file on a branch that is about to be written. */
function target(context: GithubContext, owner: string, repo: string, rawPath: string, input: FileInput) {
  const repository = writableRepository(context, owner, repo);
  const path = trimmed(rawPath);
  if (!isValidPath(path)) throw new Unprocessable('path contains a malformed path component');
  const branch = (input.branch ?? repository.default_branch).replace(/^refs\/heads\//, '');
  const head = findBranch(context, repository.id, branch)?.object.sha;
  const isEmpty = context.world.refs.by.repository.count(repository.id) === 0;
  if (head === undefined && !isEmpty) throw new NotFound(`Branch ${branch} not found`);
  const store = new RepositoryStore(context, repository.id);
  const tree = head === undefined ? undefined : commitOf(store, head).tree;
  return { repository, path, branch, store, tree, present: tree === undefined ? undefined : entryAt(store, tree, path) };
}

/** Every step of a path above its last must be a directory or free. */
function requireDirectories(store: RepositoryStore, tree: string | undefined, path: string): void {
  if (tree === undefined) return;
  const segments = path.split('/');
  for (let length = 1; length < segments.length; length += 1) {
    const parent = segments.slice(0, length).join('/');
    const entry = entryAt(store, tree, parent);
    if (entry && entry.type !== 'tree') throw new Unprocessable(`${parent} is a file, not a directory`);
  }
}

/** Creates a file, or replaces the one whose id is named. @throws NotFound, Conflict, Unprocessable */
export function putFile(
  context: GithubContext,
  owner: string,
  repo: string,
  path: string,
  input: FileInput & { content: Buffer },
): FileWritten {
  const file = target(context, owner, repo, path, input);
  const { present, store, repository, branch } = file;
  if (present?.type === 'tree') throw new Unprocessable(`${file.path} is a directory`);
  requireDirectories(store, file.tree, file.path);
  if (present && input.sha === undefined) throw new Unprocessable('Invalid request.\n\n"sha" wasn\'t supplied.');
  if (input.sha !== undefined && input.sha !== present?.sha) throw new Conflict(`${file.path} does not match ${input.sha}`);
  const sha = store.writeBlob(input.content);
  const entry = { mode: present?.mode ?? '100644', type: 'blob', sha } as const;
  const verb = present ? 'update' : 'create';
  const commit = committed(context, repository, verb, { ...input, branch, changes: [{ path: file.path, entry }] });
  closeMentioned(context, repository, branch, [input.message]);
  return { commit, repository, branch, path: file.path, blob: blobOf(store, sha), isNew: !present };
}

const CONFLICT = 409;

/** A commit of one file; what rules of the branch forbid is told in the words of this operation. @throws RefProtected */
function committed(
  context: GithubContext,
  repository: Readonly<Repository>,
  verb: 'create' | 'update' | 'delete',
  input: CommitInput,
): Readonly<Commit> {
  try {
    return commitToBranch(context, repository, input);
  } catch (error) {
    if (!(error instanceof RefProtected)) throw error;
    // What rulesets forbid is told without the verb (xmo-odoo/dummy_central, repos/rulesets/test_rulesets.py).
    throw new RefProtected(error.violations, CONFLICT, { before: `Could not ${verb} file: `, metadata: {} });
  }
}

function blobOf(store: RepositoryStore, sha: string): Readonly<Blob> {
  const blob = store.blob(sha);
  if (!blob) throw new Error(`blob ${sha} is missing`);
  return blob;
}

/** @throws NotFound, Conflict where the file isn't the one that is named. */
export function deleteFile(context: GithubContext, owner: string, repo: string, path: string, input: FileInput): FileWritten {
  const { present, repository, branch, path: trimmedPath } = target(context, owner, repo, path, input);
  if (!present || present.type === 'tree') throw new NotFound();
  if (input.sha !== undefined && input.sha !== present.sha) throw new Conflict(`${trimmedPath} does not match ${input.sha}`);
  const commit = committed(context, repository, 'delete', { ...input, branch, changes: [{ path: trimmedPath, entry: null }] });
  return { commit, repository, branch, path: trimmedPath, isNew: false };
}

export interface PushedFile {
  path: string;
  content: Buffer;
}

/** Puts several files on a branch in one commit. @throws NotFound, Unprocessable */
export function pushFiles(
  context: GithubContext,
  owner: string,
  repo: string,
  input: { branch: string; message: string; files: readonly PushedFile[] },
): Readonly<Commit> {
  const repository = writableRepository(context, owner, repo);
  const { branch } = input;
  const isEmpty = context.world.refs.by.repository.count(repository.id) === 0;
  if (!isEmpty && !findBranch(context, repository.id, branch)) throw new NotFound();
  const store = new RepositoryStore(context, repository.id);
  const changes = input.files.map(({ path, content }) => {
    if (!isValidPath(path)) throw new Unprocessable(`tree.path contains a malformed path component`);
    return { path, entry: { mode: '100644', type: 'blob', sha: store.writeBlob(content) } as const };
  });
  const commit = commitToBranch(context, repository, { branch, message: input.message, changes });
  closeMentioned(context, repository, branch, [input.message]);
  return commit;
}
