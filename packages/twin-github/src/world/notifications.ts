import { collection } from '@svc/twin-kit';

/** Why somebody is told of something: https://docs.github.com/rest/activity/notifications#about-notification-reasons */
export const NOTIFICATION_REASONS = [
  'assign',
  'author',
  'comment',
  'ci_activity',
  'invitation',
  'manual',
  'mention',
  'review_requested',
  'security_alert',
  'state_change',
  'subscribed',
  'team_mention',
] as const;
export type NotificationReason = (typeof NOTIFICATION_REASONS)[number];

/** A thread of the viewer's inbox: an issue or a pull request. */
export interface Notification {
  id: number;
  user_id: number;
  repository_id: number;
  issue_id: number;
  reason: NotificationReason;
  unread: boolean;
  updated_at: string;
  last_read_at: string | null;
}

/** Whether somebody is told of a repository, or of one of its threads. */
export interface Subscription {
  /** `repository/<id>` or `thread/<id>`, below the user's id. */
  key: string;
  user_id: number;
  repository_id: number;
  thread_id: number | null;
  ignored: boolean;
  created_at: string;
}

export const subscriptionKey = (userId: number, kind: 'repository' | 'thread', id: number) => `${userId}/${kind}/${id}`;

export const notificationCollections = {
  notifications: collection<Notification>()({
    key: (one) => one.id,
    indexes: {
      /** GitHub lists what was moved last first. */
      user: { group: (one) => one.user_id, order: (one) => [one.updated_at, one.id] },
      repository: { group: (one) => one.repository_id },
    },
  }),
  subscriptions: collection<Subscription>()({
    key: (one) => one.key,
    indexes: {
      /** Of repositories, not of threads. */
      user: { group: (one) => (one.thread_id === null ? one.user_id : undefined) },
      watched: { group: (one) => (one.thread_id === null && !one.ignored ? one.repository_id : undefined) },
      repository: { group: (one) => one.repository_id },
    },
  }),
};
