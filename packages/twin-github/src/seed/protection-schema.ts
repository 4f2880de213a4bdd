import { z } from 'zod';
import { RULE_TYPES } from '../world.ts';
import { branchName, login, nameOr } from './schema-parts.ts';

const actors = z.object({ users: z.array(login).default([]), teams: z.array(z.string().min(1)).default([]) });

/** What protects a branch, in the words of GitHub's REST API; what isn't said is off. */
export const protectionSchema = z.object({
  /** By default the default branch. */
  branch: branchName.optional(),
  /** Also true where nothing is said, unlike at GitHub: the viewer administers most worlds, and would pass over everything. */
  enforce_admins: z.boolean().default(true),
  required_pull_request_reviews: z
    .object({
      required_approving_review_count: z.int().min(0).max(6).default(1),
      dismiss_stale_reviews: z.boolean().default(false),
      require_code_owner_reviews: z.boolean().default(false),
      require_last_push_approval: z.boolean().default(false),
    })
    .optional(),
  required_status_checks: z
    .object({ strict: z.boolean().default(false), contexts: z.array(z.string().min(1)).default([]) })
    .optional(),
  /** Who alone may push; teams by slug or name. */
  restrictions: actors.optional(),
  required_linear_history: z.boolean().default(false),
  allow_force_pushes: z.boolean().default(false),
  allow_deletions: z.boolean().default(false),
  required_conversation_resolution: z.boolean().default(false),
  lock_branch: z.boolean().default(false),
});

const parameters = z.object({
  allowed_merge_methods: z.array(z.enum(['merge', 'squash', 'rebase'])).optional(),
  dismiss_stale_reviews_on_push: z.boolean().optional(),
  require_code_owner_review: z.boolean().optional(),
  require_last_push_approval: z.boolean().optional(),
  required_approving_review_count: z.int().min(0).max(10).optional(),
  required_review_thread_resolution: z.boolean().optional(),
  required_status_checks: z.array(z.object({ context: z.string().min(1) })).optional(),
  strict_required_status_checks_policy: z.boolean().optional(),
  check_response_timeout_minutes: z.int().min(1).max(360).optional(),
  grouping_strategy: z.enum(['ALLGREEN', 'HEADGREEN']).optional(),
  max_entries_to_build: z.int().min(0).max(100).optional(),
  max_entries_to_merge: z.int().min(0).max(100).optional(),
  merge_method: z.enum(['MERGE', 'SQUASH', 'REBASE']).optional(),
  min_entries_to_merge: z.int().min(0).max(100).optional(),
  min_entries_to_merge_wait_minutes: z.int().min(0).max(360).optional(),
  operator: z.enum(['starts_with', 'ends_with', 'contains']).optional(),
  pattern: z.string().min(1).optional(),
  negate: z.boolean().optional(),
});

const ruleSchema = nameOr(z.enum(RULE_TYPES), z.object({ type: z.enum(RULE_TYPES), parameters: parameters.optional() }));

/** Rules of a repository for its branches or tags. Nobody passes over them. */
export const rulesetSchema = z.object({
  name: z.string().min(1),
  target: z.enum(['branch', 'tag']).default('branch'),
  enforcement: z.enum(['active', 'disabled', 'evaluate']).default('active'),
  /** Patterns of whole refs, or `~DEFAULT_BRANCH` and `~ALL`. */
  include: z.array(z.string().min(1)).default(['~DEFAULT_BRANCH']),
  exclude: z.array(z.string().min(1)).default([]),
  rules: z.array(ruleSchema).default([]),
});

export type ProtectionSeed = z.output<typeof protectionSchema>;
export type RulesetSeed = z.output<typeof rulesetSchema>;
