import { json, noContent } from '@svc/twin-kit';
import { z } from 'zod';
import {
  type BranchTarget,
  changeProtection,
  checksOf,
  getProtection,
  protectBranch,
  requirePart,
  reviewsOf,
  unprotectBranch,
} from '../actions/protection/protect.ts';
import {
  protectionUrl,
  renderAdmins,
  renderChecks,
  renderProtection,
  renderReviews,
  renderSignatures,
} from '../render/protection.ts';
import type { BranchProtection, GithubContext } from '../world.ts';
import { operation, repositoryParams } from './operation.ts';

export const protectionPath = '/repos/{owner}/{repo}/branches/{branch}/protection';

export const branchTarget = (params: Readonly<Record<string, string>>): BranchTarget => [
  ...repositoryParams(params),
  params.branch ?? '',
];

const read = { method: 'GET', fidelity: 'semantic', mutates: false } as const;
const write = { fidelity: 'semantic', mutates: true } as const;

const named = z.object({
  users: z.array(z.string()).optional(),
  teams: z.array(z.string()).optional(),
  apps: z.array(z.string()).optional(),
});
const checks = {
  strict: z.boolean().optional(),
  contexts: z.array(z.string()).optional(),
  checks: z.array(z.object({ context: z.string(), app_id: z.number().int().nullable().optional() })).optional(),
};
const reviews = {
  dismissal_restrictions: named.optional(),
  bypass_pull_request_allowances: named.optional(),
  dismiss_stale_reviews: z.boolean().optional(),
  require_code_owner_reviews: z.boolean().optional(),
  required_approving_review_count: z.number().int().optional(),
  require_last_push_approval: z.boolean().optional(),
};

const shownChecks = (context: GithubContext, protection: Readonly<BranchProtection>) =>
  json(protection.required_status_checks && renderChecks(protectionUrl(context, protection), protection.required_status_checks));
const shownReviews = (context: GithubContext, protection: Readonly<BranchProtection>) =>
  json(
    protection.required_pull_request_reviews &&
      renderReviews(context, protectionUrl(context, protection), protection.required_pull_request_reviews),
  );

const whole = [
  operation({
    ...read,
    id: 'repos/get-branch-protection',
    path: protectionPath,
    action: 'get_branch_protection',
    handle: (context, { params }) => json(renderProtection(context, getProtection(context, branchTarget(params)).protection)),
  }),
  operation({
    ...write,
    id: 'repos/update-branch-protection',
    method: 'PUT',
    path: protectionPath,
    action: 'update_branch_protection',
    body: z.object({
      required_status_checks: z.object(checks).nullable(),
      enforce_admins: z.boolean().nullable(),
      required_pull_request_reviews: z.object(reviews).nullable(),
      restrictions: named.nullable(),
      required_linear_history: z.boolean().optional(),
      allow_force_pushes: z.boolean().nullable().optional(),
      allow_deletions: z.boolean().optional(),
      block_creations: z.boolean().optional(),
      required_conversation_resolution: z.boolean().optional(),
      lock_branch: z.boolean().optional(),
      allow_fork_syncing: z.boolean().optional(),
    }),
    handle: (context, { params, body }) =>
      json(renderProtection(context, protectBranch(context, branchTarget(params), body).protection)),
  }),
  operation({
    ...write,
    id: 'repos/delete-branch-protection',
    method: 'DELETE',
    path: protectionPath,
    action: 'delete_branch_protection',
    handle(context, { params }) {
      unprotectBranch(context, branchTarget(params));
      return noContent();
    },
  }),
];

