import type { TreeListing } from '../actions/git-data.ts';
import { RepositoryStore } from '../actions/git-store.ts';
import { isProtected, protectionOf } from '../actions/protection/rules-of.ts';
import { nodeId } from '../node-id.ts';
import type { Blob, Commit, GithubContext, Ref, Repository, Tag, TreeEntry } from '../world.ts';
import { person, renderCommit, UNSIGNED } from './commits.ts';
import { branchProtection } from './protection.ts';
import { repositoryHtmlUrl, repositoryOf, repositoryUrl } from './repository-path.ts';

/** GitHub breaks base64 after this many characters. */
const LINE = 60;

export const base64Lines = (bytes: Buffer): string =>
  bytes.toString('base64').replaceAll(new RegExp(`.{1,${LINE}}`, 'g'), '$&\n');

export function renderBlob(context: GithubContext, blob: Readonly<Blob>) {
  return {
    sha: blob.sha,
    node_id: nodeId('B', blob.repository_id, blob.sha),
    size: blob.size,
    url: `${repositoryUrl(context, blob)}/git/blobs/${blob.sha}`,
    content: base64Lines(new RepositoryStore(context, blob.repository_id).bytes(blob.sha) ?? Buffer.alloc(0)),
    encoding: 'base64',
  };
}

const COLLECTION = { blob: 'blobs', tree: 'trees', commit: 'commits', tag: 'tags' } as const;

function treeEntry(api: string, store: RepositoryStore, { path, mode, type, sha }: Readonly<TreeEntry>) {
  const url = `${api}/git/${COLLECTION[type]}/${sha}`;
  return type === 'blob' ? { path, mode, type, sha, size: store.blob(sha)?.size ?? 0, url } : { path, mode, type, sha, url };
}

export function renderTree(context: GithubContext, { repository, store, sha, entries, truncated }: TreeListing) {
  const api = repositoryUrl(context, { repository_id: repository.id });
  return {
    sha,
    url: `${api}/git/trees/${sha}`,
    tree: entries.map((entry) => treeEntry(api, store, entry)),
    truncated,
  };
}

export function renderCommitObject(context: GithubContext, commit: Readonly<Commit>) {
  const { node_id, html_url, parents, commit: inner } = renderCommit(context, commit);
  const api = repositoryUrl(context, commit);
  return {
    sha: commit.sha,
    node_id,
    url: inner.url,
    html_url,
    author: inner.author,
    committer: inner.committer,
    tree: inner.tree,
    message: inner.message,
    parents: parents.map((parent) => ({ ...parent, url: `${api}/git/commits/${parent.sha}` })),
    verification: UNSIGNED,
  };
}

export function renderTag(context: GithubContext, tag: Readonly<Tag>) {
  const api = repositoryUrl(context, tag);
  return {
    node_id: nodeId('TA', tag.repository_id, tag.sha),
    sha: tag.sha,
    url: `${api}/git/tags/${tag.sha}`,
    tagger: person(tag.tagger),
    object: { ...tag.object, url: `${api}/git/${COLLECTION[tag.object.type]}/${tag.object.sha}` },
    tag: tag.tag,
    message: tag.message,
    verification: UNSIGNED,
  };
}

export function renderRef(context: GithubContext, ref: Readonly<Ref>) {
  const api = repositoryUrl(context, ref);
  return {
    ref: ref.ref,
    node_id: nodeId('REF', ref.repository_id, ref.ref),
    url: `${api}/git/${ref.ref}`,
    object: { sha: ref.object.sha, type: ref.object.type, url: `${api}/git/${COLLECTION[ref.object.type]}/${ref.object.sha}` },
  };
}

const shortName = (ref: Readonly<Ref>) => ref.ref.replace(/^refs\/(heads|tags)\//, '');

/** A branch as it stands in lists. */
export const renderShortBranch = (context: GithubContext, ref: Readonly<Ref>) => ({
  name: shortName(ref),
  commit: { sha: ref.object.sha, url: `${repositoryUrl(context, ref)}/commits/${ref.object.sha}` },
  protected: isProtected(context, repositoryOf(context, ref), ref.ref),
});

export function renderBranch(context: GithubContext, ref: Readonly<Ref>, commit: Readonly<Commit>) {
  const name = shortName(ref);
  const self = `${repositoryUrl(context, ref)}/branches/${encodeURIComponent(name)}`;
  return {
    name,
    commit: renderCommit(context, commit),
    _links: { self, html: `${repositoryHtmlUrl(context, ref)}/tree/${name}` },
    protected: isProtected(context, repositoryOf(context, ref), ref.ref),
    protection: branchProtection(protectionOf(context, ref.repository_id, name)),
    protection_url: `${self}/protection`,
  };
}

/** A tag of a repository's tag list, with the commit it leads to. */
export function renderTagRef(context: GithubContext, repository: Readonly<Repository>, ref: Readonly<Ref>, commit: string) {
  const api = repositoryUrl(context, { repository_id: repository.id });
  const name = shortName(ref);
  return {
    name,
    zipball_url: `${api}/zipball/${ref.ref}`,
    tarball_url: `${api}/tarball/${ref.ref}`,
    commit: { sha: commit, url: `${api}/commits/${commit}` },
    node_id: nodeId('REF', repository.id, ref.ref),
  };
}
