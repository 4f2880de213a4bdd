import { z } from 'zod';
import { visibleRepository } from '../actions/access.ts';
import {
  deleteRepositorySubscription,
  deleteThreadSubscription,
  getThread,
  listNotifications,
  markRead,
  markThreadDone,
  markThreadRead,
  setRepositorySubscription,
  setThreadSubscription,
} from '../actions/notifications.ts';
import { Unprocessable } from '../errors.ts';
import { renderRepositorySubscription, renderThread, renderThreadSubscription } from '../render/notifications.ts';
import type { GithubContext } from '../world.ts';
import { cutOf, paging, repository, tool } from './tool.ts';

/** Of the toolset `notifications`: github/github-mcp-server, pkg/github/notifications.go. */

const place = {
  owner: z.string().optional().describe('With repo: only of this repository'),
  repo: z.string().optional().describe('With owner: only of this repository'),
};
const actions = z.enum(['ignore', 'watch', 'delete']);
const notificationID = z.string().describe('The id of the thread');

/** Where both are named, as the server reads them. */
const placeOf = (context: GithubContext, { owner, repo }: { owner?: string | undefined; repo?: string | undefined }) =>
  owner && repo ? visibleRepository(context, owner, repo) : undefined;

/** A time that the server parses; blank is none. @throws Unprocessable in its words */
function moment(name: string, text: string | undefined): string | undefined {
  const given = text?.trim();
  if (!given) return undefined;
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(given) || Number.isNaN(Date.parse(given)))
    throw new Unprocessable(`invalid ${name} time format, should be RFC3339/ISO8601: ${given}`);
  return given;
}

const idIn = (text: string): number => (/^\d{1,15}$/.test(text) ? Number(text) : -1);

const INBOX = { default: {}, include_read_notifications: { all: 'true' }, only_participating: { participating: 'true' } };

const listTools = [
  tool({
    name: 'list_notifications',
    title: 'List notifications',
    description: 'Lists your notifications, the one that moved last first: those that are unread, unless others are asked for.',
    mutates: false,
    input: () =>
      z.object({
        ...place,
        filter: z.enum(['default', 'include_read_notifications', 'only_participating']).optional().describe('Which of them'),
        since: z.string().optional().describe('Only those that moved after this time, in ISO 8601'),
        before: z.string().optional().describe('Only those that moved before this time, in ISO 8601'),
        ...paging,
      }),
    handle(context, { owner, repo, filter = 'default', since, before, ...page }) {
      const times = { since: moment('since', since), before: moment('before', before) };
      const { offset, limit } = cutOf(page);
      const found = listNotifications(context, { ...INBOX[filter], ...times }, placeOf(context, { owner, repo }));
      return found.slice(offset, offset + limit).map((one) => renderThread(context, one));
    },
  }),
  tool({
    name: 'get_notification_details',
    title: 'Get notification details',
    description: 'Shows one of your notifications.',
    mutates: false,
    action: 'get_notification',
    input: () => z.object({ notificationID }),
    handle: (context, input) => renderThread(context, getThread(context, idIn(input.notificationID))),
  }),
  tool({
    name: 'mark_all_notifications_read',
    title: 'Mark all notifications as read',
    description: 'Marks what has moved until now, or until a time, as read.',
    mutates: true,
    action: 'mark_notifications_read',
    input: () => z.object({ ...place, lastReadAt: z.string().optional().describe('Until when, in ISO 8601; now without it') }),
    handle(context, { lastReadAt, owner, repo }) {
      markRead(context, { last_read_at: moment('lastReadAt', lastReadAt) }, placeOf(context, { owner, repo }));
      return 'All notifications marked as read';
    },
  }),
];

const threadTools = [
  tool({
    name: 'dismiss_notification',
    title: 'Dismiss notification',
    description: 'Marks a notification as read, or as done, which takes it out of the inbox.',
    mutates: true,
    action: ({ state }: { state: string }) => `mark_notification_${state}`,
    input: () =>
      z.object({ threadID: z.string().describe('The id of the thread'), state: z.enum(['read', 'done']).describe('Which') }),
    handle(context, { threadID, state }) {
      const mark = state === 'done' ? markThreadDone : markThreadRead;
      mark(context, idIn(threadID));
      return `Notification marked as ${state}`;
    },
  }),
  tool({
    name: 'manage_notification_subscription',
    title: 'Manage notification subscription',
    description: 'Says whether you hear of a thread: ignore, watch, or delete what was said.',
    mutates: true,
    action: ({ action }: { action: string }) => (action === 'delete' ? 'delete_thread_subscription' : 'set_thread_subscription'),
    input: () => z.object({ notificationID, action: actions.describe('What to say') }),
    handle(context, { notificationID: text, action }) {
      const id = idIn(text);
      if (action === 'delete') {
        deleteThreadSubscription(context, id);
        return 'Notification subscription deleted';
      }
      const said = setThreadSubscription(context, id, action === 'ignore');
      return renderThreadSubscription(context, getThread(context, id), said);
    },
  }),
  tool({
    name: 'manage_repository_notification_subscription',
    title: 'Manage repository notification subscription',
    description: 'Says whether you hear of a repository: ignore, watch, or delete what was said.',
    mutates: true,
    action: ({ action }: { action: string }) =>
      action === 'delete' ? 'delete_repository_subscription' : 'set_repository_subscription',
    input: () => z.object({ ...repository, action: actions.describe('What to say') }),
    handle(context, { owner, repo, action }) {
      if (action === 'delete') {
        deleteRepositorySubscription(context, owner, repo);
        return 'Repository subscription deleted';
      }
      return renderRepositorySubscription(context, setRepositorySubscription(context, owner, repo, action === 'ignore'));
    },
  }),
];

export const notificationTools = [...listTools, ...threadTools];
