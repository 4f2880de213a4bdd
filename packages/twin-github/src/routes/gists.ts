import { created, json, noContent } from '@svc/twin-kit';
import { z } from 'zod';
import { revisionsOf } from '../actions/gist-commits.ts';
import {
  createGist,
  deleteGist,
  forkGist,
  forksOf,
  getGist,
  getRevision,
  gistsOf,
  isGistStarred,
  publicGists,
  setGistStar,
  starredGists,
  updateGist,
} from '../actions/gists.ts';
import { resource } from '../http.ts';
import { renderGist, renderRevision, renderShortGist } from '../render/gists.ts';
import type { Gist, GithubContext } from '../world.ts';
import { operation, queryText } from './operation.ts';
import { pageOfList, pageQuery } from './pagination.ts';

const read = { method: 'GET', fidelity: 'semantic', mutates: false } as const;
const write = { fidelity: 'semantic', mutates: true } as const;
const NOT_FOUND = 404;
const listQuery = z.object({ ...pageQuery, since: queryText });

function shown(context: GithubContext, request: Parameters<typeof pageOfList>[0], gists: readonly Readonly<Gist>[]) {
  const { records, headers } = pageOfList(request, gists);
  return json(
    records.map((gist) => renderShortGist(context, gist)),
    200,
    headers,
  );
}

const lists = [
  operation({
    ...read,
    id: 'gists/list',
    path: '/gists',
    action: 'list_gists',
    query: listQuery,
    handle: (context, request) => shown(context, request, gistsOf(context, undefined, request.query.since)),
  }),
  operation({
    ...read,
    id: 'gists/list-public',
    path: '/gists/public',
    action: 'list_gists',
    query: listQuery,
    handle: (context, request) => shown(context, request, publicGists(context, request.query.since)),
  }),
  operation({
    ...read,
    id: 'gists/list-starred',
    path: '/gists/starred',
    action: 'list_gists',
    query: listQuery,
    handle: (context, request) => shown(context, request, starredGists(context, request.query.since)),
  }),
  operation({
    ...read,
    id: 'gists/list-for-user',
    path: '/users/{username}/gists',
    action: 'list_gists',
    query: listQuery,
    handle: (context, request) => shown(context, request, gistsOf(context, request.params.username ?? '', request.query.since)),
  }),
];

const one = '/gists/{gist_id}';
const idOf = (params: Readonly<Record<string, string>>): string => params.gist_id ?? '';

const changes = z.object({
  description: z.string().nullable().optional(),
  files: z
    .record(
      z.string(),
      z.object({ content: z.string().optional(), filename: z.string().min(1).nullable().optional() }).nullable(),
    )
    .optional(),
});

const gists = [
  operation({
    ...write,
    id: 'gists/create',
    method: 'POST',
    path: '/gists',
    action: 'create_gist',
    body: z.object({
      description: z.string().nullable().optional(),
      files: z.record(z.string(), z.object({ content: z.string() })),
      public: z.preprocess((value) => (value === 'true' ? true : value === 'false' ? false : value), z.boolean().optional()),
    }),
    handle(context, { body }) {
      const rendered = renderGist(context, createGist(context, body));
      return created(rendered, { location: rendered.url });
    },
  }),
  operation({
    ...read,
    id: 'gists/get',
    path: one,
    action: 'get_gist',
    handle(context, { params }) {
      const gist = getGist(context, idOf(params));
      return resource(renderGist(context, gist), gist.updated_at);
    },
  }),
  // `gh gist edit` changes a gist by POST, which GitHub takes as PATCH (github.com/cli/cli, pkg/cmd/gist/edit).
  ...(
    [
      ['gists/update', 'PATCH'],
      ['gists/update-by-post', 'POST'],
    ] as const
  ).map(([id, method]) =>
    operation({
      ...write,
      id,
      method,
      path: one,
      action: 'update_gist',
      body: changes,
      handle: (context, { params, body }) => json(renderGist(context, updateGist(context, idOf(params), body))),
    }),
  ),
  operation({
    ...write,
    id: 'gists/delete',
    method: 'DELETE',
    path: one,
    action: 'delete_gist',
    handle(context, { params }) {
      deleteGist(context, idOf(params));
      return noContent();
    },
  }),
  operation({
    ...read,
    id: 'gists/list-commits',
    path: `${one}/commits`,
    action: 'list_gist_commits',
    query: z.object(pageQuery),
    handle(context, request) {
      const { records, headers } = pageOfList(request, revisionsOf(context, getGist(context, idOf(request.params))));
      return json(
        records.map((revision) => renderRevision(context, revision)),
        200,
        headers,
      );
    },
  }),
  operation({
    ...read,
    id: 'gists/get-revision',
    path: `${one}/{sha}`,
    action: 'get_gist',
    handle(context, { params }) {
      const revision = getRevision(context, idOf(params), params.sha ?? '');
      return json(renderGist(context, getGist(context, idOf(params)), revision));
    },
  }),
];

const others = [
  operation({
    ...read,
    id: 'gists/list-forks',
    path: `${one}/forks`,
    action: 'list_gist_forks',
    query: z.object(pageQuery),
    handle(context, request) {
      const { records, headers } = pageOfList(request, forksOf(context, getGist(context, idOf(request.params)).id));
      return json(
        records.map((fork) => renderGist(context, fork)),
        200,
        headers,
      );
    },
  }),
  operation({
    ...write,
    id: 'gists/fork',
    method: 'POST',
    path: `${one}/forks`,
    action: 'fork_gist',
    handle(context, { params }) {
      const rendered = renderShortGist(context, forkGist(context, idOf(params)));
      return created(rendered, { location: rendered.url });
    },
  }),
  operation({
    ...read,
    id: 'gists/check-is-starred',
    path: `${one}/star`,
    action: 'check_gist_starred',
    handle(context, { params }) {
      // Described with an empty body, whatever isn't there.
      const isStarred = context.world.gists.has(idOf(params)) && isGistStarred(context, idOf(params));
      return isStarred ? noContent() : json({}, NOT_FOUND);
    },
  }),
  ...(
    [
      ['star', 'PUT', true],
      ['unstar', 'DELETE', false],
    ] as const
  ).map(([verb, method, starred]) =>
    operation({
      ...write,
      id: `gists/${verb}`,
      method,
      path: `${one}/star`,
      action: `${verb}_gist`,
      handle(context, { params }) {
        setGistStar(context, idOf(params), starred);
        return noContent();
      },
    }),
  ),
];

export const gistOperations = [...lists, ...gists, ...others];
