import { created, json, noContent } from '@svc/twin-kit';
import { z } from 'zod';
import {
  createGistComment,
  deleteGistComment,
  getGistComment,
  listGistComments,
  updateGistComment,
} from '../actions/gist-comments.ts';
import { renderGistComment } from '../render/gists.ts';
import { numberParam, operation } from './operation.ts';
import { pageOfList, pageQuery } from './pagination.ts';

const path = '/gists/{gist_id}/comments';
const read = { method: 'GET', fidelity: 'semantic', mutates: false } as const;
const write = { fidelity: 'semantic', mutates: true } as const;

const target = (params: Readonly<Record<string, string>>): [string, number] => [
  params.gist_id ?? '',
  numberParam(params.comment_id),
];

export const gistCommentOperations = [
  operation({
    ...read,
    id: 'gists/list-comments',
    path,
    action: 'list_gist_comments',
    query: z.object(pageQuery),
    handle(context, request) {
      const { records, headers } = pageOfList(request, listGistComments(context, request.params.gist_id ?? ''));
      return json(
        records.map((comment) => renderGistComment(context, comment)),
        200,
        headers,
      );
    },
  }),
  operation({
    ...write,
    id: 'gists/create-comment',
    method: 'POST',
    path,
    action: 'create_gist_comment',
    body: z.object({ body: z.string() }),
    handle(context, { params, body }) {
      const rendered = renderGistComment(context, createGistComment(context, params.gist_id ?? '', body.body));
      return created(rendered, { location: rendered.url });
    },
  }),
  operation({
    ...read,
    id: 'gists/get-comment',
    path: `${path}/{comment_id}`,
    action: 'get_gist_comment',
    handle: (context, { params }) => json(renderGistComment(context, getGistComment(context, ...target(params)))),
  }),
  operation({
    ...write,
    id: 'gists/update-comment',
    method: 'PATCH',
    path: `${path}/{comment_id}`,
    action: 'update_gist_comment',
    body: z.object({ body: z.string() }),
    handle: (context, { params, body }) =>
      json(renderGistComment(context, updateGistComment(context, ...target(params), body.body))),
  }),
  operation({
    ...write,
    id: 'gists/delete-comment',
    method: 'DELETE',
    path: `${path}/{comment_id}`,
    action: 'delete_gist_comment',
    handle(context, { params }) {
      deleteGistComment(context, ...target(params));
      return noContent();
    },
  }),
];
