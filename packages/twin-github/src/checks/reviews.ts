import { failed, passed } from '@svc/twin-kit';
import type { GithubState, Issue } from '../world.ts';
import { check, listed, loginOf, numberedIn, quoted } from './find.ts';
import { login, needle, pull, repo, verdict } from './params.ts';

const STATES: Readonly<Record<string, string>> = {
  approved: 'APPROVED',
  'requested changes on': 'CHANGES_REQUESTED',
  'commented on': 'COMMENTED',
};

const missing = (args: { repo: string; pull: string }) => failed(`there is no pull request ${args.repo}#${args.pull}`);
const pullIn = (state: GithubState, args: { repo: string; pull: string }): Readonly<Issue> | undefined => {
  const issue = numberedIn(state, args.repo, args.pull);
  return issue?.is_pull_request ? issue : undefined;
};

export const reviewChecks = [
  check({
    id: 'github.pull-request-reviewed',
    template: '{login} has {verdict} pull request #{pull} in {repo}.',
    description: 'The last submitted review of this person that decides, or any comment where a comment is asked for.',
    compares: 'the state of the reviews by {login} with {verdict}',
    substrate: 'final_state',
    params: { login, verdict, pull, repo },
    evaluate(args, final) {
      const issue = pullIn(final, args);
      if (!issue) return missing(args);
      const wanted = STATES[args.verdict];
      const own = final.reviews.filter(
        (review) =>
          review.issue_id === issue.id &&
          review.state !== 'PENDING' &&
          loginOf(final, review.user_id).toLowerCase() === args.login.toLowerCase(),
      );
      // A later comment leaves an earlier verdict standing.
      const decisive = wanted === 'COMMENTED' ? own : own.filter(({ state }) => state !== 'COMMENTED');
      const found = wanted === 'COMMENTED' ? decisive.find(({ state }) => state === wanted) : decisive.at(-1);
      if (found && found.state === wanted)
        return passed(`review ${found.id} by ${args.login} on ${args.repo}#${args.pull} is ${found.state}`);
      return failed(`reviews by ${args.login} on ${args.repo}#${args.pull}: ${listed(own.map(({ state }) => state))}`);
    },
  }),
  check({
    id: 'github.review-comment-contains',
    template: 'A review or a review comment on pull request #{pull} in {repo} contains "{needle}".',
    description: 'At least one submitted review, or comment on a line or file, holds the text.',
    compares: 'the texts of reviews and review comments with {needle}',
    substrate: 'final_state',
    params: { pull, repo, needle },
    evaluate(args, final) {
      const issue = pullIn(final, args);
      if (!issue) return missing(args);
      const texts = [
        ...final.reviews.filter(({ issue_id, state }) => issue_id === issue.id && state !== 'PENDING'),
        ...final.review_comments.filter(({ issue_id, pending }) => issue_id === issue.id && !pending),
      ];
      const match = texts.find(({ body }) => body.includes(args.needle));
      const where = `${args.repo}#${args.pull}`;
      if (match) return passed(`${match.id} by ${loginOf(final, match.user_id)} on ${where}: ${quoted(match.body, args.needle)}`);
      return failed(`none of the ${texts.length} reviews and review comments on ${where} contains it`);
    },
  }),
];
