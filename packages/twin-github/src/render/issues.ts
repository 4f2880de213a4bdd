import { cachedRenderer, RawJson } from '@svc/twin-kit';
import { dependencyCounts, hasDependencies } from '../actions/issue-dependencies.ts';
import { typeOf } from '../actions/issue-types.ts';
import { parentOf, partsOf } from '../actions/sub-issues.ts';
import { nodeId } from '../node-id.ts';
import type { GithubCollections, GithubContext, Issue } from '../world.ts';
import { authorAssociation } from './author-association.ts';
import { renderIssueType } from './issue-types.ts';
import { labelJson } from './labels.ts';
import { renderMilestone } from './milestones.ts';
import { reactionRollup } from './reactions.ts';
import { repositoryHtmlUrl, repositoryUrl } from './repository-path.ts';
import { userJson } from './users.ts';

/** What the issue side of a pull request says about its other side. */
function pullRequestSide(context: GithubContext, issue: Readonly<Issue>) {
  if (!issue.is_pull_request) return {};
  const pull = context.world.pull_requests.get(issue.id);
  const html = `${repositoryHtmlUrl(context, issue)}/pull/${issue.number}`;
  return {
    draft: pull?.draft ?? false,
    pull_request: {
      url: `${repositoryUrl(context, issue)}/pulls/${issue.number}`,
      html_url: html,
      diff_url: `${html}.diff`,
      patch_url: `${html}.patch`,
      merged_at: pull?.merged_at ?? null,
    },
  };
}

const labelsOf = (context: GithubContext, issue: Readonly<Issue>) =>
  issue.label_ids.flatMap((id) => {
    const label = context.world.labels.get(id);
    return label ? [labelJson(context, label)] : [];
  });

const NO_PARTS = RawJson.of({ total: 0, completed: 0, percent_completed: 0 });
const NO_DEPENDENCIES = RawJson.of({ blocked_by: 0, total_blocked_by: 0, blocking: 0, total_blocking: 0 });

/** How far an issue's parts are, and what it is itself part of. */
function hierarchy(context: GithubContext, issue: Readonly<Issue>) {
  const { sub_issues } = context.world;
  const total = sub_issues.size === 0 ? 0 : sub_issues.by.parent.count(issue.id);
  const completed = total === 0 ? 0 : partsOf(context, issue.id).filter(({ state }) => state === 'closed').length;
  const parent = sub_issues.size === 0 ? undefined : parentOf(context, issue.id);
  return {
    sub_issues_summary: total === 0 ? NO_PARTS : { total, completed, percent_completed: Math.round((completed / total) * 100) },
    ...(parent && { parent_issue_url: `${repositoryUrl(context, parent)}/issues/${parent.number}` }),
  };
}

/** An issue, or a pull request in its clothes. */
export function renderIssue(context: GithubContext, issue: Readonly<Issue>) {
  const url = `${repositoryUrl(context, issue)}/issues/${issue.number}`;
  const milestone = issue.milestone_id === null ? undefined : context.world.milestones.get(issue.milestone_id);
  const type = typeOf(context, issue);
  const assignees = issue.assignee_ids.map((id) => userJson(context, id));
  return {
    url,
    repository_url: repositoryUrl(context, issue),
    labels_url: `${url}/labels{/name}`,
    comments_url: `${url}/comments`,
    events_url: `${url}/events`,
    html_url: `${repositoryHtmlUrl(context, issue)}/${issue.is_pull_request ? 'pull' : 'issues'}/${issue.number}`,
    id: issue.id,
    node_id: nodeId(issue.is_pull_request ? 'PR' : 'I', issue.repository_id, issue.id),
    number: issue.number,
    title: issue.title,
    user: userJson(context, issue.user_id),
    labels: labelsOf(context, issue),
    state: issue.state,
    locked: issue.locked,
    assignee: assignees[0] ?? null,
    assignees,
    milestone: milestone ? renderMilestone(context, milestone) : null,
    comments: issue.comments,
    created_at: issue.created_at,
    updated_at: issue.updated_at,
    closed_at: issue.closed_at,
    author_association: authorAssociation(context, issue),
    type: type ? renderIssueType(type) : null,
    active_lock_reason: issue.active_lock_reason,
    ...pullRequestSide(context, issue),
    ...hierarchy(context, issue),
    issue_dependencies_summary: hasDependencies(context, issue.id) ? dependencyCounts(context, issue.id) : NO_DEPENDENCIES,
    body: issue.body,
    closed_by: issue.closed_by_id === null ? null : userJson(context, issue.closed_by_id),
    reactions: reactionRollup(context, 'issue', issue.id, url),
    timeline_url: `${url}/timeline`,
    performed_via_github_app: null,
    state_reason: issue.state_reason,
  };
}

const READ_BY_EVERY_ISSUE = [
  'users',
  'repositories',
  'labels',
  'memberships',
  'collaborators',
  'pull_requests',
  'reactions',
  'sub_issues',
  'issue_dependencies',
  'issue_types',
] as const;

const alone = cachedRenderer<GithubCollections, Issue>(READ_BY_EVERY_ISSUE, renderIssue);
// A milestone, a parent and an issue that waits count other issues, so they change with any of them.
const counting = cachedRenderer<GithubCollections, Issue>([...READ_BY_EVERY_ISSUE, 'milestones', 'issues'], renderIssue);

/** An issue as JSON text, kept until it or what it shows changes. */
export const issueJson = (context: GithubContext, issue: Readonly<Issue>): RawJson =>
  (countsOthers(context, issue) ? counting : alone)(context, issue);

const countsOthers = (context: GithubContext, { id, milestone_id }: Readonly<Issue>): boolean =>
  milestone_id !== null || context.world.sub_issues.by.parent.count(id) > 0 || hasDependencies(context, id);

/** An issue as JSON text for the answer of a write, which is read once. */
export const freshIssueJson = (context: GithubContext, issue: Readonly<Issue>): RawJson =>
  RawJson.of(renderIssue(context, issue));
