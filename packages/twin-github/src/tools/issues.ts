import { z } from 'zod';
import { listIssueComments } from '../actions/comment-list.ts';
import { createComment } from '../actions/comments.ts';
import { labelsOnIssue } from '../actions/issue-labels.ts';
import { type IssueListQuery, listIssues } from '../actions/issue-list.ts';
import { listIssueTypes, listRepositoryIssueTypes } from '../actions/issue-types.ts';
import { createIssue, getIssue, type IssueChange, updateIssue } from '../actions/issues.ts';
import { createReaction, type Subject } from '../actions/reactions.ts';
import { listSubIssues, parentOf } from '../actions/sub-issues.ts';
import { placeNow } from '../actions/transfer-issue.ts';
import { Unprocessable } from '../errors.ts';
import { renderComment } from '../render/comments.ts';
import { renderIssueType } from '../render/issue-types.ts';
import { renderIssue } from '../render/issues.ts';
import { renderLabel } from '../render/labels.ts';
import { renderReaction } from '../render/reactions.ts';
import { type GithubContext, REACTIONS } from '../world.ts';
import { cursorAt, cursorOffset, cutOf, paging, pick, repository, tool } from './tool.ts';

const issueNumber = z.number().int().describe('Number of the issue');

const issueFields = {
  title: z.string().optional().describe('Title of the issue'),
  body: z.string().optional().describe('Text of the issue, in Markdown'),
  assignees: z.array(z.string()).optional().describe('Logins to assign'),
  labels: z.array(z.string()).optional().describe('Names of the labels it shall have'),
  milestone: z.number().int().optional().describe('Number of a milestone'),
};

const stateFields = {
  state: z.enum(['open', 'closed']).optional().describe('State it shall have'),
  state_reason: z
    .enum(['completed', 'not_planned', 'duplicate'])
    .optional()
    .describe('Why the state changes; ignored where it does not'),
};

const readActions = {
  get: 'get_issue',
  get_comments: 'list_issue_comments',
  get_labels: 'list_issue_labels',
  get_sub_issues: 'list_sub_issues',
  get_parent: 'get_parent_issue',
} as const;

const issueRead = tool({
  name: 'issue_read',
  title: 'Get issue details',
  description: 'Reads one issue of a repository: the issue itself, its comments, labels, sub-issues or parent.',
  mutates: false,
  action: ({ method }) => readActions[method],
  input: () =>
    z.object({
      method: z
        .enum(['get', 'get_comments', 'get_sub_issues', 'get_parent', 'get_labels'])
        .describe('What to read: get, get_comments, get_sub_issues, get_parent or get_labels'),
      ...repository,
      issue_number: issueNumber,
      ...paging,
    }),
  handle(context, { method, owner, repo, issue_number, ...cut }) {
    switch (method) {
      case 'get':
        return renderIssue(context, getIssue(context, ...placeNow(context, owner, repo, issue_number)).issue);
      case 'get_comments':
        return listIssueComments(context, owner, repo, issue_number, undefined, cutOf(cut)).records.map((comment) =>
          renderComment(context, comment),
        );
      case 'get_labels':
        return labelsOnIssue(context, owner, repo, issue_number).map((label) => renderLabel(context, label));
      case 'get_sub_issues': {
        const { offset, limit } = cutOf(cut);
        const parts = listSubIssues(context, owner, repo, issue_number);
        return parts.slice(offset, offset + limit).map((issue) => renderIssue(context, issue));
      }
      case 'get_parent': {
        const parent = parentOf(context, getIssue(context, owner, repo, issue_number).issue.id);
        return parent ? renderIssue(context, parent) : null;
      }
    }
  },
});

function writeIssue(context: GithubContext, owner: string, repo: string, number: number | undefined, input: IssueChange) {
  if (number === undefined) {
    if (input.title === undefined) throw new Unprocessable('Invalid request.\n\n"title" wasn\'t supplied.');
    return createIssue(context, owner, repo, { ...input, title: input.title });
  }
  return updateIssue(context, ...placeNow(context, owner, repo, number), input);
}

