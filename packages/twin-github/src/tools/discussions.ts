import { z } from 'zod';
import { commentsOfDiscussion, getDiscussion, isAnswered, listCategories, listDiscussions } from '../actions/discussions.ts';
import { Connection } from '../graphql/connection.ts';
import { thing } from '../graphql/thing.ts';
import { nodeId, readNodeId } from '../node-id.ts';
import { repositoryHtmlUrl } from '../render/repository-path.ts';
import type { Discussion, DiscussionComment, GithubContext } from '../world.ts';
import { owner, paging, repository, tool } from './tool.ts';

/** Of the toolset `discussions`: github/github-mcp-server, pkg/github/discussions.go. */

const DEFAULT_PAGE = 30;
/** Of categories, which that server asks for at once; and of replies, the most that the GraphQL API gives. */
const MOST_CATEGORIES = 25;
const MOST_REPLIES = 100;
/** Where the discussions of an organisation are. */
const ORGANIZATION_PLACE = '.github';

const repoOr = z.string().optional().describe('Name of the repository; without it the discussions of the organisation');
const discussionNumber = z.number().int().describe('Number of the discussion');
const cursors = { perPage: paging.perPage, after: z.string().optional().describe('Cursor: where the page before ended') };

/** One page of a list, and what tells of the next. */
function pageOf<T extends object>(records: readonly T[], first: number, after: string | undefined) {
  const page = new Connection(
    records.map((record) => thing('', record)),
    { first, after: after === '' ? undefined : after },
  );
  const { hasNextPage, hasPreviousPage, startCursor, endCursor } = page.pageInfo;
  return {
    records: page.nodes.map(({ of }) => of as T),
    pageInfo: { hasNextPage, hasPreviousPage, startCursor: startCursor ?? '', endCursor: endCursor ?? '' },
    totalCount: page.totalCount,
  };
}

const categoryName = ({ world }: GithubContext, { category_id }: Readonly<Discussion>): string =>
  world.discussion_categories.get(category_id)?.name ?? '';

const addressOf = (context: GithubContext, discussion: Readonly<Discussion>): string =>
  `${repositoryHtmlUrl(context, discussion)}/discussions/${discussion.number}`;

/** What stands for a category in a list's filter; an id of anything else leads nowhere. */
function categoryIn(id: string | undefined): number | undefined {
  if (id === undefined || id === '') return undefined;
  const read = readNodeId(id);
  return read?.prefix === 'DIC' ? Number(read.parts[1]) : 0;
}

/** A comment, with nothing said of what is none of it. */
function renderComment({ world }: GithubContext, { id, repository_id, discussion_id, body }: Readonly<DiscussionComment>) {
  const isAnswer = world.discussions.get(discussion_id)?.answer_id === id;
  return { id: nodeId('DC', repository_id, id), body, ...(isAnswer && { isAnswer }) };
}

function withReplies(context: GithubContext, comment: Readonly<DiscussionComment>) {
  const replies = commentsOfDiscussion(context, comment.discussion_id, comment.id);
  if (replies.length === 0) return renderComment(context, comment);
  const shown = replies.slice(0, MOST_REPLIES).map((reply) => renderComment(context, reply));
  return { ...renderComment(context, comment), replies: shown, replyTotalCount: replies.length };
}

export const discussionTools = [
  tool({
    name: 'list_discussions',
    graphql: true,
    title: 'List discussions',
    description: 'Lists the discussions of a repository or an organisation, the last changed first.',
    mutates: false,
    input: () =>
      z.object({
        owner,
        repo: repoOr,
        category: z.string().optional().describe('Only those of the category with this id'),
        orderBy: z.enum(['CREATED_AT', 'UPDATED_AT']).optional().describe('Order by this field; needs a direction'),
        direction: z.enum(['ASC', 'DESC']).optional().describe('Order direction'),
        ...cursors,
      }),
    handle(context, { owner: login, repo, category, orderBy, direction, perPage = DEFAULT_PAGE, after }) {
      const order = orderBy && direction ? { field: orderBy, direction } : undefined;
      const filter = { categoryId: categoryIn(category), orderBy: order };
      const all = listDiscussions(context, login, repo || ORGANIZATION_PLACE, filter);
      const { records, ...rest } = pageOf(all, perPage, after);
      const discussions = records.map((one) => ({
        number: one.number,
        title: one.title,
        html_url: addressOf(context, one),
        created_at: one.created_at,
        updated_at: one.updated_at,
        user: { login: context.world.users.get(one.user_id)?.login },
        category: { name: categoryName(context, one) },
      }));
      return { discussions, ...rest };
    },
  }),
  tool({
    name: 'get_discussion',
    title: 'Get discussion',
    description: 'Reads one discussion of a repository.',
    mutates: false,
    input: () => z.object({ ...repository, discussionNumber }),
    handle(context, input) {
      const found = getDiscussion(context, input.owner, input.repo, input.discussionNumber);
      return {
        number: found.number,
        title: found.title,
        body: found.body,
        url: addressOf(context, found),
        closed: found.state === 'closed',
        isAnswered: isAnswered(context, found) ?? false,
        createdAt: found.created_at,
        category: { name: categoryName(context, found) },
        ...(found.answer_chosen_at !== null && { answerChosenAt: found.answer_chosen_at }),
      };
    },
  }),
  tool({
    name: 'get_discussion_comments',
    action: 'list_discussion_comments',
    graphql: true,
    title: 'Get discussion comments',
    description: 'Lists the comments on a discussion, oldest first, with their replies where they are asked for.',
    mutates: false,
    input: () =>
      z.object({
        ...repository,
        discussionNumber,
        includeReplies: z.boolean().optional().describe('Whether each comment comes with up to 100 replies; not by default'),
        ...cursors,
      }),
    handle(context, { includeReplies, perPage = DEFAULT_PAGE, after, ...at }) {
      const found = getDiscussion(context, at.owner, at.repo, at.discussionNumber);
      const { records, ...rest } = pageOf(commentsOfDiscussion(context, found.id), perPage, after);
      const render = includeReplies === true ? withReplies : renderComment;
      return { comments: records.map((comment) => render(context, comment)), ...rest };
    },
  }),
  tool({
    name: 'list_discussion_categories',
    title: 'List discussion categories',
    description: 'Lists the categories of discussions of a repository or an organisation, by id and name.',
    mutates: false,
    input: () => z.object({ owner, repo: repoOr }),
    handle(context, { owner: login, repo }) {
      const all = listCategories(context, login, repo || ORGANIZATION_PLACE);
      const { records, ...rest } = pageOf(all, MOST_CATEGORIES, undefined);
      const categories = records.map(({ id, repository_id, name }) => ({ id: nodeId('DIC', repository_id, id), name }));
      return { categories, ...rest };
    },
  }),
];
