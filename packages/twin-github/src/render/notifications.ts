import type { GithubContext, Notification, Subscription } from '../world.ts';
import { renderRepository } from './repositories.ts';
import { repositoryOf, repositoryUrl } from './repository-path.ts';

export function renderThread(context: GithubContext, one: Readonly<Notification>) {
  const issue = context.world.issues.get(one.issue_id);
  const api = repositoryUrl(context, one);
  const { comments } = context.world;
  const last = comments.by.issue.page(one.issue_id, { limit: 1, reverse: true })[0];
  const subject = `${api}/${issue?.is_pull_request ? 'pulls' : 'issues'}/${issue?.number}`;
  const url = context.links.to(`/notifications/threads/${one.id}`);
  return {
    id: String(one.id),
    unread: one.unread,
    reason: one.reason,
    updated_at: one.updated_at,
    last_read_at: one.last_read_at,
    subject: {
      title: issue?.title ?? '',
      url: subject,
      latest_comment_url: last ? `${api}/issues/comments/${last.id}` : subject,
      type: issue?.is_pull_request ? 'PullRequest' : 'Issue',
    },
    repository: renderRepository(context, repositoryOf(context, one)),
    url,
    subscription_url: `${url}/subscription`,
  };
}

/** How the viewer subscribed to a thread. Who takes part is subscribed without having said so. */
export function renderThreadSubscription(context: GithubContext, thread: Readonly<Notification>, said?: Readonly<Subscription>) {
  const url = context.links.to(`/notifications/threads/${thread.id}`);
  return {
    subscribed: !(said?.ignored ?? false),
    ignored: said?.ignored ?? false,
    reason: said ? 'manual' : thread.reason,
    created_at: said?.created_at ?? thread.updated_at,
    url: `${url}/subscription`,
    thread_url: url,
  };
}

export function renderRepositorySubscription(context: GithubContext, said: Readonly<Subscription>) {
  const api = repositoryUrl(context, said);
  return {
    subscribed: !said.ignored,
    ignored: said.ignored,
    reason: null,
    created_at: said.created_at,
    url: `${api}/subscription`,
    repository_url: api,
  };
}
