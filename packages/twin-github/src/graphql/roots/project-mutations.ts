import {
  copyProject,
  createProject,
  deleteProject,
  setProjectLink,
  setProjectTemplate,
  updateProject,
} from '../../actions/project-changes.ts';
import { createProjectField, deleteProjectField } from '../../actions/project-fields.ts';
import {
  addDraftIssue,
  addProjectItem,
  clearItemValue,
  convertDraftIssue,
  deleteProjectItem,
  setItemArchived,
  setItemValue,
  updateDraftIssue,
} from '../../actions/project-items.ts';
import {
  createStatusUpdate,
  deleteStatusUpdate,
  type StatusUpdateChange,
  updateStatusUpdate,
} from '../../actions/project-status-updates.ts';
import { ProjectRefused, Unsupported } from '../../errors.ts';
import type { CustomField, Issue, Project, ProjectItem, ProjectOption, ProjectStatusUpdate, User } from '../../world.ts';
import type { Args, Graph } from '../graph.ts';
import { getNodeOf } from '../ids.ts';
import { type FieldOf, fieldThing } from '../project-field.ts';
import { thing } from '../thing.ts';
import { conversationIn, type Mutations, mutation, repositoryIn, targetOf } from './mutation.ts';

// https://docs.github.com/graphql/reference/mutations, as `gh project` sends them: cli/cli, pkg/cmd/project.

const FIELDS = ['ProjectV2Field', 'ProjectV2SingleSelectField', 'ProjectV2IterationField'] as const;

const projectIn = ({ context }: Graph, id: string): Readonly<Project> => getNodeOf<Project>(context, id, 'ProjectV2');
const ownerIn = ({ context }: Graph, id: string): Readonly<User> => getNodeOf<User>(context, id, 'User', 'Organization');
const fieldIn = ({ context }: Graph, id: string): Readonly<FieldOf> => getNodeOf<FieldOf>(context, id, ...FIELDS);

const projectOf = ({ context }: Graph, { project_id }: { project_id: number }): Readonly<Project> =>
  context.world.projects.get(project_id) as Readonly<Project>;

/** An item of a project. @throws NOT_FOUND, ProjectRefused where it is of another one */
function itemIn(graph: Graph, project: Readonly<Project>, id: string): Readonly<ProjectItem> {
  const item = getNodeOf<ProjectItem>(graph.context, id, 'ProjectV2Item');
  if (item.project_id !== project.id) throw new ProjectRefused('The item does not exist in the project');
  return item;
}

/** A field of a project. @throws NOT_FOUND, ProjectRefused where it is of another one */
function ownField(graph: Graph, project: Readonly<Project>, id: string): FieldOf['field'] {
  const found = fieldIn(graph, id);
  if (found.project.id !== project.id) throw new ProjectRefused('The field does not exist in the project');
  return found.field;
}

const people = (graph: Graph, ids: readonly string[] | null | undefined): number[] | undefined =>
  ids?.map((id) => getNodeOf<User>(graph.context, id, 'User').id);

const shown = (project: Readonly<Project>) => ({ projectV2: thing('ProjectV2', project) });
const shownItem = (item: Readonly<ProjectItem>) => thing('ProjectV2Item', item);

