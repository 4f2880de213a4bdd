import {
  type BranchProtection,
  type BypassMode,
  membershipKey,
  PERMISSIONS,
  protectionKey,
  type Repository,
  type Rule,
  type RuleParameters,
  type Ruleset,
} from '../../world.ts';
import { type HasWorld, permissionOf, viewerOf } from '../access.ts';
import { isAmong } from './actors.ts';
import { isMeant, isRepositoryMeant } from './ref-patterns.ts';

const BRANCHES = 'refs/heads/';

/** What holds for a ref, from one place, with what the viewer may pass over. */
export interface RuleSource {
  kind: 'protection' | 'ruleset';
  rules: readonly Rule[];
  /** Of a protected branch. */
  protection?: Readonly<BranchProtection>;
  ruleset?: Readonly<Ruleset>;
  /** How the viewer passes over all of it; undefined for who can't. */
  bypass: BypassMode | undefined;
}

const isAdmin = (context: HasWorld, repository: Readonly<Repository>): boolean =>
  permissionOf(context, repository, viewerOf(context).id) === 'admin';

export const protectionOf = ({ world }: HasWorld, repositoryId: number, branch: string): Readonly<BranchProtection> | undefined =>
  world.branch_protections.get(protectionKey(repositoryId, branch));

/** The rulesets whose place is this repository or the organisation that owns it. */
export function rulesetsOf({ world }: HasWorld, repository: Readonly<Repository>, withParents = true): Readonly<Ruleset>[] {
  const { repository: own, organization } = world.rulesets.by;
  const parents = withParents
    ? organization
        .page(repository.owner_id, { limit: organization.count(repository.owner_id) })
        .filter(({ repository_name }) => repository_name === null || isRepositoryMeant(repository_name, repository.name))
    : [];
  return [...own.page(repository.id, { limit: own.count(repository.id) }), ...parents];
}

/** The rulesets that are in force for a ref. */
export function activeRulesets(context: HasWorld, repository: Readonly<Repository>, ref: string): Readonly<Ruleset>[] {
  if (context.world.rulesets.size === 0) return [];
  const target = ref.startsWith(BRANCHES) ? 'branch' : 'tag';
  return rulesetsOf(context, repository).filter(
    (one) => one.enforcement === 'active' && one.target === target && isMeant(one.ref_name, ref, repository),
  );
}

/** Everything that holds for a ref. */
export function sourcesFor(context: HasWorld, repository: Readonly<Repository>, ref: string): RuleSource[] {
  const { world } = context;
  // Most worlds protect nothing, and each push asks.
  if (world.branch_protections.size === 0 && world.rulesets.size === 0) return [];
  const protection = ref.startsWith(BRANCHES) ? protectionOf(context, repository.id, ref.slice(BRANCHES.length)) : undefined;
  const rulesets = activeRulesets(context, repository, ref).map(
    (ruleset): RuleSource => ({
      kind: 'ruleset',
      rules: ruleset.rules,
      ruleset,
      bypass: bypassOf(context, repository, ruleset),
    }),
  );
  if (!protection) return rulesets;
  const bypass = !protection.enforce_admins && isAdmin(context, repository) ? 'always' : undefined;
  return [{ kind: 'protection', rules: rulesOf(protection), protection, bypass }, ...rulesets];
}

/** The roles that a `RepositoryRole` names: https://docs.github.com/rest/repos/rules#create-a-repository-ruleset */
const ROLE_ID: Readonly<Record<number, (typeof PERMISSIONS)[number]>> = { 2: 'maintain', 4: 'push', 5: 'admin' };

/** How the viewer may pass over a ruleset. */
export function bypassOf(
  context: HasWorld,
  repository: Readonly<Repository>,
  ruleset: Readonly<Ruleset>,
): BypassMode | undefined {
  const viewer = viewerOf(context);
  const { world } = context;
  const holds = ({ actor_type: type, actor_id: id }: Ruleset['bypass_actors'][number]): boolean => {
    if (type === 'User') return id === viewer.id;
    if (type === 'Team') return id !== null && isAmong(context, { user_ids: [], team_ids: [id], apps: [] }, viewer.id);
    if (type === 'OrganizationAdmin')
      return world.memberships.get(membershipKey(repository.owner_id, viewer.id))?.role === 'admin';
    const role = type === 'RepositoryRole' ? ROLE_ID[id ?? 0] : undefined;
    const has = permissionOf(context, repository, viewer.id);
    return role !== undefined && has !== undefined && PERMISSIONS.indexOf(has) >= PERMISSIONS.indexOf(role);
  };
  const modes = ruleset.bypass_actors.filter(holds).map(({ bypass_mode }) => bypass_mode);
  return (['exempt', 'always', 'pull_request'] as const).find((mode) => modes.includes(mode));
}

/** The protection of a branch in the words of rulesets, which say the same. */
function rulesOf(protection: Readonly<BranchProtection>): Rule[] {
  const rules: Rule[] = [];
  const add = (wanted: boolean, type: Rule['type'], parameters?: RuleParameters) => {
    if (wanted) rules.push({ type, ...(parameters && { parameters }) });
  };
  const { required_pull_request_reviews: reviews, required_status_checks: checks } = protection;
  add(protection.lock_branch, 'update');
  add(!protection.allow_deletions, 'deletion');
  add(!protection.allow_force_pushes, 'non_fast_forward');
  add(protection.required_linear_history, 'required_linear_history');
  add(reviews !== null, 'pull_request', {
    required_approving_review_count: reviews?.required_approving_review_count,
    require_code_owner_review: reviews?.require_code_owner_reviews,
    require_last_push_approval: reviews?.require_last_push_approval,
    dismiss_stale_reviews_on_push: reviews?.dismiss_stale_reviews,
  });
  add(checks !== null, 'required_status_checks', {
    strict_required_status_checks_policy: checks?.strict,
    required_status_checks: checks?.checks.map(({ context, app_id }) => ({ context, integration_id: app_id })),
  });
  return rules;
}

/** Is a branch protected in any way? */
export const isProtected = (context: HasWorld, repository: Readonly<Repository>, ref: string): boolean =>
  protectionOf(context, repository.id, ref.slice(BRANCHES.length)) !== undefined ||
  activeRulesets(context, repository, ref).length > 0;
