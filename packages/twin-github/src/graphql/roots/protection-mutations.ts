import { findBranch } from '../../actions/branches.ts';
import type { NamedActors } from '../../actions/protection/actors.ts';
import { actorsOf } from '../../actions/protection/actors.ts';
import {
  type BranchTarget,
  changeProtection,
  checksOf,
  type FoundProtection,
  moveProtection,
  protectBranch,
  requireOrganization,
  reviewsOf,
  unprotectBranch,
} from '../../actions/protection/protect.ts';
import { Unsupported } from '../../errors.ts';
import { type BranchProtection, protectionKey, type Repository, type Team, type User } from '../../world.ts';
import { type Args, type Graph, GraphRefusal } from '../graph.ts';
import { getNodeOf } from '../ids.ts';
import { thing } from '../thing.ts';
import { homeOf, type Mutations, mutation, repositoryIn, targetOf } from './mutation.ts';

const SETTINGS = [
  'allowsDeletions',
  'allowsForcePushes',
  'blocksCreations',
  'bypassPullRequestActorIds',
  'dismissesStaleReviews',
  'isAdminEnforced',
  'lockAllowsFetchAndMerge',
  'lockBranch',
  'pushActorIds',
  'requireLastPushApproval',
  'requiredApprovingReviewCount',
  'requiredStatusCheckContexts',
  'requiredStatusChecks',
  'requiresApprovingReviews',
  'requiresCodeOwnerReviews',
  'requiresConversationResolution',
  'requiresLinearHistory',
  'requiresStatusChecks',
  'requiresStrictStatusChecks',
  'restrictsPushes',
  'restrictsReviewDismissals',
  'reviewDismissalActorIds',
] as const;
type Settings = Args<(typeof SETTINGS)[number]>;

/** Nothing is asked for yet. */
const NOTHING = { required_status_checks: null, enforce_admins: null, required_pull_request_reviews: null, restrictions: null };

/** People and teams as the REST API names them. @throws NOT_FOUND */
function named(graph: Graph, ids: readonly string[] | null | undefined): Required<Pick<NamedActors, 'users' | 'teams'>> {
  const found = (ids ?? []).map((id) => getNodeOf<User | Team>(graph.context, id, 'User', 'Team'));
  return {
    users: found.flatMap((one) => ('login' in one ? [one.login] : [])),
    teams: found.flatMap((one) => ('slug' in one ? [one.slug] : [])),
  };
}

/** A list that restricts, nobody in particular where that is switched off, and undefined where nothing is said. */
function listOf(
  graph: Graph,
  isOn: boolean | null | undefined,
  ids: readonly string[] | null | undefined,
): NamedActors | undefined {
  if (isOn === false) return {};
  return isOn == null && ids == null ? undefined : named(graph, ids);
}

function checks(
  { requiredStatusChecks, requiredStatusCheckContexts, ...input }: Settings,
  known: BranchProtection['required_status_checks'],
) {
  const all = requiredStatusChecks as readonly { context: string; appId?: string | null }[] | null | undefined;
  if (all?.some(({ appId }) => appId != null && appId !== 'any'))
    throw new Unsupported('requiredStatusChecks.appId of its GraphQL API');
  const contexts: readonly string[] | undefined =
    all?.map(({ context }) => context) ?? requiredStatusCheckContexts ?? known?.checks.map(({ context }) => context);
  return checksOf({ strict: input.requiresStrictStatusChecks ?? known?.strict ?? false, contexts });
}

function reviews(
  graph: Graph,
  repository: Readonly<Repository>,
  input: Settings,
  known: BranchProtection['required_pull_request_reviews'],
) {
  const bypassing: readonly string[] | null | undefined = input.bypassPullRequestActorIds;
  const said = {
    required_approving_review_count: input.requiredApprovingReviewCount ?? undefined,
    dismiss_stale_reviews: input.dismissesStaleReviews ?? undefined,
    require_code_owner_reviews: input.requiresCodeOwnerReviews ?? undefined,
    require_last_push_approval: input.requireLastPushApproval ?? undefined,
    dismissal_restrictions: listOf(graph, input.restrictsReviewDismissals, input.reviewDismissalActorIds),
    bypass_pull_request_allowances: bypassing == null ? undefined : bypassing.length === 0 ? {} : named(graph, bypassing),
  };
  return reviewsOf(graph.context, repository, said, known ?? undefined);
}

