import { z } from 'zod';
import { getPull } from '../actions/pulls.ts';
import { createReaction } from '../actions/reactions.ts';
import { replyToReviewComment } from '../actions/review-comments.ts';
import { addReviewComments } from '../actions/review-places.ts';
import { setThreadResolved } from '../actions/review-threads.ts';
import {
  createReview,
  deletePendingReview,
  type PullTarget,
  pendingReview,
  requireDiscussable,
  submitReview,
} from '../actions/reviews.ts';
import { NotFound, Unprocessable } from '../errors.ts';
import { renderReaction } from '../render/reactions.ts';
import { renderThread } from '../render/review-threads.ts';
import { renderReview, renderReviewComment } from '../render/reviews.ts';
import { type GithubContext, REACTIONS, type Review } from '../world.ts';
import { repository, tool } from './tool.ts';

const pullNumber = z.number().int().describe('Number of the pull request');
const side = z.enum(['LEFT', 'RIGHT']).optional();

/** The viewer's pending review of a pull request. @throws NotFound */
export function ownPending(context: GithubContext, target: PullTarget): Readonly<Review> {
  const review = pendingReview(context, getPull(context, ...target).issue.id);
  if (!review) throw new NotFound('No pending review found for the viewer');
  return review;
}

const ACTIONS = {
  create: 'create_pull_request_review',
  submit_pending: 'submit_pull_request_review',
  delete_pending: 'delete_pending_review',
  resolve_thread: 'resolve_review_thread',
  unresolve_thread: 'unresolve_review_thread',
} as const;

const reviewWrite = tool({
  name: 'pull_request_review_write',
  title: 'Write operations (create, submit, delete) on pull request reviews',
  description:
    'Reviews a pull request. create without an event begins a pending review, with one it is submitted at once; submit_pending and ' +
    'delete_pending go on with your pending review; resolve_thread and unresolve_thread settle a thread of comments.',
  mutates: true,
  action: ({ method }) => ACTIONS[method],
  input: () =>
    z.object({
      method: z.enum(['create', 'submit_pending', 'delete_pending', 'resolve_thread', 'unresolve_thread']).describe('What to do'),
      ...repository,
      pullNumber,
      body: z.string().optional().describe('Text of the review'),
      event: z.enum(['APPROVE', 'REQUEST_CHANGES', 'COMMENT']).optional().describe('The verdict'),
      commitID: z.string().optional().describe('Commit that is reviewed; the head without it'),
      threadId: z
        .string()
        .optional()
        .describe('Node id of a thread, from get_review_comments; for resolve_thread and unresolve_thread'),
    }),
  handle(context, { method, owner, repo, pullNumber: number, body, event, commitID, threadId }) {
    const target: PullTarget = [owner, repo, number];
    switch (method) {
      case 'create':
        return renderReview(context, createReview(context, target, { body, event, commit_id: commitID }).review);
      case 'submit_pending': {
        if (event === undefined) throw new Unprocessable('event is required for method submit_pending');
        const { id } = ownPending(context, target);
        return renderReview(context, submitReview(context, target, id, { event, body }).review);
      }
      case 'delete_pending':
        return renderReview(context, deletePendingReview(context, target, ownPending(context, target).id).review);
      default:
        if (threadId === undefined) throw new Unprocessable(`threadId is required for method ${method}`);
        return renderThread(context, setThreadResolved(context, target, threadId, method === 'resolve_thread'));
    }
  },
});

/** Where a comment of a review stands. */
export const commentPlace = {
  path: z.string().describe('The file'),
  body: z.string().describe('Text of the comment'),
  subjectType: z.enum(['FILE', 'LINE']).describe('Whether it is about the file or a line'),
  line: z.number().int().optional().describe('The line, the last one of a range'),
  side: side.describe('LEFT for the file as it was, RIGHT as it will be'),
  startLine: z.number().int().optional().describe('First line of a range'),
  startSide: side.describe('Side of the first line'),
};
const commentInput = () => z.object({ ...repository, pullNumber, ...commentPlace });

export function addToPending(context: GithubContext, given: z.output<ReturnType<typeof commentInput>>) {
  const { owner, repo, pullNumber: number, path, body, subjectType, line, side: on, startLine, startSide } = given;
  const found = getPull(context, owner, repo, number);
  const review = ownPending(context, [owner, repo, number]);
  requireDiscussable(context, found);
  const subject_type = subjectType === 'FILE' ? ('file' as const) : ('line' as const);
  const place = { path, subject_type, line, side: on, start_line: startLine, start_side: startSide, body };
  return addReviewComments(context, { ...found, review }, [place]).map((comment) => renderReviewComment(context, comment))[0];
}

const addToPendingTool = tool({
  name: 'add_comment_to_pending_review',
  title: "Add review comment to the requester's latest pending pull request review",
  description: 'Adds a comment on a line or a file to your pending review. Begin one first.',
  mutates: true,
  input: commentInput,
  handle: addToPending,
});

const reply = tool({
  name: 'add_reply_to_pull_request_comment',
  title: 'Add reply to pull request comment',
  description: 'Replies to a review comment, reacts to it, or both. Needs a body or a reaction.',
  mutates: true,
  action: ({ body }) => (body === undefined ? 'add_reaction' : 'reply_to_review_comment'),
  input: () =>
    z.object({
      ...repository,
      pullNumber: pullNumber.optional(),
      commentId: z.number().int().min(1).describe('Id of the review comment'),
      body: z.string().optional().describe('Text of the reply; needs pullNumber'),
      reaction: z.enum(REACTIONS).optional().describe('Emoji to react with'),
    }),
  handle(context, { owner, repo, pullNumber: number, commentId, body, reaction }) {
    if (body === undefined && reaction === undefined) throw new Unprocessable('body or reaction is required');
    if (body !== undefined && number === undefined) throw new Unprocessable('pullNumber is required with body');
    const written =
      body === undefined || number === undefined
        ? undefined
        : replyToReviewComment(context, [owner, repo, number], commentId, body);
    const subject = { type: 'review_comment', owner, repo, number: commentId } as const;
    const reacted = reaction === undefined ? undefined : createReaction(context, subject, reaction).reaction;
    if (!written) return reacted && renderReaction(context, reacted);
    const comment = renderReviewComment(context, written);
    return reacted ? { comment, reaction: renderReaction(context, reacted) } : comment;
  },
});

export const reviewTools = [reviewWrite, addToPendingTool, reply];
