import * as attachments from '../../actions/attachments.ts';
import * as comments from '../../actions/comments.ts';
import * as lifecycle from '../../actions/issue-lifecycle.ts';
import * as relations from '../../actions/issue-relations.ts';
import * as issues from '../../actions/issues.ts';
import * as labels from '../../actions/labels.ts';
import * as notifications from '../../actions/notifications.ts';
import * as reactions from '../../actions/reactions.ts';
import type { Input } from '../../actions/support.ts';
import { timestamp } from '../../world.ts';
import type { RootResolver } from '../graph.ts';
import { archived, deleted, payload } from './payload.ts';

const link = (sourceType: string): RootResolver =>
  payload('attachment', (context, args) => attachments.linkUrl(context, args, sourceType));

export const issueMutations: Readonly<Record<string, RootResolver>> = {
  issueCreate: payload('issue', (context, { input }) => issues.createIssue(context, input)),
  issueUpdate: payload('issue', (context, { id, input }) => issues.updateIssue(context, id, input)),
  issueBatchCreate: payload('issues', (context, { input }) => lifecycle.createIssues(context, input.issues as readonly Input[])),
  issueBatchUpdate: payload('issues', (context, { ids, input }) => lifecycle.updateIssues(context, ids, input)),
  issueArchive: archived((context, { id, trash }) => lifecycle.archiveIssue(context, id, trash ?? false)),
  issueUnarchive: archived((context, { id }) => lifecycle.unarchiveIssue(context, id)),
  issueDelete: archived((context, { id, permanentlyDelete }) => lifecycle.deleteIssue(context, id, permanentlyDelete ?? false)),
  issueAddLabel: payload('issue', (context, { id, labelId }) => lifecycle.addIssueLabel(context, id, labelId)),
  issueRemoveLabel: payload('issue', (context, { id, labelId }) => lifecycle.removeIssueLabel(context, id, labelId)),
  issueSubscribe: payload('issue', (context, { id, ...who }) => lifecycle.subscribeToIssue(context, id, who)),
  issueUnsubscribe: payload('issue', (context, { id, ...who }) => lifecycle.unsubscribeFromIssue(context, id, who)),

  issueRelationCreate: payload('issueRelation', (context, { input, overrideCreatedAt }) =>
    relations.createIssueRelation(context, input, overrideCreatedAt),
  ),
  issueRelationUpdate: payload('issueRelation', (context, { id, input }) => relations.updateIssueRelation(context, id, input)),
  issueRelationDelete: deleted((context, { id }) => relations.deleteIssueRelation(context, id)),

  issueLabelCreate: payload('issueLabel', (context, { input }) => labels.createLabel(context, 'issueLabels', input)),
  issueLabelUpdate: payload('issueLabel', (context, { id, input }) => labels.updateLabel(context, 'issueLabels', id, input)),
  issueLabelDelete: deleted((context, { id }) => labels.deleteLabel(context, 'issueLabels', id)),
  issueLabelRetire: payload('issueLabel', (context, { id }) => labels.retireLabel(context, 'issueLabels', id)),
  issueLabelRestore: payload('issueLabel', (context, { id }) => labels.restoreLabel(context, 'issueLabels', id)),

  commentCreate: payload('comment', (context, { input }) => comments.createComment(context, input)),
  commentUpdate: payload('comment', (context, { id, input, skipEditedAt }) =>
    comments.updateComment(context, id, input, skipEditedAt ?? false),
  ),
  commentDelete: deleted((context, { id }) => comments.deleteComment(context, id)),
  commentResolve: payload('comment', (context, { id, resolvingCommentId }) =>
    comments.resolveComment(context, id, resolvingCommentId),
  ),
  commentUnresolve: payload('comment', (context, { id }) => comments.unresolveComment(context, id)),
  reactionCreate: payload('reaction', (context, { input }) => reactions.createReaction(context, input)),
  reactionDelete: deleted((context, { id }) => reactions.deleteReaction(context, id)),

  attachmentCreate: payload('attachment', (context, { input }) => attachments.createAttachment(context, input)),
  attachmentUpdate: payload('attachment', (context, { id, input }) => attachments.updateAttachment(context, id, input)),
  attachmentDelete: deleted((context, { id }) => attachments.deleteAttachment(context, id)),
  attachmentLinkURL: link('api'),
  attachmentLinkGitHubPR: link('github'),
  attachmentLinkGitHubIssue: link('github'),
  attachmentLinkGitLabMR: link('gitlab'),
  attachmentLinkSlack: link('slack'),
  attachmentLinkDiscord: link('discord'),

  notificationUpdate: payload('notification', (context, { id, input }) => notifications.updateNotification(context, id, input)),
  notificationArchive: archived((context, { id }) => notifications.archiveNotification(context, id)),
  notificationUnarchive: archived((context, { id }) => notifications.unarchiveNotification(context, id)),
  notificationArchiveAll: payload('notifications', (context, { input }) =>
    notifications.updateNotifications(context, input, { archivedAt: timestamp(context.now) }),
  ),
  notificationMarkReadAll: payload('notifications', (context, { input, readAt }) =>
    notifications.updateNotifications(context, input, { readAt }),
  ),
  notificationMarkUnreadAll: payload('notifications', (context, { input }) =>
    notifications.updateNotifications(context, input, { readAt: null }),
  ),
  notificationSnoozeAll: payload('notifications', (context, { input, snoozedUntilAt }) =>
    notifications.updateNotifications(context, input, { snoozedUntilAt }),
  ),
  notificationUnsnoozeAll: payload('notifications', (context, { input, unsnoozedAt }) =>
    notifications.updateNotifications(context, input, { snoozedUntilAt: null, unsnoozedAt }),
  ),
};
