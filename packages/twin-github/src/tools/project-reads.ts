import { z } from 'zod';
import { pageAtCursor } from '../actions/cursors.ts';
import { selectItems } from '../actions/project-query.ts';
import { statusUpdatesOf } from '../actions/project-status-updates.ts';
import { itemsOf, projectsOfOwner } from '../actions/projects.ts';
import { NotFound, Unprocessable } from '../errors.ts';
import { Connection } from '../graphql/connection.ts';
import { GraphRefusal } from '../graphql/graph.ts';
import { findNode } from '../graphql/ids.ts';
import { thing } from '../graphql/thing.ts';
import {
  renderProject,
  renderProjectField,
  renderProjectItem,
  renderProjectView,
  renderStatusUpdate,
} from '../render/projects.ts';
import type { GithubContext, Project, ProjectField, ProjectStatusUpdate, ProjectView } from '../world.ts';
import { fieldByName, idsIn, itemById, ownerOf, place, projectAt, required, typeOf } from './project-place.ts';
import { pageInfoOf, tool } from './tool.ts';

/** Of the toolset `projects`: github/github-mcp-server, pkg/github/projects.go. */

const MOST_PER_PAGE = 50;

const fieldChoice = {
  fields: z.array(z.string()).optional().describe('Ids of the fields that items are shown with; the title alone without them'),
  field_names: z.array(z.string()).optional().describe('The same by their names; give one of both'),
};

/** The fields that are asked for. An id that is no field's shows nothing. @throws Unprocessable, Unresolved */
function chosenFields(
  context: GithubContext,
  project: Readonly<Project>,
  { fields = [], field_names = [] }: { fields?: string[] | undefined; field_names?: string[] | undefined },
): readonly ProjectField[] {
  const ids = idsIn('fields', fields);
  if (ids.length > 0 && field_names.length > 0) throw new Unprocessable("provide either 'fields' or 'field_names', not both");
  if (field_names.length > 0) return field_names.map((name) => fieldByName(context, project, name));
  return ids.flatMap((id) => project.fields.find((one) => one.id === id) ?? []);
}

const listInput = () =>
  z.object({
    method: z
      .enum(['list_projects', 'list_project_fields', 'list_project_items', 'list_project_status_updates', 'list_project_views'])
      .describe('What to list'),
    owner: z.string().describe('Login of the person or the organisation that owns the projects'),
    ...place,
    query: z.string().optional().describe("Of projects words of the title and is:open or is:closed; of items a project's filter"),
    ...fieldChoice,
    per_page: z.number().int().optional().describe('Entries a page, at most 50'),
    after: z.string().optional().describe('Where the page begins: pageInfo.nextCursor of the one before'),
    before: z.string().optional().describe('Where the page ends: pageInfo.prevCursor of the one behind'),
  });
type ListInput = z.output<ReturnType<typeof listInput>>;

const perPageOf = ({ per_page = MOST_PER_PAGE }: ListInput): number =>
  per_page < 1 ? MOST_PER_PAGE : Math.min(per_page, MOST_PER_PAGE);

/** A page as the REST API cuts it. */
function restPage<T extends { id: number }>(input: ListInput, all: readonly T[]) {
  const { after, before } = input;
  const cursors = { per_page: perPageOf(input), after: after || undefined, before: before || undefined };
  const page = pageAtCursor(all, cursors, ({ id }) => String(id));
  return { records: page.records, pageInfo: pageInfoOf(page) };
}

/** A page as the GraphQL API cuts it. @throws Unprocessable for a cursor that is none, after what failed */
function graphPage<T extends object>(input: ListInput, failed: string, all: readonly T[]) {
  const { after, before } = input;
  if (after && before) throw new Unprocessable("provide either 'after' or 'before', not both");
  const size = perPageOf(input);
  const things = all.map((one) => thing('', one));
  const page = before ? { last: size, before } : { first: size, after: after || undefined };
  const { nodes, pageInfo } = graphed(failed, () => new Connection(things, page));
  return {
    records: nodes.map(({ of }) => of as T),
    pageInfo: {
      ...{ hasNextPage: pageInfo.hasNextPage, hasPreviousPage: pageInfo.hasPreviousPage },
      ...{ nextCursor: pageInfo.endCursor ?? '', prevCursor: pageInfo.startCursor ?? '' },
    },
  };
}

function graphed<T>(failed: string, ask: () => T): T {
  try {
    return ask();
  } catch (error) {
    throw error instanceof GraphRefusal ? new Unprocessable(`${failed}: ${error.message}`) : error;
  }
}

const BOTH_TYPES =
  "Results include both user and org projects. Each project includes 'owner_type' field. Pagination is limited when owner_type is not " +
  "specified - specify 'owner_type' for full pagination support.";