const ADMINS = `${protectionPath}/enforce_admins`;
const admins = [
  operation({
    ...read,
    id: 'repos/get-admin-branch-protection',
    path: ADMINS,
    action: 'get_branch_protection',
    handle(context, { params }) {
      const { protection } = getProtection(context, branchTarget(params));
      return json(renderAdmins(protectionUrl(context, protection), protection.enforce_admins));
    },
  }),
  ...(
    [
      ['set-admin-branch-protection', 'POST', true],
      ['delete-admin-branch-protection', 'DELETE', false],
    ] as const
  ).map(([id, method, enforce_admins]) =>
    operation({
      ...write,
      id: `repos/${id}`,
      method,
      path: ADMINS,
      action: 'update_branch_protection',
      handle(context, { params }) {
        const { protection } = changeProtection(context, branchTarget(params), () => ({ enforce_admins }));
        return enforce_admins ? json(renderAdmins(protectionUrl(context, protection), true)) : noContent();
      },
    }),
  ),
];

const SIGNATURES = `${protectionPath}/required_signatures`;
const signatures = [
  operation({
    ...read,
    id: 'repos/get-commit-signature-protection',
    path: SIGNATURES,
    action: 'get_branch_protection',
    handle(context, { params }) {
      const { protection } = getProtection(context, branchTarget(params));
      return json(renderSignatures(protectionUrl(context, protection)));
    },
  }),
  operation({
    ...write,
    id: 'repos/delete-commit-signature-protection',
    method: 'DELETE',
    path: SIGNATURES,
    action: 'update_branch_protection',
    handle(context, { params }) {
      getProtection(context, branchTarget(params));
      return noContent();
    },
  }),
];

const REVIEWS = `${protectionPath}/required_pull_request_reviews`;
const requiredReviews = [
  operation({
    ...read,
    id: 'repos/get-pull-request-review-protection',
    path: REVIEWS,
    action: 'get_branch_protection',
    handle(context, { params }) {
      const found = getProtection(context, branchTarget(params));
      requirePart(found, 'required_pull_request_reviews');
      return shownReviews(context, found.protection);
    },
  }),
  operation({
    ...write,
    id: 'repos/update-pull-request-review-protection',
    method: 'PATCH',
    path: REVIEWS,
    action: 'update_branch_protection',
    body: z.object(reviews),
    handle(context, { params, body }) {
      const { protection } = changeProtection(context, branchTarget(params), (found) => ({
        required_pull_request_reviews: reviewsOf(
          context,
          found.repository,
          body,
          found.protection.required_pull_request_reviews ?? undefined,
        ),
      }));
      return shownReviews(context, protection);
    },
  }),
  operation({
    ...write,
    id: 'repos/delete-pull-request-review-protection',
    method: 'DELETE',
    path: REVIEWS,
    action: 'update_branch_protection',
    handle(context, { params }) {
      changeProtection(context, branchTarget(params), () => ({ required_pull_request_reviews: null }));
      return noContent();
    },
  }),
];

const CHECKS = `${protectionPath}/required_status_checks`;
const requiredChecks = [
  operation({
    ...read,
    id: 'repos/get-status-checks-protection',
    path: CHECKS,
    action: 'get_branch_protection',
    handle(context, { params }) {
      const found = getProtection(context, branchTarget(params));
      requirePart(found, 'required_status_checks');
      return shownChecks(context, found.protection);
    },
  }),
  operation({
    ...write,
    id: 'repos/update-status-check-protection',
    method: 'PATCH',
    path: CHECKS,
    action: 'update_branch_protection',
    body: z.object(checks),
    handle(context, { params, body }) {
      const { protection } = changeProtection(context, branchTarget(params), (found) => {
        const known = requirePart(found, 'required_status_checks');
        const isSaid = body.checks !== undefined || body.contexts !== undefined;
        const fresh = checksOf({ ...body, strict: body.strict ?? known.strict });
        return { required_status_checks: isSaid ? fresh : { ...fresh, checks: known.checks } };
      });
      return shownChecks(context, protection);
    },
  }),
  operation({
    ...write,
    id: 'repos/remove-status-check-protection',
    method: 'DELETE',
    path: CHECKS,
    action: 'update_branch_protection',
    handle(context, { params }) {
      changeProtection(context, branchTarget(params), () => ({ required_status_checks: null }));
      return noContent();
    },
  }),
];

export const branchProtectionOperations = [...whole, ...admins, ...signatures, ...requiredReviews, ...requiredChecks];
