import type { GithubContext, Repository } from '../world.ts';
import { requirePermission, visibleRepository } from './access.ts';

/** Deletes a repository and all that is in it. @throws NotFound, AdminRightsRequired */
export function deleteRepository(context: GithubContext, owner: string, repo: string): void {
  const repository = visibleRepository(context, owner, repo);
  requirePermission(context, repository, 'admin');
  deleteThreads(context, repository);
  deleteObjects(context, repository);
  const { world } = context;
  for (const one of world.collaborators.by.repository.page(repository.id, { limit: world.collaborators.size })) {
    world.collaborators.remove(`${repository.id}/${one.user_id}`);
  }
  world.repositories.remove(repository.id);
}

function deleteThreads({ world }: GithubContext, { id }: Readonly<Repository>): void {
  for (const issue of world.issues.by.created.page(`${id}/all`, { limit: world.issues.size })) {
    if (world.pull_requests.has(issue.id)) world.pull_requests.remove(issue.id);
    world.issues.remove(issue.id);
  }
  for (const milestone of world.milestones.by.repository.page(`${id}/all`, { limit: world.milestones.size })) {
    world.milestones.remove(milestone.id);
  }
  for (const name of ['labels', 'comments', 'issue_events'] as const) {
    for (const one of world[name].by.repository.page(id, { limit: world[name].size })) world[name].remove(one.id);
  }
}

function deleteObjects({ world }: GithubContext, { id }: Readonly<Repository>): void {
  for (const name of ['blobs', 'trees', 'commits', 'tags'] as const) {
    for (const { sha } of world[name].by.repository.page(id, { limit: world[name].size })) world[name].remove(`${id}/${sha}`);
  }
  for (const { ref } of world.refs.by.repository.page(id, { limit: world.refs.size })) world.refs.remove(`${id}/${ref}`);
}
