import { Unprocessable, ValidationFailed } from '../errors.ts';
import { nextId, nextIssueNumber } from '../sequences.ts';
import { type GithubContext, type Issue, issueNumberKey, type Label, type Repository, timestamp } from '../world.ts';
import { type HasWorld, isVisible, requirePermission, visibleRepository } from './access.ts';
import { assignableNamed, assigneesOf } from './assignees.ts';
import { emit } from './emit.ts';
import { recordIssueEvent } from './issue-events.ts';
import { getIssue, requireUnarchived } from './issues.ts';
import { createLabel, labelByName } from './labels.ts';
import { moveIssueTies } from './moved-issue.ts';

interface TransferOptions {
  /** Makes the labels that the other repository lacks. */
  create_labels?: boolean;
}

/** In GitHub's words, which edouardparis/lntop#115 met; those on visibility and on the same repository are the twin's own. */
function* reasonsAgainst(from: Readonly<Repository>, to: Readonly<Repository>): Generator<string> {
  if (!to.has_issues) yield 'New repository must have issues enabled';
  if (to.owner_id !== from.owner_id) yield 'New repository must have the same owner as the current repository';
  if (to.id === from.id) yield 'New repository must be another than the current repository';
  if (from.private && !to.private) yield 'New repository must be private as the current repository is';
}

/**
 * Transfers an issue with its conversation to another repository of the same owner, where it gets a number and an id of its own; the old number
 * leads there. https://docs.github.com/issues/tracking-your-work-with-issues/administering-issues/transferring-an-issue-to-another-repository
 * @throws NotFound, Forbidden, RepositoryArchived, ValidationFailed
 */
export function transferIssue(
  context: GithubContext,
  owner: string,
  repo: string,
  number: number,
  [newOwner, newRepo]: readonly [owner: string, repo: string],
  { create_labels = false }: TransferOptions = {},
): Readonly<Issue> {
  const { repository, issue } = getIssue(context, owner, repo, number);
  const target = visibleRepository(context, newOwner, newRepo);
  for (const one of [repository, target]) {
    requirePermission(context, one, 'push');
    requireUnarchived(one);
  }
  if (issue.is_pull_request) throw new Unprocessable('Pull requests cannot be transferred');
  const reasons = [...reasonsAgainst(repository, target)];
  if (reasons.length > 0) throw new ValidationFailed(reasons);
  const moved = insertMoved(context, issue, target, create_labels);
  moveIssueTies(context, repository, issue, moved);
  context.world.issues.remove(issue.id);
  redirect(context, issue, moved);
  emit(context, repository.id, 'issues', 'transferred', { issue_id: issue.id, related_issue_id: moved.id }, issue);
  emit(context, target.id, 'issues', 'opened', { issue_id: moved.id }, issue);
  recordIssueEvent(context, moved, { event: 'transferred', from_repository_id: repository.id });
  return moved;
}

function insertMoved(
  context: GithubContext,
  issue: Readonly<Issue>,
  target: Readonly<Repository>,
  createLabels: boolean,
): Readonly<Issue> {
  const { labels, milestones, issues } = context.world;
  const former = issue.milestone_id === null ? undefined : milestones.get(issue.milestone_id);
  const milestone = former && milestones.by.title.first(`${target.id}/${former.title}`);
  const keepsMilestone = milestone !== undefined && milestone.due_on === former?.due_on;
  const logins = assigneesOf(context, issue).map(({ login }) => login);
  return issues.insert({
    ...issue,
    id: nextId(context.ids, 'issue'),
    repository_id: target.id,
    number: nextIssueNumber(context.ids, target.id),
    label_ids: issue.label_ids.flatMap((id) => namesake(context, target, labels.get(id), createLabels)?.id ?? []),
    milestone_id: keepsMilestone ? milestone.id : null,
    assignee_ids: assignableNamed(context, target, logins, issue).map(({ id }) => id),
    ...(issue.pin && { pin: null }),
    updated_at: timestamp(context.now),
  });
}

/** A label is kept by its name. */
function namesake(
  context: GithubContext,
  target: Readonly<Repository>,
  label: Readonly<Label> | undefined,
  creates: boolean,
): Readonly<Label> | undefined {
  if (!label) return undefined;
  const known = labelByName(context, target.id, label.name);
  if (known || !creates) return known;
  const { name, color, description } = label;
  const [owner = '', repo = ''] = target.full_name.split('/');
  return createLabel(context, owner, repo, { name, color, description });
}

function redirect({ world }: GithubContext, from: Readonly<Issue>, to: Readonly<Issue>): void {
  const { issue_transfers: transfers } = world;
  for (const { repository_id, number } of [...transfers.by.issue.page(from.id, { limit: transfers.size })])
    transfers.update(issueNumberKey(repository_id, number), { issue_id: to.id });
  transfers.insert({ repository_id: from.repository_id, number: from.number, issue_id: to.id });
}

/** No number leads to an issue that is gone. */
export function forgetTransfers({ world }: HasWorld, issueId: number): void {
  const { issue_transfers: transfers } = world;
  for (const { repository_id, number } of [...transfers.by.issue.page(issueId, { limit: transfers.size })])
    transfers.remove(issueNumberKey(repository_id, number));
}

/** Where an issue is that had this number here, if the viewer may look here and there. */
export function transferredTo(
  context: HasWorld,
  owner: string,
  repo: string,
  number: number,
): { repository: Readonly<Repository>; issue: Readonly<Issue> } | undefined {
  const { issue_transfers: transfers, issues, repositories } = context.world;
  if (transfers.size === 0) return undefined;
  const former = repositories.by.name.first(`${owner}/${repo}`.toLowerCase());
  const transfer = former && isVisible(context, former) ? transfers.get(issueNumberKey(former.id, number)) : undefined;
  const issue = transfer && issues.get(transfer.issue_id);
  const repository = issue && repositories.get(issue.repository_id);
  return repository && isVisible(context, repository) ? { repository, issue } : undefined;
}

/** The place of an issue by a number that it may have had, as clients find it that follow GitHub's redirects. */
export function placeNow(
  context: HasWorld,
  owner: string,
  repo: string,
  number: number,
): [owner: string, repo: string, number: number] {
  const found = transferredTo(context, owner, repo, number);
  if (!found) return [owner, repo, number];
  const [newOwner = '', newRepo = ''] = found.repository.full_name.split('/');
  return [newOwner, newRepo, found.issue.number];
}
