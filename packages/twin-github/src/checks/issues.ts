import { failed, passed } from '@svc/twin-kit';
import { check, holds, labelsOn, listed, loginOf, repositoryIn, withIssue } from './find.ts';
import * as params from './params.ts';

const { issue, repo, state, label, login, milestone, title } = params;

export const issueChecks = [
  check({
    id: 'github.issue-exists',
    template: 'Issue #{issue} exists in {repo}.',
    description: 'There is an issue with this number.',
    compares: 'the numbers of the issues of the repository with {issue}',
    substrate: 'final_state',
    params: { issue, repo },
    evaluate: (args, final) =>
      withIssue(final, args.repo, args.issue, (found) => passed(`issue ${args.repo}#${args.issue} is "${found.title}"`)),
  }),
  check({
    id: 'github.issue-state',
    template: 'Issue #{issue} in {repo} is {state}.',
    description: 'The issue is open, or closed for whatever reason.',
    compares: 'the state of the issue with {state}',
    substrate: 'final_state',
    params: { issue, repo, state },
    evaluate: (args, final) =>
      withIssue(final, args.repo, args.issue, (found) => {
        const evidence = `issue ${args.repo}#${args.issue} is ${found.state}${found.state_reason ? ` (${found.state_reason})` : ''}`;
        return found.state === args.state ? passed(evidence) : failed(`${evidence}, not ${args.state}`);
      }),
  }),
  check({
    id: 'github.issue-has-label',
    template: 'Issue #{issue} in {repo} has the label "{label}".',
    description: 'The label is on the issue, whatever else is.',
    compares: 'the names of the labels of the issue with {label}',
    substrate: 'final_state',
    params: { issue, repo, label },
    evaluate: (args, final) =>
      withIssue(final, args.repo, args.issue, (found) => {
        const labels = labelsOn(final, found);
        const evidence = `labels of issue ${args.repo}#${args.issue}: ${listed(labels)}`;
        return holds(labels, args.label) ? passed(evidence) : failed(evidence);
      }),
  }),
  check({
    id: 'github.issue-lacks-label',
    template: 'Issue #{issue} in {repo} does not have the label "{label}".',
    description: 'The issue is there and the label is not on it.',
    compares: 'the names of the labels of the issue with {label}',
    substrate: 'final_state',
    params: { issue, repo, label },
    evaluate: (args, final) =>
      withIssue(final, args.repo, args.issue, (found) => {
        const labels = labelsOn(final, found);
        const evidence = `labels of issue ${args.repo}#${args.issue}: ${listed(labels)}`;
        return holds(labels, args.label) ? failed(evidence) : passed(evidence);
      }),
  }),
  check({
    id: 'github.issue-assigned-to',
    template: 'Issue #{issue} in {repo} is assigned to {login}.',
    description: 'The user is among the assignees of the issue.',
    compares: 'the logins of the assignees with {login}',
    substrate: 'final_state',
    params: { issue, repo, login },
    evaluate: (args, final) =>
      withIssue(final, args.repo, args.issue, (found) => {
        const logins = found.assignee_ids.map((id) => loginOf(final, id));
        const evidence = `assignees of issue ${args.repo}#${args.issue}: ${listed(logins)}`;
        return holds(logins, args.login) ? passed(evidence) : failed(evidence);
      }),
  }),
  check({
    id: 'github.issue-in-milestone',
    template: 'Issue #{issue} in {repo} belongs to the milestone "{milestone}".',
    description: 'The issue is in the milestone with this title.',
    compares: 'the title of the milestone of the issue with {milestone}',
    substrate: 'final_state',
    params: { issue, repo, milestone },
    evaluate: (args, final) =>
      withIssue(final, args.repo, args.issue, (found) => {
        const actual = final.milestones.find(({ id }) => id === found.milestone_id)?.title;
        const evidence = `milestone of issue ${args.repo}#${args.issue}: ${listed(actual === undefined ? [] : [actual])}`;
        return actual === args.milestone ? passed(evidence) : failed(evidence);
      }),
  }),
  check({
    id: 'github.issue-title-is',
    template: 'Issue #{issue} in {repo} is titled "{title}".',
    description: 'The title of the issue is this one, letter by letter.',
    compares: 'the title of the issue with {title}',
    substrate: 'final_state',
    params: { issue, repo, title },
    evaluate: (args, final) =>
      withIssue(final, args.repo, args.issue, (found) => {
        const evidence = `title of issue ${args.repo}#${args.issue}: "${found.title}"`;
        return found.title === args.title ? passed(evidence) : failed(evidence);
      }),
  }),
  check({
    id: 'github.issue-titled-exists',
    template: 'An issue titled "{title}" exists in {repo}.',
    description: 'There is an issue with exactly this title, open or closed.',
    compares: 'the titles of the issues of the repository with {title}',
    substrate: 'final_state',
    params: { title, repo },
    evaluate(args, final) {
      const repository = repositoryIn(final, args.repo);
      if (!repository) return failed(`there is no repository ${args.repo}`);
      const issues = final.issues.filter((one) => one.repository_id === repository.id && !one.is_pull_request);
      const found = issues.find((one) => one.title === args.title);
      return found
        ? passed(`issue ${args.repo}#${found.number} has that title`)
        : failed(`none of the ${issues.length} issues of ${args.repo} has that title`);
    },
  }),
];
