import { commitsBetween, historyOf } from '../git/history.ts';
import { type GithubContext, type Repository, stateGroup } from '../world.ts';
import { resolveCommit } from './commits.ts';
import { RepositoryStore } from './git-store.ts';
import { pullOf } from './pulls.ts';

interface Span {
  tag_name: string;
  /** By default the tag of the release before. */
  previous_tag_name?: string | undefined;
  /** Commit of the new tag. */
  target: string;
}

/** What was merged since the tag before: https://docs.github.com/repositories/releasing-projects-on-github/automatically-generated-release-notes */
export function releaseNotes(
  context: GithubContext,
  repository: Readonly<Repository>,
  { tag_name, previous_tag_name, target }: Span,
): { name: string; body: string } {
  const page = context.links.to(`/${repository.full_name}`);
  const previous = previous_tag_name ?? lastTag(context, repository, tag_name);
  const since = previous === undefined ? undefined : resolveCommit(context, repository, `refs/tags/${previous}`);
  const store = new RepositoryStore(context, repository.id);
  const commits = new Set(since === undefined ? historyOf(store, target) : commitsBetween(store, since, target));
  const { pulls } = context.world.issues.by;
  const group = stateGroup(repository.id, 'closed');
  const merged = pulls.page(group, { limit: pulls.count(group) }).flatMap((issue) => {
    const { pull } = pullOf(context, issue);
    if (pull.merge_commit_sha === null || !commits.has(pull.merge_commit_sha)) return [];
    return [`* ${issue.title} by @${context.world.users.get(issue.user_id)?.login} in ${page}/pull/${issue.number}`];
  });
  const changes = merged.length > 0 ? `## What's Changed\n${merged.join('\n')}\n\n\n` : '';
  const compare = previous === undefined ? `commits/${tag_name}` : `compare/${previous}...${tag_name}`;
  return { name: tag_name, body: `${changes}**Full Changelog**: ${page}/${compare}` };
}

function lastTag({ world }: GithubContext, repository: Readonly<Repository>, tag: string): string | undefined {
  const { repository: index } = world.releases.by;
  const releases = index.page(repository.id, { limit: index.count(repository.id), reverse: true });
  return releases.find(({ draft, tag_name }) => !draft && tag_name !== tag)?.tag_name;
}
