import { Unprocessable } from '../errors.ts';
import { type GithubContext, timestamp, type User } from '../world.ts';
import { hasPermission, writableRepository } from './access.ts';
import { type FoundPull, findPull } from './pulls.ts';

/** Asks people to review. @throws Unprocessable for the author, and for people without access. */
export function requestReviewers(
  context: GithubContext,
  owner: string,
  repo: string,
  number: number,
  logins: readonly string[],
): FoundPull {
  const { pull, issue, repository } = findPull(context, owner, repo, number);
  writableRepository(context, owner, repo);
  const users = logins.map((login) => context.world.users.by.login.first(login.toLowerCase()));
  if (users.some((user) => user?.id === issue.user_id))
    throw new Unprocessable('Review cannot be requested from pull request author.');
  if (users.some((user) => !user || !mayReview(context, repository, user))) {
    throw new Unprocessable(
      'Reviews may only be requested from collaborators. One or more of the users or teams you specified is not a collaborator of the ' +
        `${repository.full_name} repository.`,
    );
  }
  const requested = new Set([...pull.requested_reviewer_ids, ...users.map((user) => (user as Readonly<User>).id)]);
  return replace(context, { owner, repo, number }, [...requested]);
}

const mayReview = (context: GithubContext, repository: FoundPull['repository'], user: Readonly<User>): boolean =>
  user.type !== 'Organization' &&
  (hasPermission(context, repository, user.id, 'triage') || context.world.collaborators.has(`${repository.id}/${user.id}`));

/** Takes requests back; people who weren't asked are passed over. */
export function removeReviewers(
  context: GithubContext,
  owner: string,
  repo: string,
  number: number,
  logins: readonly string[],
): FoundPull {
  const { pull } = findPull(context, owner, repo, number);
  writableRepository(context, owner, repo);
  const gone = new Set(logins.map((login) => context.world.users.by.login.first(login.toLowerCase())?.id));
  return replace(
    context,
    { owner, repo, number },
    pull.requested_reviewer_ids.filter((id) => !gone.has(id)),
  );
}

function replace(context: GithubContext, at: { owner: string; repo: string; number: number }, ids: number[]): FoundPull {
  const { pull } = findPull(context, at.owner, at.repo, at.number);
  if (ids.join() !== pull.requested_reviewer_ids.join()) {
    context.world.pull_requests.update(pull.issue_id, { requested_reviewer_ids: ids });
    context.world.issues.update(pull.issue_id, { updated_at: timestamp(context.now) });
  }
  return findPull(context, at.owner, at.repo, at.number);
}
