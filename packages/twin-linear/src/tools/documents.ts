import { z } from 'zod';
import { createDocument, getDocument, updateDocument } from '../actions/documents.ts';
import { getIssue } from '../actions/issue-rules.ts';
import { InvalidInput } from '../errors.ts';
import { list } from '../lists/list.ts';
import { renderDocument } from '../render/tools.ts';
import type { Document, LinearContext } from '../world.ts';
import { cycleBy, initiativeBy, projectBy, teamBy, userBy } from './names.ts';
import { patch, patched } from './patch.ts';
import { defined, includeArchived, listContext, pageArgs, paged, paging, pick, since, sinceFilter, tool } from './tool.ts';

const FIELDS = [
  'id',
  'title',
  'content',
  'url',
  'createdAt',
  'updatedAt',
  'archivedAt',
  'creator',
  'updatedBy',
  'project',
  'initiative',
  'team',
  'issue',
] as const;

const text = (description: string) => z.string().optional().describe(description);

const saveInput = z.strictObject({
  id: text('Document ID or slug to update. Omit to create a new document.'),
  title: text('Document title (required when creating)'),
  content: text('Content as Markdown'),
  patch,
  project: text('Project name, ID, identifier (e.g., PROJ-123), or slug'),
  issue: text('Issue ID or identifier (e.g., LIN-123)'),
  initiative: text('Initiative name, ID, identifier (e.g., INIT-123), or slug'),
  cycle: text('Cycle name, number, or ID. When passing a name or number, also pass `team` to disambiguate.'),
  team: text('Team name or ID'),
  icon: text('Icon name or emoji code'),
  color: text('Hex color'),
});

function documentInput(context: LinearContext, input: z.output<typeof saveInput>, before: Readonly<Document> | undefined) {
  const { project, issue, initiative, cycle, team, patch: edits, content } = input;
  const teamId = team === undefined ? undefined : teamBy(context, team).id;
  return defined({
    title: input.title,
    content: edits ? patched(content ?? before?.content ?? '', edits) : content,
    projectId: project === undefined ? undefined : projectBy(context, project).id,
    issueId: issue === undefined ? undefined : getIssue(context, issue).id,
    initiativeId: initiative === undefined ? undefined : initiativeBy(context, initiative).id,
    cycleId: cycle === undefined ? undefined : cycleBy(context, teamId, cycle).id,
    teamId: cycle === undefined ? teamId : undefined,
    icon: input.icon,
    color: input.color,
  });
}

export const documentTools = [
  tool({
    name: 'get_document',
    title: 'Get document',
    description: 'Retrieve a Linear document by ID or slug',
    mutates: false,
    input: z.strictObject({ id: z.string().describe('Document ID or slug') }),
    handle: (context, { id }) => renderDocument(context, getDocument(context, id)),
  }),
  tool({
    name: 'list_documents',
    title: 'List documents',
    description: "List documents in the user's Linear workspace",
    mutates: false,
    input: z.strictObject({
      ...paging(),
      query: text('Search query'),
      projectId: text('Filter by project ID'),
      initiativeId: text('Filter by initiative ID'),
      teamId: text('Filter by team ID'),
      creatorId: text('Filter by creator ID'),
      ...since,
      includeArchived: includeArchived(),
      fields: z.array(z.enum(FIELDS)).optional().describe('Fields to include in each result'),
    }),
    handle(context, input) {
      const { query, projectId, initiativeId, teamId, creatorId } = input;
      const filter = {
        ...sinceFilter(input, context),
        or:
          query === undefined
            ? undefined
            : [{ title: { containsIgnoreCase: query } }, { content: { containsIgnoreCase: query } }],
        project: projectId === undefined ? undefined : { id: { eq: projectBy(context, projectId).id } },
        initiative: initiativeId === undefined ? undefined : { id: { eq: initiativeBy(context, initiativeId).id } },
        team: teamId === undefined ? undefined : { id: { eq: teamBy(context, teamId).id } },
        creator: creatorId === undefined ? undefined : { id: { eq: userBy(context, creatorId).id } },
      };
      const page = list(listContext(context), 'documents', { ...pageArgs(input), filter });
      return paged('documents', page, (document: Document) => pick(renderDocument(context, document), input.fields));
    },
  }),
  tool({
    name: 'save_document',
    title: 'Save document',
    description:
      'Create or update a Linear document. If `id` is provided, updates the existing document; otherwise creates a new one',
    mutates: true,
    action: ({ id }) => (id === undefined ? 'create_document' : 'update_document'),
    input: saveInput,
    handle(context, input) {
      const before = input.id === undefined ? undefined : getDocument(context, input.id);
      if (!before && input.title === undefined)
        throw new InvalidInput('title', 'isDefined', 'is required when creating a document');
      const fields = documentInput(context, input, before);
      return renderDocument(context, before ? updateDocument(context, before.id, fields) : createDocument(context, fields));
    },
  }),
];
