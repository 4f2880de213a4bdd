import { Unprocessable, ValidationFailed } from '../errors.ts';
import {
  type BranchProtection,
  collaboratorKey,
  type GithubContext,
  membershipKey,
  protectionKey,
  type Repository,
  teamRepositoryKey,
  timestamp,
  type User,
} from '../world.ts';
import { requirePermission, viewerOf, visibleRepository } from './access.ts';
import { isAssignable } from './assignees.ts';
import { unassign } from './collaborator-changes.ts';
import { dropTypes } from './issue-types.ts';
import { keepFormerName, nameErrors, safeName } from './repositories.ts';
import { unselectInPolicies } from './workflows/policies.ts';
import { unselectInGroups } from './workflows/runner-groups.ts';
import { unselect } from './workflows/shelves.ts';

export interface TransferInput {
  new_owner: string;
  new_name?: string | undefined;
  team_ids?: readonly number[] | undefined;
}

/**
 * Gives a repository to an organisation that the viewer may make repositories in, or to the viewer. Anybody else would have to accept it, and nobody
 * does here: until then all stays as it is. https://docs.github.com/rest/repos/repos#transfer-a-repository
 * @returns the repository as it was, as GitHub answers @throws NotFound, AdminRightsRequired, Unprocessable, ValidationFailed
 */
export function transferRepository(
  context: GithubContext,
  owner: string,
  repo: string,
  { new_owner, new_name, team_ids = [] }: TransferInput,
): Readonly<Repository> {
  const repository = visibleRepository(context, owner, repo);
  requirePermission(context, repository, 'admin');
  const account = context.world.users.by.login.first(new_owner.toLowerCase());
  if (!account) throw new Unprocessable('Invalid new owner');
  if (account.id === repository.owner_id) throw new Unprocessable('Repository is already owned by the new owner');
  const viewer = viewerOf(context);
  const isOrganization = account.type === 'Organization';
  if (isOrganization && !context.world.memberships.has(membershipKey(account.id, viewer.id)))
    throw new Unprocessable(
      `You don’t have the permission to create ${visibilityOf(repository)} repositories on ${account.login}`,
    );
  const name = safeName(new_name ?? repository.name);
  const errors = nameErrors(context, account, name);
  if (errors.length > 0) throw new ValidationFailed(errors);
  requireNoFork(context, repository, account);
  requireTeams(context, account, team_ids);
  if (isOrganization || account.id === viewer.id) give(context, repository, account, { name, team_ids });
  return repository;
}

const visibilityOf = ({ private: isPrivate }: Readonly<Repository>): string => (isPrivate ? 'private' : 'public');

/** docs: "The target account must not have a fork in the same network." @throws Unprocessable */
function requireNoFork({ world }: GithubContext, { id, parent_id }: Readonly<Repository>, account: Readonly<User>): void {
  const { owner } = world.repositories.by;
  const own = owner.page(account.id, { limit: owner.count(account.id) });
  const isKin = (one: Readonly<Repository>) => one.parent_id === id || one.id === parent_id;
  if (own.some(isKin)) throw new Unprocessable(`${account.login} already has a repository in this repository's network`);
}

/** @throws Unprocessable for teams of somebody else */
function requireTeams({ world }: GithubContext, account: Readonly<User>, ids: readonly number[]): void {
  if (ids.some((id) => world.teams.get(id)?.organization_id !== account.id))
    throw new Unprocessable(`Teams must belong to ${account.login}`);
}

function give(
  context: GithubContext,
  repository: Readonly<Repository>,
  account: Readonly<User>,
  { name, team_ids }: { name: string; team_ids: readonly number[] },
): void {
  const { world } = context;
  const { id } = repository;
  const former = world.users.get(repository.owner_id) as Readonly<User>;
  leaveTeams(context, id);
  dropTypes(context, id);
  unselect(context, id);
  unselectInPolicies(context, id);
  unselectInGroups(context, id);
  keepFormerName(context, repository);
  const facts = { name, full_name: `${account.login}/${name}`, owner_id: account.id, updated_at: timestamp(context.now) };
  const moved = world.repositories.update(id, facts);
  for (const team_id of new Set(team_ids)) world.team_repositories.insert({ team_id, repository_id: id, permission: 'push' });
  // Who owned it works on it from now on; who owns it needs no invitation.
  for (const user of [former, viewerOf(context)]) {
    const key = collaboratorKey(id, user.id);
    if (user.type === 'User' && user.id !== account.id && !world.collaborators.has(key))
      world.collaborators.insert({ repository_id: id, user_id: user.id, permission: 'admin' });
  }
  const own = collaboratorKey(id, account.id);
  if (world.collaborators.has(own)) world.collaborators.remove(own);
  for (const invitation of [...world.invitations.by.repository.page(id, { limit: world.invitations.size })])
    if (invitation.invitee_id === account.id) world.invitations.remove(invitation.id);
  dropStrangers(context, moved, account);
}

/** Teams belong to the organisation that it leaves: what was open to them, asked of them or left to them isn't any more. */
function leaveTeams({ world }: GithubContext, id: number): void {
  const teams = world.team_repositories.by.repository.page(id, { limit: world.team_repositories.size });
  for (const { team_id } of [...teams]) world.team_repositories.remove(teamRepositoryKey(team_id, id));
  for (const pull of [...world.pull_requests.values()])
    if (pull.repository_id === id && pull.requested_team_ids.length > 0)
      world.pull_requests.update(pull.issue_id, { requested_team_ids: [] });
  for (const one of [...world.branch_protections.by.repository.page(id, { limit: world.branch_protections.size })])
    world.branch_protections.update(protectionKey(id, one.branch), withoutTeams(one));
}

function withoutTeams({
  restrictions,
  required_pull_request_reviews: reviews,
}: Readonly<BranchProtection>): Pick<BranchProtection, 'restrictions' | 'required_pull_request_reviews'> {
  const cleared = <T extends { team_ids: number[] }>(actors: Readonly<T> | null): T | null =>
    actors && { ...actors, team_ids: [] };
  return {
    restrictions: cleared(restrictions),
    required_pull_request_reviews: reviews && {
      ...reviews,
      dismissal_restrictions: cleared(reviews.dismissal_restrictions),
      bypass_pull_request_allowances: cleared(reviews.bypass_pull_request_allowances),
    },
  };
}

/** Nobody stays assigned who doesn't work on it, and people have no lists of who may push to what is theirs. */
function dropStrangers(context: GithubContext, repository: Readonly<Repository>, account: Readonly<User>): void {
  const { issues, users, branch_protections: protections } = context.world;
  const assigned = new Set<number>();
  for (const issue of issues.values())
    if (issue.repository_id === repository.id) for (const user of issue.assignee_ids) assigned.add(user);
  for (const id of assigned) {
    const user = users.get(id);
    if (user && !isAssignable(context, repository, user)) unassign(context, repository, user);
  }
  if (account.type === 'Organization') return;
  for (const one of [...protections.by.repository.page(repository.id, { limit: protections.size })])
    if (one.restrictions) protections.update(protectionKey(repository.id, one.branch), { restrictions: null });
}
