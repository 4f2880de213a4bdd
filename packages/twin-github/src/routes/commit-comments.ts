import { created, json, noContent } from '@svc/twin-kit';
import { z } from 'zod';
import {
  commitCommentIndex,
  createCommitComment,
  deleteCommitComment,
  getCommitComment,
  updateCommitComment,
} from '../actions/commit-comments.ts';
import { commitCommentJson } from '../render/commit-comments.ts';
import { numberParam, operation, repositoryParams } from './operation.ts';
import { pageOfIndex, pageQuery } from './pagination.ts';

const comments = '/repos/{owner}/{repo}/comments';
const one = `${comments}/{comment_id}`;
const ofCommit = '/repos/{owner}/{repo}/commits/{commit_sha}/comments';

const target = (params: Readonly<Record<string, string>>): [string, string, number] => [
  ...repositoryParams(params),
  numberParam(params.comment_id),
];
const place = { path: z.string().nullable().optional(), position: z.number().int().nullable().optional() };

/** The list of a repository or, with a commit in the path, of that commit. */
const list = (id: string, path: string) =>
  operation({
    id,
    method: 'GET',
    path,
    fidelity: 'semantic',
    mutates: false,
    action: 'list_commit_comments',
    query: z.object(pageQuery),
    handle(context, request) {
      const { params } = request;
      const { index, group } = commitCommentIndex(context, ...repositoryParams(params), params.commit_sha);
      const { records, headers } = pageOfIndex(request, index, group);
      return json(
        records.map((comment) => commitCommentJson(context, comment)),
        200,
        headers,
      );
    },
  });

export const commitCommentOperations = [
  list('repos/list-commit-comments-for-repo', comments),
  list('repos/list-comments-for-commit', ofCommit),
  operation({
    id: 'repos/create-commit-comment',
    method: 'POST',
    path: ofCommit,
    fidelity: 'semantic',
    mutates: true,
    action: 'create_commit_comment',
    body: z.object({ body: z.string(), ...place, line: z.number().int().nullable().optional() }),
    handle(context, { params, body }) {
      const comment = createCommitComment(context, ...repositoryParams(params), params.commit_sha ?? '', body);
      return created(commitCommentJson(context, comment));
    },
  }),
  operation({
    id: 'repos/get-commit-comment',
    method: 'GET',
    path: one,
    fidelity: 'semantic',
    mutates: false,
    action: 'get_commit_comment',
    handle: (context, { params }) => json(commitCommentJson(context, getCommitComment(context, ...target(params)))),
  }),
  operation({
    id: 'repos/update-commit-comment',
    method: 'PATCH',
    path: one,
    fidelity: 'semantic',
    mutates: true,
    action: 'update_commit_comment',
    body: z.object({ body: z.string() }),
    handle: (context, { params, body }) =>
      json(commitCommentJson(context, updateCommitComment(context, ...target(params), body.body))),
  }),
  operation({
    id: 'repos/delete-commit-comment',
    method: 'DELETE',
    path: one,
    fidelity: 'semantic',
    mutates: true,
    action: 'delete_commit_comment',
    handle(context, { params }) {
      deleteCommitComment(context, ...target(params));
      return noContent();
    },
  }),
];
