import { hasPermission } from '../../actions/access.ts';
import { DEFAULT_DURATION, isOver, startDay } from '../../actions/project-fields.ts';
import { selectItems } from '../../actions/project-query.ts';
import { statusUpdatesOf } from '../../actions/project-status-updates.ts';
import { visibleFieldsOf } from '../../actions/project-views.ts';
import {
  contentOf,
  findProject,
  itemsOf,
  itemsOfIssue,
  mayInProject,
  type ProjectLevel,
  projectsOfOwner,
  projectsOfRepository,
  selectProjects,
} from '../../actions/projects.ts';
import { nodeId } from '../../node-id.ts';
import { markdownHtml, markdownText } from '../../render/markdown-html.ts';
import { escaped, projectPath } from '../../render/projects.ts';
import type {
  Issue,
  Project,
  ProjectField,
  ProjectItem,
  ProjectIteration,
  ProjectOption,
  ProjectStatusUpdate,
  ProjectView,
  Repository,
  User,
} from '../../world.ts';
import { inOrder, listed, none } from '../connection.ts';
import { type Fields, type Graph, notFound, withArgs } from '../graph.ts';
import { type FieldOf, fieldThing } from '../project-field.ts';
import { type Thing, thing } from '../thing.ts';
import { accountThing } from './accounts.ts';
import { issueThing } from './issues.ts';
import { valueThing } from './project-values.ts';
import { repositoryThings } from './repository-lists.ts';

const projectThing = (project: Readonly<Project>): Thing<Project> => thing('ProjectV2', project);
const itemThing = (item: Readonly<ProjectItem>): Thing<ProjectItem> => thing('ProjectV2Item', item);

const projectOf = ({ project_id }: { project_id: number }, { context }: Graph): Readonly<Project> =>
  context.world.projects.get(project_id) as Readonly<Project>;

const ORDER: Readonly<Record<string, (project: Readonly<Project>) => number | string>> = {
  NUMBER: ({ number }) => number,
  TITLE: ({ title }) => title.toLowerCase(),
  CREATED_AT: ({ created_at }) => created_at,
  UPDATED_AT: ({ updated_at }) => updated_at,
};

interface ListArgs {
  query?: string | null;
  minPermissionLevel?: ProjectLevel | null;
  orderBy?: { field: string; direction: 'ASC' | 'DESC' } | null;
}
const LIST_READS = ['orderBy', 'query', 'minPermissionLevel'] as const;

const inProjects = (all: readonly Readonly<Project>[], { orderBy }: ListArgs): readonly Thing[] =>
  inOrder(all, orderBy, ORDER).map(projectThing);

/** One of a list by its number. @throws NOT_FOUND */
function numbered(found: Readonly<Project> | undefined, number: number): Thing {
  if (!found) throw notFound(`Could not resolve to a ProjectV2 with the number ${number}.`);
  return projectThing(found);
}

const FIELD_ORDER: Readonly<Record<string, (field: ProjectField) => number | string>> = {
  NAME: ({ name }) => name.toLowerCase(),
  CREATED_AT: ({ id }) => id,
};

/** A list in its own order, or turned round. */
const positioned = <T>(items: readonly T[], order: { direction?: string } | null | undefined): readonly T[] =>
  order?.direction === 'DESC' ? items.toReversed() : items;

const fieldsOf = listed(['orderBy'], (project: Readonly<Project>, { orderBy }) =>
  (orderBy?.field === 'POSITION' ? positioned(project.fields, orderBy) : inOrder(project.fields, orderBy, FIELD_ORDER)).map(
    (field) => fieldThing(project, field),
  ),
);

interface ViewOf {
  project: Readonly<Project>;
  view: ProjectView;
}

const shownFields = listed(['orderBy'], ({ project: of, view }: Readonly<ViewOf>, { orderBy }) => {
  const shown = visibleFieldsOf(of, view);
  return (orderBy?.field === 'POSITION' ? positioned(shown, orderBy) : inOrder(shown, orderBy, FIELD_ORDER)).map((field) =>
    fieldThing(of, field),
  );
});

