import { Conflict, Forbidden, NotFound } from '../../errors.ts';
import type { GithubContext, Repository, Workflow, WorkflowJob, WorkflowRun } from '../../world.ts';
import { type HasWorld, viewerOf, visibleRepository, writableRepository } from '../access.ts';
import { RepositoryStore } from '../git-store.ts';
import { beginAttempt } from './attempt.ts';
import { attemptNow, attemptOf, type HasTime, jobsOf, momentOf, stopRun } from './course.ts';
import { fileAt, takeOutcome } from './records.ts';
import type { JobPlan } from './tree.ts';

/** @throws NotFound */
export function getRun(context: HasWorld, owner: string, repo: string, id: number): Readonly<WorkflowRun> {
  const repository = visibleRepository(context, owner, repo);
  const run = context.world.workflow_runs.get(id);
  if (run?.repository_id !== repository.id) throw new NotFound();
  return run;
}

/** An attempt of a run, by its number. @throws NotFound */
export function getAttempt(context: HasWorld, owner: string, repo: string, id: number, number: number): Readonly<WorkflowRun> {
  const run = getRun(context, owner, repo, id);
  if (!attemptOf(run, number)) throw new NotFound();
  return run;
}

/** @throws NotFound */
export function getJob(context: HasWorld, owner: string, repo: string, id: number): Readonly<WorkflowJob> {
  const repository = visibleRepository(context, owner, repo);
  const job = context.world.workflow_jobs.get(id);
  if (job?.repository_id !== repository.id) throw new NotFound();
  return job;
}

/** A run that may be changed. @throws NotFound, Forbidden */
function changedRun(context: GithubContext, owner: string, repo: string, id: number) {
  const run = getRun(context, owner, repo, id);
  const repository = writableRepository(context, owner, repo);
  return { run, repository, isOver: attemptNow(context, run).status === 'completed' };
}

/** @throws NotFound, Forbidden, Conflict for a run that is over */
export function cancelRun(context: GithubContext, owner: string, repo: string, id: number): void {
  const { run, isOver } = changedRun(context, owner, repo, id);
  if (isOver) throw new Conflict('Cannot cancel a workflow run that is completed.');
  stopRun(context, run);
}

/** Lets a run of somebody's first pull request go on. @throws NotFound, Forbidden where it doesn't wait for that */
export function approveRun(context: GithubContext, owner: string, repo: string, id: number): void {
  changedRun(context, owner, repo, id);
  throw new Forbidden('This run is not from a fork pull request.');
}

/** Which jobs of a run are run again; those that wait for one of them are too. */
export type Again = 'all' | 'failed' | { job: number };

/** Runs a run again. @throws NotFound, Forbidden while it runs, or where nothing of it has failed */
export function rerun(context: GithubContext, owner: string, repo: string, id: number, again: Again): void {
  const { run, repository, isOver } = changedRun(context, owner, repo, id);
  if (!isOver) throw new Forbidden('This workflow is already running');
  const workflow = context.world.workflows.get(run.workflow_id) as Workflow;
  const jobs = jobsOf(context, run, run.attempts.length);
  if (run.conclusion === 'startup_failure') throw new Forbidden('This workflow run cannot be retried');
  const plans = plansOf(context, repository, workflow, run, jobs);
  const chosen = chosenNames(jobs, plans, again);
  if (chosen.size === 0) throw new Forbidden('This workflow run has no failed jobs');
  beginAttempt(context, run, {
    jobs: plans,
    outcome: takeOutcome(context, workflow),
    start: momentOf(context, run.id),
    actorId: viewerOf(context).id,
    kept: jobs.filter(({ name }) => !chosen.has(name)),
  });
}

/** The plans of a run's jobs: what its file says, else what its last attempt had. */
function plansOf(
  context: HasWorld,
  { id }: Readonly<Repository>,
  { path }: Readonly<Workflow>,
  run: Readonly<WorkflowRun>,
  jobs: readonly Readonly<WorkflowJob>[],
): readonly JobPlan[] {
  const planned = fileAt(new RepositoryStore(context, id), run.head_sha, path)?.jobs ?? [];
  const isSame = planned.length === jobs.length && planned.every(({ name }, at) => jobs[at]?.name === name);
  if (isSame) return planned;
  return jobs.map(({ key, name, labels, steps }) => ({
    ...{ key, name, labels, needs: [], always: false, optional: false },
    steps: steps.slice(1, -1).map((step) => step.name),
  }));
}

