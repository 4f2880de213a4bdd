import { Conflict, ValidationFailed } from '../errors.ts';
import {
  collaboratorKey,
  type GithubContext,
  type InteractionGroup,
  type InteractionLimit,
  type LimitPlace,
  limitKey,
  membershipKey,
  type Repository,
  timestamp,
  type User,
} from '../world.ts';
import { type HasWorld, hasPermission, requirePermission, viewerOf, visibleRepository } from './access.ts';
import { contributors } from './contributors.ts';
import { ownedOrganization } from './rulesets.ts';

const DAY_MS = 86_400_000;

/** How long a limit lasts, in days (docs: REST, "Set interaction restrictions for a repository"). */
export const EXPIRIES = { one_day: 1, three_days: 3, one_week: 7, one_month: 30, six_months: 180 } as const;
export type Expiry = keyof typeof EXPIRIES;

export interface LimitInput {
  limit: InteractionGroup;
  expiry?: Expiry | undefined;
}

interface HasTime extends HasWorld {
  readonly now: number;
}

export type LimitOrigin = 'repository' | 'organization' | 'user';
export interface FoundLimit {
  limit: Readonly<InteractionLimit>;
  origin: LimitOrigin;
}

/** A limit that isn't over yet. */
function limitAt({ world, now }: HasTime, place: LimitPlace): Readonly<InteractionLimit> | undefined {
  const limit = world.interaction_limits.size === 0 ? undefined : world.interaction_limits.get(limitKey(place));
  return limit && Date.parse(limit.expires_at) > now ? limit : undefined;
}

const accountLimit = (context: HasTime, account: Readonly<User>): FoundLimit | undefined => {
  const limit = limitAt(context, { account_id: account.id });
  return limit && { limit, origin: account.type === 'Organization' ? 'organization' : 'user' };
};

const ownerOf = ({ world }: HasWorld, { owner_id }: Readonly<Repository>): Readonly<User> =>
  world.users.get(owner_id) as Readonly<User>;

/** What holds for a repository: its owner's limit before its own, and none where it is private. */
export function limitOfRepository(context: HasTime, repository: Readonly<Repository>): FoundLimit | undefined {
  if (context.world.interaction_limits.size === 0 || repository.private) return undefined;
  const limit = limitAt(context, { repository_id: repository.id });
  return accountLimit(context, ownerOf(context, repository)) ?? (limit && { limit, origin: 'repository' });
}

/** "Users that have not previously contributed" and the like: who works on it is never kept out. */
function isKeptOut(context: HasTime, repository: Readonly<Repository>, user: Readonly<User>, group: InteractionGroup): boolean {
  const { world, now } = context;
  const isCollaborator =
    hasPermission(context, repository, user.id, 'triage') ||
    world.collaborators.has(collaboratorKey(repository.id, user.id)) ||
    world.memberships.has(membershipKey(repository.owner_id, user.id));
  if (isCollaborator) return false;
  if (group === 'collaborators_only') return true;
  if (contributors(context, repository).some((one) => one.user?.id === user.id)) return false;
  return group === 'contributors_only' || now - Date.parse(user.created_at) < DAY_MS;
}

/** As gh shows the first of them (a createIssue of ziglang/zig); the others are named in GitHub's settings. */
const RESTRICTED: Readonly<Record<InteractionGroup, string>> = {
  collaborators_only: 'collaborators only',
  contributors_only: 'prior contributors only',
  existing_users: 'existing users only',
};

/**
 * A limit keeps people "from commenting, opening issues, creating pull requests, reacting with emojis, editing existing comments, and editing titles"
 * (docs: "Limiting interactions in your repository"). @throws ValidationFailed
 */
