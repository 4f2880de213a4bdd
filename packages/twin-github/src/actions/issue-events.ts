import { nextId } from '../sequences.ts';
import { type GithubContext, type Issue, type IssueEvent, timestamp } from '../world.ts';
import { viewerOf } from './access.ts';

type EventFacts = Pick<IssueEvent, 'event'> &
  Partial<Omit<IssueEvent, 'id' | 'repository_id' | 'issue_id' | 'actor_id' | 'created_at'>>;

/** Adds an entry to an issue's history, done by the viewer now. */
export function recordIssueEvent(context: GithubContext, issue: Readonly<Issue>, facts: EventFacts): void {
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
