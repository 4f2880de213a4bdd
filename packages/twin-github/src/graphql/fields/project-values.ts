import { assigneesOf } from '../../actions/assignees.ts';
import { contentOf } from '../../actions/projects.ts';
import { nodeId } from '../../node-id.ts';
import { escaped } from '../../render/projects.ts';
import { repositoryOf } from '../../render/repository-path.ts';
import type { Issue, Project, ProjectField, ProjectItem, ProjectIteration, ProjectOption } from '../../world.ts';
import { listed } from '../connection.ts';
import type { Fields, Graph } from '../graph.ts';
import { type FieldOf, fieldThing } from '../project-field.ts';
import { type Thing, thing } from '../thing.ts';
import { accountThing, userThing } from './accounts.ts';

/** What an item has in a field. */
export interface ValueOf extends FieldOf {
  item: Readonly<ProjectItem>;
  value: unknown;
}

const reviewersOf = (graph: Graph, issue: Readonly<Issue>): Thing[] => {
  const pull = graph.context.world.pull_requests.get(issue.id);
  const people = (pull?.requested_reviewer_ids ?? []).flatMap((id) => accountThing(graph, id) ?? []);
  const teams = (pull?.requested_team_ids ?? []).flatMap((id) => {
    const team = graph.context.world.teams.get(id);
    return team ? [thing('Team', team)] : [];
  });
  return [...people, ...teams];
};

const assigned = (graph: Graph, item: Readonly<ProjectItem>, issue: Readonly<Issue> | undefined): Thing[] =>
  issue
    ? assigneesOf(graph.context, issue).map(userThing)
    : (item.draft?.assignee_ids ?? []).flatMap((id) => accountThing(graph, id) ?? []);

/** The value of a field that follows from what the item stands for, as its type and what it holds; undefined where there is none. */
function derivedValue(
  graph: Graph,
  { data_type }: ProjectField,
  item: Readonly<ProjectItem>,
): [type: string, value: unknown] | undefined {
  const issue = contentOf(graph.context, item);
  const some = (type: string, things: readonly Thing[]): [string, unknown] | undefined =>
    things.length > 0 ? [type, things] : undefined;
  if (data_type === 'title') return ['ProjectV2ItemFieldTextValue', issue?.title ?? item.draft?.title ?? null];
  if (data_type === 'assignees') return some('ProjectV2ItemFieldUserValue', assigned(graph, item, issue));
  if (!issue) return undefined;
  const { world } = graph.context;
  const milestone = issue.milestone_id === null ? undefined : world.milestones.get(issue.milestone_id);
  if (data_type === 'repository')
    return ['ProjectV2ItemFieldRepositoryValue', thing('Repository', repositoryOf(graph.context, issue))];
  if (data_type === 'milestone') return milestone && ['ProjectV2ItemFieldMilestoneValue', thing('Milestone', milestone)];
  const labels = issue.label_ids.flatMap((id) => world.labels.get(id) ?? []).map((label) => thing('Label', label));
  if (data_type === 'labels') return some('ProjectV2ItemFieldLabelValue', labels);
  return data_type === 'reviewers' ? some('ProjectV2ItemFieldReviewerValue', reviewersOf(graph, issue)) : undefined;
}

function filledValue(field: ProjectField, value: string | number): [type: string, value: unknown] {
  if (field.data_type === 'single_select')
    return ['ProjectV2ItemFieldSingleSelectValue', field.options.find(({ id }) => id === value)];
  if (field.data_type === 'iteration')
    return ['ProjectV2ItemFieldIterationValue', field.iterations.find(({ id }) => id === value)];
  if (field.data_type === 'number') return ['ProjectV2ItemFieldNumberValue', value];
  return [field.data_type === 'date' ? 'ProjectV2ItemFieldDateValue' : 'ProjectV2ItemFieldTextValue', value];
}

/** What an item has in a field; null where it has nothing. */
export function valueThing(
  graph: Graph,
  project: Readonly<Project>,
  field: ProjectField,
  item: Readonly<ProjectItem>,
): Thing | null {
  const own = item.values[String(field.id)];
  const found = own === undefined ? derivedValue(graph, field, item) : filledValue(field, own);
  return found ? thing<ValueOf>(found[0], { project, field, item, value: found[1] }) : null;
}

const common: Fields<ValueOf> = {
  field: ({ project, field }) => fieldThing(project, field),
};

/** Values that are records of their own (interface `ProjectV2ItemFieldValueCommon`). */
const own = (prefix: string): Fields<ValueOf> => ({
  ...common,
  id: ({ item, field }) => nodeId(prefix, item.project_id, item.id, field.id),
  databaseId: () => null,
  item: ({ item }) => thing('ProjectV2Item', item),
  creator: ({ item }, _args, graph) => accountThing(graph, item.creator_id),
  createdAt: ({ item }) => item.created_at,
  updatedAt: ({ item }) => item.updated_at,
});

const plain = ({ value }: Readonly<ValueOf>): unknown => value;
const things = listed([], ({ value }: Readonly<ValueOf>) => value as readonly Thing[]);
const option = ({ value }: Readonly<ValueOf>): ProjectOption => value as ProjectOption;
const iteration = ({ value }: Readonly<ValueOf>): ProjectIteration => value as ProjectIteration;

export const projectValueFields: Readonly<Record<string, Fields>> = {
  ProjectV2ItemFieldTextValue: { ...own('PVTFTV'), text: plain } satisfies Fields<ValueOf>,
  ProjectV2ItemFieldNumberValue: { ...own('PVTFNV'), number: plain } satisfies Fields<ValueOf>,
  ProjectV2ItemFieldDateValue: { ...own('PVTFDV'), date: plain } satisfies Fields<ValueOf>,
  ProjectV2ItemFieldSingleSelectValue: {
    ...own('PVTFSV'),
    optionId: (value) => option(value).id,
    name: (value) => option(value).name,
    nameHTML: (value) => escaped(option(value).name),
    color: (value) => option(value).color,
    description: (value) => option(value).description,
    descriptionHTML: (value) => escaped(option(value).description),
  } satisfies Fields<ValueOf>,
  ProjectV2ItemFieldIterationValue: {
    ...own('PVTFIV'),
    iterationId: (value) => iteration(value).id,
    title: (value) => iteration(value).title,
    titleHTML: (value) => escaped(iteration(value).title),
    startDate: (value) => iteration(value).start_date,
    duration: (value) => iteration(value).duration,
  } satisfies Fields<ValueOf>,
  ProjectV2ItemFieldUserValue: { ...common, users: things } satisfies Fields<ValueOf>,
  ProjectV2ItemFieldLabelValue: { ...common, labels: things } satisfies Fields<ValueOf>,
  ProjectV2ItemFieldReviewerValue: { ...common, reviewers: things } satisfies Fields<ValueOf>,
  ProjectV2ItemFieldMilestoneValue: { ...common, milestone: plain } satisfies Fields<ValueOf>,
  ProjectV2ItemFieldRepositoryValue: { ...common, repository: plain } satisfies Fields<ValueOf>,
};
