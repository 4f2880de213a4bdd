import { NotFound, Unprocessable } from '../../errors.ts';
import {
  type Actors,
  type BranchProtection,
  type GithubContext,
  protectionKey,
  type Repository,
  type RequiredChecks,
  type RequiredReviews,
} from '../../world.ts';
import { type HasWorld, hasPermission, viewerOf, visibleRepository } from '../access.ts';
import { findBranch } from '../branches.ts';
import { actorsOf, type NamedActors } from './actors.ts';
import { protectionOf } from './rules-of.ts';

export interface ChecksInput {
  strict?: boolean | undefined;
  contexts?: readonly string[] | undefined;
  checks?: readonly { context: string; app_id?: number | null | undefined }[] | undefined;
}

export interface ReviewsInput {
  dismissal_restrictions?: NamedActors | undefined;
  bypass_pull_request_allowances?: NamedActors | undefined;
  dismiss_stale_reviews?: boolean | undefined;
  require_code_owner_reviews?: boolean | undefined;
  required_approving_review_count?: number | undefined;
  require_last_push_approval?: boolean | undefined;
}

export interface ProtectionInput {
  required_status_checks: ChecksInput | null;
  enforce_admins: boolean | null;
  required_pull_request_reviews: ReviewsInput | null;
  restrictions: NamedActors | null;
  required_linear_history?: boolean | undefined;
  allow_force_pushes?: boolean | null | undefined;
  allow_deletions?: boolean | undefined;
  block_creations?: boolean | undefined;
  required_conversation_resolution?: boolean | undefined;
  lock_branch?: boolean | undefined;
  allow_fork_syncing?: boolean | undefined;
}

export interface FoundProtection {
  repository: Readonly<Repository>;
  protection: Readonly<BranchProtection>;
}

export type BranchTarget = readonly [owner: string, repo: string, branch: string];

/** GitHub's bound of approvals (docs: REST, "Update branch protection"). */
const MOST_APPROVALS = 6;

/** Who may not administer a repository is told of no protection. @throws NotFound */
function branchToProtect(context: HasWorld, [owner, repo, branch]: BranchTarget): Readonly<Repository> {
  const repository = visibleRepository(context, owner, repo);
  if (!hasPermission(context, repository, viewerOf(context).id, 'admin')) throw new NotFound();
  if (!findBranch(context, repository.id, branch)) throw new NotFound('Branch not found');
  return repository;
}

/** @throws NotFound */
export function getProtection(context: HasWorld, target: BranchTarget): FoundProtection {
  const repository = branchToProtect(context, target);
  const protection = protectionOf(context, repository.id, target[2]);
  if (!protection) throw new NotFound('Branch not protected');
  return { repository, protection };
}

/** @throws NotFound, Unprocessable */
export function checksOf({ strict = false, contexts, checks }: ChecksInput): RequiredChecks {
  const named = checks?.map(({ context, app_id }) => ({
    context,
    app_id: app_id === undefined || app_id === -1 ? null : app_id,
  }));
  const all = named ?? (contexts ?? []).map((context) => ({ context, app_id: null }));
  return { strict, checks: [...new Map(all.map((check) => [check.context, check])).values()] };
}

/** @throws ValidationFailed, Unprocessable */
export function reviewsOf(
  context: HasWorld,
  repository: Readonly<Repository>,
  input: ReviewsInput,
  known?: RequiredReviews,
): RequiredReviews {
  const count = input.required_approving_review_count ?? known?.required_approving_review_count ?? 1;
  if (count < 0 || count > MOST_APPROVALS)
    throw new Unprocessable(
      `Invalid request.\n\nThe number of required approving reviews must be between 0 and ${MOST_APPROVALS}.`,
    );
  const some = (named: NamedActors | undefined, before: Actors | null | undefined): Actors | null => {
    if (named === undefined) return before ?? null;
    // Nobody in particular is everybody again.
    return Object.keys(named).length === 0 ? null : actorsOf(context, repository, named);
  };
  return {
    required_approving_review_count: count,
    dismiss_stale_reviews: input.dismiss_stale_reviews ?? known?.dismiss_stale_reviews ?? false,
    require_code_owner_reviews: input.require_code_owner_reviews ?? known?.require_code_owner_reviews ?? false,
    require_last_push_approval: input.require_last_push_approval ?? known?.require_last_push_approval ?? false,
    dismissal_restrictions: some(input.dismissal_restrictions, known?.dismissal_restrictions),
    bypass_pull_request_allowances: some(input.bypass_pull_request_allowances, known?.bypass_pull_request_allowances),
  };
}

