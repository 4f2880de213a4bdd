import {
  type GithubContext,
  issueNumberKey,
  limitKey,
  protectionKey,
  type Repository,
  settingKey,
  starKey,
  teamRepositoryKey,
} from '../world.ts';
import { requirePermission, visibleRepository } from './access.ts';
import { removeRepositoryAdvisories } from './alerts/repository-advisories.ts';
import { removeAlerts } from './alerts/shared.ts';
import { removeHook } from './hooks.ts';
import { dropDependencies } from './issue-dependencies.ts';
import { setIssueState } from './issues.ts';
import { dropLinks } from './linked-pulls.ts';
import { dropQueues } from './merge-queue/entries.ts';
import { leaveProjects, unlistProjects } from './projects.ts';
import { detach } from './sub-issues.ts';
import { forgetTransfers } from './transfer-issue.ts';
import { removePolicy, unselectInPolicies } from './workflows/policies.ts';
import { unselectInGroups } from './workflows/runner-groups.ts';
import { unselect } from './workflows/shelves.ts';

/** Deletes a repository and all that is in it. @throws NotFound, AdminRightsRequired */
export function deleteRepository(context: GithubContext, owner: string, repo: string): void {
  const repository = visibleRepository(context, owner, repo);
  requirePermission(context, repository, 'admin');
  closeForeignPulls(context, repository);
  deleteDiscussions(context, repository);
  deleteThreads(context, repository);
  deleteTies(context, repository);
  dropQueues(context, repository.id);
  removeAlerts(context, repository.id);
  removeRepositoryAdvisories(context, repository.id);
  const limit = limitKey({ repository_id: repository.id });
  if (context.world.interaction_limits.has(limit)) context.world.interaction_limits.remove(limit);
  deleteObjects(context, repository);
  const { world } = context;
  for (const fork of [...world.repositories.by.parent.page(repository.id, { limit: world.repositories.size })])
    world.repositories.update(fork.id, { parent_id: null });
  for (const one of world.collaborators.by.repository.page(repository.id, { limit: world.collaborators.size })) {
    world.collaborators.remove(`${repository.id}/${one.user_id}`);
  }
  for (const { id } of [...world.hooks.by.repository.page(repository.id, { limit: world.hooks.size })]) removeHook(context, id);
  world.repositories.remove(repository.id);
}

/** What was to be merged elsewhere from here can't be any more. */
function closeForeignPulls(context: GithubContext, { id }: Readonly<Repository>): void {
  const { world } = context;
  for (const pull of [...world.pull_requests.values()]) {
    if (pull.head_repository_id !== id || pull.repository_id === id || pull.state !== 'open') continue;
    const issue = world.issues.get(pull.issue_id);
    if (issue) setIssueState(context, issue, 'closed');
  }
}

/** Reviews, checks, releases and whatever else belongs to the repository alone. */
function deleteDiscussions(context: GithubContext, { id }: Readonly<Repository>): void {
  const { world } = context;
  const { repository: parts } = world.sub_issues.by;
  for (const part of [...parts.page(id, { limit: parts.count(id) })]) world.sub_issues.remove(part.issue_id);
  const { created } = world.issues.by;
  for (const issue of created.page(`${id}/all`, { limit: created.count(`${id}/all`) })) {
    if (world.sub_issues.has(issue.id)) detach(context, issue.id);
    dropDependencies(context, issue.id);
    forgetTransfers(context, issue.id);
    dropLinks(context, issue.id);
  }
  for (const { number } of [...world.issue_transfers.by.repository.page(id, { limit: world.issue_transfers.size })])
    world.issue_transfers.remove(issueNumberKey(id, number));
  for (const { number } of [...world.deleted_issues.by.repository.page(id, { limit: world.deleted_issues.size })])
    world.deleted_issues.remove(issueNumberKey(id, number));
  for (const comment of [...world.review_comments.by.all.page(id, { limit: world.review_comments.size })])
    world.review_comments.remove(comment.id);
  for (const { user_id } of [...world.stars.by.repository.page(id, { limit: world.stars.size })])
    world.stars.remove(starKey(user_id, id));
  for (const run of world.workflow_runs.by.repository.page(id, { limit: world.workflow_runs.size }))
    if (world.run_looks.has(run.id)) world.run_looks.remove(run.id);
  for (const { workflow_id } of [...world.workflow_schedules.by.repository.page(id, { limit: world.workflow_schedules.size })])
    world.workflow_schedules.remove(workflow_id);
  for (const name of ['actions_secrets', 'actions_variables'] as const)
    for (const one of [...world[name].by.repository.page(id, { limit: world[name].size })])
      world[name].remove(settingKey(one, one.name));
  unselect(context, id);
  unselectInPolicies(context, id);
  unselectInGroups(context, id);
  removePolicy(context, id);
  for (const { id: installation, repository_ids } of [...world.installations.values()])
    if (repository_ids?.includes(id))
      world.installations.update(installation, { repository_ids: repository_ids.filter((one) => one !== id) });
  for (const name of OWNED) {
    for (const one of [...world[name].by.repository.page(id, { limit: world[name].size })]) world[name].remove(one.id);
  }
}

const OWNED = [
  'reactions',
  'reviews',
  'commit_statuses',
  'check_runs',
  'check_suites',
  'release_assets',
  'releases',
  'commit_comments',
  'invitations',
  'rulesets',
  'deployments',
  'deployment_statuses',
  'environments',
  'deployment_branch_policies',
  'notifications',
  'workflows',
  'workflow_runs',
  'workflow_jobs',
  'artifacts',
  'deploy_keys',
  'pushes',
  'discussion_comments',
  'discussions',
  'discussion_categories',
  'autolinks',
  'actions_caches',
  'linked_branches',
] as const;

function deleteThreads(context: GithubContext, { id }: Readonly<Repository>): void {
  const { world } = context;
  unlistProjects(context, id);
  for (const issue of world.issues.by.created.page(`${id}/all`, { limit: world.issues.size })) {
    if (world.pull_requests.has(issue.id)) world.pull_requests.remove(issue.id);
    leaveProjects(context, issue.id);
    world.issues.remove(issue.id);
  }
  for (const milestone of world.milestones.by.repository.page(`${id}/all`, { limit: world.milestones.size })) {
    world.milestones.remove(milestone.id);
  }
  for (const name of ['labels', 'comments', 'issue_events'] as const) {
    for (const one of world[name].by.repository.page(id, { limit: world[name].size })) world[name].remove(one.id);
  }
}

/** Who watches it, and the teams that it is open to. */
function deleteTies({ world }: GithubContext, { id }: Readonly<Repository>): void {
  for (const { key } of [...world.subscriptions.by.repository.page(id, { limit: world.subscriptions.size })])
    world.subscriptions.remove(key);
  for (const { team_id } of [...world.team_repositories.by.repository.page(id, { limit: world.team_repositories.size })])
    world.team_repositories.remove(teamRepositoryKey(team_id, id));
}

function deleteObjects({ world }: GithubContext, { id }: Readonly<Repository>): void {
  for (const name of ['blobs', 'trees', 'commits', 'tags', 'packs'] as const) {
    for (const { sha } of world[name].by.repository.page(id, { limit: world[name].size })) world[name].remove(`${id}/${sha}`);
  }
  for (const one of [...world.branch_protections.by.repository.page(id, { limit: world.branch_protections.size })])
    world.branch_protections.remove(protectionKey(id, one.branch));
  for (const { ref } of world.refs.by.repository.page(id, { limit: world.refs.size })) world.refs.remove(`${id}/${ref}`);
}
