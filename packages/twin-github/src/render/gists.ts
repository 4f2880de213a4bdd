import { forksOf, revisionsOf } from '../actions/gists.ts';
import { languageOf } from '../git/language.ts';
import { nodeId } from '../node-id.ts';
import type { Gist, GistComment, GistFiles, GistRevision, GithubContext } from '../world.ts';
import { publicUser, simpleUserById } from './users.ts';

const TYPES: Readonly<Record<string, string>> = {
  js: 'application/javascript',
  json: 'application/json',
  md: 'text/markdown',
  py: 'application/x-python',
  rb: 'application/x-ruby',
  sh: 'application/x-sh',
};

const typeOf = (name: string): string => TYPES[name.split('.').at(-1) ?? ''] ?? 'text/plain';

function renderFiles(context: GithubContext, gist: Readonly<Gist>, files: GistFiles, isWhole: boolean) {
  const login = context.world.users.get(gist.owner_id)?.login ?? '';
  const raw = context.links.to(`/gist/${login}/${gist.id}/raw`);
  return Object.fromEntries(
    Object.entries(files).map(([name, content]) => [
      name,
      {
        filename: name,
        type: typeOf(name),
        language: languageOf(name) ?? (typeOf(name) === 'text/markdown' ? 'Markdown' : 'Text'),
        raw_url: `${raw}/${encodeURIComponent(name)}`,
        size: Buffer.byteLength(content),
        ...(isWhole && { truncated: false, content, encoding: 'utf-8' }),
      },
    ]),
  );
}

function base(context: GithubContext, gist: Readonly<Gist>, files: GistFiles, isWhole: boolean) {
  const url = context.links.to(`/gists/${gist.id}`);
  // As an Enterprise server has them, below one host.
  const html = context.links.to(`/gist/${context.world.users.get(gist.owner_id)?.login ?? ''}/${gist.id}`);
  const git = context.links.to(`/gist/${gist.id}.git`);
  return {
    url,
    forks_url: `${url}/forks`,
    commits_url: `${url}/commits`,
    id: gist.id,
    node_id: nodeId('G', gist.owner_id, gist.id),
    git_pull_url: git,
    git_push_url: git,
    html_url: html,
    files: renderFiles(context, gist, files, isWhole),
    public: gist.public,
    created_at: gist.created_at,
    updated_at: gist.updated_at,
    description: gist.description,
    comments: context.world.gist_comments.by.gist.count(gist.id),
    comments_enabled: true,
    comments_url: `${url}/comments`,
    owner: simpleUserById(context, gist.owner_id),
    truncated: false,
  };
}

/** A gist as it stands in lists: its files have no content. */
export const renderShortGist = (context: GithubContext, gist: Readonly<Gist>) => ({
  ...base(context, gist, gist.files, false),
  user: null,
});

export function renderRevision(context: GithubContext, revision: Readonly<GistRevision>) {
  return {
    user: simpleUserById(context, revision.user_id),
    version: revision.version,
    committed_at: revision.committed_at,
    change_status: {
      total: revision.additions + revision.deletions,
      additions: revision.additions,
      deletions: revision.deletions,
    },
    url: context.links.to(`/gists/${revision.gist_id}/${revision.version}`),
  };
}

/** A gist with its files as they are, or were in a revision. */
export function renderGist(context: GithubContext, gist: Readonly<Gist>, files: GistFiles = gist.files) {
  const parent = gist.parent_id === null ? undefined : context.world.gists.get(gist.parent_id);
  return {
    ...base(context, gist, files, true),
    user: null,
    forks: forksOf(context, gist.id).map((fork) => {
      const owner = context.world.users.get(fork.owner_id);
      return {
        id: fork.id,
        url: context.links.to(`/gists/${fork.id}`),
        ...(owner && { user: publicUser(context, owner) }),
        created_at: fork.created_at,
        updated_at: fork.updated_at,
      };
    }),
    history: revisionsOf(context, gist.id).map((one) => renderRevision(context, one)),
    ...(parent && { fork_of: renderShortGist(context, parent) }),
  };
}

export function renderGistComment(context: GithubContext, comment: Readonly<GistComment>) {
  const isOwner = context.world.gists.get(comment.gist_id)?.owner_id === comment.user_id;
  return {
    url: context.links.to(`/gists/${comment.gist_id}/comments/${comment.id}`),
    id: comment.id,
    node_id: nodeId('GC', comment.id),
    user: simpleUserById(context, comment.user_id),
    author_association: isOwner ? 'OWNER' : 'NONE',
    created_at: comment.created_at,
    updated_at: comment.updated_at,
    body: comment.body,
  };
}
