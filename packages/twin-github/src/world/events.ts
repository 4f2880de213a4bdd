import { collection } from '@svc/twin-kit';
import type { RememberedIssueType } from './issue-types.ts';
import type { StateReason } from './issues.ts';

/** What happened to an issue: https://docs.github.com/rest/using-the-rest-api/issue-event-types */
export type IssueEventName =
  | 'added_to_merge_queue'
  | 'assigned'
  | 'auto_merge_disabled'
  | 'auto_merge_enabled'
  | 'auto_rebase_enabled'
  | 'auto_squash_enabled'
  | 'base_ref_changed'
  | 'blocked_by_added'
  | 'blocked_by_removed'
  | 'blocking_added'
  | 'blocking_removed'
  | 'closed'
  | 'connected'
  | 'comment_deleted'
  | 'convert_to_draft'
  | 'demilestoned'
  | 'head_ref_deleted'
  | 'head_ref_force_pushed'
  | 'issue_type_added'
  | 'issue_type_changed'
  | 'issue_type_removed'
  | 'labeled'
  | 'locked'
  | 'merged'
  | 'milestoned'
  | 'parent_issue_added'
  | 'parent_issue_removed'
  | 'pinned'
  | 'ready_for_review'
  | 'removed_from_merge_queue'
  | 'renamed'
  | 'reopened'
  | 'review_dismissed'
  | 'review_request_removed'
  | 'review_requested'
  | 'sub_issue_added'
  | 'sub_issue_removed'
  | 'transferred'
  | 'unassigned'
  | 'unlabeled'
  | 'unlocked'
  | 'unpinned';

/** One entry of an issue's history. Labels and milestones are remembered as they were. */
export interface IssueEvent {
  id: number;
  repository_id: number;
  issue_id: number;
  actor_id: number;
  event: IssueEventName;
  created_at: string;
  commit_id: string | null;
  label?: { name: string; color: string };
  assignee_id?: number;
  milestone?: { title: string };
  issue_type?: RememberedIssueType;
  prev_issue_type?: RememberedIssueType;
  rename?: { from: string; to: string };
  lock_reason?: string | null;
  /** Why a merge queue let a pull request go; no answer of the REST API shows it. */
  dequeue_reason?: string;
  /** Why a pull request is merged by itself no more; as little shown. */
  auto_merge_disabled?: { reason: string; code: string | null };
  /** Who had put it into that queue. */
  enqueuer_id?: number;
  /** The branch that it goes into, before and since. */
  base_ref?: { from: string; to: string };
  /** The head before and after it was forced. */
  head?: { before: string; after: string };
  /** The issue or the pull request on the other side of a link. */
  connected_id?: number;
  /** Whose comment it was. */
  deleted_user_id?: number;
  state_reason?: StateReason | null;
  /** The repository that it came from, of a transfer. */
  from_repository_id?: number;
  requested_reviewer_id?: number;
  requested_team_id?: number;
  /** The other issue of a relation that began or ended. */
  related_issue_id?: number;
  dismissed_review?: { state: string; review_id: number; dismissal_message: string };
}

export const eventCollections = {
  issue_events: collection<IssueEvent>()({
    key: (event) => event.id,
    indexes: {
      issue: { group: (event) => event.issue_id },
      repository: { group: (event) => event.repository_id },
    },
  }),
};
