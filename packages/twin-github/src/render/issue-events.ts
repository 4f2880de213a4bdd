import { nodeId } from '../node-id.ts';
import type { GithubContext, IssueEvent, IssueEventName } from '../world.ts';
import { renderIssue } from './issues.ts';
import { renderShortTeam } from './organizations.ts';
import { relatedIssue } from './related-issues.ts';
import { repositoryUrl } from './repository-path.ts';
import { simpleUserById } from './users.ts';

/** How ids of nodes begin, by what happened. */
export const EVENT_PREFIX: Readonly<Record<IssueEventName, string>> = {
  added_to_merge_queue: 'ATMQE',
  assigned: 'AE',
  auto_merge_disabled: 'AMDE',
  auto_merge_enabled: 'AMEE',
  auto_rebase_enabled: 'AREE',
  auto_squash_enabled: 'ASEE',
  base_ref_changed: 'BRCE',
  blocked_by_added: 'BBAE',
  blocked_by_removed: 'BBRE',
  blocking_added: 'BAE',
  blocking_removed: 'BRE',
  closed: 'CE',
  comment_deleted: 'CDE',
  connected: 'CONE',
  convert_to_draft: 'CTDE',
  demilestoned: 'DEME',
  head_ref_deleted: 'HRDE',
  head_ref_force_pushed: 'HRFPE',
  issue_type_added: 'ITAE',
  issue_type_changed: 'ITCE',
  issue_type_removed: 'ITRE',
  labeled: 'LE',
  locked: 'LOE',
  merged: 'ME',
  milestoned: 'MIE',
  parent_issue_added: 'PIAE',
  parent_issue_removed: 'PIRE',
  pinned: 'PE',
  ready_for_review: 'RFRE',
  removed_from_merge_queue: 'RFMQE',
  renamed: 'RTE',
  reopened: 'REE',
  review_dismissed: 'RDE',
  review_request_removed: 'RRRE',
  review_requested: 'RRE',
  sub_issue_added: 'SIAE',
  sub_issue_removed: 'SIRE',
  transferred: 'TRE',
  unassigned: 'UNAE',
  unlabeled: 'UNLE',
  unlocked: 'UNLOE',
  unpinned: 'UPE',
};

/** An event as it stands in the history of its issue. */
export function renderIssueEvent(context: GithubContext, event: Readonly<IssueEvent>) {
  const repository = repositoryUrl(context, event);
  return {
    id: event.id,
    node_id: nodeId(EVENT_PREFIX[event.event], event.repository_id, event.id),
    url: `${repository}/issues/events/${event.id}`,
    actor: simpleUserById(context, event.actor_id),
    event: event.event,
    commit_id: event.commit_id,
    commit_url: event.commit_id === null ? null : `${repository}/commits/${event.commit_id}`,
    created_at: event.created_at,
    ...(event.label && { label: event.label }),
    ...(event.assignee_id !== undefined && {
      assignee: simpleUserById(context, event.assignee_id),
      assigner: simpleUserById(context, event.actor_id),
    }),
    ...(event.milestone && { milestone: event.milestone }),
    ...(event.issue_type && { issue_type: event.issue_type }),
    ...(event.prev_issue_type && { prev_issue_type: event.prev_issue_type }),
    ...(event.rename && { rename: event.rename }),
    ...(event.lock_reason !== undefined && { lock_reason: event.lock_reason }),
    ...(event.state_reason !== undefined && { state_reason: event.state_reason }),
    ...relatedIssue(context, event),
    ...reviewFacts(context, event),
    performed_via_github_app: null,
  };
}

/** Whom an event asks for a review, or whose it takes the weight from. */
function reviewFacts(context: GithubContext, event: Readonly<IssueEvent>) {
  const { requested_reviewer_id, requested_team_id, dismissed_review } = event;
  const team = requested_team_id === undefined ? undefined : context.world.teams.get(requested_team_id);
  const organization = team && context.world.users.get(team.organization_id);
  return {
    ...((requested_reviewer_id !== undefined || requested_team_id !== undefined) && {
      review_requester: simpleUserById(context, event.actor_id),
    }),
    ...(requested_reviewer_id !== undefined && { requested_reviewer: simpleUserById(context, requested_reviewer_id) }),
    ...(organization && { requested_team: renderShortTeam(context, organization, team) }),
    ...(dismissed_review && { dismissed_review }),
  };
}

/** An event in a list over many issues, which names its issue. */
export function renderEventWithIssue(context: GithubContext, event: Readonly<IssueEvent>) {
  const issue = context.world.issues.get(event.issue_id);
  return { ...renderIssueEvent(context, event), issue: issue ? renderIssue(context, issue) : null };
}