const projects: Mutations = {
  createProjectV2: mutation(['ownerId', 'title', 'repositoryId'], ['projectV2'], ({ ownerId, title, repositoryId }, graph) => {
    const repository = repositoryId == null ? undefined : repositoryIn(graph, repositoryId);
    return shown(createProject(graph.context, ownerIn(graph, ownerId), title, repository));
  }),
  copyProjectV2: mutation(['projectId', 'ownerId', 'title', 'includeDraftIssues'], ['projectV2'], (input, graph) => {
    const owner = ownerIn(graph, input.ownerId);
    const how = { owner, title: input.title, withDrafts: input.includeDraftIssues === true };
    return shown(copyProject(graph.context, projectIn(graph, input.projectId), how));
  }),
  updateProjectV2: mutation(
    ['projectId', 'title', 'shortDescription', 'readme', 'closed', 'public'],
    ['projectV2'],
    (input, graph) =>
      shown(
        updateProject(graph.context, projectIn(graph, input.projectId), {
          ...{ title: input.title ?? undefined, short_description: input.shortDescription ?? undefined },
          ...{ readme: input.readme ?? undefined, closed: input.closed ?? undefined, public: input.public ?? undefined },
        }),
      ),
  ),
  deleteProjectV2: mutation(['projectId'], ['projectV2'], ({ projectId }, graph) => {
    const project = projectIn(graph, projectId);
    deleteProject(graph.context, project);
    return shown(project);
  }),
  markProjectV2AsTemplate: mutation(['projectId'], ['projectV2'], ({ projectId }, graph) =>
    shown(setProjectTemplate(graph.context, projectIn(graph, projectId), true)),
  ),
  unmarkProjectV2AsTemplate: mutation(['projectId'], ['projectV2'], ({ projectId }, graph) =>
    shown(setProjectTemplate(graph.context, projectIn(graph, projectId), false)),
  ),
  linkProjectV2ToRepository: mutation(['projectId', 'repositoryId'], ['repository'], (input, graph) => {
    const repository = repositoryIn(graph, input.repositoryId);
    setProjectLink(graph.context, projectIn(graph, input.projectId), repository, true);
    return { repository: thing('Repository', repository) };
  }),
  unlinkProjectV2FromRepository: mutation(['projectId', 'repositoryId'], ['repository'], (input, graph) => {
    const repository = repositoryIn(graph, input.repositoryId);
    setProjectLink(graph.context, projectIn(graph, input.projectId), repository, false);
    return { repository: thing('Repository', repository) };
  }),
};

interface IterationsInput {
  startDate: string;
  duration: number;
  iterations: readonly { title: string; startDate: string; duration: number }[];
}

const iterationsIn = (said: IterationsInput | null | undefined) =>
  said
    ? {
        ...{ start_date: said.startDate, duration: said.duration },
        iterations: said.iterations.map(({ title, startDate, duration }) => ({ title, start_date: startDate, duration })),
      }
    : undefined;

const fields: Mutations = {
  createProjectV2Field: mutation(
    ['projectId', 'dataType', 'name', 'singleSelectOptions', 'iterationConfiguration'],
    ['projectV2Field'],
    (input, graph) => {
      const project = projectIn(graph, input.projectId);
      const field = createProjectField(graph.context, project, {
        ...{ name: input.name, data_type: String(input.dataType).toLowerCase() as CustomField },
        options: (input.singleSelectOptions as readonly Omit<ProjectOption, 'id'>[] | null) ?? undefined,
        iterations: iterationsIn(input.iterationConfiguration),
      });
      return { projectV2Field: fieldThing(graph.context.world.projects.get(project.id) ?? project, field) };
    },
  ),
  deleteProjectV2Field: mutation(['fieldId'], ['projectV2Field'], ({ fieldId }, graph) => {
    const { project, field } = fieldIn(graph, fieldId);
    deleteProjectField(graph.context, project, field);
    return { projectV2Field: fieldThing(project, field) };
  }),
};

/** What a mutation of a project's item answers with, by the name that its payload has for that. */
const onItem = <N extends string>(
  name: N,
  run: (graph: Graph, project: Readonly<Project>, item: Readonly<ProjectItem>) => Readonly<ProjectItem>,
) =>
  mutation(['projectId', 'itemId'], [name], ({ projectId, itemId }, graph) => {
    const project = projectIn(graph, projectId);
    return { [name]: shownItem(run(graph, project, itemIn(graph, project, itemId))) } as Record<N, unknown>;
  });

