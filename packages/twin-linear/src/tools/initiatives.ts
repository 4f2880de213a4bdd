import { z } from 'zod';
import { createInitiative, updateInitiative } from '../actions/initiatives.ts';
import { createLabel } from '../actions/labels.ts';
import { referenced } from '../actions/support.ts';
import {
  archiveInitiativeUpdate,
  archiveProjectUpdate,
  createInitiativeUpdate,
  createProjectUpdate,
  updateInitiativeUpdate,
  updateProjectUpdate,
} from '../actions/updates.ts';
import { InvalidInput, RuleBroken } from '../errors.ts';
import { list } from '../lists/list.ts';
import { projectsOf, renderInitiative, renderLabel, renderUpdate } from '../render/tools.ts';
import { INITIATIVE_STATUSES, type Initiative, type LinearContext, liveIn, type ProjectUpdate } from '../world.ts';
import { initiativeBy, plainLabelIdsBy, projectBy, userBy } from './names.ts';
import { patch, patched } from './patch.ts';
import {
  dayOf,
  defined,
  includeArchived,
  listContext,
  pageArgs,
  paged,
  paging,
  pick,
  refuse,
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
  'status',
  'priority',
  'targetDate',
  'health',
  'createdAt',
  'updatedAt',
  'owner',
  'creator',
  'parentInitiatives',
  'labels',
  'projects',
  'subInitiatives',
] as const;
const LOWEST_PRIORITY = 4;

const text = (description: string) => z.string().optional().describe(description);
const flag = (description: string) => z.boolean().default(false).describe(description);
const parts = { includeProjects: flag('Include projects'), includeSubInitiatives: flag('Include sub-initiatives') };

function shown(
  context: LinearContext,
  initiative: Readonly<Initiative>,
  input: { includeProjects: boolean; includeSubInitiatives: boolean },
) {
  const children = () =>
    context.world.initiatives.by.creation.page(liveIn(`parent:${initiative.id}`)).map(({ id, name }) => ({ id, name }));
  return {
    ...renderInitiative(context, initiative),
    ...(input.includeProjects && { projects: projectsOf(context, initiative.id) }),
    ...(input.includeSubInitiatives && { subInitiatives: children() }),
  };
}

const listInitiatives = tool({
  name: 'list_initiatives',
  title: 'List initiatives',
  description: "List initiatives in the user's Linear workspace",
  mutates: false,
  input: z.strictObject({
    ...paging(),
    query: text('Search initiative name'),
    status: text('Status of the initiative'),
    owner: text('User ID, name, email, or "me"'),
    parentInitiative: text('Parent initiative. Initiative name, ID, identifier (e.g., INIT-123), or slug'),
    label: text('Label name or ID'),
    ...since,
    includeArchived: includeArchived(),
    ...parts,
    fields: z.array(z.enum(FIELDS)).optional().describe('Fields to include in each result'),
  }),
  handle(context, input) {
    const { query, status, owner, parentInitiative, label } = input;
    const filter = {
      ...sinceFilter(input, context),
      name: query === undefined ? undefined : { containsIgnoreCase: query },
      status: status === undefined ? undefined : { eqIgnoreCase: status },
      owner: owner === undefined ? undefined : { id: { eq: userBy(context, owner).id } },
      ancestors:
        parentInitiative === undefined ? undefined : { some: { id: { eq: initiativeBy(context, parentInitiative).id } } },
      labels: label === undefined ? undefined : { some: { or: [{ id: { eq: label } }, { name: { eqIgnoreCase: label } }] } },
    };
    const page = list(listContext(context), 'initiatives', { ...pageArgs(input), filter });
    return paged('initiatives', page, (initiative: Initiative) => pick(shown(context, initiative, input), input.fields));
  },
});

