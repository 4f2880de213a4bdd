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

/** The same as a path. */
export const repositoryHtmlPath = (context: Pick<GithubContext, 'world'>, record: { repository_id: number }): string =>
  `/${repositoryOf(context, record).full_name}`;

/** Where people see a check run: a job's is its run's. */
export function checkRunPath(context: Pick<GithubContext, 'world'>, run: { id: number; repository_id: number }): string {
  const job = context.world.workflow_jobs.get(run.id);
  return `${repositoryHtmlPath(context, run)}${job ? `/actions/runs/${job.run_id}/job/${job.id}` : `/runs/${run.id}`}`;
}
