import { z } from 'zod';
import { createProject } from '../actions/project-changes.ts';
import { createProjectField } from '../actions/project-fields.ts';
import { addProjectItem, clearItemValue, deleteProjectItem, setItemValue } from '../actions/project-items.ts';
import { createStatusUpdate } from '../actions/project-status-updates.ts';
import { createProjectView, deleteProjectView, updateProjectView } from '../actions/project-views.ts';
import { Unprocessable } from '../errors.ts';
import { findNode } from '../graphql/ids.ts';
import { nodeId } from '../node-id.ts';
import { fieldNodeId, projectPath, renderProjectItem, renderProjectView, renderStatusUpdate } from '../render/projects.ts';
import type { GithubContext, Project, ProjectItem, ProjectView } from '../world.ts';
import { PROJECT_LAYOUTS, STATUS_UPDATE_STATES } from '../world.ts';
import { batchItem, itemOfIssue, naming, updateItems } from './project-batch.ts';
import { conversationAt, fieldByName, idsIn, itemById, ownerOf, place, projectAt, required } from './project-place.ts';
import { dayIn, fieldIn, updatedField, valueIn } from './project-values.ts';
import { tool } from './tool.ts';

/** Of the toolset `projects`: github/github-mcp-server, pkg/github/projects.go. */

const METHODS = [
  'add_project_item',
  'update_project_item',
  'update_project_items',
  'delete_project_item',
  'create_project_status_update',
  'create_project_view',
  'update_project_view',
  'delete_project_view',
  'create_project',
  'create_iteration_field',
] as const;

const text = z.string().optional();
const input = () =>
  z.object({
    method: z.enum(METHODS).describe('What to do'),
    owner: z.string().describe('Login of the person or the organisation that owns the project'),
    ...place,
    title: text.describe('For create_project: its title'),
    view_id: text.describe('Node id of the view to change or delete'),
    name: text.describe('Name of a view'),
    layout: z.enum(PROJECT_LAYOUTS).optional().describe('Layout of a view'),
    filter: z.string().nullable().optional().describe('What a view keeps; null takes the filter away'),
    visible_fields: z
      .array(z.string())
      .optional()
      .describe('Ids of the fields that a view shows, in this order; none for the usual ones'),
    visible_field_names: z.array(z.string()).optional().describe('The same by their names; give one of both'),
    item_id: z.number().int().optional().describe('Id of the item to change or delete'),
    item_type: z.enum(['issue', 'pull_request']).optional().describe('For add_project_item: what is added'),
    item_owner: text.describe('Owner of the repository of the issue or pull request'),
    item_repo: text.describe('Name of that repository'),
    issue_number: z.number().int().optional().describe('Number of the issue'),
    pull_request_number: z.number().int().optional().describe('Number of the pull request'),
    updated_field: updatedField.optional(),
    items: z.array(batchItem).optional().describe('For update_project_items: up to 50 items that get the value'),
    body: text.describe('For create_project_status_update: its text, in Markdown'),
    status: z.enum(STATUS_UPDATE_STATES).optional().describe('For create_project_status_update: how the project stands'),
    start_date: text.describe('Of a status update, and when iterations begin: YYYY-MM-DD'),
    target_date: text.describe('Of a status update: YYYY-MM-DD'),
    field_name: text.describe('For create_iteration_field: the name of the field'),
    iteration_duration: z.number().int().optional().describe('For create_iteration_field: days of an iteration'),
    iterations: z
      .array(
        z.object({
          title: z.string().describe('Title of the iteration'),
          start_date: z.string().describe('Its first day, YYYY-MM-DD'),
          duration: z.number().describe('Its days'),
        }),
      )
      .optional()
      .describe('For create_iteration_field: iterations of your own; three that follow each other without them'),
  });
type Input = z.output<ReturnType<typeof input>>;
type Write = (context: GithubContext, project: Readonly<Project>, input: Input) => unknown;

