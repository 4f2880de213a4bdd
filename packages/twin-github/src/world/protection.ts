import { collection } from '@svc/twin-kit';

/** People, teams and apps that something is left to; apps by their slugs. */
export interface Actors {
  user_ids: number[];
  team_ids: number[];
  apps: string[];
}

/** A status or a check that must have succeeded; `app_id` names who has to report it, null for anybody. */
export interface RequiredCheck {
  context: string;
  app_id: number | null;
}

export interface RequiredChecks {
  /** The branch must have all of its base, too. */
  strict: boolean;
  checks: RequiredCheck[];
}

export interface RequiredReviews {
  required_approving_review_count: number;
  dismiss_stale_reviews: boolean;
  require_code_owner_reviews: boolean;
  /** Of somebody else than who pushed last. */
  require_last_push_approval: boolean;
  dismissal_restrictions: Actors | null;
  bypass_pull_request_allowances: Actors | null;
}

/** What protects one branch: https://docs.github.com/rest/branches/branch-protection */
export interface BranchProtection {
  repository_id: number;
  branch: string;
  enforce_admins: boolean;
  required_status_checks: RequiredChecks | null;
  required_pull_request_reviews: RequiredReviews | null;
  /** Who alone may push; null for everyone who writes. */
  restrictions: Actors | null;
  required_linear_history: boolean;
  allow_force_pushes: boolean;
  allow_deletions: boolean;
  block_creations: boolean;
  required_conversation_resolution: boolean;
  lock_branch: boolean;
  allow_fork_syncing: boolean;
}

export type BypassMode = 'always' | 'pull_request' | 'exempt';

export interface BypassActor {
  actor_id: number | null;
  actor_type: 'OrganizationAdmin' | 'RepositoryRole' | 'Team' | 'Integration' | 'DeployKey' | 'User';
  bypass_mode: BypassMode;
}

export const RULE_TYPES = [
  'creation',
  'update',
  'deletion',
  'required_linear_history',
  'pull_request',
  'required_status_checks',
  'non_fast_forward',
  'merge_queue',
  'commit_message_pattern',
  'commit_author_email_pattern',
  'committer_email_pattern',
  'branch_name_pattern',
  'tag_name_pattern',
] as const;
export type RuleType = (typeof RULE_TYPES)[number];

/** What GitHub's rules say more of themselves, each the fields of its kind. */
export interface RuleParameters {
  update_allows_fetch_and_merge?: boolean | undefined;
  allowed_merge_methods?: string[] | undefined;
  dismiss_stale_reviews_on_push?: boolean | undefined;
  require_code_owner_review?: boolean | undefined;
  require_last_push_approval?: boolean | undefined;
  required_approving_review_count?: number | undefined;
  required_review_thread_resolution?: boolean | undefined;
  do_not_enforce_on_create?: boolean | undefined;
  required_status_checks?: { context: string; integration_id?: number | null | undefined }[] | undefined;
  strict_required_status_checks_policy?: boolean | undefined;
  check_response_timeout_minutes?: number | undefined;
  grouping_strategy?: 'ALLGREEN' | 'HEADGREEN' | undefined;
  max_entries_to_build?: number | undefined;
  max_entries_to_merge?: number | undefined;
  merge_method?: 'MERGE' | 'SQUASH' | 'REBASE' | undefined;
  min_entries_to_merge?: number | undefined;
  min_entries_to_merge_wait_minutes?: number | undefined;
  name?: string | undefined;
  negate?: boolean | undefined;
  operator?: 'starts_with' | 'ends_with' | 'contains' | 'regex' | undefined;
  pattern?: string | undefined;
}

export interface Rule {
  type: RuleType;
  parameters?: RuleParameters | undefined;
}

export interface NamePatterns {
  include: string[];
  exclude: string[];
}

/** Rules for the branches or tags of a repository, or of an organisation's repositories: https://docs.github.com/rest/repos/rules */
export interface Ruleset {
  id: number;
  /** Of the repository; null where it is an organisation's. */
  repository_id: number | null;
  /** Of the organisation; null where it is a repository's. */
  organization_id: number | null;
  name: string;
  target: 'branch' | 'tag';
  enforcement: 'disabled' | 'active' | 'evaluate';
  bypass_actors: BypassActor[];
  ref_name: NamePatterns;
  /** Of an organisation's: the names of the repositories. */
  repository_name: NamePatterns | null;
  rules: Rule[];
  created_at: string;
  updated_at: string;
}

export const protectionKey = (repositoryId: number, branch: string) => `${repositoryId}/${branch}`;

export const protectionCollections = {
  branch_protections: collection<BranchProtection>()({
    key: (one) => protectionKey(one.repository_id, one.branch),
    indexes: { repository: { group: (one) => one.repository_id, order: (one) => one.branch } },
  }),
  rulesets: collection<Ruleset>()({
    key: (ruleset) => ruleset.id,
    indexes: {
      repository: { group: (ruleset) => ruleset.repository_id ?? undefined },
      organization: { group: (ruleset) => ruleset.organization_id ?? undefined },
    },
  }),
};
