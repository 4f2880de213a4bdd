import { Unprocessable } from '../errors.ts';
import { type GithubContext, type Repository, type Team, timestamp, type User } from '../world.ts';
import { type HasWorld, hasPermission, writableRepository } from './access.ts';
import { recordIssueEvent } from './issue-events.ts';
import { type FoundPull, getPull } from './pulls.ts';

/** Who is asked for a review: people by login, teams by slug. */
export interface Reviewers {
  reviewers?: readonly string[] | undefined;
  team_reviewers?: readonly string[] | undefined;
}

/** Asks people and teams to review. @throws Unprocessable for the author, and for who has no access. */
export function requestReviewers(
  context: GithubContext,
  owner: string,
  repo: string,
  number: number,
  { reviewers = [], team_reviewers = [] }: Reviewers,
): FoundPull {
  const found = getPull(context, owner, repo, number);
  const { issue, repository } = found;
  writableRepository(context, owner, repo);
  const users = reviewers.map((login) => context.world.users.by.login.first(login.toLowerCase()));
  if (users.some((user) => user?.id === issue.user_id))
    throw new Unprocessable('Review cannot be requested from pull request author.');
  const teams = team_reviewers.map((slug) => teamOf(context, repository, slug));
  const strangers = users.some((user) => !user || !mayReview(context, repository, user));
  if (strangers || teams.includes(undefined)) {
    const who = reviewers.length === 0 ? 'teams' : 'users or teams';
    throw new Unprocessable(
      `Reviews may only be requested from collaborators. One or more of the ${who} you specified is not a collaborator of the ` +
        `${repository.full_name} repository.`,
    );
  }
  const { requested_reviewer_ids: people, requested_team_ids: groups } = found.pull;
  return replace(context, found, {
    people: [...new Set([...people, ...users.map((user) => (user as Readonly<User>).id)])],
    teams: [...new Set([...groups, ...teams.map((team) => (team as Readonly<Team>).id)])],
  });
}

const mayReview = (context: HasWorld, repository: Readonly<Repository>, user: Readonly<User>): boolean =>
  user.type !== 'Organization' &&
  (hasPermission(context, repository, user.id, 'triage') || context.world.collaborators.has(`${repository.id}/${user.id}`));

/** A team of the organisation that owns the repository. */
function teamOf({ world }: HasWorld, { owner_id }: Readonly<Repository>, slug: string): Readonly<Team> | undefined {
  return world.teams.by.slug.first(`${owner_id}/${slug.toLowerCase()}`);
}

/** Takes requests back; who wasn't asked is passed over. */
export function removeReviewers(
  context: GithubContext,
  owner: string,
  repo: string,
  number: number,
  { reviewers = [], team_reviewers = [] }: Reviewers,
): FoundPull {
  const found = getPull(context, owner, repo, number);
  writableRepository(context, owner, repo);
  const gone = new Set(reviewers.map((login) => context.world.users.by.login.first(login.toLowerCase())?.id));
  const goneTeams = new Set(team_reviewers.map((slug) => teamOf(context, found.repository, slug)?.id));
  return replace(context, found, {
    people: found.pull.requested_reviewer_ids.filter((id) => !gone.has(id)),
    teams: found.pull.requested_team_ids.filter((id) => !goneTeams.has(id)),
  });
}

interface Requested {
  people: number[];
  teams: number[];
}

function replace(context: GithubContext, { pull, issue, repository }: FoundPull, now: Requested): FoundPull {
  const before: Requested = { people: pull.requested_reviewer_ids, teams: pull.requested_team_ids };
  tell(context, issue, 'review_requested', before, now);
  tell(context, issue, 'review_request_removed', now, before);
  if (now.people.join() !== before.people.join() || now.teams.join() !== before.teams.join()) {
    context.world.pull_requests.update(pull.issue_id, { requested_reviewer_ids: now.people, requested_team_ids: now.teams });
    context.world.issues.update(pull.issue_id, { updated_at: timestamp(context.now) });
  }
  const [owner = '', name = ''] = repository.full_name.split('/');
  return getPull(context, owner, name, pull.number);
}

/** An event for everyone who is asked in `now` and not in `before`. */
function tell(
  context: GithubContext,
  issue: FoundPull['issue'],
  event: 'review_requested' | 'review_request_removed',
  before: Requested,
  now: Requested,
): void {
  for (const id of now.people)
    if (!before.people.includes(id)) recordIssueEvent(context, issue, { event, requested_reviewer_id: id });
  for (const id of now.teams) if (!before.teams.includes(id)) recordIssueEvent(context, issue, { event, requested_team_id: id });
}
