import { collection } from '@svc/twin-kit';
import type { Permission } from './repositories.ts';

export const REACTIONS = ['+1', '-1', 'laugh', 'confused', 'heart', 'hooray', 'rocket', 'eyes'] as const;
export type ReactionContent = (typeof REACTIONS)[number];

/** What the REST API reacts to. */
export type RestSubject = 'issue' | 'issue_comment' | 'review_comment' | 'commit_comment' | 'release';
export type ReactionSubject = RestSubject | 'discussion' | 'discussion_comment';

export interface Reaction {
  id: number;
  repository_id: number;
  subject_type: ReactionSubject;
  subject_id: number;
  user_id: number;
  content: ReactionContent;
  created_at: string;
}

/** A star that a user gave a repository. */
export interface Star {
  user_id: number;
  repository_id: number;
  starred_at: string;
}

/** A comment on a commit, or on a line of a file that it changed. */
export interface CommitComment {
  id: number;
  repository_id: number;
  commit_id: string;
  user_id: number;
  body: string;
  path: string | null;
  position: number | null;
  line: number | null;
  created_at: string;
  updated_at: string;
}

/** An offer of access that its invitee hasn't taken. */
export interface Invitation {
  id: number;
  repository_id: number;
  invitee_id: number;
  inviter_id: number;
  permission: Permission;
  created_at: string;
}

/** Says that an issue is part of another one. */
export interface SubIssue {
  /** Of the part. */
  issue_id: number;
  parent_id: number;
  /** Of the parent. */
  repository_id: number;
  /** Place among the parts, from 0. */
  position: number;
}

/** Says that an issue waits for another one. */
export interface IssueDependency {
  /** The one that waits. */
  issue_id: number;
  /** The one that it waits for. */
  blocking_id: number;
}

export const dependencyKey = (issueId: number, blockingId: number) => `${issueId}/${blockingId}`;
export const subjectGroup = (type: ReactionSubject, id: number) => `${type}/${id}`;
export const starKey = (userId: number, repositoryId: number) => `${userId}/${repositoryId}`;

export const socialCollections = {
  reactions: collection<Reaction>()({
    key: (reaction) => reaction.id,
    indexes: {
      /** By `subjectGroup(type, id)`. */
      subject: { group: (reaction) => subjectGroup(reaction.subject_type, reaction.subject_id) },
      repository: { group: (reaction) => reaction.repository_id },
    },
  }),
  stars: collection<Star>()({
    key: (star) => starKey(star.user_id, star.repository_id),
    indexes: {
      user: { group: (star) => star.user_id, order: (star) => star.starred_at },
      repository: { group: (star) => star.repository_id },
    },
  }),
  commit_comments: collection<CommitComment>()({
    key: (comment) => comment.id,
    indexes: {
      commit: { group: (comment) => `${comment.repository_id}/${comment.commit_id}` },
      repository: { group: (comment) => comment.repository_id },
    },
  }),
  invitations: collection<Invitation>()({
    key: (invitation) => invitation.id,
    indexes: {
      repository: { group: (invitation) => invitation.repository_id },
      invitee: { group: (invitation) => invitation.invitee_id },
    },
  }),
  sub_issues: collection<SubIssue>()({
    key: (part) => part.issue_id,
    indexes: {
      parent: { group: (part) => part.parent_id, order: (part) => part.position },
      repository: { group: (part) => part.repository_id },
    },
  }),
  issue_dependencies: collection<IssueDependency>()({
    key: (one) => dependencyKey(one.issue_id, one.blocking_id),
    indexes: {
      blocked: { group: (one) => one.issue_id },
      blocking: { group: (one) => one.blocking_id },
    },
  }),
};
