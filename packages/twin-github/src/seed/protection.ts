import { queueSettings } from '../actions/merge-queue/rule.ts';
import { slugOf } from '../actions/slug.ts';
import { nextId } from '../sequences.ts';
import { type Rule, type RuleParameters, type RuleType, timestamp } from '../world.ts';
import { account } from './accounts.ts';
import type { Loading } from './loading.ts';
import type { ProtectionSeed, RulesetSeed } from './protection-schema.ts';

/** What protects the branches and tags of a repository. */
export function loadProtection(loading: Loading): void {
  for (const one of loading.seed.branch_protections) protect(loading, one);
  for (const one of loading.seed.rulesets) loadRuleset(loading, one);
}

function protect(loading: Loading, { branch, restrictions, ...said }: ProtectionSeed): void {
  const { context, repository, seed } = loading;
  const { required_status_checks: checks, required_pull_request_reviews: reviews, ...flags } = said;
  context.world.branch_protections.insert({
    repository_id: repository.id,
    branch: branch ?? seed.default_branch,
    ...flags,
    block_creations: false,
    allow_fork_syncing: false,
    required_status_checks: checks
      ? { strict: checks.strict, checks: checks.contexts.map((name) => ({ context: name, app_id: null })) }
      : null,
    required_pull_request_reviews: reviews
      ? { ...reviews, dismissal_restrictions: null, bypass_pull_request_allowances: null }
      : null,
    restrictions: restrictions
      ? {
          user_ids: restrictions.users.map((login) => account(context, login).id),
          team_ids: restrictions.teams.flatMap(
            (name) => context.world.teams.by.slug.first(`${repository.owner_id}/${slugOf(name)}`)?.id ?? [],
          ),
          apps: [],
        }
      : null,
  });
}

/** What a rule says where the seed doesn't. */
const USUAL: Readonly<Partial<Record<RuleType, RuleParameters>>> = {
  pull_request: {
    required_approving_review_count: 1,
    dismiss_stale_reviews_on_push: false,
    require_code_owner_review: false,
    require_last_push_approval: false,
    required_review_thread_resolution: false,
  },
  merge_queue: queueSettings(),
  required_status_checks: { required_status_checks: [], strict_required_status_checks_policy: false },
};

function ruleOf(rule: RulesetSeed['rules'][number]): Rule {
  const { type, parameters } = typeof rule === 'string' ? { type: rule, parameters: undefined } : rule;
  const all = { ...USUAL[type], ...parameters };
  return { type, ...(Object.keys(all).length > 0 && { parameters: all }) };
}

function loadRuleset({ context, repository }: Loading, { include, exclude, rules, ...said }: RulesetSeed): void {
  const now = timestamp(context.now);
  context.world.rulesets.insert({
    id: nextId(context.ids, 'ruleset'),
    repository_id: repository.id,
    organization_id: null,
    ...said,
    bypass_actors: [],
    ref_name: { include, exclude },
    repository_name: null,
    rules: rules.map(ruleOf),
    created_at: now,
    updated_at: now,
  });
}
