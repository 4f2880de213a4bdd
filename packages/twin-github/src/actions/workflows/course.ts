import {
  type CheckRun,
  type CheckStatus,
  type GithubContext,
  type RunAttempt,
  type RunConclusion,
  timestamp,
  type WorkflowJob,
  type WorkflowRun,
} from '../../world.ts';
import type { HasWorld } from '../access.ts';

/** What tells how far runs have come. */
export interface HasTime extends HasWorld {
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** What a look at a run that isn't over takes of its time: who waits for it sees it end, though the clock may stand still between reads. */
const LOOK_MS = 5000;

/** How far a run has come: the world's time, and what looks at it have taken. */
export const momentOf = ({ world, now }: HasTime, runId: number): number =>
  now + (world.run_looks.get(runId)?.looks ?? 0) * LOOK_MS;

/** Takes note that somebody looked at runs. Reads see a run as it was before they came. */
export function look(context: HasTime, runs: Iterable<Readonly<WorkflowRun>>): void {
  const { run_looks: all } = context.world;
  for (const run of runs) {
    if (attemptNow(context, run).status === 'completed') continue;
    const known = all.get(run.id);
    if (known) all.update(run.id, { looks: known.looks + 1 });
    else all.insert({ run_id: run.id, looks: 1 });
  }
}

/** The same for all runs at a commit, which tell of themselves by its checks. */
export function lookAtCommit(context: HasTime, repositoryId: number, sha: string): void {
  const { commit } = context.world.workflow_runs.by;
  const group = `${repositoryId}/${sha}`;
  const count = commit.count(group);
  if (count > 0) look(context, commit.page(group, { limit: count }));
}

/** Something that begins and ends, as it is at a moment. */
interface Now<C> {
  status: 'queued' | 'in_progress' | 'completed';
  conclusion: C | null;
}

function at<C>(
  moment: number,
  { starts_at, ends_at, conclusion }: { starts_at: string; ends_at: string; conclusion: C },
): Now<C> {
  if (moment >= Date.parse(ends_at)) return { status: 'completed', conclusion };
  return { status: moment < Date.parse(starts_at) ? 'queued' : 'in_progress', conclusion: null };
}

export function jobsOf({ world }: HasWorld, { id }: Readonly<WorkflowRun>, attempt: number): readonly Readonly<WorkflowJob>[] {
  const group = `${id}/${attempt}`;
  const { attempt: index } = world.workflow_jobs.by;
  return index.page(group, { limit: index.count(group) });
}

/** An attempt of a run by its number; by default the last one. */
export const attemptOf = (run: Readonly<WorkflowRun>, number = run.attempts.length): Readonly<RunAttempt> | undefined =>
  run.attempts[number - 1];

/** How far an attempt has come, and when something of it happened last. */
export function attemptNow(
  context: HasTime,
  run: Readonly<WorkflowRun>,
  number = run.attempts.length,
): Now<RunConclusion> & { updated_at: string } {
  const { ends_at, started_at, conclusion } = attemptOf(run, number) as RunAttempt;
  const moment = momentOf(context, run.id);
  if (moment >= Date.parse(ends_at)) return { status: 'completed', conclusion, updated_at: ends_at };
  const jobs = jobsOf(context, run, number);
  const times = jobs.flatMap(({ starts_at, ends_at: end }) => [starts_at, end]).filter((time) => Date.parse(time) <= moment);
  const began = jobs.some(({ starts_at }) => Date.parse(starts_at) <= moment);
  const updated = [started_at, ...times].toSorted().at(-1) as string;
  return { status: began ? 'in_progress' : 'queued', conclusion: null, updated_at: updated };
}

/** How far a job has come, and its steps. */
export function jobNow(context: HasTime, job: Readonly<WorkflowJob>) {
  const moment = momentOf(context, job.run_id);
  const now = at(moment, job);
  const began = now.status !== 'queued';
  return {
    ...now,
    started_at: began ? job.starts_at : null,
    completed_at: now.status === 'completed' ? job.ends_at : null,
    steps: began ? job.steps.map((step) => stepNow(moment, step)) : [],
  };
}

function stepNow(moment: number, step: WorkflowJob['steps'][number]) {
  const now = at(moment, step);
  return {
    name: step.name,
    ...now,
    started_at: now.status === 'queued' ? null : step.starts_at,
    completed_at: now.status === 'completed' ? step.ends_at : null,
  };
}

/** A check run as it is now: one that stands for a job of a workflow has come as far as the job. */
export function checkRunNow(context: HasTime, run: Readonly<CheckRun>): Readonly<CheckRun> {
  const job = context.world.workflow_jobs.get(run.id);
  if (!job) return run;
  const { status, conclusion, started_at, completed_at } = jobNow(context, job);
  if (status === 'completed') return run;
  return { ...run, status: status satisfies CheckStatus, conclusion, started_at, completed_at, annotations: [] };
}

/** Ends a run here and now, with what of it isn't over. */
export function stopRun(context: GithubContext, run: Readonly<WorkflowRun>): void {
  const { world } = context;
  const moment = momentOf(context, run.id);
  const now = timestamp(moment);
  const stop = { conclusion: 'cancelled', ends_at: now } as const;
  for (const job of jobsOf(context, run, run.attempts.length)) {
    if (moment >= Date.parse(job.ends_at)) continue;
    const steps = job.steps.map((step) => (moment >= Date.parse(step.ends_at) ? step : { ...step, ...stop }));
    const starts_at = [job.starts_at, now].toSorted()[0] as string;
    world.workflow_jobs.update(job.id, { ...stop, starts_at, steps, log: [...job.log, '##[error]The operation was canceled.'] });
    world.check_runs.update(job.id, { conclusion: 'cancelled', started_at: starts_at, completed_at: now, annotations: [] });
  }
  const attempts = run.attempts.map((one, place) => (place === run.attempts.length - 1 ? { ...one, ...stop } : one));
  world.workflow_runs.update(run.id, { attempts, conclusion: 'cancelled' });
}
