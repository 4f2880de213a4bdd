import { isVisible } from '../actions/access.ts';
import { typeOf } from '../actions/issue-types.ts';
import type { GithubContext, HookSubject, Issue, IssueEvent } from '../world.ts';
import { renderIssueType } from './issue-types.ts';
import { renderIssue } from './issues.ts';
import { renderRepository } from './repositories.ts';
import { repositoryOf } from './repository-path.ts';

// Two issues of which one is part of the other or waits for it, as events and webhooks of either tell of the other.

/** `sub_issue_added` tells of a sub-issue. */
const roleIn = (event: string): string => event.replace(/_(?:added|removed)$/, '');

/** An issue as an event of another names it (schema `nullable-issue-reference`). */
function reference(context: GithubContext, issue: Readonly<Issue>) {
  const type = typeOf(context, issue);
  const { number, title, state, state_reason } = issue;
  const repository = renderRepository(context, repositoryOf(context, issue));
  return { number, title, state, state_reason, repository, issue_type: type ? renderIssueType(type) : null };
}

/** The other issue of an event, null where it is gone or isn't seen. */
export function relatedIssue(context: GithubContext, { event, related_issue_id: id }: Readonly<IssueEvent>) {
  if (id === undefined) return {};
  const issue = context.world.issues.get(id);
  const isSeen = issue && isVisible(context, repositoryOf(context, issue));
  return { [roleIn(event)]: isSeen ? reference(context, issue) : null };
}

/** What the issue is whose webhooks are told, and what the other one is. */
const SIDES: Readonly<Record<string, readonly [own: string, other: string]>> = {
  sub_issue: ['parent_issue', 'sub_issue'],
  parent_issue: ['sub_issue', 'parent_issue'],
  blocked_by: ['blocked_issue', 'blocking_issue'],
  blocking: ['blocking_issue', 'blocked_issue'],
};

/** https://docs.github.com/webhooks/webhook-events-and-payloads#issue_dependencies, and `sub_issues`, which is alike. */
export function relationPart(context: GithubContext, { issue_id, related_issue_id }: HookSubject, action: string | null) {
  const { issues } = context.world;
  const [own, other] = SIDES[roleIn(action ?? '')] ?? [];
  const [issue, related] = [issues.get(issue_id ?? 0), issues.get(related_issue_id ?? 0)];
  return {
    ...(own && issue && { [`${own}_id`]: issue.id, [own]: renderIssue(context, issue) }),
    ...(other &&
      related && {
        [`${other}_id`]: related.id,
        [other]: renderIssue(context, related),
        [`${other}_repo`]: renderRepository(context, repositoryOf(context, related)),
      }),
  };
}
