import type { Comparison } from '../actions/commits.ts';
import { RepositoryStore } from '../actions/git-store.ts';
import type { ChangedFile } from '../actions/pull-changes.ts';
import { commitOf } from '../git/store.ts';
import type { GithubContext } from '../world.ts';
import { renderChangedFile, renderCommit } from './commits.ts';

/** GitHub shows no more files of a comparison: https://docs.github.com/rest/commits/commits#compare-two-commits */
const MAX_FILES = 300;

/** How two commits stand to each other, with one page of the commits between them. */
export function renderComparison(
  context: GithubContext,
  { repository, base, head, mergeBase, status, behindBy, commits }: Comparison,
  page: { commits: readonly string[]; files: readonly ChangedFile[] },
) {
  const store = new RepositoryStore(context, repository.id);
  const html = context.links.to(`/${repository.full_name}/compare/${base.sha}...${head.sha}`);
  return {
    url: context.links.to(`/repos/${repository.full_name}/compare/${base.sha}...${head.sha}`),
    html_url: html,
    permalink_url: html,
    diff_url: `${html}.diff`,
    patch_url: `${html}.patch`,
    base_commit: renderCommit(context, base),
    merge_base_commit: renderCommit(context, mergeBase),
    status,
    ahead_by: commits.length,
    behind_by: behindBy,
    total_commits: commits.length,
    commits: page.commits.map((sha) => renderCommit(context, commitOf(store, sha))),
    files: page.files.slice(0, MAX_FILES).map((file) => renderChangedFile(context, head, file)),
  };
}
