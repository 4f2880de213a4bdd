import { cachedRenderer } from '@svc/twin-kit';
import { commitChanges } from '../actions/commits.ts';
import { RepositoryStore } from '../actions/git-store.ts';
import type { ChangedFile } from '../actions/pull-changes.ts';
import { diffFile } from '../git/diff.ts';
import { nodeId } from '../node-id.ts';
import type { Commit, GithubCollections, GithubContext, Signature } from '../world.ts';
import { repositoryHtmlUrl, repositoryOf, repositoryUrl } from './repository-path.ts';
import { simpleUser } from './users.ts';

/** The twin signs nothing: https://docs.github.com/rest/commits/commits#get-a-commit, "Signature verification object" */
export const UNSIGNED = { verified: false, reason: 'unsigned', signature: null, payload: null, verified_at: null } as const;

/** A path inside a URL. */
export const encodePath = (path: string): string => path.split('/').map(encodeURIComponent).join('/');

export const person = ({ name, email, date }: Readonly<Signature>) => ({ name, email, date });

/** The account behind an address of a commit. */
function accountOf(context: GithubContext, { email }: Readonly<Signature>) {
  const user = context.world.users.by.address.first(email.toLowerCase());
  return user ? simpleUser(context, user) : null;
}

/** A commit as it stands in lists. */
export function renderCommit(context: GithubContext, commit: Readonly<Commit>) {
  const api = repositoryUrl(context, commit);
  const html = repositoryHtmlUrl(context, commit);
  const url = `${api}/commits/${commit.sha}`;
  return {
    sha: commit.sha,
    node_id: nodeId('C', commit.repository_id, commit.sha),
    commit: {
      author: person(commit.author),
      committer: person(commit.committer),
      message: commit.message,
      tree: { sha: commit.tree, url: `${api}/git/trees/${commit.tree}` },
      url: `${api}/git/commits/${commit.sha}`,
      comment_count: context.world.commit_comments.by.commit.count(`${commit.repository_id}/${commit.sha}`),
      verification: UNSIGNED,
    },
    url,
    html_url: `${html}/commit/${commit.sha}`,
    comments_url: `${url}/comments`,
    author: accountOf(context, commit.author),
    committer: accountOf(context, commit.committer),
    parents: commit.parents.map((sha) => ({ sha, url: `${api}/commits/${sha}`, html_url: `${html}/commit/${sha}` })),
  };
}

/** A commit of a list as JSON text, kept until its people or its repository change. */
export const commitJson = cachedRenderer<GithubCollections, Commit>(['users', 'repositories', 'commit_comments'], renderCommit);

/** A changed file, in a commit, a comparison or a pull request. */
export function renderChangedFile(context: GithubContext, at: Readonly<Commit>, file: ChangedFile) {
  const api = repositoryUrl(context, at);
  const html = repositoryHtmlUrl(context, at);
  const path = encodePath(file.path);
  const { additions, deletions, patch } = file.diff;
  return {
    sha: (file.after ?? file.before)?.sha ?? null,
    filename: file.path,
    status: file.status,
    additions,
    deletions,
    changes: additions + deletions,
    blob_url: `${html}/blob/${at.sha}/${path}`,
    // Downloads need no credential at GitHub.
    raw_url: context.links.signed(`/${repositoryOf(context, at).full_name}/raw/${at.sha}/${path}`),
    contents_url: `${api}/contents/${path}?ref=${at.sha}`,
    ...(patch !== undefined && { patch }),
    ...(file.previous_path !== undefined && { previous_filename: file.previous_path }),
  };
}

/** What a commit changed, with its lines. */
export function changedFiles(context: GithubContext, commit: Readonly<Commit>): ChangedFile[] {
  const store = new RepositoryStore(context, commit.repository_id);
  return commitChanges(store, commit).map((change) => ({ ...change, diff: diffFile(store, change) }));
}

export const total = (files: readonly ChangedFile[], what: 'additions' | 'deletions'): number =>
  files.reduce((sum, { diff }) => sum + diff[what], 0);

/** A commit with what it changed. */
export function renderFullCommit(
  context: GithubContext,
  commit: Readonly<Commit>,
  shown: readonly ChangedFile[] = changedFiles(context, commit),
) {
  const files = changedFiles(context, commit);
  const [additions, deletions] = [total(files, 'additions'), total(files, 'deletions')];
  return {
    ...renderCommit(context, commit),
    stats: { total: additions + deletions, additions, deletions },
    files: shown.map((file) => renderChangedFile(context, commit, file)),
  };
}
