import { json, noContent } from '@svc/twin-kit';
import { z } from 'zod';
import { ownedBy } from '../actions/memberships.ts';
import {
  CACHE_ORDERS,
  type CacheUsage,
  cacheUsage,
  cacheUsageOf,
  deleteCache,
  deleteCaches,
  listCaches,
  requireRunnersVisible,
} from '../actions/workflows/caches.ts';
import { NotFound } from '../errors.ts';
import type { ActionsCache } from '../world.ts';
import { numberParam, operation, queryText, repositoryParams } from './operation.ts';
import { pageOfList, pageQuery } from './pagination.ts';

const repository = '/repos/{owner}/{repo}/actions';
const organization = '/orgs/{org}/actions';
const read = { method: 'GET', fidelity: 'semantic', mutates: false } as const;
const write = { method: 'DELETE', fidelity: 'semantic', mutates: true, action: 'delete_caches' } as const;

const rendered = ({ repository_id: _repository, ...shown }: Readonly<ActionsCache>) => shown;
const renderedUsage = ({ repository: { full_name }, count, bytes }: CacheUsage) => ({
  full_name,
  active_caches_size_in_bytes: bytes,
  active_caches_count: count,
});

const cacheOperations = [
  operation({
    ...read,
    id: 'actions/get-actions-cache-list',
    path: `${repository}/caches`,
    action: 'list_caches',
    query: z.object({
      ...pageQuery,
      ...{ key: queryText, ref: queryText },
      sort: z.enum(CACHE_ORDERS).optional(),
      direction: z.enum(['asc', 'desc']).optional(),
    }),
    handle(context, request) {
      const found = listCaches(context, ...repositoryParams(request.params), request.query);
      const { records, headers } = pageOfList(request, found);
      return json({ total_count: found.length, actions_caches: records.map(rendered) }, 200, headers);
    },
  }),
  operation({
    ...write,
    id: 'actions/delete-actions-cache-by-key',
    path: `${repository}/caches`,
    query: z.object({ key: z.string(), ref: queryText }),
    handle(context, { params, query }) {
      const gone = deleteCaches(context, ...repositoryParams(params), query);
      return json({ total_count: gone.length, actions_caches: gone.map(rendered) });
    },
  }),
  operation({
    ...write,
    id: 'actions/delete-actions-cache-by-id',
    path: `${repository}/caches/{cache_id}`,
    handle(context, { params }) {
      deleteCache(context, ...repositoryParams(params), numberParam(params.cache_id));
      return noContent();
    },
  }),
  operation({
    ...read,
    id: 'actions/get-actions-cache-usage',
    path: `${repository}/cache/usage`,
    action: 'get_cache_usage',
    handle: (context, { params }) => json(renderedUsage(cacheUsage(context, ...repositoryParams(params)))),
  }),
  operation({
    ...read,
    id: 'actions/get-actions-cache-usage-for-org',
    path: `${organization}/cache/usage`,
    action: 'get_cache_usage',
    handle(context, { params }) {
      const all = cacheUsageOf(context, params.org ?? '');
      return json({
        total_active_caches_count: all.reduce((sum, { count }) => sum + count, 0),
        total_active_caches_size_in_bytes: all.reduce((sum, { bytes }) => sum + bytes, 0),
      });
    },
  }),
  operation({
    ...read,
    id: 'actions/get-actions-cache-usage-by-repo-for-org',
    path: `${organization}/cache/usage-by-repository`,
    action: 'get_cache_usage',
    query: z.object(pageQuery),
    handle(context, request) {
      const found = cacheUsageOf(context, request.params.org ?? '');
      const { records, headers } = pageOfList(request, found);
      return json({ total_count: found.length, repository_cache_usages: records.map(renderedUsage) }, 200, headers);
    },
  }),
];

/** Machines of one's own: none can be registered, so that there are none. */
const runnerOperations = [
  operation({
    ...read,
    id: 'actions/list-self-hosted-runners-for-repo',
    path: `${repository}/runners`,
    action: 'list_runners',
    query: z.object({ ...pageQuery, name: queryText }),
    handle(context, { params }) {
      requireRunnersVisible(context, ...repositoryParams(params));
      return json({ total_count: 0, runners: [] });
    },
  }),
  operation({
    ...read,
    id: 'actions/get-self-hosted-runner-for-repo',
    path: `${repository}/runners/{runner_id}`,
    action: 'get_runner',
    handle(context, { params }) {
      requireRunnersVisible(context, ...repositoryParams(params));
      throw new NotFound();
    },
  }),
  operation({
    ...read,
    id: 'actions/list-self-hosted-runners-for-org',
    path: `${organization}/runners`,
    action: 'list_runners',
    query: z.object({ ...pageQuery, name: queryText }),
    handle(context, { params }) {
      ownedBy(context, params.org ?? '');
      return json({ total_count: 0, runners: [] });
    },
  }),
  operation({
    ...read,
    id: 'actions/get-self-hosted-runner-for-org',
    path: `${organization}/runners/{runner_id}`,
    action: 'get_runner',
    handle(context, { params }) {
      ownedBy(context, params.org ?? '');
      throw new NotFound();
    },
  }),
];

export const actionsCacheOperations = [...cacheOperations, ...runnerOperations];