function chosenNames(jobs: readonly Readonly<WorkflowJob>[], plans: readonly JobPlan[], again: Again): Set<string> {
  const isBad = ({ conclusion }: Readonly<WorkflowJob>) => !['success', 'neutral', 'skipped'].includes(conclusion);
  const first = jobs.filter((job) => again === 'all' || (again === 'failed' ? isBad(job) : job.id === again.job));
  const chosen = new Set(first.map(({ name }) => name));
  for (let size = -1; size !== chosen.size; ) {
    size = chosen.size;
    const keys = new Set(plans.filter(({ name }) => chosen.has(name)).map(({ key }) => key));
    for (const { name, needs } of plans) if (needs.some((need) => keys.has(need))) chosen.add(name);
  }
  return chosen;
}

/** Deletes a run that is over, with all that belongs to it. @throws NotFound, Forbidden */
export function deleteRun(context: GithubContext, owner: string, repo: string, id: number): void {
  const { run, isOver } = changedRun(context, owner, repo, id);
  if (!isOver) throw new Forbidden('Could not delete the workflow run');
  const { world } = context;
  for (let attempt = 1; attempt <= run.attempts.length; attempt += 1) {
    for (const job of [...jobsOf(context, run, attempt)]) {
      world.workflow_jobs.remove(job.id);
      world.check_runs.remove(job.id);
    }
  }
  for (const artifact of [...world.artifacts.by.run.page(id, { limit: world.artifacts.size })])
    world.artifacts.remove(artifact.id);
  if (world.run_looks.has(id)) world.run_looks.remove(id);
  world.check_suites.remove(run.suite_id);
  world.workflow_runs.remove(id);
}

/** Deletes the logs of a run. @throws NotFound, Forbidden while it runs */
export function deleteRunLogs(context: GithubContext, owner: string, repo: string, id: number): void {
  const { run, isOver } = changedRun(context, owner, repo, id);
  if (!isOver) throw new Forbidden('Cannot delete logs of a workflow run that is not completed');
  if (run.has_logs) context.world.workflow_runs.update(id, { has_logs: false });
}

export interface RunFilter {
  actor?: string | undefined;
  branch?: string | undefined;
  event?: string | undefined;
  /** A status or a conclusion. */
  status?: string | undefined;
  /** When it was made, as in a search: `>=2026-01-01`, `2026-01-01..2026-02-01`. */
  created?: string | undefined;
  check_suite_id?: string | undefined;
  head_sha?: string | undefined;
}

/** The runs of a repository or of one of its workflows that a filter keeps, newest first. @throws NotFound */
export function listRuns(
  context: HasTime,
  owner: string,
  repo: string,
  workflow: Readonly<Workflow> | undefined,
  filter: RunFilter,
): Readonly<WorkflowRun>[] {
  const { id } = visibleRepository(context, owner, repo);
  const { workflow: byWorkflow, repository } = context.world.workflow_runs.by;
  const all = workflow
    ? byWorkflow.page(workflow.id, { limit: byWorkflow.count(workflow.id) })
    : repository.page(id, { limit: repository.count(id) });
  return all.filter((run) => isKept(context, run, filter)).toReversed();
}

function isKept(context: HasTime, run: Readonly<WorkflowRun>, filter: RunFilter): boolean {
  const { actor, branch, event, status, created, check_suite_id, head_sha } = filter;
  if (branch !== undefined && run.head_branch !== branch) return false;
  if (event !== undefined && run.event !== event) return false;
  if (head_sha !== undefined && run.head_sha !== head_sha) return false;
  if (check_suite_id !== undefined && String(run.suite_id) !== check_suite_id) return false;
  if (actor !== undefined && context.world.users.get(run.actor_id)?.login.toLowerCase() !== actor.toLowerCase()) return false;
  if (created !== undefined && !isWithin(run.created_at, created)) return false;
  if (status === undefined) return true;
  const now = attemptNow(context, run);
  return now.status === status || now.conclusion === status;
}

/** https://docs.github.com/search-github/getting-started-with-searching-on-github/understanding-the-search-syntax#query-for-dates */
function isWithin(time: string, range: string): boolean {
  const day = (text: string) => (/^\d{4}-\d{2}-\d{2}$/.test(text) ? text : undefined);
  const end = (text: string) => Date.parse(day(text) ? `${text}T23:59:59Z` : text);
  const at = Date.parse(time);
  const [, sign = '', one = ''] = /^(>=|<=|>|<)?(.*)$/.exec(range.trim()) ?? [];
  if (sign === '>=') return at >= Date.parse(one);
  if (sign === '>') return at > end(one);
  if (sign === '<') return at < Date.parse(one);
  if (sign === '<=') return at <= end(one);
  const [from = '', to] = one.split('..');
  if (to === undefined) return at >= Date.parse(from) && at <= end(from);
  return (from === '*' || at >= Date.parse(from)) && (to === '*' || at <= end(to));
}