const items: Mutations = {
  addProjectV2ItemById: mutation(['projectId', 'contentId'], ['item'], ({ projectId, contentId }, graph) => {
    const content: Readonly<Issue> = conversationIn(graph, contentId);
    return { item: shownItem(addProjectItem(graph.context, projectIn(graph, projectId), content)) };
  }),
  addProjectV2DraftIssue: mutation(['projectId', 'title', 'body', 'assigneeIds'], ['projectItem'], (input, graph) => ({
    projectItem: shownItem(
      addDraftIssue(graph.context, projectIn(graph, input.projectId), {
        ...{ title: input.title, body: input.body ?? undefined, assignee_ids: people(graph, input.assigneeIds) },
      }),
    ),
  })),
  updateProjectV2DraftIssue: mutation(['draftIssueId', 'title', 'body', 'assigneeIds'], ['draftIssue'], (input, graph) => {
    const item = getNodeOf<ProjectItem>(graph.context, input.draftIssueId, 'DraftIssue');
    const changed = updateDraftIssue(graph.context, projectOf(graph, item), item, {
      ...{ title: input.title ?? undefined, body: input.body ?? undefined, assignee_ids: people(graph, input.assigneeIds) },
    });
    return { draftIssue: thing('DraftIssue', changed) };
  }),
  convertProjectV2DraftIssueItemToIssue: mutation(['itemId', 'repositoryId'], ['item'], (input, graph) => {
    const item = getNodeOf<ProjectItem>(graph.context, input.itemId, 'ProjectV2Item');
    const target = targetOf(repositoryIn(graph, input.repositoryId));
    return { item: shownItem(convertDraftIssue(graph.context, projectOf(graph, item), item, target)) };
  }),
  updateProjectV2ItemFieldValue: mutation(
    ['projectId', 'itemId', 'fieldId', 'value'],
    ['projectV2Item'],
    ({ projectId, itemId, fieldId, value }, graph) => {
      const project = projectIn(graph, projectId);
      const given = Object.values(value).filter((one) => one != null);
      if (given.length > 1) throw new Unsupported('several values of a field at once');
      const item = itemIn(graph, project, itemId);
      return { projectV2Item: shownItem(setItemValue(graph.context, project, item, ownField(graph, project, fieldId), value)) };
    },
  ),
  clearProjectV2ItemFieldValue: mutation(
    ['projectId', 'itemId', 'fieldId'],
    ['projectV2Item'],
    ({ projectId, itemId, fieldId }, graph) => {
      const project = projectIn(graph, projectId);
      const item = itemIn(graph, project, itemId);
      return { projectV2Item: shownItem(clearItemValue(graph.context, project, item, ownField(graph, project, fieldId))) };
    },
  ),
  archiveProjectV2Item: onItem('item', ({ context }, project, item) => setItemArchived(context, project, item, true)),
  unarchiveProjectV2Item: onItem('item', ({ context }, project, item) => setItemArchived(context, project, item, false)),
  deleteProjectV2Item: mutation(['projectId', 'itemId'], ['deletedItemId'], ({ projectId, itemId }, graph) => {
    const project = projectIn(graph, projectId);
    deleteProjectItem(graph.context, project, itemIn(graph, project, itemId));
    return { deletedItemId: itemId };
  }),
};

/** What was given of a status update; null takes away. */
const saidOf = (input: Args<'body' | 'status' | 'startDate' | 'targetDate'>): StatusUpdateChange =>
  Object.fromEntries(
    Object.entries({ body: input.body, status: input.status, start_date: input.startDate, target_date: input.targetDate }).filter(
      ([, value]) => value !== undefined,
    ),
  );

const updateIn = ({ context }: Graph, id: string): Readonly<ProjectStatusUpdate> =>
  getNodeOf<ProjectStatusUpdate>(context, id, 'ProjectV2StatusUpdate');
const SAID = ['body', 'status', 'startDate', 'targetDate'] as const;

const statusUpdates: Mutations = {
  createProjectV2StatusUpdate: mutation(['projectId', ...SAID], ['statusUpdate'], ({ projectId, ...said }, graph) => ({
    statusUpdate: thing('ProjectV2StatusUpdate', createStatusUpdate(graph.context, projectIn(graph, projectId), saidOf(said))),
  })),
  updateProjectV2StatusUpdate: mutation(['statusUpdateId', ...SAID], ['statusUpdate'], ({ statusUpdateId, ...said }, graph) => {
    const update = updateIn(graph, statusUpdateId);
    const changed = updateStatusUpdate(graph.context, projectOf(graph, update), update, saidOf(said));
    return { statusUpdate: thing('ProjectV2StatusUpdate', changed) };
  }),
  deleteProjectV2StatusUpdate: mutation(['statusUpdateId'], ['deletedStatusUpdateId', 'projectV2'], (input, graph) => {
    const update = updateIn(graph, input.statusUpdateId);
    const project = projectOf(graph, update);
    deleteStatusUpdate(graph.context, project, update);
    return { deletedStatusUpdateId: input.statusUpdateId, ...shown(project) };
  }),
};

/** What the twin does with projects. */
export const projectMutations: Mutations = { ...projects, ...fields, ...items, ...statusUpdates };
