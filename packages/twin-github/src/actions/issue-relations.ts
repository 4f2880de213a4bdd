import { type GithubContext, type Issue, type Label, type Milestone, timestamp, type User } from '../world.ts';
import { recordIssueEvent } from './issue-events.ts';

const idsOf = (records: readonly { id: number }[]): number[] => records.map((record) => record.id);
const same = (a: readonly number[], b: readonly number[]): boolean => a.length === b.length && a.every((id, at) => id === b[at]);

function store(context: GithubContext, issue: Readonly<Issue>, patch: Partial<Issue>): void {
  context.world.issues.update(issue.id, { ...patch, updated_at: timestamp(context.now) });
}

/** Puts exactly these labels on an issue and writes down what came and went. */
export function replaceLabels(context: GithubContext, issue: Readonly<Issue>, labels: readonly Readonly<Label>[]): void {
  const ids = idsOf(labels);
  const kept = new Set(ids);
  const had = new Set(issue.label_ids);
  // What an issue already has keeps its place, so that setting the same labels in another order changes nothing.
  const ordered = [...issue.label_ids.filter((id) => kept.has(id)), ...ids.filter((id) => !had.has(id))];
  if (same(ordered, issue.label_ids)) return;
  store(context, issue, { label_ids: ordered });
  for (const id of issue.label_ids.filter((one) => !kept.has(one))) recordLabel(context, issue, 'unlabeled', id);
  for (const id of ids.filter((one) => !had.has(one))) recordLabel(context, issue, 'labeled', id);
}

function recordLabel(context: GithubContext, issue: Readonly<Issue>, event: 'labeled' | 'unlabeled', id: number): void {
  const label = context.world.labels.get(id);
  if (label) recordIssueEvent(context, issue, { event, label: { name: label.name, color: label.color } });
}

/** Assigns exactly these users to an issue. */
export function replaceAssignees(context: GithubContext, issue: Readonly<Issue>, users: readonly Readonly<User>[]): void {
  const ids = idsOf(users);
  const kept = new Set(ids);
  const had = new Set(issue.assignee_ids);
  const ordered = [...issue.assignee_ids.filter((id) => kept.has(id)), ...ids.filter((id) => !had.has(id))];
  if (same(ordered, issue.assignee_ids)) return;
  store(context, issue, { assignee_ids: ordered });
  for (const id of issue.assignee_ids.filter((one) => !kept.has(one))) {
    recordIssueEvent(context, issue, { event: 'unassigned', assignee_id: id });
  }
  for (const id of ids.filter((one) => !had.has(one))) recordIssueEvent(context, issue, { event: 'assigned', assignee_id: id });
}

export function replaceMilestone(
  context: GithubContext,
  issue: Readonly<Issue>,
  milestone: Readonly<Milestone> | undefined,
): void {
  const id = milestone?.id ?? null;
  if (id === issue.milestone_id) return;
  const previous = issue.milestone_id === null ? undefined : context.world.milestones.get(issue.milestone_id);
  store(context, issue, { milestone_id: id });
  if (previous) recordIssueEvent(context, issue, { event: 'demilestoned', milestone: { title: previous.title } });
  if (milestone) recordIssueEvent(context, issue, { event: 'milestoned', milestone: { title: milestone.title } });
}
