import { collection } from '@svc/twin-kit';
import { type Entity, listed, scope } from './entity.ts';

export interface Issue extends Entity {
  teamId: string;
  number: number;
  /** `ENG-12`; follows the team's key. */
  identifier: string;
  previousIdentifiers: string[];
  title: string;
  description: string | null;
  /** 0 none, 1 urgent, 2 high, 3 medium, 4 low. */
  priority: number;
  estimate: number | null;
  stateId: string;
  creatorId: string | null;
  assigneeId: string | null;
  delegateId: string | null;
  parentId: string | null;
  projectId: string | null;
  projectMilestoneId: string | null;
  cycleId: string | null;
  labelIds: string[];
  subscriberIds: string[];
  /** A date, `2026-01-31`. */
  dueDate: string | null;
  sortOrder: number;
  prioritySortOrder: number;
  subIssueSortOrder: number | null;
  startedAt: string | null;
  completedAt: string | null;
  canceledAt: string | null;
  startedTriageAt: string | null;
  triagedAt: string | null;
  addedToProjectAt: string | null;
  addedToCycleAt: string | null;
  addedToTeamAt: string | null;
  autoClosedAt: string | null;
  autoArchivedAt: string | null;
  snoozedUntilAt: string | null;
  snoozedById: string | null;
  slaStartedAt: string | null;
  slaBreachesAt: string | null;
  slaType: string | null;
  trashed: boolean | null;
}

export const RELATION_TYPES = ['blocks', 'duplicate', 'related', 'similar'] as const;

export interface IssueRelation extends Entity {
  type: (typeof RELATION_TYPES)[number];
  issueId: string;
  relatedIssueId: string;
}

/** One change of an issue: the fields that changed, before and after, under Linear's own names. */
export interface IssueHistory extends Entity {
  issueId: string;
  actorId: string | null;
  [change: string]: unknown;
}

export interface Comment extends Entity {
  body: string;
  userId: string | null;
  issueId: string | null;
  projectId: string | null;
  projectUpdateId: string | null;
  initiativeId: string | null;
  initiativeUpdateId: string | null;
  /** Comments on documents hang on the document's content; the twin gives it the document's id. */
  documentContentId: string | null;
  parentId: string | null;
  quotedText: string | null;
  editedAt: string | null;
  resolvedAt: string | null;
  resolvingUserId: string | null;
  resolvingCommentId: string | null;
}

export interface IssueLabel extends Entity {
  name: string;
  color: string;
  description: string | null;
  isGroup: boolean;
  groupType: string | null;
  parentId: string | null;
  teamId: string | null;
  creatorId: string | null;
  retiredAt: string | null;
  retiredById: string | null;
  lastAppliedAt: string | null;
}

export interface Attachment extends Entity {
  issueId: string;
  title: string;
  subtitle: string | null;
  url: string;
  metadata: Record<string, unknown>;
  source: Record<string, unknown> | null;
  sourceType: string | null;
  groupBySource: boolean;
  creatorId: string | null;
}

export interface Reaction extends Entity {
  emoji: string;
  userId: string;
  issueId: string | null;
  commentId: string | null;
  projectUpdateId: string | null;
  initiativeUpdateId: string | null;
}

export interface Notification extends Entity {
  type: string;
  category: string;
  userId: string;
  actorId: string | null;
  issueId: string;
  commentId: string | null;
  parentCommentId: string | null;
  readAt: string | null;
  snoozedUntilAt: string | null;
  unsnoozedAt: string | null;
}

const issueLists = (issue: Issue): (string | null)[] => [
  `team:${issue.teamId}`,
  `state:${issue.stateId}`,
  scope('assignee', issue.assigneeId),
  scope('creator', issue.creatorId),
  scope('delegate', issue.delegateId),
  scope('parent', issue.parentId),
  scope('project', issue.projectId),
  scope('projectMilestone', issue.projectMilestoneId),
  scope('cycle', issue.cycleId),
  ...issue.labelIds.map((id) => `label:${id}`),
];

export const issueCollections = {
  issues: collection<Issue>()({
    key: (record) => record.id,
    indexes: {
      ...listed<Issue>(issueLists),
      identifier: { group: (record) => [record.identifier, ...record.previousIdentifiers] },
      /** A state's board column from its bottom: new issues go to the top, which is the cheap end of an index. */
      fromBottom: { group: (record) => record.stateId, order: (record) => -record.sortOrder },
    },
  }),
  issueRelations: collection<IssueRelation>()({
    key: (record) => record.id,
    indexes: listed<IssueRelation>((record) => [`issue:${record.issueId}`, `relatedIssue:${record.relatedIssueId}`]),
  }),
  issueHistory: collection<IssueHistory>()({
    key: (record) => record.id,
    indexes: listed<IssueHistory>((record) => [`issue:${record.issueId}`]),
  }),
  comments: collection<Comment>()({
    key: (record) => record.id,
    indexes: listed<Comment>((record) => [
      scope('issue', record.issueId),
      scope('project', record.projectId),
      scope('projectUpdate', record.projectUpdateId),
      scope('initiative', record.initiativeId),
      scope('initiativeUpdate', record.initiativeUpdateId),
      scope('document', record.documentContentId),
      scope('parent', record.parentId),
      scope('user', record.userId),
    ]),
  }),
  issueLabels: collection<IssueLabel>()({
    key: (record) => record.id,
    indexes: {
      ...listed<IssueLabel>((record) => [scope('team', record.teamId), scope('parent', record.parentId)]),
      name: { group: (record) => record.name.toLowerCase() },
    },
  }),
  attachments: collection<Attachment>()({
    key: (record) => record.id,
    indexes: listed<Attachment>((record) => [`issue:${record.issueId}`, `url:${record.url}`]),
  }),
  reactions: collection<Reaction>()({
    key: (record) => record.id,
    indexes: listed<Reaction>((record) => [
      scope('issue', record.issueId),
      scope('comment', record.commentId),
      scope('projectUpdate', record.projectUpdateId),
      scope('initiativeUpdate', record.initiativeUpdateId),
    ]),
  }),
  notifications: collection<Notification>()({
    key: (record) => record.id,
    indexes: {
      ...listed<Notification>((record) => [`user:${record.userId}`, `issue:${record.issueId}`]),
      unread: {
        group: (record) => (record.readAt === null && record.archivedAt === null ? record.userId : undefined),
      },
    },
  }),
};
