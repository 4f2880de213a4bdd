import { z } from 'zod';
import { createComment, deleteComment, updateComment } from '../actions/comments.ts';
import { getDocument } from '../actions/documents.ts';
import { getIssue } from '../actions/issue-rules.ts';
import { referenced } from '../actions/support.ts';
import { RuleBroken } from '../errors.ts';
import { list } from '../lists/list.ts';
import { renderComment } from '../render/tools.ts';
import type { Comment, LinearContext } from '../world.ts';
import { initiativeBy, projectBy } from './names.ts';
import { listContext, pageArgs, paged, paging, refuse, tool } from './tool.ts';

const subjects = {
  issueId: z.string().optional().describe('Issue ID or identifier (e.g., LIN-123) (provide exactly one parent)'),
  projectId: z
    .string()
    .optional()
    .describe('Project name, ID, identifier (e.g., PROJ-123), or slug (provide exactly one parent)'),
  initiativeId: z
    .string()
    .optional()
    .describe('Initiative name, ID, identifier (e.g., INIT-123), or slug (provide exactly one parent)'),
  documentId: z.string().optional().describe('Document ID or slug (provide exactly one parent)'),
  milestoneId: z.string().optional().describe('Milestone UUID (provide exactly one parent)'),
  statusUpdateId: z.string().optional().describe('Status update UUID (provide exactly one parent)'),
  statusUpdateType: z.enum(['project', 'initiative']).optional().describe('Type of status update named by `statusUpdateId`'),
};

type Subjects = { [N in keyof typeof subjects]?: string | undefined };

/** The field of a comment, the list that it makes, and the id of what a call names. */
function subjectIn(
  context: LinearContext,
  tool: string,
  input: Subjects,
): { field: string; scope: string; id: string } | undefined {
  refuse(tool, input, ['milestoneId']);
  const named = (['issueId', 'projectId', 'initiativeId', 'documentId', 'statusUpdateId'] as const).filter(
    (name) => input[name] !== undefined,
  );
  if (named.length > 1) throw new RuleBroken('Ambiguous parent', `Provide exactly one of ${named.join(', ')}.`);
  const { issueId, projectId, initiativeId, documentId, statusUpdateId } = input;
  if (issueId !== undefined) return { field: 'issueId', scope: 'issue', id: getIssue(context, issueId).id };
  if (projectId !== undefined) return { field: 'projectId', scope: 'project', id: projectBy(context, projectId).id };
  if (initiativeId !== undefined)
    return { field: 'initiativeId', scope: 'initiative', id: initiativeBy(context, initiativeId).id };
  if (documentId !== undefined) return { field: 'documentContentId', scope: 'document', id: getDocument(context, documentId).id };
  if (statusUpdateId === undefined) return undefined;
  const kind = input.statusUpdateType === 'initiative' ? 'initiativeUpdate' : 'projectUpdate';
  return { field: `${kind}Id`, scope: kind, id: referenced(context, `${kind}s`, statusUpdateId).id };
}

export const commentTools = [
  tool({
    name: 'list_comments',
    title: 'List comments',
    description:
      'List comments on a Linear issue, project, initiative, document, or project/initiative status update. Provide exactly one parent',
    mutates: false,
    input: z.strictObject({ ...paging(), ...subjects }),
    handle(context, input) {
      const subject = subjectIn(context, 'list_comments', input);
      if (!subject) throw new RuleBroken('No parent', 'Provide the issue, project, initiative, document or status update.');
      const page = list(listContext(context), 'comments', pageArgs(input), { scope: `${subject.scope}:${subject.id}` });
      return paged('comments', page, (comment: Comment) => renderComment(context, comment));
    },
  }),
  tool({
    name: 'save_comment',
    title: 'Save comment',
    description: 'Create or update a comment. If `id` is provided, updates the existing comment; otherwise creates a new one',
    mutates: true,
    action: ({ id }) => (id === undefined ? 'create_comment' : 'update_comment'),
    input: z.strictObject({
      id: z.string().optional().describe('Comment ID. If provided, updates the existing comment'),
      ...subjects,
      parentId: z.string().optional().describe('Parent comment ID (for replies, only when creating)'),
      body: z.string().describe('Content as Markdown'),
    }),
    handle(context, input) {
      const subject = subjectIn(context, 'save_comment', input);
      const { id, body, parentId } = input;
      if (id !== undefined) return renderComment(context, updateComment(context, id, { body }));
      const place = subject ? { [subject.field]: subject.id } : {};
      return renderComment(context, createComment(context, { ...place, body, ...(parentId !== undefined && { parentId }) }));
    },
  }),
  tool({
    name: 'delete_comment',
    title: 'Delete comment',
    description: 'Delete a Linear comment',
    mutates: true,
    input: z.strictObject({ id: z.string().describe('Comment ID') }),
    handle: (context, { id }) => ({ success: true, id: deleteComment(context, id).id }),
  }),
];
