import { z } from 'zod';
import { linkUrl } from '../actions/attachments.ts';
import { createIssueRelation, deleteIssueRelation, relationBetween } from '../actions/issue-relations.ts';
import { getIssue } from '../actions/issue-rules.ts';
import { createIssue, updateIssue } from '../actions/issues.ts';
import { InvalidInput } from '../errors.ts';
import { list } from '../lists/list.ts';
import { renderAttachment, renderIssue, renderRelations } from '../render/tools.ts';
import { allIn, type Issue, type LinearContext } from '../world.ts';
import { cycleBy, isStateType, labelIdsBy, milestoneBy, projectBy, stateBy, teamBy, userBy } from './names.ts';
import { patch, patched } from './patch.ts';
import {
  dayIn,
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

const ISSUE_FIELDS = [
  'id',
  'title',
  'description',
  'projectMilestone',
  'priority',
  'estimate',
  'url',
  'gitBranchName',
  'createdAt',
  'updatedAt',
  'archivedAt',
  'completedAt',
  'startedAt',
  'canceledAt',
  'dueDate',
  'slaStartedAt',
  'slaMediumRiskAt',
  'slaHighRiskAt',
  'slaBreachesAt',
  'slaType',
  'status',
  'statusType',
  'labels',
  'triageIntel',
  'createdBy',
  'createdById',
  'assignee',
  'assigneeId',
  'delegate',
  'delegateId',
  'project',
  'projectId',
  'parentId',
  'team',
  'teamId',
  'cycleId',
] as const;

const text = (description: string) => z.string().optional().describe(description);
const emptiable = (description: string) => z.union([z.string(), z.null()]).optional().describe(description);
const issues = (description: string) => z.array(z.string()).optional().describe(description);

const getIssueTool = tool({
  name: 'get_issue',
  title: 'Get issue',
  description: 'Retrieve detailed information about an issue by ID, including attachments and git branch name',
  mutates: false,
  input: z.strictObject({
    id: z.string().describe('Issue ID or identifier (e.g., LIN-123)'),
    includeRelations: z.boolean().default(false).describe('Include blocking/related/duplicate relations'),
    includeCustomerNeeds: z.boolean().default(false).describe('Include associated customer needs'),
    includeReleases: z.boolean().default(false).describe('Include associated releases'),
  }),
  handle(context, input) {
    refuse('get_issue', input, ['includeCustomerNeeds', 'includeReleases']);
    const issue = getIssue(context, input.id);
    const attachments = context.world.attachments.by.creation.page(allIn(`issue:${issue.id}`)).map(renderAttachment);
    return {
      ...renderIssue(context, issue),
      attachments,
      ...(input.includeRelations && { relations: renderRelations(context, issue) }),
    };
  },
});

const listInput = z.strictObject({
  ...paging(),
  query: text('Search issue title or description'),
  team: text('Team name or ID'),
  state: text('State type, name, or ID'),
  cycle: text('Cycle name, number, or ID'),
  label: text('Label name or ID'),
  assignee: emptiable('User ID, name, email, or "me"'),
  delegate: text('Agent name or ID'),
  project: text('Project name, ID, identifier (e.g., PROJ-123), or slug'),
  release: text('Release ID or slug'),
  priority: z.number().optional().describe('0=None, 1=Urgent, 2=High, 3=Medium, 4=Low'),
  parentId: text('Parent issue ID or identifier (e.g., LIN-123)'),
  fields: z.array(z.enum(ISSUE_FIELDS)).optional().describe('Fields to include in each result'),
  ...since,
  includeArchived: includeArchived(true),
});

const listIssues = tool({
  name: 'list_issues',
  title: 'List issues',
  description: "List issues in the user's Linear workspace",
  mutates: false,
  input: listInput,
  handle(context, input) {
    refuse('list_issues', input, ['release']);
    const page = list(listContext(context), 'issues', { ...pageArgs(input), filter: issueFilter(context, input) });
    return paged('issues', page, (issue: Issue) => pick(renderIssue(context, issue), input.fields));
  },
});

function issueFilter(context: LinearContext, input: z.output<typeof listInput>) {
  const team = input.team === undefined ? undefined : teamBy(context, input.team);
  const { query, state, label, assignee, delegate, project, cycle, priority, parentId } = input;
  return {
    ...sinceFilter(input, context),
    team: team && { id: { eq: team.id } },
    or:
      query === undefined
        ? undefined
        : [{ title: { containsIgnoreCase: query } }, { description: { containsIgnoreCase: query } }],
    state:
      state === undefined
        ? undefined
        : {
            or: [
              { id: { eq: state } },
              isStateType(state) ? { type: { eq: state.toLowerCase() } } : { name: { eqIgnoreCase: state } },
            ],
          },
    labels: label === undefined ? undefined : { some: { or: [{ id: { eq: label } }, { name: { eqIgnoreCase: label } }] } },
    assignee:
      assignee === undefined ? undefined : assignee === null ? { null: true } : { id: { eq: userBy(context, assignee).id } },
    delegate: delegate === undefined ? undefined : { id: { eq: userBy(context, delegate).id } },
    project: project === undefined ? undefined : { id: { eq: projectBy(context, project).id } },
    cycle: cycle === undefined ? undefined : { id: { eq: cycleBy(context, team?.id, cycle).id } },
    priority: priority === undefined ? undefined : { eq: priority },
    parent: parentId === undefined ? undefined : { id: { eq: getIssue(context, parentId).id } },
  };
}

const RELEASES = ['setReleases', 'addReleases', 'removeReleases'];

const saveInput = z.strictObject({
  id: text('Only for updating an existing issue. Pass the issue ID or identifier'),
  title: text('Issue title (required when creating)'),
  description: text('Content as Markdown'),
  patch,
  team: text('Team name or ID (required when creating)'),
  cycle: emptiable('Cycle name, number, or ID. Null to remove'),
  milestone: text('Milestone name or ID'),
  priority: z.number().optional().describe('0=None, 1=Urgent, 2=High, 3=Medium, 4=Low'),
  project: emptiable('Project name, ID, identifier (e.g., PROJ-123), or slug. Null to remove'),
  state: text('State type, name, or ID'),
  assignee: emptiable('User ID, name, email, or "me". Null to remove'),
  delegate: emptiable('Agent name or ID. Null to remove'),
  labels: z.array(z.string()).optional().describe('Label names or IDs. Replaces the full label set'),
  dueDate: emptiable('Due date (ISO format). On update, pass null to remove the due date'),
  slaBreachesAt: z
    .union([z.iso.datetime({ offset: true }), z.null()])
    .optional()
    .describe('ISO-8601 timestamp when the SLA will breach'),
  slaType: z
    .union([z.enum(['all', 'onlyBusinessDays']), z.null()])
    .optional()
    .describe('SLA day counting type'),
  parentId: emptiable('Parent issue ID or identifier (e.g., LIN-123). Null to remove'),
  estimate: z.union([z.number(), z.null()]).optional().describe('Issue estimate value'),
  links: z
    .array(z.object({ url: z.url(), title: z.string().min(1) }))
    .optional()
    .describe('Link attachments to add [{url, title}]. Append-only; existing links are never removed'),
  setReleases: issues('Replace all releases on the issue with these'),
  addReleases: issues('Release IDs or slugs to add'),
  removeReleases: issues('Release IDs or slugs to remove'),
  blocks: issues('Issue IDs/identifiers this blocks. Append-only'),
  blockedBy: issues('Issue IDs/identifiers blocking this. Append-only'),
  relatedTo: issues('Related issue IDs/identifiers. Append-only'),
  duplicateOf: emptiable('Duplicate of issue ID/identifier. Null to remove'),
  removeBlocks: issues('Issue IDs/identifiers to stop blocking'),
  removeBlockedBy: issues('Issue IDs/identifiers to remove as blockers of this issue'),
  removeRelatedTo: issues('Related issue IDs/identifiers to remove'),
});
type SaveIssue = z.output<typeof saveInput>;

const saveIssue = tool({
  name: 'save_issue',
  title: 'Save issue',
  description: 'Create or update a Linear issue. If `id` is provided, updates the existing issue; otherwise creates a new one',
  mutates: true,
  action: ({ id }) => (id === undefined ? 'create_issue' : 'update_issue'),
  input: saveInput,
  handle(context, input) {
    refuse('save_issue', input, RELEASES);
    const before = input.id === undefined ? undefined : getIssue(context, input.id);
    const fields = issueInput(context, input, before);
    if (!before && input.team === undefined) throw new InvalidInput('team', 'isDefined', 'is required when creating an issue');
    const issue = before ? updateIssue(context, before.id, fields) : createIssue(context, fields);
    for (const link of input.links ?? []) linkUrl(context, { issueId: issue.id, ...link }, 'api');
    relate(context, issue, input);
    return renderIssue(context, getIssue(context, issue.id));
  },
});

/** The input of the action that a call stands for, names resolved. */
function issueInput(context: LinearContext, input: SaveIssue, before: Readonly<Issue> | undefined): Record<string, unknown> {
  const teamId = input.team === undefined ? before?.teamId : teamBy(context, input.team).id;
  const through = <T>(value: string | null | undefined, resolve: (name: string) => T): T | null | undefined =>
    value === undefined || value === null ? (value as null | undefined) : resolve(value);
  const projectId = through(input.project, (name) => projectBy(context, name).id);
  const milestoneProject = projectId ?? before?.projectId;
  if (input.milestone !== undefined && milestoneProject == null) {
    throw new InvalidInput('milestone', 'isOfProject', 'needs a project');
  }
  return defined({
    title: input.title,
    description: input.patch ? patched(input.description ?? before?.description ?? '', input.patch) : input.description,
    teamId: before && teamId === before.teamId ? undefined : teamId,
    cycleId: through(input.cycle, (name) => cycleBy(context, teamId, name).id),
    projectId,
    projectMilestoneId:
      input.milestone === undefined ? undefined : milestoneBy(context, milestoneProject as string, input.milestone).id,
    priority: whole('priority', input.priority),
    stateId: input.state === undefined || teamId === undefined ? undefined : stateBy(context, teamId, input.state).id,
    assigneeId: through(input.assignee, (name) => userBy(context, name).id),
    delegateId: through(input.delegate, (name) => userBy(context, name).id),
    labelIds: input.labels && teamId !== undefined ? labelIdsBy(context, input.labels, teamId) : undefined,
    dueDate: through(input.dueDate, (text) => dayIn('dueDate', text)),
    slaBreachesAt: input.slaBreachesAt,
    slaType: input.slaType,
    parentId: input.parentId,
    estimate: whole('estimate', input.estimate),
  });
}

/** The schema's `Int`, which a tool's number is given to. */
function whole<V extends number | null | undefined>(field: string, value: V): V {
  if (typeof value === 'number' && !Number.isInteger(value)) throw new InvalidInput(field, 'isInt', 'must be an integer number');
  return value;
}

/** Adds and removes the relations that a call names; those that are there already stay as they are. */
function relate(context: LinearContext, issue: Readonly<Issue>, input: SaveIssue): void {
  const add = (from: string, to: string, type: 'blocks' | 'related' | 'duplicate'): void => {
    if (!relationBetween(context, from, to, type)) createIssueRelation(context, { issueId: from, relatedIssueId: to, type });
  };
  const drop = (from: string, to: string, type: 'blocks' | 'related' | 'duplicate'): void => {
    const relation = relationBetween(context, from, to, type);
    if (relation) deleteIssueRelation(context, relation.id);
  };
  const each = (names: readonly string[] | undefined, work: (id: string) => void): void => {
    for (const name of names ?? []) work(getIssue(context, name).id);
  };
  each(input.blocks, (id) => add(issue.id, id, 'blocks'));
  each(input.blockedBy, (id) => add(id, issue.id, 'blocks'));
  each(input.relatedTo, (id) => add(issue.id, id, 'related'));
  each(input.removeBlocks, (id) => drop(issue.id, id, 'blocks'));
  each(input.removeBlockedBy, (id) => drop(id, issue.id, 'blocks'));
  each(input.removeRelatedTo, (id) => {
    drop(issue.id, id, 'related');
    drop(id, issue.id, 'related');
  });
  if (input.duplicateOf === undefined) return;
  for (const relation of context.world.issueRelations.by.creation.page(allIn(`issue:${issue.id}`))) {
    if (relation.type === 'duplicate') deleteIssueRelation(context, relation.id);
  }
  if (input.duplicateOf !== null) add(issue.id, getIssue(context, input.duplicateOf).id, 'duplicate');
}

export const issueTools = [getIssueTool, listIssues, saveIssue];
