import { json, noContent } from '@svc/twin-kit';
import { z } from 'zod';
import { visibleRepository } from '../actions/access.ts';
import {
  deleteThreadSubscription,
  getThread,
  listNotifications,
  markRead,
  markThreadDone,
  markThreadRead,
  setThreadSubscription,
  threadSubscription,
} from '../actions/notifications.ts';
import { renderThread, renderThreadSubscription } from '../render/notifications.ts';
import type { GithubContext, Notification } from '../world.ts';
import { numberParam, operation, queryText, repositoryParams } from './operation.ts';
import { pageOfList, pageQuery } from './pagination.ts';

const read = { method: 'GET', fidelity: 'semantic', mutates: false } as const;
const write = { fidelity: 'semantic', mutates: true } as const;
const RESET_CONTENT = 205;
const reset = () => ({ status: RESET_CONTENT, headers: {} });

const filters = z.object({ ...pageQuery, all: queryText, participating: queryText, since: queryText, before: queryText });

function inbox(context: GithubContext, request: Parameters<typeof pageOfList>[0], all: readonly Readonly<Notification>[]) {
  const { records, headers } = pageOfList(request, all);
  return json(
    records.map((one) => renderThread(context, one)),
    200,
    headers,
  );
}

const thread = '/notifications/threads/{thread_id}';
const idOf = (params: Readonly<Record<string, string>>): number => numberParam(params.thread_id);

const lists = [
  operation({
    ...read,
    id: 'activity/list-notifications-for-authenticated-user',
    path: '/notifications',
    action: 'list_notifications',
    query: filters,
    handle: (context, request) => inbox(context, request, listNotifications(context, request.query)),
  }),
  operation({
    ...write,
    id: 'activity/mark-notifications-as-read',
    method: 'PUT',
    path: '/notifications',
    action: 'mark_notifications_read',
    body: z.object({ last_read_at: z.string().optional(), read: z.boolean().optional() }).nullish(),
    handle(context, { body }) {
      markRead(context, body ?? {});
      return reset();
    },
  }),
  operation({
    ...read,
    id: 'activity/list-repo-notifications-for-authenticated-user',
    path: '/repos/{owner}/{repo}/notifications',
    action: 'list_notifications',
    query: filters,
    handle(context, request) {
      const repository = visibleRepository(context, ...repositoryParams(request.params));
      return inbox(context, request, listNotifications(context, request.query, repository));
    },
  }),
  operation({
    ...write,
    id: 'activity/mark-repo-notifications-as-read',
    method: 'PUT',
    path: '/repos/{owner}/{repo}/notifications',
    action: 'mark_notifications_read',
    body: z.object({ last_read_at: z.string().optional() }).nullish(),
    handle(context, { params, body }) {
      markRead(context, body ?? {}, visibleRepository(context, ...repositoryParams(params)));
      return reset();
    },
  }),
];

const threads = [
  operation({
    ...read,
    id: 'activity/get-thread',
    path: thread,
    action: 'get_notification',
    handle: (context, { params }) => json(renderThread(context, getThread(context, idOf(params)))),
  }),
  operation({
    ...write,
    id: 'activity/mark-thread-as-read',
    method: 'PATCH',
    path: thread,
    action: 'mark_notification_read',
    handle(context, { params }) {
      markThreadRead(context, idOf(params));
      return reset();
    },
  }),
  operation({
    ...write,
    id: 'activity/mark-thread-as-done',
    method: 'DELETE',
    path: thread,
    action: 'mark_notification_done',
    handle(context, { params }) {
      markThreadDone(context, idOf(params));
      return noContent();
    },
  }),
  operation({
    ...read,
    id: 'activity/get-thread-subscription-for-authenticated-user',
    path: `${thread}/subscription`,
    action: 'get_thread_subscription',
    handle(context, { params }) {
      const said = threadSubscription(context, idOf(params));
      return json(renderThreadSubscription(context, getThread(context, idOf(params)), said));
    },
  }),
  operation({
    ...write,
    id: 'activity/set-thread-subscription',
    method: 'PUT',
    path: `${thread}/subscription`,
    action: 'set_thread_subscription',
    body: z.object({ ignored: z.boolean().optional() }).nullish(),
    handle(context, { params, body }) {
      const said = setThreadSubscription(context, idOf(params), body?.ignored ?? false);
      return json(renderThreadSubscription(context, getThread(context, idOf(params)), said));
    },
  }),
  operation({
    ...write,
    id: 'activity/delete-thread-subscription',
    method: 'DELETE',
    path: `${thread}/subscription`,
    action: 'delete_thread_subscription',
    handle(context, { params }) {
      deleteThreadSubscription(context, idOf(params));
      return noContent();
    },
  }),
];

export const notificationOperations = [...lists, ...threads];
