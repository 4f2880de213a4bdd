import { entriesOf } from '../../git/store.ts';
import { entryAt } from '../../git/tree.ts';
import { nextId } from '../../sequences.ts';
import {
  type GithubSeedContext,
  type JobConclusion,
  type Repository,
  type RunOutcome,
  timestamp,
  type Workflow,
  type WorkflowRun,
} from '../../world.ts';
import type { HasWorld } from '../access.ts';
import { findBranch } from '../branches.ts';
import { RepositoryStore } from '../git-store.ts';
import { beginAttempt } from './attempt.ts';
import { readWorkflow, type WorkflowFile } from './file.ts';
import type { JobPlan } from './tree.ts';

export const FOLDER = '.github/workflows';
const ENDING = /\.ya?ml$/;

type Writing = Pick<GithubSeedContext, 'world' | 'ids' | 'now'>;

/** The folder of workflows at a commit, as the id of its tree: two commits that agree in it have the same workflows. */
export function folderAt(store: RepositoryStore, sha: string): string | undefined {
  const commit = store.commit(sha);
  const entry = commit && entryAt(store, commit.tree, FOLDER);
  return entry?.type === 'tree' ? entry.sha : undefined;
}

/** Paths of the workflows in a folder. */
export const pathsIn = (store: RepositoryStore, folder: string | undefined): string[] =>
  folder === undefined
    ? []
    : entriesOf(store, folder)
        .filter(({ type, path }) => type === 'blob' && ENDING.test(path))
        .map(({ path }) => `${FOLDER}/${path}`);

/** What stands in a workflow's file at a commit. */
export function fileAt(store: RepositoryStore, sha: string, path: string): WorkflowFile | undefined {
  const commit = store.commit(sha);
  const entry = commit && entryAt(store, commit.tree, path);
  const blob = entry?.type === 'blob' ? store.blob(entry.sha) : undefined;
  return blob && readWorkflow(blob);
}

/** What stands in a workflow's file on the default branch. */
export function currentFile(context: HasWorld, workflow: Readonly<Workflow>): WorkflowFile | undefined {
  const repository = context.world.repositories.get(workflow.repository_id);
  const tip = repository && findBranch(context, repository.id, repository.default_branch);
  return tip && fileAt(new RepositoryStore(context, repository.id), tip.object.sha, workflow.path);
}

/** A workflow without a name is called by its path. */
export const workflowName = (context: HasWorld, workflow: Readonly<Workflow>): string =>
  currentFile(context, workflow)?.name ?? workflow.path;

export const workflowAt = ({ world }: HasWorld, repositoryId: number, path: string): Readonly<Workflow> | undefined =>
  world.workflows.by.path.first(`${repositoryId}/${path}`);

/** The workflow of a file, which is one from its first run or its first push to the default branch on. */
export function workflowOf(context: Writing, repository: Readonly<Repository>, path: string): Readonly<Workflow> {
  const known = workflowAt(context, repository.id, path);
  if (known) return known;
  const now = timestamp(context.now);
  return context.world.workflows.insert({
    id: nextId(context.ids, 'workflow'),
    repository_id: repository.id,
    path,
    // Workflows of a fork wait for its owner.
    state: repository.parent_id === null ? 'active' : 'disabled_fork',
    runs: 0,
    attempts: 0,
    outcomes: [],
    created_at: now,
    updated_at: now,
  });
}

/** Lets workflows come and go with their files on the default branch. */
export function keepWorkflows(context: Writing, repository: Readonly<Repository>, sha: string): void {
  const { workflows } = context.world;
  const store = new RepositoryStore(context, repository.id);
  const paths = pathsIn(store, folderAt(store, sha));
  for (const path of paths) workflowOf(context, repository, path);
  for (const workflow of [...workflows.by.repository.page(repository.id, { limit: workflows.size })]) {
    const isThere = paths.includes(workflow.path);
    if (isThere !== (workflow.state === 'deleted')) continue;
    workflows.update(workflow.id, { state: isThere ? 'active' : 'deleted', updated_at: timestamp(context.now) });
  }
}

/** The outcome that the next attempt of a workflow takes. */
export function takeOutcome({ world }: HasWorld, { id }: Readonly<Workflow>): RunOutcome | undefined {
  const { outcomes, attempts } = world.workflows.get(id) as Workflow;
  world.workflows.update(id, { attempts: attempts + 1 });
  return outcomes[Math.min(attempts, outcomes.length - 1)];
}

export type RunStart = Pick<
  WorkflowRun,
  'event' | 'display_title' | 'head_repository_id' | 'head_branch' | 'head_sha' | 'actor_id' | 'inputs'
>;

/** Begins a run of a workflow, with a suite of its own. @param outcome where it isn't the workflow's next one */
export function insertRun(
  context: Writing,
  workflow: Readonly<Workflow>,
  start: RunStart,
  { jobs, outcome }: { jobs: readonly JobPlan[] | undefined; outcome?: RunOutcome },
): Readonly<WorkflowRun> {
  const { world, ids, now } = context;
  const repository_id = workflow.repository_id;
  const created_at = timestamp(now);
  const { head_sha, head_branch } = start;
  const runId = nextId(ids, 'workflow_run');
  const suite = world.check_suites.insert({
    id: nextId(ids, 'check_suite'),
    repository_id,
    head_sha,
    head_branch,
    created_at,
    updated_at: created_at,
    workflow_run_id: runId,
  });
  const { runs } = world.workflows.update(workflow.id, { runs: (world.workflows.get(workflow.id)?.runs ?? 0) + 1 });
  const run = world.workflow_runs.insert({
    ...start,
    id: runId,
    repository_id,
    workflow_id: workflow.id,
    suite_id: suite.id,
    run_number: runs,
    conclusion: 'startup_failure' satisfies JobConclusion | 'startup_failure',
    attempts: [],
    has_logs: true,
    created_at,
  });
  if (jobs === undefined) {
    const attempt = { actor_id: start.actor_id, started_at: created_at, ends_at: created_at, conclusion: run.conclusion };
    return world.workflow_runs.update(run.id, { attempts: [attempt] });
  }
  const taken = outcome ?? takeOutcome(context, workflow);
  beginAttempt(context, run, { jobs, outcome: taken, start: now, actorId: start.actor_id, kept: [] });
  return world.workflow_runs.get(run.id) as WorkflowRun;
}