const project: Fields<Project> = {
  id: ({ owner_id, id }) => nodeId('PVT', owner_id, id),
  databaseId: ({ id }) => id,
  fullDatabaseId: ({ id }) => String(id),
  number: ({ number }) => number,
  title: ({ title }) => title,
  shortDescription: ({ short_description }) => short_description,
  readme: ({ readme }) => readme,
  public: (one) => one.public,
  template: ({ template }) => template,
  closed: ({ closed_at }) => closed_at !== null,
  closedAt: ({ closed_at }) => closed_at,
  createdAt: ({ created_at }) => created_at,
  updatedAt: ({ updated_at }) => updated_at,
  creator: ({ creator_id }, _args, graph) => accountThing(graph, creator_id),
  owner: ({ owner_id }, _args, graph) => accountThing(graph, owner_id),
  url: (one, _args, graph) => graph.url(projectPath(graph.context, one)),
  resourcePath: (one, _args, { context }) => projectPath(context, one),
  fields: fieldsOf,
  field: withArgs(['name'], (one: Readonly<Project>, { name }) => {
    const found = one.fields.find((field) => field.name.toLowerCase() === String(name).toLowerCase());
    return found ? fieldThing(one, found) : null;
  }),
  items: listed(['orderBy', 'query'], (one: Readonly<Project>, { orderBy, query }, { context }) =>
    positioned(selectItems(context, one, itemsOf(context, one), query ?? ''), orderBy).map(itemThing),
  ),
  views: listed(['orderBy'], (one: Readonly<Project>, { orderBy }) =>
    inOrder(one.views, orderBy, { NAME: ({ name }) => name.toLowerCase(), POSITION: ({ number }) => number }).map((view) =>
      thing<ViewOf>('ProjectV2View', { project: one, view }),
    ),
  ),
  view: withArgs(['number'], (one: Readonly<Project>, { number }) => {
    const view = one.views.find((each) => each.number === number);
    return view ? thing<ViewOf>('ProjectV2View', { project: one, view }) : null;
  }),
  repositories: listed([], ({ repository_ids }: Readonly<Project>, _args, graph) =>
    repositoryThings(
      repository_ids
        .flatMap((id) => graph.context.world.repositories.get(id) ?? [])
        .filter((one) => hasPermission(graph.context, one, graph.viewer.id, 'pull')),
    ),
  ),
  teams: none('orderBy'),
  statusUpdates: listed(['orderBy'], (one: Readonly<Project>, { orderBy }, { context }) => {
    const all = statusUpdatesOf(context, one);
    return (orderBy?.direction === 'ASC' ? all.toReversed() : all).map((update) => thing('ProjectV2StatusUpdate', update));
  }),
  workflows: none('orderBy'),
  viewerCanUpdate: (one, _args, { context }) => mayInProject(context, one, 'WRITE'),
  viewerCanClose: (one, _args, { context }) => mayInProject(context, one, 'WRITE'),
  viewerCanReopen: (one, _args, { context }) => mayInProject(context, one, 'WRITE'),
};

const statusUpdate: Fields<ProjectStatusUpdate> = {
  id: (one) => nodeId('PVTSU', one.project_id, one.id),
  databaseId: ({ id }) => id,
  fullDatabaseId: ({ id }) => String(id),
  body: ({ body }) => body,
  bodyHTML: ({ body }) => (body === null ? null : markdownHtml(body)),
  status: ({ status }) => status,
  startDate: ({ start_date }) => start_date,
  targetDate: ({ target_date }) => target_date,
  creator: ({ creator_id }, _args, graph) => accountThing(graph, creator_id),
  project: (one, _args, graph) => projectThing(projectOf(one, graph)),
  createdAt: ({ created_at }) => created_at,
  updatedAt: ({ updated_at }) => updated_at,
};

