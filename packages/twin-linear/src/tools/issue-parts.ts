import { z } from 'zod';
import { deleteAttachment } from '../actions/attachments.ts';
import { createLabel } from '../actions/labels.ts';
import { referenced } from '../actions/support.ts';
import { list } from '../lists/list.ts';
import type { AnyRecord } from '../model.ts';
import { renderAttachment, renderLabel, renderState } from '../render/tools.ts';
import { EVERYTHING } from '../world.ts';
import { stateBy, teamBy } from './names.ts';
import { defined, listContext, pageArgs, paged, paging, tool } from './tool.ts';

const text = (description: string) => z.string().optional().describe(description);

const listStatuses = tool({
  name: 'list_issue_statuses',
  title: 'List issue statuses',
  description: 'List available issue statuses in a Linear team',
  mutates: false,
  action: 'list_workflow_states',
  input: z.strictObject({ team: z.string().describe('Team name or ID') }),
  handle: (context, { team }) =>
    context.world.workflowStates.by.team
      .page(teamBy(context, team).id)
      .filter((state) => state.archivedAt === null)
      .map(renderState),
});

const getStatus = tool({
  name: 'get_issue_status',
  title: 'Get issue status',
  description: 'Retrieve detailed information about an issue status in Linear by name or ID',
  mutates: false,
  action: 'get_workflow_state',
  input: z.strictObject({
    id: z.string().describe('Status ID'),
    name: z.string().describe('Status name'),
    team: z.string().describe('Team name or ID'),
  }),
  handle(context, { id, name, team }) {
    const state = context.world.workflowStates.get(id);
    return renderState(state ?? stateBy(context, teamBy(context, team).id, name));
  },
});

const listLabels = tool({
  name: 'list_issue_labels',
  title: 'List issue labels',
  description: 'List available issue labels in a Linear workspace or team',
  mutates: false,
  input: z.strictObject({ ...paging(), name: text('Filter by name'), team: text('Team name or ID') }),
  handle(context, input) {
    const team = input.team === undefined ? undefined : teamBy(context, input.team);
    const only = (label: AnyRecord): boolean => !team || label.teamId === null || label.teamId === team.id;
    const filter = input.name === undefined ? null : { name: { containsIgnoreCase: input.name } };
    const page = list(listContext(context), 'issueLabels', { ...pageArgs(input), filter }, { scope: EVERYTHING, only });
    return paged('labels', page, (label: never) => renderLabel(context, label, 'issueLabels'));
  },
});

const createIssueLabel = tool({
  name: 'create_issue_label',
  title: 'Create issue label',
  description: 'Create a new Linear issue label',
  mutates: true,
  input: z.strictObject({
    name: z.string().describe('Label name'),
    description: text('Label description'),
    color: text('Hex color code'),
    teamId: text('Team UUID (omit for workspace label)'),
    parent: text('Parent label group name'),
    isGroup: z.boolean().default(false).describe('Is label group (not directly applicable)'),
  }),
  handle(context, { parent, ...input }) {
    const group =
      parent === undefined
        ? undefined
        : context.world.issueLabels.by.name.page(parent.toLowerCase()).find((label) => label.isGroup);
    const parentId = parent === undefined ? undefined : referenced(context, 'issueLabels', group?.id).id;
    return renderLabel(context, createLabel(context, 'issueLabels', defined({ ...input, parentId })), 'issueLabels');
  },
});

const getAttachment = tool({
  name: 'get_attachment',
  title: 'Get attachment',
  description: "Retrieve an attachment's content by ID.",
  mutates: false,
  input: z.strictObject({ id: z.string().describe('Attachment ID') }),
  handle: (context, { id }) => renderAttachment(referenced(context, 'attachments', id)),
});

const removeAttachment = tool({
  name: 'delete_attachment',
  title: 'Delete attachment',
  description: 'Delete an attachment by ID',
  mutates: true,
  input: z.strictObject({ id: z.string().describe('Attachment ID') }),
  handle: (context, { id }) => ({ success: true, id: deleteAttachment(context, id).id }),
});

export const issuePartTools = [listStatuses, getStatus, listLabels, createIssueLabel, getAttachment, removeAttachment];
