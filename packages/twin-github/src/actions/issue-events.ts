import { nextId } from '../sequences.ts';
import { type GithubContext, type Issue, type IssueEvent, type IssueEventName, timestamp } from '../world.ts';
import { viewerOf } from './access.ts';
import { emit } from './emit.ts';

type EventFacts = Pick<IssueEvent, 'event'> &
  Partial<Omit<IssueEvent, 'id' | 'repository_id' | 'issue_id' | 'actor_id' | 'created_at'>>;

/** Adds an entry to an issue's history, done by the viewer now. */
export function recordIssueEvent(context: GithubContext, issue: Readonly<Issue>, facts: EventFacts): void {
  tell(context, issue, facts);
  context.world.issue_events.insert({
    id: nextId(context.ids, 'issue_event'),
    repository_id: issue.repository_id,
    issue_id: issue.id,
    actor_id: viewerOf(context).id,
    created_at: timestamp(context.now),
    commit_id: null,
    ...facts,
  });
}

/** Events that webhooks are told by another name, or not at all. */
const ACTION: Readonly<Partial<Record<IssueEventName, string | null>>> = {
  renamed: 'edited',
  issue_type_added: 'typed',
  issue_type_changed: 'typed',
  issue_type_removed: 'untyped',
  base_ref_changed: 'edited',
  convert_to_draft: 'converted_to_draft',
  added_to_merge_queue: 'enqueued',
  removed_from_merge_queue: 'dequeued',
  auto_squash_enabled: 'auto_merge_enabled',
  auto_rebase_enabled: 'auto_merge_enabled',
  merged: null,
  comment_deleted: null,
  head_ref_deleted: null,
  head_ref_force_pushed: null,
  review_dismissed: null,
  transferred: null,
  connected: null,
};

function tell(context: GithubContext, issue: Readonly<Issue>, facts: EventFacts): void {
  const { event, label, dismissed_review: dismissed, issue_type = facts.prev_issue_type, related_issue_id } = facts;
  const reason = facts.dequeue_reason ?? facts.auto_merge_disabled?.reason;
  if (related_issue_id !== undefined) {
    const hook = event.startsWith('block') ? 'issue_dependencies' : 'sub_issues';
    emit(context, issue.repository_id, hook, event, { issue_id: issue.id, related_issue_id });
    return;
  }
  const subject = {
    issue_id: issue.id,
    ...(label && { label: label.name }),
    ...(reason !== undefined && { reason }),
    ...(issue_type && { issue_type_id: issue_type.id }),
  };
  if (dismissed)
    emit(context, issue.repository_id, 'pull_request_review', 'dismissed', {
      issue_id: issue.id,
      review_id: dismissed.review_id,
    });
  const action = ACTION[event] === undefined ? event : ACTION[event];
  if (action) emit(context, issue.repository_id, issue.is_pull_request ? 'pull_request' : 'issues', action, subject);
}