function create(context: GithubContext, { owner: login, owner_type, title }: Input) {
  if (owner_type === undefined) throw new Unprocessable('owner_type is required for create_project');
  const named = required('title', title);
  const owner = naming('failed to get owner ID', () => ownerOf(context, login, owner_type));
  const made = createProject(context, owner, named);
  return {
    ...{ id: nodeId('PVT', made.owner_id, made.id), number: made.number, title: made.title },
    url: context.links.to(projectPath(context, made)),
  };
}

const addItem: Write = (context, project, given) => {
  const [type, owner, repo] = [
    required('item_type', given.item_type),
    required('item_owner', given.item_owner),
    required('item_repo', given.item_repo),
  ];
  const [number, called] =
    type === 'issue' ? [given.issue_number, 'issue_number'] : [given.pull_request_number, 'pull_request_number'];
  if (!number) throw new Unprocessable(`${called} is required when item_type is '${type}'`);
  const what = type === 'issue' ? 'issue' : 'pull request';
  const name = `${owner}/${repo}#${number}`;
  const content = naming(`failed to resolve ${type}: failed to resolve ${what} ${name}`, () =>
    conversationAt(context, { owner, repo, number, isPull: type === 'pull_request' }),
  );
  const { id } = addProjectItem(context, project, content);
  return {
    full_database_id: String(id),
    id: nodeId('PVTI', project.id, id),
    item_id: id,
    message: `Successfully added ${type} ${name} to project ${given.owner}/${project.number}`,
  };
};

/** The item that is named by its id or by its issue. @throws Unprocessable, NotFound, Unresolved */
function itemIn(context: GithubContext, project: Readonly<Project>, given: Input): Readonly<ProjectItem> {
  if (given.item_id !== undefined) return itemById(context, project, required('item_id', given.item_id));
  const { item_owner, item_repo, issue_number } = given;
  if (!item_owner || !item_repo || !issue_number)
    throw new Unprocessable(
      'update_project_item requires either item_id, or item_owner + item_repo + issue_number to resolve the item by issue',
    );
  return itemOfIssue(context, project, { item_owner, item_repo, issue_number });
}

const updateItem: Write = (context, project, given) => {
  const item = itemIn(context, project, given);
  const said = required('updated_field', given.updated_field);
  const field = fieldIn(context, project, said);
  const changed =
    said.value === null
      ? clearItemValue(context, project, item, field)
      : setItemValue(context, project, item, field, valueIn(field, said.value));
  return renderProjectItem(context, project, changed);
};

const deleteItem: Write = (context, project, given) => {
  deleteProjectItem(context, project, itemById(context, project, required('item_id', given.item_id)));
  return 'project item successfully deleted';
};

const addStatusUpdate: Write = (context, project, { body, status, start_date, target_date }) => {
  const said = {
    ...(body && { body }),
    ...(status && { status }),
    start_date: dayIn('start_date', start_date) ?? null,
    target_date: dayIn('target_date', target_date) ?? null,
  };
  return renderStatusUpdate(context, createStatusUpdate(context, project, said));
};

/** Ids of the fields that a view shall show; undefined where nothing is said of them, null for the usual ones. @throws Unprocessable, Unresolved */
function shownFields(context: GithubContext, project: Readonly<Project>, given: Input): number[] | null | undefined {
  const { visible_fields: texts, visible_field_names: names = [] } = given;
  if (texts === undefined && given.visible_field_names === undefined) return undefined;
  const ids = idsIn('visible_fields', texts ?? []);
  if (ids.length > 0 && names.length > 0)
    throw new Unprocessable("provide either 'visible_fields' or 'visible_field_names', not both");
  const unknown = ids.find((id) => !project.fields.some((field) => field.id === id));
  if (unknown !== undefined)
    throw new Unprocessable(`project field database ID ${unknown} was not found on project ${given.owner}#${project.number}`);
  const shown = [...ids, ...names.map((name) => fieldByName(context, project, name).id)];
  const twice = shown.find((id, at) => shown.indexOf(id) !== at);
  if (twice !== undefined) {
    const { name } = project.fields.find(({ id }) => id === twice) ?? { name: '' };
    throw new Unprocessable(`project field "${name}" is included more than once`);
  }
  return shown.length === 0 ? null : shown;
}

