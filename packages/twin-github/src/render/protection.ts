import type { Actors, BranchProtection, GithubContext, RequiredChecks, RequiredReviews } from '../world.ts';
import { renderApp } from './commit-checks.ts';
import { renderShortTeam } from './organizations.ts';
import { repositoryUrl } from './repository-path.ts';
import { simpleUserById } from './users.ts';

/** Where the protection of a branch is found. */
export const protectionUrl = (context: GithubContext, { repository_id, branch }: { repository_id: number; branch: string }) =>
  `${repositoryUrl(context, { repository_id })}/branches/${encodeURIComponent(branch)}/protection`;

/** Users, teams and apps as they stand in lists. */
export function renderActors(context: GithubContext, { user_ids, team_ids, apps }: Actors) {
  return {
    users: user_ids.map((id) => simpleUserById(context, id)),
    teams: team_ids.flatMap((id) => {
      const team = context.world.teams.get(id);
      const organization = team && context.world.users.get(team.organization_id);
      return organization ? [renderShortTeam(context, organization, team)] : [];
    }),
    apps: apps.map(() => renderApp(context)),
  };
}

export const renderChecks = (url: string, { strict, checks }: RequiredChecks) => ({
  url: `${url}/required_status_checks`,
  strict,
  contexts: checks.map(({ context }) => context),
  contexts_url: `${url}/required_status_checks/contexts`,
  checks,
});

export function renderReviews(context: GithubContext, url: string, reviews: RequiredReviews) {
  const { dismissal_restrictions: dismissal, bypass_pull_request_allowances: bypass, ...own } = reviews;
  const at = `${url}/dismissal_restrictions`;
  return {
    url: `${url}/required_pull_request_reviews`,
    ...own,
    ...(dismissal && {
      dismissal_restrictions: {
        url: at,
        users_url: `${at}/users`,
        teams_url: `${at}/teams`,
        ...renderActors(context, dismissal),
      },
    }),
    ...(bypass && { bypass_pull_request_allowances: renderActors(context, bypass) }),
  };
}

export function renderRestrictions(context: GithubContext, url: string, restrictions: Actors) {
  const at = `${url}/restrictions`;
  const where = { url: at, users_url: `${at}/users`, teams_url: `${at}/teams`, apps_url: `${at}/apps` };
  return { ...where, ...renderActors(context, restrictions) };
}

export const renderAdmins = (url: string, enabled: boolean) => ({ url: `${url}/enforce_admins`, enabled });

/** No branch asks for signatures here. */
export const renderSignatures = (url: string) => ({ url: `${url}/required_signatures`, enabled: false });

export function renderProtection(context: GithubContext, protection: Readonly<BranchProtection>) {
  const url = protectionUrl(context, protection);
  const { required_status_checks: checks, required_pull_request_reviews: reviews, restrictions } = protection;
  return {
    url,
    ...(checks && { required_status_checks: renderChecks(url, checks) }),
    ...(reviews && { required_pull_request_reviews: renderReviews(context, url, reviews) }),
    ...(restrictions && { restrictions: renderRestrictions(context, url, restrictions) }),
    required_signatures: renderSignatures(url),
    enforce_admins: renderAdmins(url, protection.enforce_admins),
    required_linear_history: { enabled: protection.required_linear_history },
    allow_force_pushes: { enabled: protection.allow_force_pushes },
    allow_deletions: { enabled: protection.allow_deletions },
    block_creations: { enabled: protection.block_creations },
    required_conversation_resolution: { enabled: protection.required_conversation_resolution },
    lock_branch: { enabled: protection.lock_branch },
    allow_fork_syncing: { enabled: protection.allow_fork_syncing },
  };
}

/** How a branch says that it is protected. */
export function branchProtection(protection: Readonly<BranchProtection> | undefined) {
  const checks = protection?.required_status_checks;
  const level = checks ? (protection.enforce_admins ? 'everyone' : 'non_admins') : 'off';
  const contexts = checks?.checks.map(({ context }) => context) ?? [];
  return {
    enabled: protection !== undefined,
    required_status_checks: { enforcement_level: level, contexts, checks: checks?.checks ?? [] },
  };
}
