import { hasPermission } from '../../actions/access.ts';
import { protectionOf, sourcesFor } from '../../actions/protection/rules-of.ts';
import { nodeId } from '../../node-id.ts';
import { repositoryOf } from '../../render/repository-path.ts';
import { type Actors, type BranchProtection, type Ref, type Repository, refKey } from '../../world.ts';
import { listed, none } from '../connection.ts';
import { type Fields, type Graph, withArgs } from '../graph.ts';
import { getNode } from '../ids.ts';
import { type Thing, thing } from '../thing.ts';
import { accountThing } from './accounts.ts';

const ruleId = ({ repository_id, branch }: Readonly<BranchProtection>): string => nodeId('BPR', repository_id, branch);

/** The rules of a repository's branches, for its administrators as in REST. */
export const branchProtectionRules = listed([], (repository: Readonly<Repository>, _args, { context, viewer }) => {
  if (!hasPermission(context, repository, viewer.id, 'admin')) return [];
  const { repository: own } = context.world.branch_protections.by;
  return own.page(repository.id, { limit: own.count(repository.id) }).map((one) => thing('BranchProtectionRule', one));
});

/** The rule of a branch, for administrators. */
export function ruleOfRef({ repository_id, ref }: Readonly<Ref>, { context, viewer }: Graph): Thing | null {
  if (!hasPermission(context, repositoryOf(context, { repository_id }), viewer.id, 'admin')) return null;
  const rule = protectionOf(context, repository_id, ref.replace('refs/heads/', ''));
  return rule && ref.startsWith('refs/heads/') ? thing('BranchProtectionRule', rule) : null;
}

/** Someone that a rule leaves something to. */
interface Allowance {
  id: string;
  actor: Thing | null;
  rule: Readonly<BranchProtection>;
}

const allowances = (type: string, prefix: string, of: (rule: Readonly<BranchProtection>) => Actors | null | undefined) =>
  listed([], (rule: Readonly<BranchProtection>, _args, graph) => {
    const { user_ids = [], team_ids = [] } = of(rule) ?? {};
    const { teams } = graph.context.world;
    const actors = [
      ...user_ids.map((id) => [id, accountThing(graph, id)] as const),
      ...team_ids.map((id) => [id, teams.has(id) ? thing('Team', teams.get(id) as object) : null] as const),
    ];
    return actors.map(([id, actor]) =>
      thing<Allowance>(type, { id: nodeId(prefix, rule.repository_id, rule.branch, id), actor, rule }),
    );
  });

const allowanceFields: Fields<Allowance> = {
  id: ({ id }) => id,
  actor: ({ actor }) => actor,
  branchProtectionRule: ({ rule }) => thing('BranchProtectionRule', rule),
};

/** The names that must have succeeded before something is merged into a branch. */
function requiredNames({ context }: Graph, repository: Readonly<Repository>, base: string): string[] {
  return sourcesFor(context, repository, `refs/heads/${base}`).flatMap(({ rules }) =>
    rules.flatMap(({ parameters }) => (parameters?.required_status_checks ?? []).map((check) => check.context.toLowerCase())),
  );
}

/** Must a check have succeeded before a pull request is merged? Without one that is said, nobody can tell. */
export const isRequired = (nameOf: (record: never) => string) =>
  withArgs(
    ['pullRequestId', 'pullRequestNumber'],
    (record: { repository_id: number }, { pullRequestId, pullRequestNumber }, graph) => {
      const { world } = graph.context;
      const repository = repositoryOf(graph.context, record);
      const issue =
        pullRequestId == null
          ? world.issues.by.number.first(`${repository.id}/${pullRequestNumber ?? 0}`)
          : (getNode(graph.context, String(pullRequestId)).of as { id: number });
      const pull = issue && world.pull_requests.get(issue.id);
      if (!pull || pull.repository_id !== repository.id) return false;
      return requiredNames(graph, repository, pull.base_ref).includes(nameOf(record as never).toLowerCase());
    },
  );