const saveInput = z.strictObject({
  id: text('Initiative name, ID, identifier (e.g., INIT-123), or slug. If provided, updates the existing initiative'),
  name: text('Initiative name (required when creating)'),
  summary: text('Short summary (max 255 chars)'),
  description: text('Content as Markdown'),
  patch,
  color: text('Hex color'),
  icon: text('Icon name or emoji code'),
  status: text('Initiative status (Proposed, Planned, Active, Completed, Canceled)'),
  priority: z.int().min(0).max(LOWEST_PRIORITY).optional().describe('0=None, 1=Urgent, 2=High, 3=Medium, 4=Low'),
  targetDate: text('Target date (ISO format)'),
  owner: z.union([z.string(), z.null()]).optional().describe('User ID, name, email, or "me". Null to remove'),
  parentInitiatives: z.array(z.string()).optional().describe('Parent initiatives to add'),
  labels: z.array(z.string()).optional().describe('Label names or IDs. Replaces the full label set'),
});

const saveInitiative = tool({
  name: 'save_initiative',
  title: 'Save initiative',
  description:
    'Create or update a Linear initiative. If `id` is provided, updates the existing initiative; otherwise creates a new one',
  mutates: true,
  action: ({ id }) => (id === undefined ? 'create_initiative' : 'update_initiative'),
  input: saveInput,
  handle(context, input) {
    // The API knows parents by a relation of their own, which the twin doesn't model.
    refuse('save_initiative', input, ['parentInitiatives']);
    const before = input.id === undefined ? undefined : initiativeBy(context, input.id);
    if (!before && input.name === undefined)
      throw new InvalidInput('name', 'isDefined', 'is required when creating an initiative');
    const { owner, labels, status } = input;
    const fields = defined({
      name: input.name,
      description: input.summary,
      content: input.patch ? patched(input.description ?? before?.content ?? '', input.patch) : input.description,
      color: input.color,
      icon: input.icon,
      status: status === undefined ? undefined : statusIn(status),
      priority: input.priority,
      targetDate: dayOf('targetDate', input.targetDate),
      ownerId: owner === undefined || owner === null ? owner : userBy(context, owner).id,
      labelIds: labels && plainLabelIdsBy(context, 'initiativeLabels', labels),
    });
    return renderInitiative(context, before ? updateInitiative(context, before.id, fields) : createInitiative(context, fields));
  },
});

function statusIn(name: string): Initiative['status'] {
  const status = INITIATIVE_STATUSES.find((one) => one.toLowerCase() === name.toLowerCase());
  if (!status) throw new InvalidInput('status', 'isIn', `must be one of the following values: ${INITIATIVE_STATUSES.join(', ')}`);
  return status;
}

const type = z.enum(['project', 'initiative']).describe('Type of status update');
const subject = {
  project: text('Project name, ID, identifier (e.g., PROJ-123), or slug'),
  initiative: text('Initiative name, ID, identifier (e.g., INIT-123), or slug'),
};

const getUpdates = tool({
  name: 'get_status_updates',
  title: 'Get status updates',
  description: 'List or get project/initiative status updates. Pass `id` to get a specific update, or filter to list.',
  mutates: false,
  action: (input) => (input.id === undefined ? `list_${input.type}_updates` : `get_${input.type}_update`),
  input: z.strictObject({
    ...paging(),
    type,
    id: text('Status update ID - if provided, returns this specific update'),
    ...subject,
    user: text('User ID, name, email, or "me"'),
    ...since,
    includeArchived: includeArchived(),
  }),
  handle(context, input) {
    const collection = `${input.type}Updates` as const;
    if (input.id !== undefined) return renderUpdate(context, referenced(context, collection, input.id));
    const { project, initiative, user } = input;
    const filter = {
      ...sinceFilter(input, context),
      project: project === undefined ? undefined : { id: { eq: projectBy(context, project).id } },
      initiative: initiative === undefined ? undefined : { id: { eq: initiativeBy(context, initiative).id } },
      user: user === undefined ? undefined : { id: { eq: userBy(context, user).id } },
    };
    const page = list(listContext(context), collection, { ...pageArgs(input), filter });
    return paged('statusUpdates', page, (update: ProjectUpdate) => renderUpdate(context, update));
  },
});

