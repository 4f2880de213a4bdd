import { EntityNotFound, InvalidInput } from '../errors.ts';
import type { LinearContext, Notification } from '../world.ts';
import { allIn, liveIn, timestamp } from '../world.ts';
import { getIssue } from './issue-rules.ts';
import { actor, born, given, type Input, referenced } from './support.ts';

type News = Pick<Notification, 'type' | 'category' | 'issueId'> & Partial<Pick<Notification, 'commentId' | 'parentCommentId'>>;

/** Puts news into a user's inbox. Nobody is told of what they did themselves. */
export function notify(context: LinearContext, userId: string, news: News): void {
  const who = actor(context).id;
  if (userId === who) return;
  context.world.notifications.insert({
    ...born(context, 'notifications'),
    userId,
    actorId: who,
    commentId: null,
    parentCommentId: null,
    readAt: null,
    snoozedUntilAt: null,
    unsnoozedAt: null,
    ...news,
  });
}

/** A notification of the caller's own inbox. */
function own(context: LinearContext, id: unknown): Readonly<Notification> {
  const notification = referenced(context, 'notifications', id);
  if (notification.userId !== actor(context).id) throw new EntityNotFound('Notification');
  return notification;
}

export function updateNotification(context: LinearContext, id: unknown, input: Input): Readonly<Notification> {
  const patch = given<Notification>('NotificationUpdateInput', input, { nullable: ['readAt', 'snoozedUntilAt'] });
  return context.world.notifications.update(own(context, id).id, { ...patch, updatedAt: timestamp(context.now) });
}

export function archiveNotification(context: LinearContext, id: unknown): Readonly<Notification> {
  const now = timestamp(context.now);
  return context.world.notifications.update(own(context, id).id, { archivedAt: now, updatedAt: now });
}

export function unarchiveNotification(context: LinearContext, id: unknown): Readonly<Notification> {
  return context.world.notifications.update(own(context, id).id, { archivedAt: null, updatedAt: timestamp(context.now) });
}

/** Changes all notifications of the caller about one thing: the one named, or all of an issue. */
export function updateNotifications(
  context: LinearContext,
  about: Input,
  patch: Partial<Notification>,
): Readonly<Notification>[] {
  const viewer = actor(context).id;
  const { world } = context;
  if (about.id == null && about.issueId == null)
    throw new InvalidInput('input', 'isDefined', 'must name a notification or an issue');
  const issueId = about.issueId == null ? own(context, about.id).issueId : getIssue(context, about.issueId).id;
  const group = patch.archivedAt === null ? allIn(`issue:${issueId}`) : liveIn(`issue:${issueId}`);
  const inbox = world.notifications.by.creation.page(group).filter((one) => one.userId === viewer);
  return inbox.map(({ id }) => world.notifications.update(id, { ...patch, updatedAt: timestamp(context.now) }));
}