export function requireInteraction(context: HasTime, repository: Readonly<Repository>, resource: string): void {
  const found = limitOfRepository(context, repository);
  if (!found || !isKeptOut(context, repository, viewerOf(context), found.limit.limit)) return;
  const message = `could not be created. Interactions on this repository have been restricted to ${RESTRICTED[found.limit.limit]}.`;
  throw new ValidationFailed([{ resource, code: 'custom', field: 'base', message }]);
}

function administered(context: HasTime, owner: string, repo: string): Readonly<Repository> {
  const repository = visibleRepository(context, owner, repo);
  requirePermission(context, repository, 'admin');
  return repository;
}

/** @throws NotFound, AdminRightsRequired */
export const getRepositoryLimit = (context: HasTime, owner: string, repo: string): FoundLimit | undefined =>
  limitOfRepository(context, administered(context, owner, repo));

/** "You will receive a 409 Conflict response" where the owner has one (docs: REST, "Set interaction restrictions for a repository"). */
function changeable(context: HasTime, owner: string, repo: string): Readonly<Repository> {
  const repository = administered(context, owner, repo);
  if (accountLimit(context, ownerOf(context, repository)))
    throw new Conflict('An interaction limit is set for the owner of this repository');
  return repository;
}

function setLimit(
  context: GithubContext,
  place: LimitPlace,
  { limit, expiry = 'one_day' }: LimitInput,
): Readonly<InteractionLimit> {
  const { interaction_limits: limits } = context.world;
  const key = limitKey(place);
  const expires_at = timestamp(context.now + EXPIRIES[expiry] * DAY_MS);
  if (limits.has(key)) return limits.update(key, { limit, expires_at });
  return limits.insert({ key, repository_id: null, account_id: null, ...place, limit, expires_at });
}

function removeLimit({ world }: GithubContext, place: LimitPlace): void {
  if (world.interaction_limits.has(limitKey(place))) world.interaction_limits.remove(limitKey(place));
}

/** @throws NotFound, AdminRightsRequired, Conflict */
export function setRepositoryLimit(context: GithubContext, owner: string, repo: string, input: LimitInput): FoundLimit {
  const { id } = changeable(context, owner, repo);
  return { limit: setLimit(context, { repository_id: id }, input), origin: 'repository' };
}

/** @throws NotFound, AdminRightsRequired, Conflict */
export const removeRepositoryLimit = (context: GithubContext, owner: string, repo: string): void =>
  removeLimit(context, { repository_id: changeable(context, owner, repo).id });

/** @throws NotFound, AdminRightsRequired */
export const getOrganizationLimit = (context: HasTime, login: string): FoundLimit | undefined =>
  accountLimit(context, ownedOrganization(context, login).organization);

export const getViewerLimit = (context: HasTime): FoundLimit | undefined => accountLimit(context, viewerOf(context));

/** An account's limit overwrites those of its repositories (docs: REST, "Set interaction restrictions for an organization"). */
function setAccountLimit(context: GithubContext, account: Readonly<User>, input: LimitInput): FoundLimit {
  const { owner } = context.world.repositories.by;
  for (const { id } of owner.page(account.id, { limit: owner.count(account.id) })) removeLimit(context, { repository_id: id });
  const limit = setLimit(context, { account_id: account.id }, input);
  return { limit, origin: account.type === 'Organization' ? 'organization' : 'user' };
}

/** @throws NotFound, AdminRightsRequired */
export const setOrganizationLimit = (context: GithubContext, login: string, input: LimitInput): FoundLimit =>
  setAccountLimit(context, ownedOrganization(context, login).organization, input);

/** @throws NotFound, AdminRightsRequired */
export const removeOrganizationLimit = (context: GithubContext, login: string): void =>
  removeLimit(context, { account_id: ownedOrganization(context, login).organization.id });

export const setViewerLimit = (context: GithubContext, input: LimitInput): FoundLimit =>
  setAccountLimit(context, viewerOf(context), input);

export const removeViewerLimit = (context: GithubContext): void => removeLimit(context, { account_id: viewerOf(context).id });
