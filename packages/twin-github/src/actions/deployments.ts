import { Conflict, NotFound, Unprocessable, ValidationFailed } from '../errors.ts';
import { isAncestor } from '../git/history.ts';
import { nextId } from '../sequences.ts';
import {
  commitGroup,
  type Deployment,
  type DeploymentState,
  type DeploymentStatus,
  type GithubContext,
  type Repository,
  timestamp,
} from '../world.ts';
import { type HasWorld, viewerOf, visibleRepository, writableRepository } from './access.ts';
import { mergeBranch } from './branch-merge.ts';
import { findBranch } from './branches.ts';
import { resolveCommit } from './commits.ts';
import { emit } from './emit.ts';
import { environmentNamed } from './environments.ts';
import { RepositoryStore } from './git-store.ts';
import { checkReasons } from './protection/check-rules.ts';
import type { HasTime } from './workflows/course.ts';

export interface DeploymentInput {
  ref: string;
  task?: string | undefined;
  auto_merge?: boolean | undefined;
  required_contexts?: string[] | undefined;
  payload?: string | Record<string, unknown> | undefined;
  environment?: string | undefined;
  description?: string | null | undefined;
  transient_environment?: boolean | undefined;
  production_environment?: boolean | undefined;
}

export interface DeploymentFilter {
  sha?: string | undefined;
  ref?: string | undefined;
  task?: string | undefined;
  environment?: string | undefined;
}

/** The environment that is meant where none is named (docs: REST, "Create a deployment"). */
const PRODUCTION = 'production';

/** @throws Conflict where a context hasn't passed */
function requireContexts(
  context: HasTime,
  { id }: Readonly<Repository>,
  sha: string,
  wanted: readonly string[] | undefined,
): void {
  const group = commitGroup(id, sha);
  const { commit_statuses: statuses, check_runs: runs } = context.world;
  const known = [
    ...statuses.by.commit.page(group, { limit: statuses.size }).map((one) => one.context),
    ...runs.by.commit.page(group, { limit: runs.size }).map(({ name }) => name),
  ];
  const contexts = wanted ?? [...new Set(known)];
  const reasons = checkReasons(context, id, sha, { required_status_checks: contexts.map((name) => ({ context: name })) });
  if (reasons.length > 0) throw new Conflict(`Conflict: Commit status checks failed for ${sha.slice(0, 7)}.`);
}

/** The default branch is merged into what is deployed, where it lacks something of it. @returns GitHub's word on that */
function mergeDefault(context: GithubContext, repository: Readonly<Repository>, ref: string, sha: string): string | undefined {
  const main = findBranch(context, repository.id, repository.default_branch);
  if (!main || !findBranch(context, repository.id, ref) || ref === repository.default_branch) return undefined;
  if (isAncestor(new RepositoryStore(context, repository.id), main.object.sha, sha)) return undefined;
  const [owner = '', repo = ''] = repository.full_name.split('/');
  try {
    mergeBranch(context, owner, repo, { base: ref, head: repository.default_branch });
  } catch (error) {
    throw error instanceof Conflict ? new Conflict(`Conflict merging ${repository.default_branch} into ${ref}.`) : error;
  }
  return `Auto-merged ${repository.default_branch} into ${ref} on deployment.`;
}

/** @returns the deployment, or what was merged instead of it. @throws NotFound, Forbidden, Conflict, Unprocessable */
export function createDeployment(
  context: GithubContext,
  owner: string,
  repo: string,
  input: DeploymentInput,
): Readonly<Deployment> | { merged: string } {
  const repository = writableRepository(context, owner, repo);
  const sha = resolveCommit(context, repository, input.ref);
  if (sha === undefined) throw new Unprocessable(`No ref found for: ${input.ref}`);
  const merged = input.auto_merge === false ? undefined : mergeDefault(context, repository, input.ref, sha);
  if (merged !== undefined) return { merged };
  requireContexts(context, repository, sha, input.required_contexts);
  const environment = input.environment ?? PRODUCTION;
  environmentNamed(context, repository, environment);
  const now = timestamp(context.now);
  const deployment = context.world.deployments.insert({
    id: nextId(context.ids, 'deployment'),
    repository_id: repository.id,
    sha,
    ref: input.ref,
    task: input.task ?? 'deploy',
    payload: input.payload ?? {},
    environment,
    description: input.description ?? null,
    creator_id: viewerOf(context).id,
    transient_environment: input.transient_environment ?? false,
    production_environment: input.production_environment ?? environment === PRODUCTION,
    created_at: now,
    updated_at: now,
  });
  emit(context, repository.id, 'deployment', 'created', { deployment_id: deployment.id });
  return deployment;
}

/** Newest first. @throws NotFound */
export function listDeployments(
  context: HasWorld,
  owner: string,
  repo: string,
  filter: DeploymentFilter,
): Readonly<Deployment>[] {
  const { id } = visibleRepository(context, owner, repo);
  const { repository } = context.world.deployments.by;
  const wanted = (['sha', 'ref', 'task', 'environment'] as const).filter((field) => filter[field] && filter[field] !== 'none');
  return repository
    .page(id, { limit: repository.count(id), reverse: true })
    .filter((one) => wanted.every((field) => one[field] === filter[field]));
}