/** What stands behind an item: `REDACTED` where the viewer doesn't see it. */
function kindOf(item: Readonly<ProjectItem>, { context }: Graph): string {
  if (item.draft) return 'DRAFT_ISSUE';
  const issue = contentOf(context, item);
  if (!issue) return 'REDACTED';
  return issue.is_pull_request ? 'PULL_REQUEST' : 'ISSUE';
}

const item: Fields<ProjectItem> = {
  id: (one) => nodeId('PVTI', one.project_id, one.id),
  databaseId: ({ id }) => id,
  fullDatabaseId: ({ id }) => String(id),
  type: (one, _args, graph) => kindOf(one, graph),
  isArchived: ({ archived_at }) => archived_at !== null,
  createdAt: ({ created_at }) => created_at,
  updatedAt: ({ updated_at }) => updated_at,
  creator: ({ creator_id }, _args, graph) => accountThing(graph, creator_id),
  project: (one, _args, graph) => projectThing(projectOf(one, graph)),
  content: (one, _args, { context }) => {
    if (one.draft) return thing('DraftIssue', one);
    const issue = contentOf(context, one);
    return issue ? issueThing(issue) : null;
  },
  fieldValues: listed(['orderBy'], (one: Readonly<ProjectItem>, { orderBy }, graph) => {
    const of = projectOf(one, graph);
    return positioned(of.fields, orderBy).flatMap((field) => valueThing(graph, of, field, one) ?? []);
  }),
  fieldValueByName: withArgs(['name'], (one: Readonly<ProjectItem>, { name }, graph) => {
    const of = projectOf(one, graph);
    const field = of.fields.find((each) => each.name.toLowerCase() === String(name).toLowerCase());
    return field ? valueThing(graph, of, field, one) : null;
  }),
};

const draft: Fields<ProjectItem> = {
  id: ({ project_id, id }) => nodeId('DI', project_id, id),
  title: (one) => one.draft?.title ?? '',
  body: (one) => one.draft?.body ?? '',
  bodyHTML: (one) => markdownHtml(one.draft?.body ?? ''),
  bodyText: (one) => markdownText(one.draft?.body ?? ''),
  creator: ({ creator_id }, _args, graph) => accountThing(graph, creator_id),
  createdAt: ({ created_at }) => created_at,
  updatedAt: ({ updated_at }) => updated_at,
  assignees: listed([], (one: Readonly<ProjectItem>, _args, graph) =>
    (one.draft?.assignee_ids ?? []).flatMap((id) => accountThing(graph, id) ?? []),
  ),
  projectV2Items: listed([], (one: Readonly<ProjectItem>) => [itemThing(one)]),
  projectsV2: listed([], (one: Readonly<ProjectItem>, _args, graph) => [projectThing(projectOf(one, graph))]),
};

const fieldCommon = (prefix: string): Fields<FieldOf> => ({
  id: ({ project: of, field }) => nodeId(prefix, of.owner_id, of.id, field.id),
  databaseId: ({ field }) => field.id,
  name: ({ field }) => field.name,
  dataType: ({ field }) => field.data_type.toUpperCase(),
  project: ({ project: of }) => projectThing(of),
  createdAt: ({ project: of }) => of.created_at,
  updatedAt: ({ project: of }) => of.created_at,
});

const iterationThings = ({ field }: Readonly<FieldOf>, graph: Graph, over: boolean): readonly Thing[] =>
  field.iterations
    .filter((one) => isOver(one, graph.context.now) === over)
    .map((one) => thing('ProjectV2IterationFieldIteration', one));

