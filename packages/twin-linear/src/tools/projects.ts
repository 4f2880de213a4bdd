import { z } from 'zod';
import { createExternalLink, linkProject, unlinkProject } from '../actions/initiatives.ts';
import { createProjectMilestone, updateProjectMilestone } from '../actions/project-parts.ts';
import { createProject, updateProject } from '../actions/projects.ts';
import { EntityNotFound, InvalidInput } from '../errors.ts';
import { found } from '../lists/derived.ts';
import { list } from '../lists/list.ts';
import { renderLabel, renderMilestone, renderProject, renderUser } from '../render/tools.ts';
import { type LinearContext, liveIn, type Project } from '../world.ts';
import { initiativeBy, milestoneBy, plainLabelIdsBy, projectBy, teamBy, userBy } from './names.ts';
import { patch, patched } from './patch.ts';
import {
  dayOf,
  defined,
  includeArchived,
  LARGEST_PROJECT_PAGE,
  listContext,
  pageArgs,
  paged,
  paging,
  pick,
  since,
  sinceFilter,
  tool,
} from './tool.ts';

const FIELDS = [
  'id',
  'name',
  'summary',
  'description',
  'url',
  'trashed',
  'createdAt',
  'updatedAt',
  'startedAt',
  'completedAt',
  'canceledAt',
  'startDate',
  'startDateResolution',
  'targetDate',
  'targetDateResolution',
  'priority',
  'labels',
  'initiatives',
  'lead',
  'status',
  'teams',
  'members',
  'milestones',
] as const;
const RESOLUTIONS = ['halfYear', 'month', 'quarter', 'year'] as const;
const LOWEST_PRIORITY = 4;

const text = (description: string) => z.string().optional().describe(description);
const names = (description: string) => z.array(z.string()).optional().describe(description);
const flag = (description: string) => z.boolean().default(false).describe(description);

const milestonesOf = (context: LinearContext, projectId: string) =>
  context.world.projectMilestones.by.creation
    .page(liveIn(`project:${projectId}`))
    .toSorted((left, right) => left.sortOrder - right.sortOrder)
    .map((milestone) => renderMilestone(context, milestone));

const membersOf = (context: LinearContext, project: Readonly<Project>) =>
  found(project.memberIds, (id) => context.world.users.get(id)).map((user) => renderUser(context, user));

const listProjects = tool({
  name: 'list_projects',
  title: 'List projects',
  description: "List projects in the user's Linear workspace",
  mutates: false,
  input: z.strictObject({
    ...paging(LARGEST_PROJECT_PAGE),
    query: text('Search project name'),
    state: text('State type, name, or ID'),
    initiative: text('Initiative name, ID, identifier (e.g., INIT-123), or slug'),
    team: text('Team name or ID'),
    member: text('User ID, name, email, or "me"'),
    label: text('Label name or ID'),
    ...since,
    includeMilestones: flag('Include milestones'),
    includeMembers: flag('Include project members'),
    includeArchived: includeArchived(),
    fields: z.array(z.enum(FIELDS)).optional().describe('Fields to include in each result'),
  }),
  handle(context, input) {
    const { query, state, initiative, team, member, label } = input;
    const filter = {
      ...sinceFilter(input, context),
      name: query === undefined ? undefined : { containsIgnoreCase: query },
      status:
        state === undefined
          ? undefined
          : { or: [{ id: { eq: state } }, { name: { eqIgnoreCase: state } }, { type: { eqIgnoreCase: state } }] },
      initiatives: initiative === undefined ? undefined : { some: { id: { eq: initiativeBy(context, initiative).id } } },
      accessibleTeams: team === undefined ? undefined : { some: { id: { eq: teamBy(context, team).id } } },
      members: member === undefined ? undefined : { some: { id: { eq: userBy(context, member).id } } },
      labels: label === undefined ? undefined : { some: { or: [{ id: { eq: label } }, { name: { eqIgnoreCase: label } }] } },
    };
    const page = list(listContext(context), 'projects', { ...pageArgs(input), filter });
    return paged('projects', page, (project: Project) => {
      const more = {
        ...(input.includeMilestones && { milestones: milestonesOf(context, project.id) }),
        ...(input.includeMembers && { members: membersOf(context, project) }),
      };
      return pick({ ...renderProject(context, project), ...more }, input.fields);
    });
  },
});