/** Who may push is listed in repositories of organisations alone. @throws Unprocessable */
export function requireOrganization({ world }: HasWorld, { owner_id }: Readonly<Repository>): void {
  if (world.users.get(owner_id)?.type !== 'Organization')
    throw new Unprocessable('Validation Failed\n\nOnly organization repositories can have users and team restrictions');
}

/** Protects a branch anew: what isn't said is off. @throws NotFound, ValidationFailed, Unprocessable */
export function protectBranch(context: GithubContext, target: BranchTarget, input: ProtectionInput): FoundProtection {
  const repository = branchToProtect(context, target);
  if (input.restrictions !== null) requireOrganization(context, repository);
  const record: BranchProtection = {
    repository_id: repository.id,
    branch: target[2],
    enforce_admins: input.enforce_admins ?? false,
    required_status_checks: input.required_status_checks && checksOf(input.required_status_checks),
    required_pull_request_reviews:
      input.required_pull_request_reviews && reviewsOf(context, repository, input.required_pull_request_reviews),
    restrictions: input.restrictions && actorsOf(context, repository, input.restrictions),
    required_linear_history: input.required_linear_history ?? false,
    allow_force_pushes: input.allow_force_pushes ?? false,
    allow_deletions: input.allow_deletions ?? false,
    block_creations: input.block_creations ?? false,
    required_conversation_resolution: input.required_conversation_resolution ?? false,
    lock_branch: input.lock_branch ?? false,
    allow_fork_syncing: input.allow_fork_syncing ?? false,
  };
  const { branch_protections: all } = context.world;
  const key = protectionKey(repository.id, target[2]);
  return { repository, protection: all.has(key) ? all.update(key, record) : all.insert(record) };
}

/** @throws NotFound */
export function unprotectBranch(context: GithubContext, target: BranchTarget): void {
  const { repository } = getProtection(context, target);
  context.world.branch_protections.remove(protectionKey(repository.id, target[2]));
}

/** Changes a part of a branch's protection. @throws NotFound */
export function changeProtection(
  context: GithubContext,
  target: BranchTarget,
  changes: (found: FoundProtection) => Partial<BranchProtection>,
): FoundProtection {
  const found = getProtection(context, target);
  const key = protectionKey(found.repository.id, target[2]);
  return { ...found, protection: context.world.branch_protections.update(key, changes(found)) };
}

/** A part of a protection that is off has no settings. @throws NotFound */
export function requirePart<P extends 'required_status_checks' | 'required_pull_request_reviews' | 'restrictions'>(
  { protection }: FoundProtection,
  part: P,
): NonNullable<BranchProtection[P]> {
  const found = protection[part];
  if (found === null) throw new NotFound(OFF[part]);
  return found as NonNullable<BranchProtection[P]>;
}

const OFF = {
  required_status_checks: 'Required status checks not enabled',
  required_pull_request_reviews: 'Required pull request reviews not enabled',
  restrictions: 'Push restrictions not enabled',
} as const;

/** A branch that gets another name takes its protection along. */
export function moveProtection({ world }: GithubContext, { id }: Readonly<Repository>, from: string, to: string): void {
  const known = world.branch_protections.get(protectionKey(id, from));
  if (!known) return;
  world.branch_protections.remove(protectionKey(id, from));
  if (!world.branch_protections.has(protectionKey(id, to))) world.branch_protections.insert({ ...known, branch: to });
}
