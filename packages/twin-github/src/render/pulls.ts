import { cachedRenderer, RawJson } from '@svc/twin-kit';
import { isMergeable, mergeState } from '../actions/merge-state.ts';
import { mergeWords } from '../actions/merge-words.ts';
import { isSettled, pullContent, testMerge } from '../actions/pull-changes.ts';
import { type FoundPull, ownerLogin, pullOf } from '../actions/pulls.ts';
import { nodeId } from '../node-id.ts';
import type { GithubCollections, GithubContext, Issue, Repository } from '../world.ts';
import { total } from './commits.ts';
import { renderIssue } from './issues.ts';
import { renderShortTeam } from './organizations.ts';
import { renderRepository } from './repositories.ts';
import { nullableUserById, simpleUserById } from './users.ts';

function pullLinks({ links }: GithubContext, { repository, pull }: FoundPull) {
  const api = links.to(`/repos/${repository.full_name}`);
  const self = `${api}/pulls/${pull.number}`;
  const issue = `${api}/issues/${pull.number}`;
  return {
    self,
    html: links.to(`/${repository.full_name}/pull/${pull.number}`),
    issue,
    comments: `${issue}/comments`,
    review_comments: `${self}/comments`,
    review_comment: `${api}/pulls/comments{/number}`,
    commits: `${self}/commits`,
    statuses: `${api}/statuses/${pull.head_sha}`,
  };
}

/** One end of a pull request; a fork that is gone leaves a head without a repository. */
function end(context: GithubContext, repository: Readonly<Repository> | undefined, ref: string, sha: string) {
  return {
    label: `${repository ? ownerLogin(repository) : 'unknown'}:${ref}`,
    ref,
    sha,
    user: repository ? simpleUserById(context, repository.owner_id) : null,
    repo: repository ? renderRepository(context, repository) : null,
  };
}

/** The teams that are asked for a review. */
export const requestedTeams = (context: GithubContext, { requested_team_ids }: FoundPull['pull']) =>
  requested_team_ids.flatMap((id) => {
    const team = context.world.teams.get(id);
    const organization = team && context.world.users.get(team.organization_id);
    return organization ? [renderShortTeam(context, organization, team)] : [];
  });

/** Who lets it be merged by itself; GitHub's own words where they gave none, as the schema has texts there. */
function renderAutoMerge(context: GithubContext, found: FoundPull) {
  const { auto_merge: asked } = found.pull;
  if (!asked) return null;
  const words = mergeWords(context, found, asked.merge_method);
  return {
    enabled_by: simpleUserById(context, asked.by_id),
    merge_method: asked.merge_method,
    commit_title: asked.commit_title ?? words.title,
    commit_message: asked.commit_message ?? words.text,
  };
}

/** A pull request as it stands in lists. */
export function renderPull(context: GithubContext, found: FoundPull) {
  const { pull, issue } = found;
  const side = renderIssue(context, issue);
  const at = pullLinks(context, found);
  return {
    url: at.self,
    id: pull.id,
    // Both sides of a pull request are one node.
    node_id: nodeId('PR', pull.repository_id, pull.issue_id),
    html_url: at.html,
    diff_url: `${at.html}.diff`,
    patch_url: `${at.html}.patch`,
    issue_url: at.issue,
    number: pull.number,
    state: issue.state,
    locked: issue.locked,
    title: issue.title,
    user: side.user,
    body: issue.body,
    created_at: issue.created_at,
    updated_at: issue.updated_at,
    closed_at: issue.closed_at,
    merged_at: pull.merged_at,
    merge_commit_sha:
      issue.state === 'open' && isSettled(context, found) ? (testMerge(context, found) ?? null) : pull.merge_commit_sha,
    assignee: side.assignee,
    assignees: side.assignees,
    requested_reviewers: pull.requested_reviewer_ids.map((id) => simpleUserById(context, id)),
    requested_teams: requestedTeams(context, pull),
    labels: side.labels,
    milestone: side.milestone,
    draft: pull.draft,
    commits_url: at.commits,
    review_comments_url: at.review_comments,
    review_comment_url: at.review_comment,
    comments_url: at.comments,
    statuses_url: at.statuses,
    head: end(context, context.world.repositories.get(pull.head_repository_id), pull.head_ref, pull.head_sha),
    base: end(context, found.repository, pull.base_ref, pull.base_sha),
    _links: Object.fromEntries(Object.entries(at).map(([name, href]) => [name, { href }])),
    author_association: side.author_association,
    auto_merge: renderAutoMerge(context, found),
    active_lock_reason: issue.active_lock_reason,
  };
}

const cachedPullJson = cachedRenderer<GithubCollections, Issue>(
  [
    'users',
    'repositories',
    'labels',
    'milestones',
    'memberships',
    'teams',
    'collaborators',
    'team_repositories',
    'pull_requests',
    'issues',
    'settings',
    'stars',
    'refs',
  ],
  (context, issue) => renderPull(context, pullOf(context, issue)),
);

/** A pull request of a list as JSON text, by its issue side, kept until what it shows changes. */
export const pullJson = (context: GithubContext, issue: Readonly<Issue>): RawJson =>
  // What is found out later changes without a write.
  context.world.settings.get('settings')?.mergeability_delay
    ? RawJson.of(renderPull(context, pullOf(context, issue)))
    : cachedPullJson(context, issue);

/** A pull request with what it brings and whether it can be merged. */
export function renderFullPull(context: GithubContext, found: FoundPull) {
  const { pull, issue } = found;
  const { commits, files } = pullContent(context, found);
  const mergeable = isMergeable(context, found) ?? null;
  return {
    ...renderPull(context, found),
    merged: pull.merged_at !== null,
    mergeable,
    rebaseable: mergeable,
    mergeable_state: mergeState(context, found),
    merged_by: nullableUserById(context, pull.merged_by_id),
    comments: issue.comments,
    review_comments: context.world.review_comments.by.pull.count(issue.id),
    maintainer_can_modify: pull.maintainer_can_modify,
    commits: commits.length,
    additions: total(files, 'additions'),
    deletions: total(files, 'deletions'),
    changed_files: files.length,
  };
}