export const protectionFields: Readonly<Record<string, Fields>> = {
  BranchProtectionRule: {
    id: ruleId,
    databaseId: () => null,
    pattern: ({ branch }) => branch,
    repository: (rule, _args, { context }) => thing('Repository', repositoryOf(context, rule)),
    creator: () => null,
    allowsDeletions: ({ allow_deletions }) => allow_deletions,
    allowsForcePushes: ({ allow_force_pushes }) => allow_force_pushes,
    blocksCreations: ({ block_creations }) => block_creations,
    isAdminEnforced: ({ enforce_admins }) => enforce_admins,
    lockBranch: ({ lock_branch }) => lock_branch,
    lockAllowsFetchAndMerge: ({ allow_fork_syncing }) => allow_fork_syncing,
    requiresLinearHistory: ({ required_linear_history }) => required_linear_history,
    requiresConversationResolution: ({ required_conversation_resolution }) => required_conversation_resolution,
    requiresCommitSignatures: () => false,
    requiresDeployments: () => false,
    requiredDeploymentEnvironments: () => [],
    requiresStatusChecks: ({ required_status_checks }) => required_status_checks !== null,
    requiresStrictStatusChecks: ({ required_status_checks }) => required_status_checks?.strict ?? false,
    requiredStatusCheckContexts: ({ required_status_checks }) => (required_status_checks?.checks ?? []).map((one) => one.context),
    requiredStatusChecks: ({ required_status_checks }) =>
      (required_status_checks?.checks ?? []).map((one) => thing('RequiredStatusCheckDescription', one)),
    requiresApprovingReviews: ({ required_pull_request_reviews }) => required_pull_request_reviews !== null,
    requiredApprovingReviewCount: ({ required_pull_request_reviews }) =>
      required_pull_request_reviews?.required_approving_review_count ?? null,
    requiresCodeOwnerReviews: ({ required_pull_request_reviews }) =>
      required_pull_request_reviews?.require_code_owner_reviews ?? false,
    requireLastPushApproval: ({ required_pull_request_reviews }) =>
      required_pull_request_reviews?.require_last_push_approval ?? false,
    dismissesStaleReviews: ({ required_pull_request_reviews }) => required_pull_request_reviews?.dismiss_stale_reviews ?? false,
    restrictsPushes: ({ restrictions }) => restrictions !== null,
    restrictsReviewDismissals: ({ required_pull_request_reviews }) =>
      (required_pull_request_reviews?.dismissal_restrictions ?? null) !== null,
    matchingRefs: listed(['query'], ({ repository_id, branch }: Readonly<BranchProtection>, { query }, { context }) => {
      const ref = context.world.refs.get(refKey(repository_id, `refs/heads/${branch}`));
      return ref && (query == null || branch.includes(query)) ? [thing('Ref', ref)] : [];
    }),
    pushAllowances: allowances('PushAllowance', 'PA', ({ restrictions }) => restrictions),
    reviewDismissalAllowances: allowances(
      'ReviewDismissalAllowance',
      'RDA',
      ({ required_pull_request_reviews }) => required_pull_request_reviews?.dismissal_restrictions,
    ),
    bypassPullRequestAllowances: allowances(
      'BypassPullRequestAllowance',
      'BPRA',
      ({ required_pull_request_reviews }) => required_pull_request_reviews?.bypass_pull_request_allowances,
    ),
    bypassForcePushAllowances: none(),
    // Each rule is of one branch here, so that no two are about the same one.
    branchProtectionRuleConflicts: none(),
  } satisfies Fields<BranchProtection>,
  RequiredStatusCheckDescription: { context: ({ context }) => context, app: () => null } satisfies Fields<{ context: string }>,
  PushAllowance: allowanceFields,
  ReviewDismissalAllowance: allowanceFields,
  BypassPullRequestAllowance: allowanceFields,
};
