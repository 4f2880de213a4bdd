import { Conflict, Unprocessable } from '../../errors.ts';
import { type ActionsPolicy, type GithubContext, policyKey, type Repository } from '../../world.ts';
import { type HasWorld, requirePermission, visibleRepository, writableRepository } from '../access.ts';
import { ownedBy } from '../memberships.ts';

/** What holds until somebody changes it. */
const DEFAULTS = {
  enabled: true,
  enabled_repositories: 'all',
  selected_repository_ids: [],
  allowed_actions: 'all',
  sha_pinning_required: false,
  github_owned_allowed: true,
  verified_allowed: false,
  patterns_allowed: [],
  default_workflow_permissions: 'read',
  can_approve_pull_request_reviews: false,
  access_level: 'none',
} as const satisfies Omit<ActionsPolicy, 'repository_id' | 'organization_id'>;

type Whose = Pick<ActionsPolicy, 'repository_id' | 'organization_id'>;

/** Where a policy is asked for. @throws NotFound, Forbidden, AdminRightsRequired, RepositoryArchived */
export type PolicyPlace = (context: HasWorld, change: boolean) => Whose;

export const policyOfRepository =
  (owner: string, repo: string): PolicyPlace =>
  (context, change) => {
    const repository = change ? writableRepository(context, owner, repo, 'admin') : visibleRepository(context, owner, repo);
    requirePermission(context, repository, 'admin');
    return { repository_id: repository.id, organization_id: null };
  };

export const policyOfOrganization =
  (login: string): PolicyPlace =>
  (context) => ({ repository_id: null, organization_id: ownedBy(context, login).id });

const policyAt = ({ world }: HasWorld, whose: Whose): Readonly<ActionsPolicy> =>
  world.actions_policies.get(policyKey(whose)) ?? { ...whose, ...DEFAULTS, selected_repository_ids: [], patterns_allowed: [] };

export const getPolicy = (context: HasWorld, place: PolicyPlace): Readonly<ActionsPolicy> =>
  policyAt(context, place(context, false));

export function setPolicy(context: GithubContext, place: PolicyPlace, patch: Partial<ActionsPolicy>): void {
  const policy = policyAt(context, place(context, true));
  const { actions_policies: policies } = context.world;
  const key = policyKey(policy);
  if (policies.has(key)) policies.update(key, patch);
  else policies.insert({ ...policy, ...patch });
}

/** The actions that are selected, where some are. @throws Conflict where all or none are */
export function getSelectedActions(context: HasWorld, place: PolicyPlace): Readonly<ActionsPolicy> {
  const policy = getPolicy(context, place);
  if (policy.allowed_actions !== 'selected') throw new Conflict(NOT_SELECTED);
  return policy;
}

const NOT_SELECTED = 'The allowed_actions policy must be configured to "selected".';

/** @throws Conflict */
export function setSelectedActions(context: GithubContext, place: PolicyPlace, patch: Partial<ActionsPolicy>): void {
  getSelectedActions(context, place);
  setPolicy(context, place, patch);
}

/** The repositories of an organisation for which Actions are enabled. @throws Conflict where it doesn't select them */
export function enabledRepositories(context: HasWorld, place: PolicyPlace): Readonly<Repository>[] {
  const { enabled_repositories, selected_repository_ids } = getPolicy(context, place);
  if (enabled_repositories !== 'selected')
    throw new Conflict('The enabled_repositories policy must be configured to "selected".');
  return selected_repository_ids.flatMap((id) => context.world.repositories.get(id) ?? []);
}

/** @throws Conflict, Unprocessable for a repository of somebody else's */
export function enableRepositories(
  context: GithubContext,
  place: PolicyPlace,
  choose: (ids: readonly number[]) => readonly number[],
): void {
  const before = enabledRepositories(context, place).map(({ id }) => id);
  const { organization_id } = place(context, true);
  const chosen = [...new Set(choose(before))];
  for (const id of chosen)
    if (context.world.repositories.get(id)?.owner_id !== organization_id)
      throw new Unprocessable(`Repository ${id} could not be found.`);
  setPolicy(context, place, { selected_repository_ids: chosen });
}

/** May a repository's workflows run? */
export function areActionsEnabled(context: HasWorld, { id, owner_id }: Readonly<Repository>): boolean {
  if (context.world.actions_policies.size === 0) return true;
  const { enabled_repositories, selected_repository_ids } = policyAt(context, { repository_id: null, organization_id: owner_id });
  const isLet = enabled_repositories === 'all' || (enabled_repositories === 'selected' && selected_repository_ids.includes(id));
  return isLet && policyAt(context, { repository_id: id, organization_id: null }).enabled;
}

/** What a repository has no more of its own. */
export function removePolicy({ world }: GithubContext, repository_id: number): void {
  const own = policyKey({ repository_id, organization_id: null });
  if (world.actions_policies.has(own)) world.actions_policies.remove(own);
}

/** An organisation selects nothing that isn't there or its own any more. */
export function unselectInPolicies({ world }: GithubContext, repositoryId: number): void {
  for (const policy of [...world.actions_policies.values()]) {
    const ids = policy.selected_repository_ids;
    if (!ids.includes(repositoryId)) continue;
    world.actions_policies.update(policyKey(policy), { selected_repository_ids: ids.filter((id) => id !== repositoryId) });
  }
}
