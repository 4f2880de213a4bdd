import { NotFound } from '../errors.ts';
import {
  type GithubContext,
  type Notification,
  type Repository,
  type Subscription,
  subscriptionKey,
  timestamp,
  type User,
} from '../world.ts';
import { getUserByLogin, type HasWorld, isVisible, viewerOf, visibleRepository } from './access.ts';

export interface NotificationFilter {
  all?: string | undefined;
  participating?: string | undefined;
  since?: string | undefined;
  before?: string | undefined;
}

/** Reasons for which somebody takes part; of the others they only watch. */
const WATCHING: ReadonlySet<string> = new Set(['subscribed', 'ci_activity', 'security_alert']);

const moment = (text: string | undefined, otherwise: number): number => {
  const time = Date.parse(text ?? '');
  return Number.isNaN(time) ? otherwise : time;
};

/** The viewer's inbox, what moved last first: what is unread, or all of it. */
export function listNotifications(
  context: HasWorld,
  filter: NotificationFilter,
  repository?: Readonly<Repository>,
): Readonly<Notification>[] {
  const { user } = context.world.notifications.by;
  const viewer = viewerOf(context);
  const [from, to] = [moment(filter.since, 0), moment(filter.before, Number.POSITIVE_INFINITY)];
  return user
    .page(viewer.id, { limit: user.count(viewer.id), reverse: true })
    .filter(
      (one) =>
        (filter.all === 'true' || one.unread) &&
        (filter.participating !== 'true' || !WATCHING.has(one.reason)) &&
        (repository === undefined || one.repository_id === repository.id) &&
        Date.parse(one.updated_at) >= from &&
        Date.parse(one.updated_at) < to,
    );
}

/** @throws NotFound for threads of others */
export function getThread(context: HasWorld, id: number): Readonly<Notification> {
  const found = context.world.notifications.get(id);
  if (found?.user_id !== viewerOf(context).id) throw new NotFound();
  return found;
}

/** Marks what moved until then as read, or as unread again. */
export function markRead(
  context: GithubContext,
  { last_read_at: until, read = true }: { last_read_at?: string | undefined; read?: boolean | undefined },
  repository?: Readonly<Repository>,
): void {
  const last = moment(until, context.now);
  for (const one of [...listNotifications(context, { all: 'true' }, repository)]) {
    if (Date.parse(one.updated_at) > last || one.unread !== read) continue;
    context.world.notifications.update(one.id, { unread: !read, ...(read && { last_read_at: timestamp(context.now) }) });
  }
}

/** @throws NotFound */
export function markThreadRead(context: GithubContext, id: number): void {
  getThread(context, id);
  context.world.notifications.update(id, { unread: false, last_read_at: timestamp(context.now) });
}

/** Takes a thread out of the inbox. @throws NotFound */
export function markThreadDone(context: GithubContext, id: number): void {
  context.world.notifications.remove(getThread(context, id).id);
}

/** How the viewer subscribed to a thread; undefined for who only takes part. @throws NotFound */
export function threadSubscription(context: HasWorld, id: number): Readonly<Subscription> | undefined {
  getThread(context, id);
  return context.world.subscriptions.get(subscriptionKey(viewerOf(context).id, 'thread', id));
}

/** @throws NotFound */
export function setThreadSubscription(context: GithubContext, id: number, ignored: boolean): Readonly<Subscription> {
  const { repository_id } = getThread(context, id);
  return put(context, 'thread', id, repository_id, ignored);
}

function put(context: GithubContext, kind: 'repository' | 'thread', id: number, repositoryId: number, ignored: boolean) {
  const { subscriptions } = context.world;
  const key = subscriptionKey(viewerOf(context).id, kind, id);
  if (subscriptions.has(key)) return subscriptions.update(key, { ignored });
  return subscriptions.insert({
    key,
    user_id: viewerOf(context).id,
    repository_id: repositoryId,
    thread_id: kind === 'thread' ? id : null,
    ignored,
    created_at: timestamp(context.now),
  });
}

function drop(context: GithubContext, kind: 'repository' | 'thread', id: number): void {
  const key = subscriptionKey(viewerOf(context).id, kind, id);
  if (context.world.subscriptions.has(key)) context.world.subscriptions.remove(key);
}

/** @throws NotFound */
export function deleteThreadSubscription(context: GithubContext, id: number): void {
  getThread(context, id);
  drop(context, 'thread', id);
}

/** @throws NotFound, also for who doesn't watch it */
export function getRepositorySubscription(context: HasWorld, owner: string, repo: string): Readonly<Subscription> {
  const { id } = visibleRepository(context, owner, repo);
  const found = context.world.subscriptions.get(subscriptionKey(viewerOf(context).id, 'repository', id));
  if (!found) throw new NotFound();
  return found;
}

/** @throws NotFound */
export function setRepositorySubscription(
  context: GithubContext,
  owner: string,
  repo: string,
  ignored: boolean,
): Readonly<Subscription> {
  const { id } = visibleRepository(context, owner, repo);
  return put(context, 'repository', id, id, ignored);
}

/** @throws NotFound */
export function deleteRepositorySubscription(context: GithubContext, owner: string, repo: string): void {
  drop(context, 'repository', visibleRepository(context, owner, repo).id);
}

/** Who watches a repository. @throws NotFound */
export function watchersOf(context: HasWorld, owner: string, repo: string): Readonly<User>[] {
  const { id } = visibleRepository(context, owner, repo);
  const { watched } = context.world.subscriptions.by;
  return watched.page(id, { limit: watched.count(id) }).flatMap(({ user_id }) => context.world.users.get(user_id) ?? []);
}

/** What somebody watches, of what the viewer sees. @throws NotFound */
export function watchedBy(context: HasWorld, login?: string): Readonly<Repository>[] {
  const { id } = login === undefined ? viewerOf(context) : getUserByLogin(context, login);
  const { user } = context.world.subscriptions.by;
  return user
    .page(id, { limit: user.count(id) })
    .filter(({ ignored }) => !ignored)
    .flatMap(({ repository_id }) => context.world.repositories.get(repository_id) ?? [])
    .filter((repository) => isVisible(context, repository));
}