/** What means something only of an issue that is there. */
const OF_CHANGES = ['issue_number', 'state', 'state_reason', 'duplicate_of'];

const issueWrite = tool({
  name: 'issue_write',
  unmodelled: ['issue_fields'],
  title: 'Create or update issue/pull request',
  description: 'Creates an issue in a repository, or changes one that is there.',
  mutates: true,
  action: ({ method }) => (method === 'create' ? 'create_issue' : 'update_issue'),
  input: () =>
    z.object({
      method: z.enum(['create', 'update']).describe('create makes a new issue, update changes an existing one'),
      ...repository,
      issue_number: issueNumber.optional(),
      ...issueFields,
      type: z.string().min(1).nullable().optional().describe('Name of the type it shall have; null takes it away'),
      ...stateFields,
      duplicate_of: z
        .number()
        .int()
        .optional()
        .describe('Number of the issue that this one repeats; goes with state_reason duplicate'),
    }),
  // GitHub's own tool creates an issue open, whatever state is asked for (github-mcp-server, pkg/github/issues.go, `CreateIssue`).
  ignores: ({ method, ...input }) =>
    method === 'create' ? OF_CHANGES.filter((name) => input[name as keyof typeof input] !== undefined) : [],
  handle(context, { method, owner, repo, issue_number, duplicate_of, state, state_reason, ...input }) {
    if (duplicate_of && state_reason !== 'duplicate')
      throw new Unprocessable("duplicate_of can only be used when state_reason is 'duplicate'");
    if (method === 'create') return renderIssue(context, writeIssue(context, owner, repo, undefined, input));
    if (!issue_number) throw new Unprocessable('missing required parameter: issue_number');
    if (duplicate_of) getIssue(context, owner, repo, duplicate_of);
    return renderIssue(context, writeIssue(context, owner, repo, issue_number, { ...input, state, state_reason }));
  },
});

const createIssueTool = tool({
  name: 'create_issue',
  title: 'Create issue',
  description: 'Creates an issue in a repository.',
  mutates: true,
  input: () => z.object({ ...repository, ...issueFields, title: z.string().describe('Title of the issue') }),
  handle: (context, { owner, repo, ...input }) => renderIssue(context, createIssue(context, owner, repo, input)),
});

const getIssueTool = tool({
  name: 'get_issue',
  title: 'Get issue',
  description: 'Reads one issue of a repository.',
  mutates: false,
  input: () => z.object({ ...repository, issue_number: issueNumber }),
  handle: (context, { owner, repo, issue_number }) =>
    renderIssue(context, getIssue(context, ...placeNow(context, owner, repo, issue_number)).issue),
});

const addIssueComment = tool({
  name: 'add_issue_comment',
  title: 'Add comment to issue or pull request',
  description:
    'Comments on an issue, or on a pull request by its number, reacts to it or to one of its comments. Needs a body or a reaction.',
  mutates: true,
  action: ({ body }) => (body === undefined ? 'add_reaction' : 'add_issue_comment'),
  input: () =>
    z.object({
      ...repository,
      issue_number: z.number().int().describe('Number of the issue or pull request'),
      body: z.string().min(1).optional().describe('Text of the comment, in Markdown'),
      comment_id: z.number().int().min(1).optional().describe('Id of a comment to react to; the issue itself without it'),
      reaction: z.enum(REACTIONS).optional().describe('Emoji to react with'),
    }),
  handle(context, { owner, repo, issue_number, body, comment_id, reaction }) {
    if (body === undefined && reaction === undefined) throw new Unprocessable('at least one of body or reaction is required');
    if (body !== undefined && comment_id !== undefined) throw new Unprocessable('comment_id cannot be combined with body');
    const written = body === undefined ? undefined : createComment(context, owner, repo, issue_number, body);
    const target =
      comment_id === undefined ? { type: 'issue', number: issue_number } : { type: 'issue_comment', number: comment_id };
    const reacted =
      reaction === undefined ? undefined : createReaction(context, { ...target, owner, repo } as Subject, reaction).reaction;
    if (!written) return reacted && renderReaction(context, reacted);
    const comment = renderComment(context, written);
    return reacted ? { comment, reaction: renderReaction(context, reacted) } : comment;
  },
});

