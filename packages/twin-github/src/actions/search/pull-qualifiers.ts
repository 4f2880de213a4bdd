import { closingNumbers } from '../closing-words.ts';
import { isLinkedTo, linkedIssuesOf } from '../linked-pulls.ts';
import { pullContent } from '../pull-changes.ts';
import { decision } from '../review-decision.ts';
import { commitState } from '../statuses.ts';
import { dateInRange } from './match.ts';
import { isUser, loginIn, pullOf, type Qualifier, type Subject } from './subject.ts';

/** The reviews that were submitted. */
function reviewsOf({ context, issue }: Subject) {
  const { pull } = context.world.reviews.by;
  return pull.page(issue.id, { limit: pull.count(issue.id) }).filter(({ state }) => state !== 'PENDING');
}

const REVIEW: Readonly<Record<string, (subject: Subject) => boolean>> = {
  none: (subject) => reviewsOf(subject).length === 0,
  // What requires a review is a branch's protection, and the twin has none.
  required: () => false,
  approved: (subject) => decision(subject.context, subject.issue.id) === 'APPROVED',
  changes_requested: (subject) => decision(subject.context, subject.issue.id) === 'CHANGES_REQUESTED',
};

/** `acme/core`, or the slug alone. */
function isTeam({ context }: Subject, teamId: number, value: string): boolean {
  const team = context.world.teams.get(teamId);
  const organization = team && context.world.users.get(team.organization_id);
  const [slug, owner] = value.replace(/^@/, '').toLowerCase().split('/').reverse();
  return team?.slug === slug && (owner === undefined || organization?.login.toLowerCase() === owner);
}

const isAsked: Qualifier = (subject, login) =>
  pullOf(subject)?.requested_reviewer_ids.some((id) => isUser(subject, id, login)) ?? false;

/** A person is also asked as a member of a team. */
const isAskedInTeam: Qualifier = (subject, login) => {
  const { world } = subject.context;
  const user = world.users.by.login.first(loginIn(subject, login).toLowerCase());
  return (
    user !== undefined &&
    (pullOf(subject)?.requested_team_ids ?? []).some((id) => world.teams.get(id)?.member_ids.includes(user.id) ?? false)
  );
};

const STATUS: Readonly<Record<string, string>> = { pending: 'pending', success: 'success', failure: 'failure', error: 'failure' };

/** Does a commit id name one that the pull request brings? */
export function hasCommit(subject: Subject, sha: string): boolean {
  const { context, issue } = subject;
  const pull = pullOf(subject);
  return (
    pull !== undefined && pullContent(context, { issue, pull }).commits.some((commit) => commit.startsWith(sha.toLowerCase()))
  );
}

/** Pull requests say which issues they close. */
export function isLinked(subject: Subject, to: string): boolean {
  const { context, issue, repository } = subject;
  const closes = ({ body }: { body: string | null }) => closingNumbers(repository, body ?? '');
  if (to === 'issue') {
    return (
      issue.is_pull_request &&
      (linkedIssuesOf(context, issue.id).length > 0 ||
        closes(issue).some(
          (number) => context.world.issues.by.number.first(`${repository.id}/${number}`)?.is_pull_request === false,
        ))
    );
  }
  if (to !== 'pr' || issue.is_pull_request) return false;
  const { pulls } = context.world.issues.by;
  const all = `${repository.id}/all`;
  return pulls
    .page(all, { limit: pulls.count(all) })
    .some((pull) => closes(pull).includes(issue.number) || isLinkedTo(context, pull.id, issue.id));
}

/** What only pull requests have: https://docs.github.com/search-github/searching-on-github/searching-issues-and-pull-requests */
export const PULL_QUALIFIERS: Readonly<Record<string, Qualifier>> = {
  merged: (subject, value) => dateInRange(pullOf(subject)?.merged_at, value),
  draft: (subject, value) => subject.issue.is_pull_request && pullOf(subject)?.draft === (value === 'true'),
  head: (subject, value) => pullOf(subject)?.head_ref.startsWith(value) ?? false,
  base: (subject, value) => pullOf(subject)?.base_ref.startsWith(value) ?? false,
  sha: (subject, value) => value.length >= 7 && hasCommit(subject, value),
  review: (subject, value) => subject.issue.is_pull_request && (REVIEW[value.toLowerCase()]?.(subject) ?? false),
  'reviewed-by': (subject, login) => reviewsOf(subject).some((review) => isUser(subject, review.user_id, login)),
  'review-requested': (subject, login) => isAsked(subject, login) || isAskedInTeam(subject, login),
  'user-review-requested': isAsked,
  'team-review-requested': (subject, value) =>
    (pullOf(subject)?.requested_team_ids ?? []).some((id) => isTeam(subject, id, value)),
  status(subject, value) {
    const pull = pullOf(subject);
    return pull !== undefined && commitState(subject.context, pull.repository_id, pull.head_sha) === STATUS[value.toLowerCase()];
  },
};
