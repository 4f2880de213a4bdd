import { NotFound, Unprocessable } from '../errors.ts';
import { nextId } from '../sequences.ts';
import {
  type DeploymentBranchPolicy,
  type Environment,
  type EnvironmentReviewer,
  type GithubContext,
  type Repository,
  timestamp,
} from '../world.ts';
import { type HasWorld, requirePermission, visibleRepository } from './access.ts';
import { clearShelf } from './workflows/shelves.ts';

export interface EnvironmentInput {
  wait_timer?: number | undefined;
  prevent_self_review?: boolean | undefined;
  reviewers?: readonly { type?: 'User' | 'Team' | undefined; id?: number | undefined }[] | null | undefined;
  deployment_branch_policy?: Environment['branch_policy'] | undefined;
}

export interface FoundEnvironment {
  repository: Readonly<Repository>;
  environment: Readonly<Environment>;
}

/** 30 days of minutes, and six reviewers (docs: REST, "Create or update an environment"). */
const MOST_MINUTES = 43_200;
const MOST_REVIEWERS = 6;

/** By name. @throws NotFound */
export function listEnvironments(context: HasWorld, owner: string, repo: string): readonly Readonly<Environment>[] {
  const { id } = visibleRepository(context, owner, repo);
  const { repository } = context.world.environments.by;
  return repository.page(id, { limit: repository.count(id) });
}

/** @throws NotFound */
export function getEnvironment(context: HasWorld, owner: string, repo: string, name: string): FoundEnvironment {
  const repository = visibleRepository(context, owner, repo);
  const environment = context.world.environments.by.name.first(`${repository.id}/${name.toLowerCase()}`);
  if (!environment) throw new NotFound();
  return { repository, environment };
}

/** The environment of this name, which is made where it isn't there: a deployment does that. */
export function environmentNamed(context: GithubContext, repository: Readonly<Repository>, name: string): Readonly<Environment> {
  const known = context.world.environments.by.name.first(`${repository.id}/${name.toLowerCase()}`);
  if (known) return known;
  const now = timestamp(context.now);
  return context.world.environments.insert({
    id: nextId(context.ids, 'environment'),
    repository_id: repository.id,
    name,
    wait_timer: 0,
    prevent_self_review: false,
    reviewers: [],
    branch_policy: null,
    created_at: now,
    updated_at: now,
  });
}

function administered(context: HasWorld, owner: string, repo: string): Readonly<Repository> {
  const repository = visibleRepository(context, owner, repo);
  requirePermission(context, repository, 'admin');
  return repository;
}

/** @throws Unprocessable for who isn't there */
function reviewersOf({ world }: HasWorld, input: NonNullable<EnvironmentInput['reviewers']>): EnvironmentReviewer[] {
  if (input.length > MOST_REVIEWERS) throw new Unprocessable(`An environment can have at most ${MOST_REVIEWERS} reviewers.`);
  return input.map(({ type = 'User', id = 0 }) => {
    if (!(type === 'User' ? world.users.has(id) : world.teams.has(id)))
      throw new Unprocessable(`Reviewer ${type} ${id} could not be found.`);
    return { type, id };
  });
}

/** Sets an environment anew: what isn't said is off. @throws NotFound, AdminRightsRequired, Unprocessable */
export function putEnvironment(
  context: GithubContext,
  owner: string,
  repo: string,
  name: string,
  input: EnvironmentInput,
): FoundEnvironment {
  const repository = administered(context, owner, repo);
  const wait = input.wait_timer ?? 0;
  if (wait < 0 || wait > MOST_MINUTES) throw new Unprocessable(`wait_timer must be between 0 and ${MOST_MINUTES}`);
  const policy = input.deployment_branch_policy ?? null;
  if (policy && policy.protected_branches === policy.custom_branch_policies)
    throw new Unprocessable('protected_branches and custom_branch_policies cannot have the same value');
  const reviewers = reviewersOf(context, input.reviewers ?? []);
  const { id } = environmentNamed(context, repository, name);
  const environment = context.world.environments.update(id, {
    wait_timer: wait,
    prevent_self_review: input.prevent_self_review ?? false,
    reviewers,
    branch_policy: policy,
    updated_at: timestamp(context.now),
  });
  return { repository, environment };
}

/** @throws NotFound, AdminRightsRequired */
export function deleteEnvironment(context: GithubContext, owner: string, repo: string, name: string): void {
  administered(context, owner, repo);
  const { environment } = getEnvironment(context, owner, repo, name);
  for (const policy of [...policiesOf(context, environment)]) context.world.deployment_branch_policies.remove(policy.id);
  clearShelf(context, { environment_id: environment.id });
  context.world.environments.remove(environment.id);
}

export function policiesOf({ world }: HasWorld, { id }: Readonly<Environment>): readonly Readonly<DeploymentBranchPolicy>[] {
  const { environment } = world.deployment_branch_policies.by;
  return environment.page(id, { limit: environment.count(id) });
}

type Target = readonly [owner: string, repo: string, name: string];

/** @throws NotFound */
export function getPolicy(context: HasWorld, target: Target, id: number): Readonly<DeploymentBranchPolicy> {
  const { environment } = getEnvironment(context, ...target);
  const policy = context.world.deployment_branch_policies.get(id);
  if (policy?.environment_id !== environment.id) throw new NotFound();
  return policy;
}

/** @throws NotFound for an environment without policies of its own, AdminRightsRequired */
export function createPolicy(
  context: GithubContext,
  target: Target,
  { name, type = 'branch' }: { name: string; type?: 'branch' | 'tag' | undefined },
): Readonly<DeploymentBranchPolicy> {
  administered(context, target[0], target[1]);
  const { environment, repository } = getEnvironment(context, ...target);
  if (!environment.branch_policy?.custom_branch_policies) throw new NotFound();
  const known = policiesOf(context, environment).find((one) => one.name === name && one.type === type);
  return (
    known ??
    context.world.deployment_branch_policies.insert({
      id: nextId(context.ids, 'deployment_branch_policy'),
      repository_id: repository.id,
      environment_id: environment.id,
      name,
      type,
    })
  );
}

/** @throws NotFound, AdminRightsRequired */
export function updatePolicy(context: GithubContext, target: Target, id: number, name: string): Readonly<DeploymentBranchPolicy> {
  administered(context, target[0], target[1]);
  return context.world.deployment_branch_policies.update(getPolicy(context, target, id).id, { name });
}

/** @throws NotFound, AdminRightsRequired */
export function deletePolicy(context: GithubContext, target: Target, id: number): void {
  administered(context, target[0], target[1]);
  context.world.deployment_branch_policies.remove(getPolicy(context, target, id).id);
}