function listProjects(context: GithubContext, input: ListInput) {
  const { owner: login, owner_type } = input;
  if (owner_type === undefined && !context.world.users.by.login.first(login.toLowerCase()))
    throw new Unprocessable(`failed to list projects for owner '${login}': not found as user or organization`);
  const owner = ownerOf(context, login, owner_type);
  const { records, pageInfo } = restPage(input, projectsOfOwner(context, owner.id, { query: input.query }));
  const projects = records.map((one) => ({ ...renderProject(context, one), owner_type: typeOf(owner) }));
  return owner_type === undefined ? { projects, note: BOTH_TYPES, pageInfo } : { projects, pageInfo };
}

function list(context: GithubContext, input: ListInput) {
  if (input.method === 'list_projects') return listProjects(context, input);
  const project = projectAt(context, input);
  switch (input.method) {
    case 'list_project_fields': {
      const { records, pageInfo } = restPage(input, project.fields);
      return { fields: records.map((field) => renderProjectField(context, project, field)), pageInfo };
    }
    case 'list_project_items': {
      const fields = chosenFields(context, project, input);
      const { records, pageInfo } = restPage(input, selectItems(context, project, itemsOf(context, project), input.query ?? ''));
      return { items: records.map((item) => renderProjectItem(context, project, item, fields)), pageInfo };
    }
    case 'list_project_status_updates': {
      const failed = 'failed to list project status updates';
      // The server reads no cursor that leads back here.
      const page = graphPage({ ...input, before: undefined }, failed, statusUpdatesOf(context, project));
      return { statusUpdates: page.records.map((one) => renderStatusUpdate(context, one)), pageInfo: page.pageInfo };
    }
    case 'list_project_views': {
      const { records, pageInfo } = graphPage(input, 'failed to list project views', project.views);
      return { views: records.map((view) => renderProjectView(project, view)), pageInfo };
    }
  }
}

const getInput = () =>
  z.object({
    method: z
      .enum(['get_project', 'get_project_field', 'get_project_item', 'get_project_status_update', 'get_project_view'])
      .describe('What to get'),
    owner: z.string().optional().describe('Login of the person or the organisation that owns the project'),
    ...place,
    field_id: z.number().int().optional().describe('For get_project_field: the id of the field'),
    item_id: z.number().int().optional().describe('For get_project_item: the id of the item'),
    ...fieldChoice,
    status_update_id: z.string().optional().describe('For get_project_status_update: the node id'),
    view_id: z.string().optional().describe('For get_project_view: the node id'),
  });
type GetInput = z.output<ReturnType<typeof getInput>>;

/** What an id of a node names. @throws Unprocessable */
function nodeOf<T extends object>(context: GithubContext, id: string, type: string, failed: string): Readonly<T> {
  const node = findNode(context, id);
  if (!node) throw new Unprocessable(`${failed}: Could not resolve to a node with the global id of '${id}'`);
  if (node.type !== type) throw new Unprocessable(`${failed}: node is not a ${type} or was not found`);
  return node.of as Readonly<T>;
}

function get(context: GithubContext, input: GetInput) {
  const { method } = input;
  if (method === 'get_project_status_update') {
    const id = required('status_update_id', input.status_update_id);
    const failed = 'failed to get project status update';
    return renderStatusUpdate(context, nodeOf<ProjectStatusUpdate>(context, id, 'ProjectV2StatusUpdate', failed));
  }
  if (method === 'get_project_view') {
    const id = required('view_id', input.view_id);
    const of = nodeOf<{ project: Project; view: ProjectView }>(context, id, 'ProjectV2View', 'failed to get project view');
    return renderProjectView(of.project, of.view);
  }
  const project = projectAt(context, input);
  if (method === 'get_project') return renderProject(context, project);
  if (method === 'get_project_item') {
    const id = required('item_id', input.item_id);
    const fields = chosenFields(context, project, input);
    return renderProjectItem(context, project, itemById(context, project, id), fields);
  }
  const id = required('field_id', input.field_id);
  const field = project.fields.find((one) => one.id === id);
  if (!field) throw new NotFound();
  return renderProjectField(context, project, field);
}

export const projectReadTools = [
  tool({
    name: 'projects_list',
    title: 'List GitHub Projects resources',
    description: 'Lists the projects of a person or an organisation, or the fields, items, views or status updates of one.',
    mutates: false,
    action: ({ method }) => method,
    input: listInput,
    handle: list,
  }),
  tool({
    name: 'projects_get',
    title: 'Get details of GitHub Projects resources',
    description: 'Shows a project, or a field, an item, a view or a status update of one.',
    mutates: false,
    action: ({ method }) => method,
    input: getInput,
    handle: get,
  }),
];
