import { NotFound, Unprocessable } from '../../errors.ts';
import { type GithubContext, type Repository, timestamp, type Workflow, type WorkflowRun } from '../../world.ts';
import { type HasWorld, viewerOf, visibleRepository, writableRepository } from '../access.ts';
import { findBranch } from '../branches.ts';
import { resolveCommit } from '../commits.ts';
import { RepositoryStore } from '../git-store.ts';
import type { InputPlan, WorkflowFile } from './file.ts';
import { areActionsEnabled } from './policies.ts';
import { FOLDER, fileAt, insertRun, workflowAt, workflowName } from './records.ts';
import { restartSchedule } from './schedules.ts';
import { startAbout, titleOf } from './start.ts';

/** The workflows of a repository whose files are there, in the order in which they came. @throws NotFound */
export function listWorkflows(context: HasWorld, owner: string, repo: string): readonly Readonly<Workflow>[] {
  const { id } = visibleRepository(context, owner, repo);
  const { repository } = context.world.workflows.by;
  return repository.page(id, { limit: repository.count(id) }).filter(({ state }) => state !== 'deleted');
}

/** A workflow by its id or the name of its file. @throws NotFound */
export function getWorkflow(context: HasWorld, owner: string, repo: string, name: string): Readonly<Workflow> {
  const { id } = visibleRepository(context, owner, repo);
  const workflow = /^\d+$/.test(name)
    ? context.world.workflows.get(Number(name))
    : (workflowAt(context, id, `${FOLDER}/${name}`) ?? workflowAt(context, id, name));
  if (workflow?.repository_id !== id) throw new NotFound();
  return workflow;
}

/** Lets a workflow start, or start no more. @throws NotFound, Forbidden */
export function setWorkflowState(
  context: GithubContext,
  owner: string,
  repo: string,
  name: string,
  state: 'active' | 'disabled_manually',
): void {
  const workflow = getWorkflow(context, owner, repo, name);
  writableRepository(context, owner, repo);
  if (workflow.state === 'deleted') throw new NotFound();
  if (workflow.state === state) return;
  const changed = context.world.workflows.update(workflow.id, { state, updated_at: timestamp(context.now) });
  if (state === 'active') restartSchedule(context, changed);
}

export interface Dispatch {
  /** A branch or a tag. */
  ref: string;
  inputs?: Readonly<Record<string, unknown>> | undefined;
}

/** Runs a workflow that takes that. @throws NotFound, Forbidden, Unprocessable in GitHub's words */
export function dispatchWorkflow(
  context: GithubContext,
  owner: string,
  repo: string,
  name: string,
  { ref, inputs = {} }: Dispatch,
): Readonly<WorkflowRun> {
  const workflow = getWorkflow(context, owner, repo, name);
  const repository = writableRepository(context, owner, repo);
  const branch = ref.replace(/^refs\/(?:heads|tags)\//, '');
  const sha = resolveCommit(context, repository, branch);
  if (sha === undefined || /^[0-9a-f]{40}$/.test(branch)) throw new Unprocessable(`No ref found for: ${ref}`);
  if (!areActionsEnabled(context, repository)) throw new Unprocessable('Actions has been disabled for this repository.');
  if (workflow.state !== 'active') throw new Unprocessable("Cannot trigger a 'workflow_dispatch' on a disabled workflow");
  const file = fileAt(new RepositoryStore(context, repository.id), sha, workflow.path);
  if (!file?.triggers.has('workflow_dispatch') || file.fault !== undefined)
    throw new Unprocessable("Workflow does not have 'workflow_dispatch' trigger");
  const given = inputsFor(file, inputs);
  const viewer = viewerOf(context);
  const start = {
    event: 'workflow_dispatch',
    display_title: titleOf(file, file.name ?? workflowName(context, workflow), given, viewer.login),
    head_repository_id: repository.id,
    head_branch: branch,
    head_sha: sha,
    actor_id: viewer.id,
    inputs: given,
  };
  return insertRun(context, workflow, start, { jobs: file.jobs });
}

/** What a run is given for the inputs that its file names. @throws Unprocessable */
function inputsFor({ inputs: plans }: WorkflowFile, given: Readonly<Record<string, unknown>>): Record<string, string> {
  const unknown = Object.keys(given).filter((name) => !plans.has(name));
  if (unknown.length > 0) throw new Unprocessable(`Unexpected inputs provided: ${JSON.stringify(unknown)}`);
  const values = [...plans].flatMap(([name, plan]): [string, string][] => {
    const value = given[name];
    const text = value === undefined || value === null || value === '' ? plan.fallback : String(value);
    if (text === undefined) {
      if (plan.required) throw new Unprocessable(`Required input '${name}' not provided`);
      return [];
    }
    requireFitting(name, plan, text);
    return [[name, text]];
  });
  return Object.fromEntries(values);
}

function requireFitting(name: string, { type, options }: InputPlan, value: string): void {
  if (type === 'choice' && !options.includes(value))
    throw new Unprocessable(`Provided value '${value}' for input '${name}' not in the list of allowed values`);
  if (type === 'boolean' && value !== 'true' && value !== 'false')
    throw new Unprocessable(`Provided value '${value}' for input '${name}' is not a boolean`);
  if (type === 'number' && !Number.isFinite(Number(value)))
    throw new Unprocessable(`Provided value '${value}' for input '${name}' is not a number`);
}

/** Starts the workflows of the default branch that take an event of this name. @throws NotFound, Forbidden */
export function createDispatchEvent(context: GithubContext, owner: string, repo: string, type: string): void {
  const repository: Readonly<Repository> = writableRepository(context, owner, repo);
  const sha = findBranch(context, repository.id, repository.default_branch)?.object.sha;
  if (sha !== undefined)
    startAbout(context, repository, 'repository_dispatch', { type, ref: repository.default_branch, sha, title: type });
}
