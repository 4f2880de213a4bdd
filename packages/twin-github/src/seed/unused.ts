import { unusedOfDiscussion } from './discussion-rules.ts';
import { unusedOfAdvisories } from './repository-advisories.ts';
import type { IssueSeed, PullSeed, RepositorySeed, Seed } from './schema.ts';
import type { CheckRunSeed } from './schema-parts.ts';

type Path = readonly (string | number)[];

/** Fields that mean nothing in the state that their object is in. */
export function* unusedFields({ repositories }: Seed): Generator<Path> {
  for (const [at, repository] of repositories.entries()) {
    for (const path of unusedOf(repository)) yield ['repositories', at, ...path];
  }
}

function* unusedOf(repository: RepositorySeed): Generator<Path> {
  for (const [at, one] of (repository.collaborators ?? []).entries()) {
    // Whoever owns a repository has every permission.
    const { login, path } = typeof one === 'string' ? { login: one, path: [at] } : { login: one.login, path: [at, 'permission'] };
    if (login.toLowerCase() === repository.owner.toLowerCase()) yield ['collaborators', ...path];
  }
  for (const [at, { state }] of repository.milestones.entries()) {
    if (state === 'open') yield ['milestones', at, 'closed_at'];
  }
  for (const [at, { files }] of repository.branches.entries()) {
    // Without files there is no commit of its own.
    if (!files) yield* [['branches', at, 'message'] as Path, ['branches', at, 'author'] as Path];
  }
  for (const [at, issue] of repository.issues.entries()) {
    for (const path of unusedOfIssue(issue)) yield ['issues', at, ...path];
  }
  for (const [at, pull] of repository.pull_requests.entries()) {
    for (const path of unusedOfPull(pull)) yield ['pull_requests', at, ...path];
  }
  for (const [at, discussion] of repository.discussions.entries()) {
    for (const path of unusedOfDiscussion(discussion)) yield ['discussions', at, ...path];
  }
  for (const path of unusedOfRuns(repository.check_runs)) yield path;
  yield* unusedOfAlerts(repository);
  yield* unusedOfAdvisories(repository);
}

/** Who closed an alert, and in what words, is told of what is closed; a line is of a file. */
function* unusedOfAlerts({ code_scanning_alerts, secret_scanning_alerts, dependabot_alerts }: RepositorySeed): Generator<Path> {
  for (const [kind, alerts] of Object.entries({ code_scanning_alerts, dependabot_alerts }))
    for (const [at, { state }] of alerts.entries())
      if (state !== 'dismissed')
        yield* [
          [kind, at, 'dismissed_by'],
          [kind, at, 'dismissed_comment'],
        ];
  for (const [at, { state, path }] of secret_scanning_alerts.entries()) {
    if (state === 'open') yield* ['resolved_by', 'resolution_comment'].map((field) => ['secret_scanning_alerts', at, field]);
    if (path === undefined) yield ['secret_scanning_alerts', at, 'line'];
  }
}

function* unusedOfIssue({ state, state_reason }: IssueSeed): Generator<Path> {
  if (state === 'open') yield ['closed_at'];
  // Only what is open again is reopened, and only what is closed has another reason.
  if ((state === 'closed') === (state_reason === 'reopened')) yield ['state_reason'];
}

function* unusedOfPull({ state, merged, user, requested_reviewers, reviews, check_runs }: PullSeed): Generator<Path> {
  if (state === 'open' && !merged) yield ['closed_at'];
  // What is merged is closed.
  if (state === 'open' && merged) yield ['state'];
  for (const [at, login] of requested_reviewers.entries()) {
    if (login.toLowerCase() === user?.toLowerCase()) yield ['requested_reviewers', at];
  }
  for (const [at, { state: verdict, comments }] of reviews.entries()) {
    if (verdict === 'PENDING' && comments.length === 0) yield ['reviews', at, 'submitted_at'];
    for (const [which, { line, replies }] of comments.entries()) {
      const path: Path = ['reviews', at, 'comments', which];
      // Nobody sees what is pending, so nobody answers it.
      if (verdict === 'PENDING' && replies.length > 0) yield [...path, 'replies'];
      // A comment on the file has no place in it.
      if (line === undefined)
        yield* [
          [...path, 'start_line'],
          [...path, 'side'],
        ];
    }
  }
  yield* unusedOfRuns(check_runs);
}

/** What has a conclusion is completed. */
function* unusedOfRuns(runs: readonly CheckRunSeed[]): Generator<Path> {
  for (const [at, { status, conclusion }] of runs.entries()) {
    if (conclusion !== undefined && status !== 'completed') yield ['check_runs', at, 'status'];
  }
}
