import { created, json, noContent } from '@svc/twin-kit';
import { z } from 'zod';
import { listIssueComments, listRepositoryComments } from '../actions/comment-list.ts';
import { createComment, deleteComment, getComment, updateComment } from '../actions/comments.ts';
import { resource } from '../http.ts';
import { commentJson } from '../render/comments.ts';
import { repositoryUrl } from '../render/repository-path.ts';
import { numberParam, operation, queryText, repositoryParams } from './operation.ts';
import { linkHeader, pageOf, pageQuery } from './pagination.ts';

const commentBody = z.object({ body: z.string() });

export const commentOperations = [
  operation({
    id: 'issues/list-comments',
    method: 'GET',
    path: '/repos/{owner}/{repo}/issues/{issue_number}/comments',
    fidelity: 'semantic',
    mutates: false,
    action: 'list_issue_comments',
    query: z.object({ ...pageQuery, since: queryText }),
    handle(context, request) {
      const { params, query } = request;
      const number = numberParam(params.issue_number);
      const { records, total } = listIssueComments(context, ...repositoryParams(params), number, query.since, pageOf(query));
      return json(
        records.map((comment) => commentJson(context, comment)),
        200,
        linkHeader(request, total),
      );
    },
  }),
  operation({
    id: 'issues/list-comments-for-repo',
    method: 'GET',
    path: '/repos/{owner}/{repo}/issues/comments',
    fidelity: 'semantic',
    mutates: false,
    action: 'list_repository_comments',
    query: z.object({ ...pageQuery, sort: queryText, direction: queryText, since: queryText }),
    handle(context, request) {
      const { params, query } = request;
      const { records, total } = listRepositoryComments(context, ...repositoryParams(params), query, pageOf(query));
      return json(
        records.map((comment) => commentJson(context, comment)),
        200,
        linkHeader(request, total),
      );
    },
  }),
  operation({
    id: 'issues/create-comment',
    method: 'POST',
    path: '/repos/{owner}/{repo}/issues/{issue_number}/comments',
    fidelity: 'semantic',
    mutates: true,
    action: 'add_issue_comment',
    body: commentBody,
    handle(context, { params, body }) {
      const comment = createComment(context, ...repositoryParams(params), numberParam(params.issue_number), body.body);
      return created(commentJson(context, comment), {
        location: `${repositoryUrl(context, comment)}/issues/comments/${comment.id}`,
      });
    },
  }),
  operation({
    id: 'issues/get-comment',
    method: 'GET',
    path: '/repos/{owner}/{repo}/issues/comments/{comment_id}',
    fidelity: 'semantic',
    mutates: false,
    action: 'get_issue_comment',
    handle(context, { params }) {
      const comment = getComment(context, ...repositoryParams(params), numberParam(params.comment_id));
      return resource(commentJson(context, comment), comment.updated_at);
    },
  }),
  operation({
    id: 'issues/update-comment',
    method: 'PATCH',
    path: '/repos/{owner}/{repo}/issues/comments/{comment_id}',
    fidelity: 'semantic',
    mutates: true,
    action: 'update_issue_comment',
    body: commentBody,
    handle: (context, { params, body }) =>
      json(commentJson(context, updateComment(context, ...repositoryParams(params), numberParam(params.comment_id), body.body))),
  }),
  operation({
    id: 'issues/delete-comment',
    method: 'DELETE',
    path: '/repos/{owner}/{repo}/issues/comments/{comment_id}',
    fidelity: 'semantic',
    mutates: true,
    action: 'delete_issue_comment',
    handle(context, { params }) {
      deleteComment(context, ...repositoryParams(params), numberParam(params.comment_id));
      return noContent();
    },
  }),
];