export const projectFields: Readonly<Record<string, Fields>> = {
  ProjectV2: project,
  ProjectV2Item: item,
  ProjectV2StatusUpdate: statusUpdate,
  DraftIssue: draft,
  ProjectV2Field: fieldCommon('PVTF'),
  ProjectV2SingleSelectField: {
    ...fieldCommon('PVTSSF'),
    options: withArgs(['names'], ({ field }: Readonly<FieldOf>, { names }) =>
      field.options
        .filter(({ name }) => names == null || names.includes(name))
        .map((option) => thing('ProjectV2SingleSelectFieldOption', option)),
    ),
  } satisfies Fields<FieldOf>,
  ProjectV2IterationField: {
    ...fieldCommon('PVTIF'),
    configuration: (of) => thing('ProjectV2IterationFieldConfiguration', of),
  } satisfies Fields<FieldOf>,
  ProjectV2IterationFieldConfiguration: {
    duration: ({ field }) => field.iterations[0]?.duration ?? DEFAULT_DURATION,
    startDay: ({ field }) => startDay(field.iterations),
    iterations: (of, _args, graph) => iterationThings(of, graph, false),
    completedIterations: (of, _args, graph) => iterationThings(of, graph, true),
  } satisfies Fields<FieldOf>,
  ProjectV2IterationFieldIteration: {
    id: ({ id }) => id,
    title: ({ title }) => title,
    titleHTML: ({ title }) => escaped(title),
    startDate: ({ start_date }) => start_date,
    duration: ({ duration }) => duration,
  } satisfies Fields<ProjectIteration>,
  ProjectV2SingleSelectFieldOption: {
    id: ({ id }) => id,
    name: ({ name }) => name,
    nameHTML: ({ name }) => escaped(name),
    color: ({ color }) => color,
    description: ({ description }) => description,
    descriptionHTML: ({ description }) => escaped(description),
  } satisfies Fields<ProjectOption>,
  ProjectV2View: {
    id: ({ project: of, view }) => nodeId('PVTV', of.owner_id, of.id, view.id),
    databaseId: ({ view }) => view.id,
    fullDatabaseId: ({ view }) => String(view.id),
    number: ({ view }) => view.number,
    name: ({ view }) => view.name,
    layout: ({ view }) => `${view.layout.toUpperCase()}_LAYOUT`,
    filter: ({ view }) => view.filter,
    project: ({ project: of }) => projectThing(of),
    fields: shownFields,
    visibleFields: shownFields,
    createdAt: ({ project: of }) => of.created_at,
    updatedAt: ({ project: of }) => of.created_at,
  } satisfies Fields<ViewOf>,
};

/** What people and organisations have of projects. */
export const projectsOfAccount: Fields<User> = {
  projectV2: withArgs(['number'], ({ id }: Readonly<User>, { number }, { context }) =>
    numbered(findProject(context, id, number), number),
  ),
  projectsV2: listed(LIST_READS, ({ id }: Readonly<User>, args, { context }) =>
    inProjects(projectsOfOwner(context, id, args), args),
  ),
};

/** What repositories have of them. */
export const projectsIn: Fields<Repository> = {
  projectV2: withArgs(['number'], (repository: Readonly<Repository>, { number }, { context }) =>
    numbered(
      projectsOfRepository(context, repository, {}).find((one) => one.number === number),
      number,
    ),
  ),
  projectsV2: listed(LIST_READS, (repository: Readonly<Repository>, args, { context }) =>
    inProjects(projectsOfRepository(context, repository, args), args),
  ),
};

const projectsHolding = (issue: Readonly<Issue>, graph: Graph, args: ListArgs): readonly Readonly<Project>[] =>
  selectProjects(
    graph.context,
    itemsOfIssue(graph.context, issue.id, true).map((one) => projectOf(one, graph)),
    args,
  );

/** What issues and pull requests have of them. */
export const projectsOfIssue: Fields<Issue> = {
  projectItems: listed(['includeArchived'], ({ id }: Readonly<Issue>, { includeArchived }, { context }) =>
    itemsOfIssue(context, id, includeArchived !== false).map(itemThing),
  ),
  projectV2: withArgs(['number'], (issue: Readonly<Issue>, { number }, graph) =>
    numbered(
      projectsHolding(issue, graph, {}).find((one) => one.number === number),
      number,
    ),
  ),
  projectsV2: listed(LIST_READS, (issue: Readonly<Issue>, args, graph) => inProjects(projectsHolding(issue, graph, args), args)),
};
