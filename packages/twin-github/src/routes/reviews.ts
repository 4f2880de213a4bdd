import { json } from '@svc/twin-kit';
import { z } from 'zod';
import { commentsOfReview } from '../actions/review-comments.ts';
import {
  createReview,
  deletePendingReview,
  dismissReview,
  type FoundReview,
  getReview,
  listReviews,
  submitReview,
  updateReview,
} from '../actions/reviews.ts';
import { renderCommentOfReview, renderReview } from '../render/reviews.ts';
import type { GithubContext } from '../world.ts';
import { numberParam, operation } from './operation.ts';
import { pageOfList, pageQuery } from './pagination.ts';
import { pullTarget } from './pulls.ts';

const reviews = '/repos/{owner}/{repo}/pulls/{pull_number}/reviews';
const review = `${reviews}/{review_id}`;
const event = z.enum(['APPROVE', 'REQUEST_CHANGES', 'COMMENT']);
const side = z.enum(['LEFT', 'RIGHT']);

/** A place in the diff, as bodies name it. */
export const placeBody = {
  line: z.number().int().optional(),
  side: side.optional(),
  start_line: z.number().int().optional(),
  start_side: side.optional(),
  position: z.number().int().optional(),
};

type Params = Readonly<Record<string, string>>;

const answer = (context: GithubContext, found: FoundReview) => json(renderReview(context, found.review));
const id = (params: Params) => numberParam(params.review_id);

const reading = [
  operation({
    id: 'pulls/list-reviews',
    method: 'GET',
    path: reviews,
    fidelity: 'semantic',
    mutates: false,
    action: 'list_pull_request_reviews',
    query: z.object(pageQuery),
    handle(context, request) {
      const { records, headers } = pageOfList(request, listReviews(context, ...pullTarget(request.params)));
      return json(
        records.map((one) => renderReview(context, one)),
        200,
        headers,
      );
    },
  }),
  operation({
    id: 'pulls/get-review',
    method: 'GET',
    path: review,
    fidelity: 'semantic',
    mutates: false,
    action: 'get_pull_request_review',
    handle: (context, { params }) => answer(context, getReview(context, pullTarget(params), id(params))),
  }),
  operation({
    id: 'pulls/list-comments-for-review',
    method: 'GET',
    path: `${review}/comments`,
    fidelity: 'semantic',
    mutates: false,
    action: 'list_comments_for_review',
    query: z.object(pageQuery),
    handle(context, request) {
      const { params } = request;
      const { records, headers } = pageOfList(request, commentsOfReview(context, pullTarget(params), id(params)));
      return json(
        records.map((comment) => renderCommentOfReview(context, comment)),
        200,
        headers,
      );
    },
  }),
];

const writing = [
  operation({
    id: 'pulls/create-review',
    method: 'POST',
    path: reviews,
    fidelity: 'semantic',
    mutates: true,
    action: 'create_pull_request_review',
    body: z.object({
      commit_id: z.string().optional(),
      body: z.string().optional(),
      event: event.optional(),
      comments: z.array(z.object({ path: z.string(), body: z.string(), ...placeBody })).optional(),
    }),
    handle: (context, { params, body }) => answer(context, createReview(context, pullTarget(params), body)),
  }),
  operation({
    id: 'pulls/update-review',
    method: 'PUT',
    path: review,
    fidelity: 'semantic',
    mutates: true,
    action: 'update_pull_request_review',
    body: z.object({ body: z.string() }),
    handle: (context, { params, body }) => answer(context, updateReview(context, pullTarget(params), id(params), body.body)),
  }),
  operation({
    id: 'pulls/submit-review',
    method: 'POST',
    path: `${review}/events`,
    fidelity: 'semantic',
    mutates: true,
    action: 'submit_pull_request_review',
    body: z.object({ body: z.string().optional(), event }),
    handle: (context, { params, body }) => answer(context, submitReview(context, pullTarget(params), id(params), body)),
  }),
  operation({
    id: 'pulls/dismiss-review',
    method: 'PUT',
    path: `${review}/dismissals`,
    fidelity: 'semantic',
    mutates: true,
    action: 'dismiss_pull_request_review',
    body: z.object({ message: z.string(), event: z.literal('DISMISS').optional() }),
    handle: (context, { params, body }) => answer(context, dismissReview(context, pullTarget(params), id(params), body.message)),
  }),
  operation({
    id: 'pulls/delete-pending-review',
    method: 'DELETE',
    path: review,
    fidelity: 'semantic',
    mutates: true,
    action: 'delete_pending_review',
    handle: (context, { params }) => answer(context, deletePendingReview(context, pullTarget(params), id(params))),
  }),
];

export const reviewOperations = [...reading, ...writing];
