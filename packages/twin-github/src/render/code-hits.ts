import type { CodeHit } from '../actions/search/code.ts';
import type { GithubContext } from '../world.ts';
import { encodePath } from './commits.ts';
import { renderRepository } from './repositories.ts';

/** A file that a code search found. */
export function renderCodeHit(context: GithubContext, { repository, file, commit }: CodeHit) {
  const api = context.links.to(`/repos/${repository.full_name}`);
  const path = encodePath(file.path);
  return {
    name: file.path.split('/').at(-1) ?? file.path,
    path: file.path,
    sha: file.sha,
    url: `${api}/contents/${path}?ref=${commit}`,
    git_url: `${api}/git/blobs/${file.sha}`,
    html_url: context.links.to(`/${repository.full_name}/blob/${commit}/${path}`),
    repository: renderRepository(context, repository),
    score: 1,
  };
}
