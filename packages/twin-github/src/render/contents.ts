import { type Content, type FileWritten, SYMLINK, submoduleUrl } from '../actions/contents.ts';
import type { GithubContext, Repository, TreeEntry } from '../world.ts';
import { encodePath } from './commits.ts';
import { base64Lines, renderCommitObject } from './git-objects.ts';

/** Larger files come without content, as https://docs.github.com/rest/repos/contents#get-repository-content says. */
const MAX_INLINE_BYTES = 1024 * 1024;

/** "This API has an upper limit of 1,000 files for a directory" (same page). */
const MOST_ENTRIES = 1000;

interface Place {
  repository: Readonly<Repository>;
  ref: string;
  path: string;
}

const KIND = { blob: 'file', tree: 'dir', commit: 'submodule' } as const;

function item({ links }: GithubContext, { repository, ref, path }: Place, entry: Readonly<TreeEntry>, size: number) {
  const api = links.to(`/repos/${repository.full_name}`);
  const html = links.to(`/${repository.full_name}`);
  const type = entry.mode === SYMLINK ? 'symlink' : KIND[entry.type];
  const encoded = encodePath(path);
  const url = `${api}/contents/${encoded}?ref=${encodeURIComponent(ref)}`;
  const git = `${api}/git/${entry.type === 'tree' ? 'trees' : 'blobs'}/${entry.sha}`;
  const page = `${html}/${entry.type === 'tree' ? 'tree' : 'blob'}/${encodePath(ref)}/${encoded}`;
  return {
    name: path.split('/').at(-1) ?? path,
    path,
    sha: entry.sha,
    size,
    url,
    html_url: page,
    git_url: git,
    // Good for itself, without a credential (docs: Get repository content, "Download URLs expire").
    download_url:
      entry.type === 'blob' ? links.signed(`/${repository.full_name}/raw/${encodeURIComponent(ref)}/${encoded}`) : null,
    type,
    _links: { self: url, git, html: page },
  };
}

/** A file with its content. */
export function renderFile(context: GithubContext, content: Content & { entry: Readonly<TreeEntry> }) {
  const { store, entry } = content;
  if (entry.type === 'commit') return renderSubmodule(context, content);
  const bytes = store.bytes(entry.sha) ?? Buffer.alloc(0);
  const { _links, ...fields } = item(context, content, entry, bytes.length);
  if (fields.type === 'symlink') return { ...fields, target: bytes.toString('utf8'), _links };
  const isInline = bytes.length <= MAX_INLINE_BYTES;
  return { ...fields, content: isInline ? base64Lines(bytes) : '', encoding: isInline ? 'base64' : 'none', _links };
}

/** A submodule; it has addresses of its own only where it is a repository of the same host. */
function renderSubmodule(context: GithubContext, content: Content & { entry: Readonly<TreeEntry> }) {
  const { _links, ...fields } = item(context, content, content.entry, 0);
  const submodule_git_url = submoduleUrl(content.store, content.tree, content.path);
  const [, name] =
    /^(?:https?:\/\/|git@|ssh:\/\/git@)github\.com[:/]([\w.-]+\/[\w.-]+?)(?:\.git)?$/.exec(submodule_git_url ?? '') ?? [];
  const git = name === undefined ? null : context.links.to(`/repos/${name}/git/trees/${content.entry.sha}`);
  const html = name === undefined ? null : context.links.to(`/${name}/tree/${content.entry.sha}`);
  return { ...fields, submodule_git_url, git_url: git, html_url: html, _links: { self: fields.url, git, html } };
}

/** A directory's entries. */
export function renderDirectory(context: GithubContext, { repository, store, ref, path, tree }: Content) {
  return (store.tree(tree)?.entries ?? []).slice(0, MOST_ENTRIES).map((entry) => {
    const place = { repository, ref, path: path === '' ? entry.path : `${path}/${entry.path}` };
    const listed = item(context, place, entry, entry.type === 'blob' ? (store.blob(entry.sha)?.size ?? 0) : 0);
    // "Submodules have their type specified as \"file\"" in a list, for older clients (same page).
    return listed.type === 'submodule' ? { ...listed, type: 'file' as const } : listed;
  });
}

/** A directory as one object: the `object` media type. */
export function renderDirectoryObject(context: GithubContext, content: Content) {
  const entries = renderDirectory(context, content);
  const entry = content.entry ?? { path: '', mode: '040000', type: 'tree', sha: content.tree };
  const { _links, ...fields } = item(context, content, entry, 0);
  return { ...fields, entries, _links };
}

/** The answer to a file that was written or removed. */
export function renderWritten(context: GithubContext, { repository, branch, path, blob, commit }: FileWritten) {
  const entry = blob && ({ path, mode: '100644', type: 'blob', sha: blob.sha } as const);
  return {
    content: entry ? item(context, { repository, ref: branch, path }, entry, blob.size) : null,
    commit: renderCommitObject(context, commit),
  };
}