const getProjectTool = tool({
  name: 'get_project',
  title: 'Get project',
  description: 'Retrieve details of a specific project in Linear',
  mutates: false,
  input: z.strictObject({
    query: z.string().describe('Project name, ID, identifier (e.g., PROJ-123), or slug'),
    includeMilestones: flag('Include milestones'),
    includeMembers: flag('Include project members'),
    includeResources: flag('Include resources (documents, links, attachments)'),
  }),
  handle(context, input) {
    const project = projectBy(context, input.query);
    const { world } = context;
    const resources = () => ({
      documents: world.documents.by.creation.page(liveIn(`project:${project.id}`)).map(({ id, title }) => ({ id, title })),
      links: world.entityExternalLinks.by.creation
        .page(liveIn(`project:${project.id}`))
        .map(({ id, label, url }) => ({ id, label, url })),
    });
    return {
      ...renderProject(context, project),
      ...(input.includeMilestones && { milestones: milestonesOf(context, project.id) }),
      ...(input.includeMembers && { members: membersOf(context, project) }),
      ...(input.includeResources && { resources: resources() }),
    };
  },
});

const saveInput = z.strictObject({
  id: text('Project name, ID, identifier (e.g., PROJ-123), or slug. If provided, updates the existing project'),
  name: text('Project name (required when creating)'),
  icon: text('Icon name or emoji code'),
  color: text('Hex color'),
  summary: text('Short summary (max 255 chars)'),
  description: text('Content as Markdown'),
  patch,
  state: text('Project state'),
  startDate: text('Start date (ISO format)'),
  startDateResolution: z.enum(RESOLUTIONS).optional().describe('Start date resolution'),
  targetDate: text('Target date (ISO format)'),
  targetDateResolution: z.enum(RESOLUTIONS).optional().describe('Target date resolution'),
  priority: z.int().min(0).max(LOWEST_PRIORITY).optional().describe('0=None, 1=Urgent, 2=High, 3=Medium, 4=Low'),
  addTeams: names('Team name or ID to add'),
  removeTeams: names('Team name or ID to remove'),
  setTeams: names('Replace all teams with these. Cannot combine with addTeams/removeTeams'),
  labels: names('Label names or IDs. Replaces the full label set'),
  lead: z.union([z.string(), z.null()]).optional().describe('User ID, name, email, or "me". Null to remove'),
  addInitiatives: names('Initiatives to add'),
  removeInitiatives: names('Initiatives to remove'),
  setInitiatives: names('Replace all initiatives with these'),
  links: z
    .array(z.object({ url: z.url(), title: z.string().min(1) }))
    .optional()
    .describe('External resource links to add [{url, title}]. Append-only'),
});
type SaveProject = z.output<typeof saveInput>;

const saveProject = tool({
  name: 'save_project',
  title: 'Save project',
  description:
    'Create or update a Linear project. If `id` is provided, updates the existing project; otherwise creates a new one',
  mutates: true,
  action: ({ id }) => (id === undefined ? 'create_project' : 'update_project'),
  input: saveInput,
  handle(context, input) {
    const before = input.id === undefined ? undefined : projectBy(context, input.id);
    if (!before && input.name === undefined) throw new InvalidInput('name', 'isDefined', 'is required when creating a project');
    const fields = projectInput(context, input, before);
    const project = before ? updateProject(context, before.id, fields) : createProject(context, { teamIds: [], ...fields });
    setInitiatives(context, project.id, input);
    for (const { url, title } of input.links ?? []) createExternalLink(context, { projectId: project.id, url, label: title });
    return renderProject(context, context.world.projects.get(project.id) as Readonly<Project>);
  },
});

function projectInput(
  context: LinearContext,
  input: SaveProject,
  before: Readonly<Project> | undefined,
): Record<string, unknown> {
  const { setTeams, addTeams, removeTeams, lead, labels, state } = input;
  if (setTeams && (addTeams || removeTeams))
    throw new InvalidInput('setTeams', 'isAlone', "can't be combined with addTeams or removeTeams");
  const ids = (teams: readonly string[] = []): string[] => teams.map((name) => teamBy(context, name).id);
  const removed = ids(removeTeams);
  const teamIds = setTeams ? ids(setTeams) : [...(before?.teamIds ?? []), ...ids(addTeams)].filter((id) => !removed.includes(id));
  return defined({
    name: input.name,
    icon: input.icon,
    color: input.color,
    description: input.summary,
    content: input.patch ? patched(input.description ?? before?.content ?? '', input.patch) : input.description,
    statusId: state === undefined ? undefined : statusBy(context, state),
    startDate: dayOf('startDate', input.startDate),
    startDateResolution: input.startDateResolution,
    targetDate: dayOf('targetDate', input.targetDate),
    targetDateResolution: input.targetDateResolution,
    priority: input.priority,
    teamIds: setTeams || addTeams || removeTeams ? teamIds : undefined,
    labelIds: labels && plainLabelIdsBy(context, 'projectLabels', labels),
    leadId: lead === undefined || lead === null ? lead : userBy(context, lead).id,
  });
}

