import { bytesOf, type GistContent, isBase64, revisionsOf } from '../actions/gist-commits.ts';
import { forksOf } from '../actions/gists.ts';
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

const topLevel = (files: GistFiles): [name: string, text: string][] =>
  Object.entries(files).filter(([name]) => !name.includes('/'));

const typeOf = (name: string): string => TYPES[name.split('.').at(-1) ?? ''] ?? 'text/plain';

/** What lies in a folder is no file of the gist's. */
function renderFiles(context: GithubContext, gist: Readonly<Gist>, content: GistContent, isWhole: boolean) {
  const login = context.world.users.get(gist.owner_id)?.login ?? '';
  const raw = context.links.to(`/gist/${login}/${gist.id}/raw`);
  return Object.fromEntries(
    topLevel(content.files).map(([name, text]) => [
      name,
      {
        filename: name,
        type: typeOf(name),
        language: languageOf(name) ?? (typeOf(name) === 'text/markdown' ? 'Markdown' : 'Text'),
        raw_url: `${raw}/${encodeURIComponent(name)}`,
        size: bytesOf(content, name).length,
        ...(isWhole && { truncated: false, content: text, encoding: isBase64(content, name) ? 'base64' : 'utf-8' }),
      },
    ]),
  );
}

function base(context: GithubContext, gist: Readonly<Gist>, content: GistContent, isWhole: boolean) {
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
    files: renderFiles(context, gist, content, isWhole),
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
  ...base(context, gist, gist, false),
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
export function renderGist(context: GithubContext, gist: Readonly<Gist>, content: GistContent = gist) {
  const parent = gist.parent_id === null ? undefined : context.world.gists.get(gist.parent_id);
  return {
    ...base(context, gist, content, true),
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
    history: revisionsOf(context, gist).map((one) => renderRevision(context, one)),
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
