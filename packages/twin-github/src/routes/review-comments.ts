import { created, json, noContent } from '@svc/twin-kit';
import { z } from 'zod';
import {
  createReviewComment,
  deleteReviewComment,
  getReviewComment,
  listReviewComments,
  replyToReviewComment,
  updateReviewComment,
} from '../actions/review-comments.ts';
import { resource } from '../http.ts';
import { renderReviewComment, reviewCommentJson } from '../render/reviews.ts';
import type { GithubContext, ReviewComment } from '../world.ts';
import { numberParam, operation, queryText, repositoryParams } from './operation.ts';
import { linkHeader, pageOf, pageQuery } from './pagination.ts';
import { pullTarget } from './pulls.ts';
import { placeBody } from './reviews.ts';

const ofRepository = '/repos/{owner}/{repo}/pulls/comments';
const ofPull = '/repos/{owner}/{repo}/pulls/{pull_number}/comments';
const one = `${ofRepository}/{comment_id}`;
const listQuery = z.object({ ...pageQuery, sort: queryText, direction: queryText, since: queryText });
const text = z.object({ body: z.string() });

type Params = Readonly<Record<string, string>>;

const target = (params: Params): [string, string, number] => [...repositoryParams(params), numberParam(params.comment_id)];

function written(context: GithubContext, comment: Readonly<ReviewComment>) {
  const rendered = renderReviewComment(context, comment);
  return created(rendered, { location: rendered.url });
}

const reading = [
  operation({
    id: 'pulls/list-review-comments-for-repo',
    method: 'GET',
    path: ofRepository,
    fidelity: 'semantic',
    mutates: false,
    action: 'list_repository_review_comments',
    query: listQuery,
    handle(context, request) {
      const { params, query } = request;
      const { records, total } = listReviewComments(context, ...repositoryParams(params), query, pageOf(query));
      return json(
        records.map((comment) => reviewCommentJson(context, comment)),
        200,
        linkHeader(request, total),
      );
    },
  }),
  operation({
    id: 'pulls/list-review-comments',
    method: 'GET',
    path: ofPull,
    fidelity: 'semantic',
    mutates: false,
    action: 'list_review_comments',
    query: listQuery,
    handle(context, request) {
      const { params, query } = request;
      const wanted = { ...query, number: numberParam(params.pull_number) };
      const { records, total } = listReviewComments(context, ...repositoryParams(params), wanted, pageOf(query));
      return json(
        records.map((comment) => reviewCommentJson(context, comment)),
        200,
        linkHeader(request, total),
      );
    },
  }),
  operation({
    id: 'pulls/get-review-comment',
    method: 'GET',
    path: one,
    fidelity: 'semantic',
    mutates: false,
    action: 'get_review_comment',
    handle(context, { params }) {
      const comment = getReviewComment(context, ...target(params));
      return resource(reviewCommentJson(context, comment), comment.updated_at);
    },
  }),
];

const writing = [
  operation({
    id: 'pulls/create-review-comment',
    method: 'POST',
    path: ofPull,
    fidelity: 'semantic',
    mutates: true,
    action: 'create_review_comment',
    body: z.object({
      ...text.shape,
      ...placeBody,
      commit_id: z.string().optional(),
      path: z.string().optional(),
      in_reply_to: z.number().int().optional(),
      subject_type: z.enum(['line', 'file']).optional(),
    }),
    handle: (context, { params, body }) => written(context, createReviewComment(context, pullTarget(params), body)),
  }),
  operation({
    id: 'pulls/create-reply-for-review-comment',
    method: 'POST',
    path: `${ofPull}/{comment_id}/replies`,
    fidelity: 'semantic',
    mutates: true,
    action: 'reply_to_review_comment',
    body: text,
    handle: (context, { params, body }) =>
      written(context, replyToReviewComment(context, pullTarget(params), numberParam(params.comment_id), body.body)),
  }),
  operation({
    id: 'pulls/update-review-comment',
    method: 'PATCH',
    path: one,
    fidelity: 'semantic',
    mutates: true,
    action: 'update_review_comment',
    body: text,
    handle: (context, { params, body }) =>
      json(renderReviewComment(context, updateReviewComment(context, ...target(params), body.body))),
  }),
  operation({
    id: 'pulls/delete-review-comment',
    method: 'DELETE',
    path: one,
    fidelity: 'semantic',
    mutates: true,
    action: 'delete_review_comment',
    handle(context, { params }) {
      deleteReviewComment(context, ...target(params));
      return noContent();
    },
  }),
];

export const reviewCommentOperations = [...reading, ...writing];
