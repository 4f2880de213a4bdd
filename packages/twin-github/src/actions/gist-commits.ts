import { diffTexts } from '../git/diff.ts';
import { type CommitFields, commitSha } from '../git/objects.ts';
import { Overlay } from '../git/overlay.ts';
import { updateTree } from '../git/tree.ts';
import {
  type FileMode,
  type Gist,
  type GistFiles,
  type GistForms,
  type GistRevision,
  type GithubSeedContext,
  gistRevisionKey,
  timestamp,
  type User,
} from '../world.ts';
import type { HasWorld } from './access.ts';
import { signatureOf } from './signatures.ts';

/** What a revision holds, whole. */
export interface GistContent {
  files: GistFiles;
  forms?: GistForms | undefined;
}

const PLAIN_MODE: FileMode = '100644';

const formOf = ({ forms }: GistContent, name: string): GistForms[string] | undefined =>
  forms && Object.hasOwn(forms, name) ? forms[name] : undefined;

/** A file's bytes. */
export const bytesOf = (content: GistContent, name: string): Buffer =>
  Buffer.from(content.files[name] ?? '', formOf(content, name)?.base64 ? 'base64' : 'utf8');

export const isBase64 = (content: GistContent, name: string): boolean => formOf(content, name)?.base64 === true;

/** Writes files, and gives the id of their tree. */
export function writeFiles(store: Overlay, content: GistContent): string {
  const changes = Object.keys(content.files).map((path) => {
    const sha = store.writeBlob(bytesOf(content, path));
    return { path, entry: { mode: formOf(content, path)?.mode ?? PLAIN_MODE, type: 'blob' as const, sha } };
  });
  return updateTree(store, undefined, changes);
}

/** The objects of a revision as git has them. */
export function objectsOf(revision: Readonly<GistRevision>, store = new Overlay()): Overlay {
  writeFiles(store, revision);
  store.writeCommit(revision.commit);
  return store;
}

/** Lines that came and went between two states of files; content that is no text has none. */
function changesBetween(before: GistContent, after: GistContent): Pick<GistRevision, 'additions' | 'deletions'> {
  const text = (content: GistContent, name: string): string =>
    Object.hasOwn(content.files, name) && !isBase64(content, name) ? (content.files[name] ?? '') : '';
  const names = [...new Set([...Object.keys(before.files), ...Object.keys(after.files)])];
  const diffs = names.map((name) => diffTexts(text(before, name), text(after, name)));
  return {
    additions: diffs.reduce((sum, { additions }) => sum + additions, 0),
    deletions: diffs.reduce((sum, { deletions }) => sum + deletions, 0),
  };
}

const NOTHING: GistContent = { files: {} };

/** The forms of those files that there are; undefined where all are plain. */
export function formsOf(files: GistFiles, forms: GistForms | undefined): GistForms | undefined {
  const kept = Object.entries(forms ?? {}).filter(([name]) => Object.hasOwn(files, name));
  return kept.length > 0 ? Object.fromEntries(kept) : undefined;
}

export const revisionWith = ({ world }: HasWorld, gistId: string, version: string): Readonly<GistRevision> | undefined =>
  world.gist_revisions.get(gistRevisionKey(gistId, version));

/** Adds a commit to a gist's history. @returns its id */
export function addRevision(
  context: GithubSeedContext,
  gistId: string,
  userId: number,
  { files, forms }: GistContent,
  commit: CommitFields,
): string {
  const version = commitSha(commit);
  if (revisionWith(context, gistId, version)) return version;
  const [parent] = commit.parents;
  const before = parent === undefined ? NOTHING : (revisionWith(context, gistId, parent) ?? NOTHING);
  context.world.gist_revisions.insert({
    ...{ version, gist_id: gistId, user_id: userId, files, ...(forms && { forms }) },
    ...changesBetween(before, { files, forms }),
    ...{ committed_at: commit.committer.date, commit },
  });
  return version;
}

/** Commits what a gist's files are now, as GitHub does for whoever edits one: without a message. @returns the commit's id */
export function commitFiles(
  context: GithubSeedContext,
  gistId: string,
  author: Readonly<User>,
  content: GistContent,
  parent?: string,
): string {
  const tree = writeFiles(new Overlay(), content);
  const signature = signatureOf(context, author);
  const parents = parent === undefined ? [] : [parent];
  const commit = { tree, parents, author: signature, committer: signature, message: '' };
  return addRevision(context, gistId, author.id, content, commit);
}

/** All commits that a gist has had, in the order that they came. */
export function everyRevision({ world }: HasWorld, id: string): readonly Readonly<GistRevision>[] {
  const { gist } = world.gist_revisions.by;
  return gist.page(id, { limit: gist.count(id) });
}

/** The history of a gist's branch, newest first. */
export function revisionsOf(context: HasWorld, { id, head }: Readonly<Gist>): readonly Readonly<GistRevision>[] {
  const reached = new Set<string>();
  const next = [head];
  for (let version = next.pop(); version !== undefined; version = next.pop()) {
    if (reached.has(version)) continue;
    reached.add(version);
    next.push(...(revisionWith(context, id, version)?.commit.parents ?? []));
  }
  return everyRevision(context, id)
    .filter(({ version }) => reached.has(version))
    .toReversed();
}

/** A new gist's first commit, and the gist. */
export function insertGist(
  context: GithubSeedContext,
  owner: Readonly<User>,
  facts: Pick<Gist, 'description' | 'public' | 'files'>,
): Readonly<Gist> {
  const now = timestamp(context.now);
  const id = context.ids.hex(32);
  const head = commitFiles(context, id, owner, facts);
  return context.world.gists.insert({
    ...{ id, owner_id: owner.id, ...facts, parent_id: null, head },
    ...{ created_at: now, updated_at: now },
  });
}