const saveUpdate = tool({
  name: 'save_status_update',
  title: 'Save status update',
  description: 'Create or update a project/initiative status update. Omit `id` to create, provide `id` to update.',
  mutates: true,
  action: (input) => `${input.id === undefined ? 'create' : 'update'}_${input.type}_update`,
  input: z.strictObject({
    type,
    id: text('Status update ID - if provided, updates this existing update'),
    ...subject,
    body: text('Content as Markdown'),
    health: z.enum(['onTrack', 'atRisk', 'offTrack']).optional().describe('onTrack | atRisk | offTrack'),
    isDiffHidden: z.boolean().optional().describe('Deprecated. Hide diff with previous update (create only)'),
  }),
  handle(context, { type: kind, id, project, initiative, isDiffHidden, ...input }) {
    const fields = defined(input);
    if (id !== undefined) {
      return renderUpdate(context, (kind === 'project' ? updateProjectUpdate : updateInitiativeUpdate)(context, id, fields));
    }
    const created = defined({ ...fields, isDiffHidden });
    if (kind === 'project') {
      if (project === undefined) throw new RuleBroken('No project', 'Name the project that the update is about.');
      return renderUpdate(context, createProjectUpdate(context, { ...created, projectId: projectBy(context, project).id }));
    }
    if (initiative === undefined) throw new RuleBroken('No initiative', 'Name the initiative that the update is about.');
    return renderUpdate(
      context,
      createInitiativeUpdate(context, { ...created, initiativeId: initiativeBy(context, initiative).id }),
    );
  },
});

const labelTools = [
  tool({
    name: 'list_initiative_labels',
    title: 'List initiative labels',
    description: 'List available initiative labels in the Linear workspace',
    mutates: false,
    input: z.strictObject({ ...paging(), name: text('Filter by name') }),
    handle(context, input) {
      const filter = input.name === undefined ? null : { name: { containsIgnoreCase: input.name } };
      const page = list(listContext(context), 'initiativeLabels', { ...pageArgs(input), filter });
      return paged('labels', page, (label: never) => renderLabel(context, label, 'initiativeLabels'));
    },
  }),
  tool({
    name: 'create_initiative_label',
    title: 'Create initiative label',
    description: 'Create a new Linear initiative label',
    mutates: true,
    input: z.strictObject({
      name: z.string().describe('Label name'),
      description: text('Label description'),
      color: text('Hex color code'),
      parent: text('Parent label group name'),
      isGroup: flag('Is label group (not directly applicable)'),
    }),
    handle(context, { parent, ...input }) {
      const parentId = parent === undefined ? undefined : plainLabelIdsBy(context, 'initiativeLabels', [parent])[0];
      return renderLabel(context, createLabel(context, 'initiativeLabels', defined({ ...input, parentId })), 'initiativeLabels');
    },
  }),
];

export const initiativeTools = [
  listInitiatives,
  tool({
    name: 'get_initiative',
    title: 'Get initiative',
    description: 'Retrieve detailed information about a specific initiative in Linear',
    mutates: false,
    input: z.strictObject({ query: z.string().describe('Initiative name, ID, identifier (e.g., INIT-123), or slug'), ...parts }),
    handle: (context, input) => shown(context, initiativeBy(context, input.query), input),
  }),
  saveInitiative,
  ...labelTools,
  getUpdates,
  saveUpdate,
  tool({
    name: 'delete_status_update',
    title: 'Delete status update',
    description: 'Delete (archive) a project or initiative status update.',
    mutates: true,
    action: (input) => `archive_${input.type}_update`,
    input: z.strictObject({ type, id: z.string().describe('Status update ID') }),
    handle: (context, { type: kind, id }) => ({
      success: true,
      id: (kind === 'project' ? archiveProjectUpdate : archiveInitiativeUpdate)(context, id).id,
    }),
  }),
];
