import { json, noContent } from '@svc/twin-kit';
import { z } from 'zod';
import {
  deleteRepositorySubscription,
  getRepositorySubscription,
  setRepositorySubscription,
  watchedBy,
  watchersOf,
} from '../actions/notifications.ts';
import { renderRepositorySubscription } from '../render/notifications.ts';
import { repositoryJson } from '../render/repositories.ts';
import { simpleUser } from '../render/users.ts';
import type { GithubContext, Repository } from '../world.ts';
import { operation, repositoryParams } from './operation.ts';
import { pageOfList, pageQuery } from './pagination.ts';

const subscription = '/repos/{owner}/{repo}/subscription';
const read = { method: 'GET', fidelity: 'semantic', mutates: false } as const;
const write = { fidelity: 'semantic', mutates: true } as const;

function listed(context: GithubContext, request: Parameters<typeof pageOfList>[0], all: readonly Readonly<Repository>[]) {
  const { records, headers } = pageOfList(request, all);
  return json(
    records.map((repository) => repositoryJson(context, repository)),
    200,
    headers,
  );
}

export const subscriptionOperations = [
  operation({
    ...read,
    id: 'activity/get-repo-subscription',
    path: subscription,
    action: 'get_repository_subscription',
    handle: (context, { params }) =>
      json(renderRepositorySubscription(context, getRepositorySubscription(context, ...repositoryParams(params)))),
  }),
  operation({
    ...write,
    id: 'activity/set-repo-subscription',
    method: 'PUT',
    path: subscription,
    action: 'set_repository_subscription',
    body: z.object({ subscribed: z.boolean().optional(), ignored: z.boolean().optional() }).nullish(),
    handle(context, { params, body }) {
      const said = setRepositorySubscription(context, ...repositoryParams(params), body?.ignored ?? false);
      return json(renderRepositorySubscription(context, said));
    },
  }),
  operation({
    ...write,
    id: 'activity/delete-repo-subscription',
    method: 'DELETE',
    path: subscription,
    action: 'delete_repository_subscription',
    handle(context, { params }) {
      deleteRepositorySubscription(context, ...repositoryParams(params));
      return noContent();
    },
  }),
  operation({
    ...read,
    id: 'activity/list-watchers-for-repo',
    path: '/repos/{owner}/{repo}/subscribers',
    action: 'list_watchers',
    query: z.object(pageQuery),
    handle(context, request) {
      const { records, headers } = pageOfList(request, watchersOf(context, ...repositoryParams(request.params)));
      return json(
        records.map((user) => simpleUser(context, user)),
        200,
        headers,
      );
    },
  }),
  operation({
    ...read,
    id: 'activity/list-watched-repos-for-authenticated-user',
    path: '/user/subscriptions',
    action: 'list_watched_repositories',
    query: z.object(pageQuery),
    handle: (context, request) => listed(context, request, watchedBy(context)),
  }),
  operation({
    ...read,
    id: 'activity/list-repos-watched-by-user',
    path: '/users/{username}/subscriptions',
    action: 'list_watched_repositories',
    query: z.object(pageQuery),
    handle: (context, request) => listed(context, request, watchedBy(context, request.params.username ?? '')),
  }),
];
