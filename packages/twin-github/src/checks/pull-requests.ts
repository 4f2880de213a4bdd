import { failed, passed } from '@svc/twin-kit';
import type { GithubState, Issue } from '../world.ts';
import { check, listed, numberedIn, repositoryIn } from './find.ts';
import { base, head, pull, pullState, repo } from './params.ts';

/** `owner:branch` names a branch of another repository's; a bare name one of the same. */
const branchName = (head: string): string => head.slice(head.indexOf(':') + 1);

const stateOf = (state: GithubState, issue: Readonly<Issue>): string =>
  state.pull_requests.find((side) => side.issue_id === issue.id)?.merged_at ? 'merged' : issue.state;

export const pullRequestChecks = [
  check({
    id: 'github.pull-request-exists',
    template: 'An open pull request from {head} into {base} exists in {repo}.',
    description: 'There is an open pull request with these two branches.',
    compares: 'the branches of the open pull requests of the repository with {head} and {base}',
    substrate: 'final_state',
    params: { head, base, repo },
    evaluate(args, final) {
      const repository = repositoryIn(final, args.repo);
      if (!repository) return failed(`there is no repository ${args.repo}`);
      const pulls = final.pull_requests.filter((side) => side.repository_id === repository.id);
      const open = pulls.filter((side) => final.issues.some((one) => one.id === side.issue_id && one.state === 'open'));
      const found = open.find((side) => side.head_ref === branchName(args.head) && side.base_ref === args.base);
      if (found) return passed(`pull request ${args.repo}#${found.number} goes from ${found.head_ref} into ${found.base_ref}`);
      const seen = open.map((side) => `#${side.number} ${side.head_ref} into ${side.base_ref}`);
      return failed(`open pull requests of ${args.repo}: ${listed(seen)}`);
    },
  }),
  check({
    id: 'github.pull-request-state',
    template: 'Pull request #{pull} in {repo} is {state}.',
    description: 'The pull request is open, closed without a merge, or merged.',
    compares: 'the state of the pull request with {state}',
    substrate: 'final_state',
    params: { pull, repo, state: pullState },
    evaluate(args, final) {
      const issue = numberedIn(final, args.repo, args.pull);
      if (!issue?.is_pull_request) return failed(`there is no pull request ${args.repo}#${args.pull}`);
      const actual = stateOf(final, issue);
      const evidence = `pull request ${args.repo}#${args.pull} is ${actual}`;
      return actual === args.state ? passed(evidence) : failed(evidence);
    },
  }),
];