const listFields = z.enum([
  'number',
  'title',
  'body',
  'state',
  'user',
  'labels',
  'assignees',
  'comments',
  'created_at',
  'updated_at',
]);

const SORTS = { CREATED_AT: 'created', UPDATED_AT: 'updated', COMMENTS: 'comments' } as const;

/** A list query from the tool's own words, upper case as in the official server, lower case as in the older one. */
function listQuery(input: {
  state?: string | undefined;
  labels?: readonly string[] | undefined;
  orderBy?: keyof typeof SORTS | undefined;
  sort?: string | undefined;
  direction?: string | undefined;
  since?: string | undefined;
}): IssueListQuery {
  return {
    state: input.state?.toLowerCase() ?? 'all',
    labels: input.labels?.join(','),
    sort: input.orderBy ? SORTS[input.orderBy] : input.sort,
    direction: input.direction?.toLowerCase(),
    since: input.since,
  };
}

const listIssuesTool = tool({
  name: 'list_issues',
  graphql: true,
  unmodelled: ['field_filters'],
  title: 'List issues',
  description:
    'Lists the issues of a repository, without pull requests. For the next page pass endCursor of the pageInfo as after.',
  mutates: false,
  input: () =>
    z.object({
      ...repository,
      state: z.enum(['OPEN', 'CLOSED', 'open', 'closed', 'all']).optional().describe('Only issues in this state; all by default'),
      labels: z.array(z.string()).optional().describe('Only issues that have all these labels'),
      orderBy: z.enum(['CREATED_AT', 'UPDATED_AT', 'COMMENTS']).optional().describe('Order by this field; needs a direction'),
      sort: z.enum(['created', 'updated', 'comments']).optional().describe('As orderBy, in the words of the REST API'),
      direction: z.enum(['ASC', 'DESC', 'asc', 'desc']).optional().describe('Order direction'),
      since: z.string().optional().describe('Only issues updated at or after this time (ISO 8601)'),
      fields: z.array(listFields).optional().describe('Only these fields of each issue; all by default'),
      ...paging,
      per_page: paging.perPage.describe('As perPage, in the words of the REST API'),
      after: z.string().optional().describe('Cursor: where the page before ended'),
    }),
  handle(context, { owner, repo, fields, page = 1, per_page = 30, perPage = per_page, after, ...input }) {
    const offset = after === undefined ? (page - 1) * perPage : cursorOffset(after);
    const { records, total } = listIssues(
      context,
      owner,
      repo,
      { ...listQuery(input), only: 'issue' },
      { offset, limit: perPage },
    );
    const end = offset + records.length;
    return {
      issues: records.map((issue) => pick(renderIssue(context, issue), fields)),
      pageInfo: {
        hasNextPage: end < total,
        hasPreviousPage: offset > 0,
        startCursor: cursorAt(offset),
        endCursor: cursorAt(end),
      },
      totalCount: total,
    };
  },
});

const listIssueTypesTool = tool({
  name: 'list_issue_types',
  title: 'List available issue types',
  description: 'Lists the types of issues of an organisation, or those that issues of one of its repositories can get.',
  mutates: false,
  input: () =>
    z.object({
      owner: z.string().describe('Account that owns the repository, or the organisation'),
      repo: z.string().optional().describe('Name of the repository; without it the types of the organisation'),
    }),
  handle: (context, { owner, repo }) =>
    (repo === undefined ? listIssueTypes(context, owner) : listRepositoryIssueTypes(context, owner, repo)).map(renderIssueType),
});

export const issueTools = [
  issueRead,
  issueWrite,
  getIssueTool,
  listIssuesTool,
  createIssueTool,
  addIssueComment,
  listIssueTypesTool,
];