/** @throws NotFound */
export function getDeployment(context: HasWorld, owner: string, repo: string, id: number): Readonly<Deployment> {
  const repository = visibleRepository(context, owner, repo);
  const deployment = context.world.deployments.get(id);
  if (deployment?.repository_id !== repository.id) throw new NotFound();
  return deployment;
}

/** Newest first. */
export function statusesOf({ world }: HasWorld, { id }: Readonly<Deployment>): readonly Readonly<DeploymentStatus>[] {
  const { deployment } = world.deployment_statuses.by;
  return deployment.page(id, { limit: deployment.count(id), reverse: true });
}

/** An active deployment stays, unless it is the only one. @throws NotFound, Forbidden, Unprocessable */
export function deleteDeployment(context: GithubContext, owner: string, repo: string, id: number): void {
  writableRepository(context, owner, repo);
  const deployment = getDeployment(context, owner, repo, id);
  const { repository } = context.world.deployments.by;
  const isActive = statusesOf(context, deployment)[0]?.state === 'success';
  if (isActive && repository.count(deployment.repository_id) > 1)
    throw new Unprocessable('We cannot delete an active deployment unless it is the only deployment in a given environment.');
  for (const status of [...statusesOf(context, deployment)]) context.world.deployment_statuses.remove(status.id);
  context.world.deployments.remove(id);
}

export interface DeploymentStatusInput {
  state: DeploymentState;
  target_url?: string | undefined;
  log_url?: string | undefined;
  description?: string | undefined;
  environment?: string | undefined;
  environment_url?: string | undefined;
  auto_inactive?: boolean | undefined;
}

const MAX_DESCRIPTION = 140;

/** Says how a deployment goes; a success retires the ones before it in its environment. @throws NotFound, Forbidden, Unprocessable */
export function createDeploymentStatus(
  context: GithubContext,
  owner: string,
  repo: string,
  id: number,
  input: DeploymentStatusInput,
): Readonly<DeploymentStatus> {
  writableRepository(context, owner, repo);
  const deployment = getDeployment(context, owner, repo, id);
  if ((input.description ?? '').length > MAX_DESCRIPTION)
    throw new Unprocessable(`description is too long (maximum is ${MAX_DESCRIPTION} characters)`);
  for (const field of ['log_url', 'target_url', 'environment_url'] as const) {
    const message = `${field} must use http(s) scheme`;
    if (input[field] && !/^https?:\/\//i.test(input[field]))
      throw new ValidationFailed([{ resource: 'DeploymentStatus', code: 'custom', field, message }]);
  }
  if (input.state === 'success' && input.auto_inactive !== false) retireOthers(context, deployment);
  return insertStatus(context, deployment, {
    state: input.state,
    description: input.description ?? '',
    environment: input.environment ?? deployment.environment,
    log_url: input.log_url ?? input.target_url ?? '',
    environment_url: input.environment_url ?? '',
  });
}

function insertStatus(
  context: GithubContext,
  deployment: Readonly<Deployment>,
  facts: Pick<DeploymentStatus, 'state' | 'description' | 'environment' | 'log_url' | 'environment_url'>,
): Readonly<DeploymentStatus> {
  const now = timestamp(context.now);
  context.world.deployments.update(deployment.id, { updated_at: now, environment: facts.environment });
  const status = context.world.deployment_statuses.insert({
    id: nextId(context.ids, 'deployment_status'),
    repository_id: deployment.repository_id,
    deployment_id: deployment.id,
    creator_id: viewerOf(context).id,
    created_at: now,
    ...facts,
  });
  const subject = { deployment_id: deployment.id, deployment_status_id: status.id };
  emit(context, deployment.repository_id, 'deployment_status', 'created', subject);
  return status;
}

/** "All the non-transient, non-production environment deployments with the same repository and environment name" (docs: REST, "Create a deployment status"). */
function retireOthers(context: GithubContext, deployment: Readonly<Deployment>): void {
  const { repository } = context.world.deployments.by;
  const before = repository
    .page(deployment.repository_id, { limit: repository.count(deployment.repository_id) })
    .filter((one) => one.id < deployment.id && one.environment === deployment.environment && !one.transient_environment);
  for (const one of [...before]) {
    if (statusesOf(context, one)[0]?.state !== 'success') continue;
    insertStatus(context, one, {
      state: 'inactive',
      description: '',
      environment: one.environment,
      log_url: '',
      environment_url: '',
    });
  }
}

/** @throws NotFound */
export function getDeploymentStatus(
  context: HasWorld,
  owner: string,
  repo: string,
  id: number,
  statusId: number,
): Readonly<DeploymentStatus> {
  const deployment = getDeployment(context, owner, repo, id);
  const status = context.world.deployment_statuses.get(statusId);
  if (status?.deployment_id !== deployment.id) throw new NotFound();
  return status;
}
