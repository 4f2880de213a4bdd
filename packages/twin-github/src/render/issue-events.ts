import { nodeId } from '../node-id.ts';
import type { GithubContext, IssueEvent, IssueEventName } from '../world.ts';
import { renderIssue } from './issues.ts';
import { repositoryUrl } from './repository-path.ts';
import { simpleUserById } from './users.ts';

const NODE_PREFIX: Readonly<Record<IssueEventName, string>> = {
  assigned: 'AE',
  closed: 'CE',
  demilestoned: 'DEME',
  labeled: 'LE',
  locked: 'LOE',
  merged: 'ME',
  milestoned: 'MIE',
  renamed: 'RTE',
  reopened: 'REE',
  unassigned: 'UNAE',
  unlabeled: 'UNLE',
  unlocked: 'UNLOE',
};

/** An event as it stands in the history of its issue. */
export function renderIssueEvent(context: GithubContext, event: Readonly<IssueEvent>) {
  const repository = repositoryUrl(context, event);
  return {
    id: event.id,
    node_id: nodeId(NODE_PREFIX[event.event], event.repository_id, event.id),
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
    ...(event.rename && { rename: event.rename }),
    ...(event.lock_reason !== undefined && { lock_reason: event.lock_reason }),
    ...(event.state_reason !== undefined && { state_reason: event.state_reason }),
    performed_via_github_app: null,
  };
}

/** An event in a list over many issues, which names its issue. */
export function renderEventWithIssue(context: GithubContext, event: Readonly<IssueEvent>) {
  const issue = context.world.issues.get(event.issue_id);
  return { ...renderIssueEvent(context, event), issue: issue ? renderIssue(context, issue) : null };
}
