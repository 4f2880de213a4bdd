import { NotFound } from '../errors.ts';
import type { GithubContext, Issue, Label } from '../world.ts';
import { replaceLabels } from './issue-relations.ts';
import { current, getIssue, getIssueToTriage } from './issues.ts';
import { labelByName, labelsNamed } from './labels.ts';

const onIssue = ({ world }: GithubContext, issue: Readonly<Issue>): Readonly<Label>[] =>
  issue.label_ids.flatMap((id) => world.labels.get(id) ?? []);

export const labelsOnIssue = (context: GithubContext, owner: string, repo: string, number: number): Readonly<Label>[] =>
  onIssue(context, getIssue(context, owner, repo, number).issue);

export function addLabels(context: GithubContext, owner: string, repo: string, number: number, names: readonly string[]) {
  const { repository, issue } = getIssueToTriage(context, owner, repo, number);
  replaceLabels(context, issue, [...onIssue(context, issue), ...labelsNamed(context, repository, names)]);
  return onIssue(context, current(context, issue));
}

export function setLabels(context: GithubContext, owner: string, repo: string, number: number, names: readonly string[]) {
  const { repository, issue } = getIssueToTriage(context, owner, repo, number);
  replaceLabels(context, issue, labelsNamed(context, repository, names));
  return onIssue(context, current(context, issue));
}

/** @throws NotFound where the issue doesn't have the label: `Label does not exist`, as GitHub says. */
export function removeLabel(context: GithubContext, owner: string, repo: string, number: number, name: string) {
  const { repository, issue } = getIssueToTriage(context, owner, repo, number);
  const label = labelByName(context, repository.id, name);
  if (!label || !issue.label_ids.includes(label.id)) throw new NotFound('Label does not exist');
  replaceLabels(
    context,
    issue,
    onIssue(context, issue).filter((one) => one.id !== label.id),
  );
  return onIssue(context, current(context, issue));
}

export function removeAllLabels(context: GithubContext, owner: string, repo: string, number: number): void {
  replaceLabels(context, getIssueToTriage(context, owner, repo, number).issue, []);
}