function statusBy({ world }: LinearContext, name: string): string {
  const wanted = name.toLowerCase();
  const statuses = world.projectStatuses.by.position.page('all').filter((status) => status.archivedAt === null);
  const status =
    statuses.find((one) => one.id === name || one.name.toLowerCase() === wanted) ?? statuses.find((one) => one.type === wanted);
  if (!status) throw new EntityNotFound('ProjectStatus');
  return status.id;
}

/** The day of a date that a tool was given. */
function setInitiatives(context: LinearContext, projectId: string, input: SaveProject): void {
  const links = context.world.initiativeToProjects.by.creation.page(liveIn(`project:${projectId}`));
  const ids = (wanted: readonly string[] = []): string[] => wanted.map((name) => initiativeBy(context, name).id);
  const kept = input.setInitiatives && ids(input.setInitiatives);
  const removed = ids(input.removeInitiatives);
  for (const link of links) {
    if (removed.includes(link.initiativeId) || (kept && !kept.includes(link.initiativeId))) unlinkProject(context, link.id);
  }
  const there = new Set(links.map((link) => link.initiativeId));
  for (const initiativeId of [...(kept ?? []), ...ids(input.addInitiatives)]) {
    if (!there.has(initiativeId)) linkProject(context, { initiativeId, projectId });
    there.add(initiativeId);
  }
}

const project = z.string().describe('Project name, ID, identifier (e.g., PROJ-123), or slug');

const saveMilestone = tool({
  name: 'save_milestone',
  title: 'Save milestone',
  description:
    'Create or update a milestone in a Linear project. If `id` is provided, updates the existing milestone; otherwise creates a new one',
  mutates: true,
  action: ({ id }) => (id === undefined ? 'create_project_milestone' : 'update_project_milestone'),
  input: z.strictObject({
    project,
    id: text('Milestone name or ID'),
    name: text('Milestone name (required when creating)'),
    description: text('Milestone description'),
    targetDate: z.union([z.string(), z.null()]).optional().describe('Target completion date (ISO format, null to remove)'),
  }),
  handle(context, { project: name, id, ...input }) {
    const projectId = projectBy(context, name).id;
    const fields = defined({ ...input, targetDate: dayOf('targetDate', input.targetDate) });
    if (id === undefined && input.name === undefined)
      throw new InvalidInput('name', 'isDefined', 'is required when creating a milestone');
    const milestone =
      id === undefined
        ? createProjectMilestone(context, { ...fields, projectId })
        : updateProjectMilestone(context, milestoneBy(context, projectId, id).id, fields);
    return renderMilestone(context, milestone);
  },
});

export const projectTools = [
  listProjects,
  getProjectTool,
  saveProject,
  tool({
    name: 'list_project_labels',
    title: 'List project labels',
    description: 'List available project labels in the Linear workspace',
    mutates: false,
    input: z.strictObject({ ...paging(), name: text('Filter by name') }),
    handle(context, input) {
      const filter = input.name === undefined ? null : { name: { containsIgnoreCase: input.name } };
      const page = list(listContext(context), 'projectLabels', { ...pageArgs(input), filter });
      return paged('labels', page, (label: never) => renderLabel(context, label, 'projectLabels'));
    },
  }),
  tool({
    name: 'list_milestones',
    title: 'List project milestones',
    description: 'List all milestones in a Linear project',
    mutates: false,
    action: 'list_project_milestones',
    input: z.strictObject({ project }),
    handle: (context, input) => milestonesOf(context, projectBy(context, input.project).id),
  }),
  tool({
    name: 'get_milestone',
    title: 'Get milestone',
    description: 'Retrieve details of a specific milestone by ID or name',
    mutates: false,
    action: 'get_project_milestone',
    input: z.strictObject({ project, query: z.string().describe('Milestone name or ID') }),
    handle: (context, input) => renderMilestone(context, milestoneBy(context, projectBy(context, input.project).id, input.query)),
  }),
  saveMilestone,
];