function requireName(name: string | undefined): void {
  if (name !== undefined && name.trim() === '') throw new Unprocessable('name must not be empty');
}

const addView: Write = (context, project, given) => {
  const [name, layout] = [required('name', given.name), required('layout', given.layout)];
  requireName(name);
  const visible_fields = shownFields(context, project, given) ?? null;
  const view = createProjectView(context, project, { name, layout, filter: given.filter ?? null, visible_fields });
  return renderProjectView(project, view);
};

/** A view of this project by the id of its node. @throws Unprocessable after what failed */
function viewIn(context: GithubContext, project: Readonly<Project>, given: Input, failed: string): ProjectView {
  const id = required('view_id', given.view_id);
  const node = findNode(context, id);
  if (node?.type !== 'ProjectV2View') throw new Unprocessable(`${failed}: node is not a ProjectV2View or was not found`);
  const of = node.of as { project: Project; view: ProjectView };
  if (of.project.id !== project.id) throw new Unprocessable(`${failed}: project view does not belong to the requested project`);
  return of.view;
}

const changeView: Write = (context, project, given) => {
  required('view_id', given.view_id);
  const { name, layout, filter } = given;
  const isSaid = [name, layout, filter, given.visible_fields, given.visible_field_names].some((one) => one !== undefined);
  if (!isSaid)
    throw new Unprocessable(
      'update_project_view requires at least one of name, layout, filter, visible_fields, or visible_field_names',
    );
  requireName(name);
  const view = viewIn(context, project, given, 'failed to update project view');
  const visible_fields = shownFields(context, project, given);
  const said = { name, layout, filter: filter === '' ? null : filter, visible_fields };
  const change = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
  return renderProjectView(project, updateProjectView(context, project, view, change));
};

const removeView: Write = (context, project, given) => {
  deleteProjectView(context, project, viewIn(context, project, given, 'failed to delete project view'));
  return { deleted_view_id: given.view_id };
};

function iterationsIn({ iterations = [] }: Input) {
  return iterations.map(({ title, start_date, duration }, at) => {
    if (title === '') throw new Unprocessable(`iterations[${at}]: title is required and must be a non-empty string`);
    if (start_date === '') throw new Unprocessable(`iterations[${at}]: start_date is required and must be a non-empty string`);
    if (duration <= 0) throw new Unprocessable(`iterations[${at}]: duration is required and must be a positive number`);
    return { title, start_date: dayIn(`iterations[${at}].start_date`, start_date) as string, duration: Math.trunc(duration) };
  });
}

const addIterations: Write = (context, project, given) => {
  const name = required('field_name', given.field_name);
  const duration = required('iteration_duration', given.iteration_duration);
  const start_date = dayIn('start_date', required('start_date', given.start_date)) as string;
  const iterations = { start_date, duration, iterations: iterationsIn(given) };
  const field = createProjectField(context, project, { name, data_type: 'iteration', iterations });
  return { configuration: { iterations: field.iterations }, id: fieldNodeId(project, field), name: field.name };
};

const WRITES: Readonly<Record<Exclude<Input['method'], 'create_project'>, Write>> = {
  add_project_item: addItem,
  update_project_item: updateItem,
  update_project_items: (context, project, { items, updated_field }) => updateItems(context, project, items, updated_field),
  delete_project_item: deleteItem,
  create_project_status_update: addStatusUpdate,
  create_project_view: addView,
  update_project_view: changeView,
  delete_project_view: removeView,
  create_iteration_field: addIterations,
};

export const projectWriteTools = [
  tool({
    name: 'projects_write',
    title: 'Manage GitHub Projects',
    description:
      'Makes projects, and changes what is in one: adds, changes and deletes items, sets a value for many of them, makes, changes and ' +
      'deletes views, tells how the project stands, and adds fields of iterations.',
    mutates: true,
    action: ({ method }) => (method === 'create_iteration_field' ? 'create_project_field' : method),
    input,
    handle(context, given) {
      if (given.method === 'create_project') return create(context, given);
      return WRITES[given.method](context, projectAt(context, given), given);
    },
  }),
];