function restrictions(
  graph: Graph,
  repository: Readonly<Repository>,
  { restrictsPushes, pushActorIds }: Settings,
  known: BranchProtection['restrictions'],
) {
  if (!(restrictsPushes ?? known !== null)) return null;
  requireOrganization(graph.context, repository);
  return pushActorIds == null && known ? known : actorsOf(graph.context, repository, named(graph, pushActorIds));
}

/** What the settings that are said make of a rule; the others stay. */
function changesOf(graph: Graph, { repository, protection: known }: FoundProtection, input: Settings): Partial<BranchProtection> {
  return {
    enforce_admins: input.isAdminEnforced ?? known.enforce_admins,
    required_linear_history: input.requiresLinearHistory ?? known.required_linear_history,
    allow_force_pushes: input.allowsForcePushes ?? known.allow_force_pushes,
    allow_deletions: input.allowsDeletions ?? known.allow_deletions,
    block_creations: input.blocksCreations ?? known.block_creations,
    required_conversation_resolution: input.requiresConversationResolution ?? known.required_conversation_resolution,
    lock_branch: input.lockBranch ?? known.lock_branch,
    allow_fork_syncing: input.lockAllowsFetchAndMerge ?? known.allow_fork_syncing,
    required_status_checks:
      (input.requiresStatusChecks ?? known.required_status_checks !== null) ? checks(input, known.required_status_checks) : null,
    required_pull_request_reviews:
      (input.requiresApprovingReviews ?? known.required_pull_request_reviews !== null)
        ? reviews(graph, repository, input, known.required_pull_request_reviews)
        : null,
    restrictions: restrictions(graph, repository, input, known.restrictions),
  };
}

/** A rule is of one branch that is there, and the only one of it. @throws Unsupported, UNPROCESSABLE */
function requireFree({ context }: Graph, { id }: Readonly<Repository>, pattern: string): void {
  if (!findBranch(context, id, pattern))
    throw new Unsupported(`rules of branches that are not there, or of patterns, as ${JSON.stringify(pattern)}`);
  if (context.world.branch_protections.has(protectionKey(id, pattern)))
    throw new GraphRefusal('UNPROCESSABLE', `Name already protected: ${pattern}`);
}

const ruleIn = (graph: Graph, id: string): Readonly<BranchProtection> =>
  getNodeOf<BranchProtection>(graph.context, id, 'BranchProtectionRule');

const ruleThing = ({ protection }: FoundProtection) => ({ branchProtectionRule: thing('BranchProtectionRule', protection) });

/** Rules that protect branches, by the same actions as the REST API's. */
export const protectionMutations: Mutations = {
  createBranchProtectionRule: mutation(
    ['repositoryId', 'pattern', ...SETTINGS],
    ['branchProtectionRule'],
    ({ repositoryId, pattern, ...input }, graph) => {
      const repository = repositoryIn(graph, repositoryId);
      const target: BranchTarget = [...targetOf(repository), pattern];
      requireFree(graph, repository, pattern);
      protectBranch(graph.context, target, NOTHING);
      return ruleThing(changeProtection(graph.context, target, (found) => changesOf(graph, found, input)));
    },
  ),
  updateBranchProtectionRule: mutation(
    ['branchProtectionRuleId', 'pattern', ...SETTINGS],
    ['branchProtectionRule'],
    ({ branchProtectionRuleId, pattern, ...input }, graph) => {
      const rule = ruleIn(graph, branchProtectionRuleId);
      const repository = graph.context.world.repositories.get(rule.repository_id) as Readonly<Repository>;
      const branch: string = pattern ?? rule.branch;
      if (branch !== rule.branch) {
        requireFree(graph, repository, branch);
        moveProtection(graph.context, repository, rule.branch, branch);
      }
      const target: BranchTarget = [...targetOf(repository), branch];
      return ruleThing(changeProtection(graph.context, target, (found) => changesOf(graph, found, input)));
    },
  ),
  deleteBranchProtectionRule: mutation(['branchProtectionRuleId'], [], ({ branchProtectionRuleId }, graph) => {
    const rule = ruleIn(graph, branchProtectionRuleId);
    unprotectBranch(graph.context, [...homeOf(graph, rule), rule.branch]);
    return {};
  }),
};
