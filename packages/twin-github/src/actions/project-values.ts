import type { GithubContext, Issue, Project, ProjectField, ProjectItem, ProjectIteration, ProjectOption } from '../world.ts';
import { contentOf } from './projects.ts';

/** What an item has in a field: what was chosen, what was written, or names of what stands on the issue. */
export type PlainValue = string | number | readonly string[] | ProjectOption | ProjectIteration;

const loginsOf = ({ world }: GithubContext, ids: readonly number[]): string[] =>
  ids.flatMap((id) => world.users.get(id)?.login ?? []);

function ofIssue(context: GithubContext, issue: Readonly<Issue>, type: ProjectField['data_type']): PlainValue | undefined {
  const { world } = context;
  if (type === 'title') return issue.title;
  if (type === 'assignees') return loginsOf(context, issue.assignee_ids);
  if (type === 'labels') return issue.label_ids.flatMap((id) => world.labels.get(id)?.name ?? []);
  if (type === 'repository') return world.repositories.get(issue.repository_id)?.full_name;
  if (type === 'milestone') return issue.milestone_id === null ? undefined : world.milestones.get(issue.milestone_id)?.title;
  return type === 'reviewers' ? loginsOf(context, world.pull_requests.get(issue.id)?.requested_reviewer_ids ?? []) : undefined;
}

function ofDraft(context: GithubContext, draft: ProjectItem['draft'], type: ProjectField['data_type']): PlainValue | undefined {
  if (!draft) return undefined;
  if (type === 'title') return draft.title;
  return type === 'assignees' ? loginsOf(context, draft.assignee_ids) : undefined;
}

const isSomething = (value: PlainValue | undefined): value is PlainValue =>
  value !== undefined && !(Array.isArray(value) && value.length === 0);

/** Undefined where there is nothing. */
export function plainValue(context: GithubContext, field: ProjectField, item: Readonly<ProjectItem>): PlainValue | undefined {
  const own = item.values[String(field.id)];
  if (own !== undefined)
    return field.options.find(({ id }) => id === own) ?? field.iterations.find(({ id }) => id === own) ?? own;
  const issue = contentOf(context, item);
  const derived = issue ? ofIssue(context, issue, field.data_type) : ofDraft(context, item.draft, field.data_type);
  return isSomething(derived) ? derived : undefined;
}

export const fieldNamed = ({ fields }: Pick<Project, 'fields'>, name: string): ProjectField | undefined =>
  fields.find((one) => one.name.toLowerCase() === name.toLowerCase());
