import { hasPermission } from '../../actions/access.ts';
import { RepositoryStore } from '../../actions/git-store.ts';
import { currentLine } from '../../actions/review-comments.ts';
import { nodeId } from '../../node-id.ts';
import { repositoryOf } from '../../render/repository-path.ts';
import type { Issue, Review, ReviewComment } from '../../world.ts';
import { listed, none } from '../connection.ts';
import type { Fields, Graph } from '../graph.ts';
import { idIn } from '../ids.ts';
import { type Thing, thing } from '../thing.ts';
import { discussed, written } from './discussed.ts';
import { gitThing } from './git.ts';
import { pathOf } from './issues.ts';

const pullThing = ({ issue_id }: { issue_id: number }, { context }: Graph): Thing<Issue> =>
  thing('PullRequest', context.world.issues.get(issue_id) as Readonly<Issue>);

const commitThing = ({ repository_id }: { repository_id: number }, { context }: Graph, sha: string): Thing | null =>
  gitThing(new RepositoryStore(context, repository_id), 'commit', sha);

function commentsOf({ id }: Readonly<Review>, { context, viewer }: Graph): readonly Readonly<ReviewComment>[] {
  const { review } = context.world.review_comments.by;
  return review.page(id, { limit: review.count(id) }).filter(({ pending, user_id }) => !pending || user_id === viewer.id);
}

const commentThings = (comments: readonly Readonly<ReviewComment>[]): readonly Thing[] =>
  comments.map((comment) => thing('PullRequestReviewComment', comment));

/** The root of a thread with its replies. */
function threadComments(root: Readonly<ReviewComment>, { context, viewer }: Graph): readonly Readonly<ReviewComment>[] {
  const { thread } = context.world.review_comments.by;
  const replies = thread.page(root.id, { limit: thread.count(root.id) });
  return [root, ...replies].filter(({ pending, user_id }) => !pending || user_id === viewer.id);
}

const rootOf = (comment: Readonly<ReviewComment>, { context }: Graph): Readonly<ReviewComment> =>
  (comment.in_reply_to_id === null ? undefined : context.world.review_comments.get(comment.in_reply_to_id)) ?? comment;

const isOutdated = (comment: Readonly<ReviewComment>, { context }: Graph): boolean =>
  comment.subject_type === 'line' && currentLine(context, comment, comment.line) === undefined;

const maySettle = (root: Readonly<ReviewComment>, { context, viewer }: Graph): boolean =>
  root.user_id === viewer.id ||
  context.world.issues.get(root.issue_id)?.user_id === viewer.id ||
  hasPermission(context, repositoryOf(context, root), viewer.id, 'push');

const place: Fields<ReviewComment> = {
  path: ({ path }) => path,
  line: (comment, _args, { context }) => currentLine(context, comment, comment.line) ?? null,
  originalLine: ({ line }) => line,
  startLine: (comment, _args, { context }) => currentLine(context, comment, comment.start_line) ?? null,
  originalStartLine: ({ start_line }) => start_line,
  subjectType: ({ subject_type }) => subject_type.toUpperCase(),
};

export const reviewFields: Readonly<Record<string, Fields>> = {
  PullRequestReview: {
    ...written,
    id: (review) => idIn('PRR', review),
    state: ({ state }) => state,
    submittedAt: ({ submitted_at }) => submitted_at,
    createdAt: (review, _args, graph) => review.submitted_at ?? pullThing(review, graph).of.updated_at,
    publishedAt: ({ submitted_at }) => submitted_at,
    updatedAt: (review, _args, graph) => review.submitted_at ?? pullThing(review, graph).of.updated_at,
    pullRequest: (record, _args, graph) => pullThing(record, graph),
    commit: (review, _args, graph) => commitThing(review, graph, review.commit_id),
    comments: listed([], (review: Readonly<Review>, _args, graph) => commentThings(commentsOf(review, graph))),
    url: (review, _args, graph) => graph.url(`${pathOf(pullThing(review, graph).of, graph)}#pullrequestreview-${review.id}`),
    resourcePath: (review, _args, graph) => `${pathOf(pullThing(review, graph).of, graph)}#pullrequestreview-${review.id}`,
    authorCanPushToRepository: ({ repository_id, user_id }, _args, { context }) =>
      hasPermission(context, repositoryOf(context, { repository_id }), user_id, 'push'),
    onBehalfOf: none(),
    // Reviews take no reactions in this world.
    reactionGroups: () => [],
    reactions: none('content', 'orderBy'),
    viewerCanReact: () => false,
    isMinimized: () => false,
    minimizedReason: () => null,
  } satisfies Fields<Review>,
  PullRequestReviewComment: {
    ...discussed('PRRC', 'review_comment'),
    ...place,
    diffHunk: ({ diff_hunk }) => diff_hunk,
    position: (comment, _args, graph) => (isOutdated(comment, graph) ? null : comment.position),
    originalPosition: ({ position }) => position,
    outdated: (comment, _args, graph) => isOutdated(comment, graph),
    state: ({ pending }) => (pending ? 'PENDING' : 'SUBMITTED'),
    draftedAt: ({ created_at }) => created_at,
    commit: (comment, _args, graph) => commitThing(comment, graph, comment.commit_id),
    originalCommit: (comment, _args, graph) => commitThing(comment, graph, comment.commit_id),
    pullRequest: (record, _args, graph) => pullThing(record, graph),
    pullRequestReview: ({ review_id }, _args, { context }) => {
      const review = context.world.reviews.get(review_id);
      return review ? thing('PullRequestReview', review) : null;
    },
    replyTo: (comment, _args, graph) =>
      comment.in_reply_to_id === null ? null : thing('PullRequestReviewComment', rootOf(comment, graph)),
    url: (comment, _args, graph) => graph.url(`${pathOf(pullThing(comment, graph).of, graph)}#discussion_r${comment.id}`),
    resourcePath: (comment, _args, graph) => `${pathOf(pullThing(comment, graph).of, graph)}#discussion_r${comment.id}`,
  } satisfies Fields<ReviewComment>,
  PullRequestReviewThread: {
    ...place,
    id: ({ repository_id, id }) => nodeId('PRRT', repository_id, id),
    isResolved: ({ resolved }) => resolved,
    isOutdated: (root, _args, graph) => isOutdated(root, graph),
    isCollapsed: ({ resolved }) => resolved,
    resolvedBy: () => null,
    diffSide: ({ side }) => side,
    startDiffSide: ({ start_side }) => start_side,
    comments: listed(['skip'], (root: Readonly<ReviewComment>, { skip }, graph) =>
      commentThings(threadComments(root, graph).slice(skip ?? 0)),
    ),
    pullRequest: (record, _args, graph) => pullThing(record, graph),
    repository: (root, _args, { context }) => thing('Repository', repositoryOf(context, root)),
    viewerCanReply: () => true,
    viewerCanResolve: (root, _args, graph) => !root.resolved && maySettle(root, graph),
    viewerCanUnresolve: (root, _args, graph) => root.resolved && maySettle(root, graph),
  } satisfies Fields<ReviewComment>,
};
