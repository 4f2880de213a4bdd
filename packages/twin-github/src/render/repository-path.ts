import type { GithubContext, Repository } from '../world.ts';

/** The repository a record belongs to. */
export function repositoryOf({ world }: Pick<GithubContext, 'world'>, record: { repository_id: number }): Readonly<Repository> {
  const repository = world.repositories.get(record.repository_id);
  if (!repository) throw new Error(`no repository ${record.repository_id}`);
  return repository;
}

/** The API address of a record's repository, without a trailing slash. */
export const repositoryUrl = (context: Pick<GithubContext, 'world' | 'links'>, record: { repository_id: number }): string =>
  context.links.to(`/repos/${repositoryOf(context, record).full_name}`);

/** Where people see the repository. */
export const repositoryHtmlUrl = (context: Pick<GithubContext, 'world' | 'links'>, record: { repository_id: number }): string =>
  context.links.to(`/${repositoryOf(context, record).full_name}`);
