import { nextId } from '../../sequences.ts';
import {
  type GithubSeedContext,
  type JobConclusion,
  type JobOutcome,
  type JobStep,
  type RunConclusion,
  type RunOutcome,
  timestamp,
  type WorkflowJob,
  type WorkflowRun,
} from '../../world.ts';
import type { JobPlan } from './tree.ts';

/** How long a run waits for a machine and how long a job takes where nobody says. */
export const QUEUED_SECONDS = 2;
export const JOB_SECONDS = 10;
const SECOND = 1000;

const FINE: ReadonlySet<JobConclusion> = new Set(['success', 'neutral', 'skipped']);
/** Worst first. */
const WEIGHT: readonly JobConclusion[] = [
  'failure',
  'timed_out',
  'cancelled',
  'action_required',
  'success',
  'neutral',
  'skipped',
];
const EXIT = 'Process completed with exit code 1.';

type Writing = Pick<GithubSeedContext, 'world' | 'ids'>;

/** What an attempt is made of. */
export interface AttemptPlan {
  jobs: readonly JobPlan[];
  outcome: RunOutcome | undefined;
  /** Milliseconds since 1970. */
  start: number;
  actorId: number;
  /** Jobs of the attempt before that are taken over as they ended. */
  kept: readonly Readonly<WorkflowJob>[];
}

/** The outcome that a job has of a run's: what is said of itself, else what the run comes to by its first job. */
function outcomeOf(outcome: RunOutcome | undefined, job: JobPlan, isFirst: boolean): JobOutcome | undefined {
  if (!outcome) return undefined;
  const own = [job.name, job.key].find((name) => Object.hasOwn(outcome.jobs, name));
  if (own !== undefined) return outcome.jobs[own];
  const isTold = Object.values(outcome.jobs).some(({ conclusion }) => !FINE.has(conclusion));
  const decides = outcome.conclusion !== 'failure' || (isFirst && !isTold);
  return { conclusion: decides && !isTold ? outcome.conclusion : 'success', seconds: null, failed_step: null, log: [] };
}

/** Where jobs that others wait for have ended. */
interface Ended {
  at: number;
  isFine: boolean;
}

/** Begins an attempt: writes its jobs with their times and their ends, and their check runs. */
export function beginAttempt(context: Writing, run: Readonly<WorkflowRun>, plan: AttemptPlan): void {
  const { jobs, outcome, start, actorId, kept } = plan;
  const attempt = run.attempts.length + 1;
  const made: Omit<WorkflowJob, 'id'>[] = [];
  const ended = new Map<string, Ended>();
  for (const job of inOrder(jobs)) {
    const known = kept.find(({ name }) => name === job.name);
    const record = known ? { ...known, attempt } : planned(run, attempt, job, { plan, ended, isFirst: made.length === 0 });
    made.push(record);
    const before = ended.get(job.key);
    const isFine = (FINE.has(record.conclusion) && record.conclusion !== 'skipped') || job.optional;
    ended.set(job.key, { at: Math.max(Date.parse(record.ends_at), before?.at ?? 0), isFine: isFine && before?.isFine !== false });
  }
  const optional = new Set(jobs.filter((job) => job.optional).map(({ name }) => name));
  const counting = made.filter(({ name }) => !optional.has(name));
  const conclusion: RunConclusion =
    made.length === 0
      ? (outcome?.conclusion ?? 'success')
      : (WEIGHT.find((one) => counting.some((job) => job.conclusion === one)) ?? 'success');
  const end = Math.max(start, ...made.map(({ ends_at }) => Date.parse(ends_at)));
  context.world.workflow_runs.update(run.id, {
    conclusion,
    attempts: [...run.attempts, { actor_id: actorId, started_at: timestamp(start), ends_at: timestamp(end), conclusion }],
  });
  const places = new Map(jobs.map(({ name }, at) => [name, at]));
  const place = ({ name }: { name: string }) => places.get(name) ?? 0;
  for (const job of made.sort((one, other) => place(one) - place(other))) insertJob(context, run, job);
  for (const { name, files } of outcome?.artifacts ?? [])
    context.world.artifacts.insert({
      ...{ id: nextId(context.ids, 'artifact'), repository_id: run.repository_id, run_id: run.id },
      ...{ name, files, created_at: timestamp(end) },
    });
}

/** What waits stands behind what it waits for; what waits in a circle comes as it stands. */
function inOrder(jobs: readonly JobPlan[]): JobPlan[] {
  const left = [...jobs];
  const found: JobPlan[] = [];
  while (left.length > 0) {
    const waits = ({ needs }: JobPlan) => needs.some((need) => left.some(({ key }) => key === need));
    const at = Math.max(
      0,
      left.findIndex((job) => !waits(job)),
    );
    found.push(...left.splice(at, 1));
  }
  return found;
}

function planned(
  run: Readonly<WorkflowRun>,
  attempt: number,
  job: JobPlan,
  { plan, ended, isFirst }: { plan: AttemptPlan; ended: ReadonlyMap<string, Ended>; isFirst: boolean },
): Omit<WorkflowJob, 'id'> {
  const { outcome, start } = plan;
  const needs = job.needs.flatMap((need) => ended.get(need) ?? []);
  const ready = Math.max(start, ...needs.map(({ at }) => at));
  const own = outcomeOf(outcome, job, isFirst);
  const isSkipped = own?.conclusion === 'skipped' || (!job.always && needs.some(({ isFine }) => !isFine));
  const base = {
    repository_id: run.repository_id,
    run_id: run.id,
    attempt,
    key: job.key,
    name: job.name,
    labels: job.labels,
    created_at: timestamp(start),
  };
  if (isSkipped)
    return { ...base, starts_at: timestamp(ready), ends_at: timestamp(ready), conclusion: 'skipped', steps: [], log: [] };
  const begin = ready + (outcome?.queued_seconds ?? QUEUED_SECONDS) * SECOND;
  const seconds = own?.seconds ?? outcome?.seconds ?? JOB_SECONDS;
  const conclusion = own?.conclusion ?? 'success';
  return {
    ...base,
    starts_at: timestamp(begin),
    ends_at: timestamp(begin + seconds * SECOND),
    conclusion,
    steps: stepsOf(job, { begin, seconds, conclusion, failed: own?.failed_step ?? null }),
    log: [...(own?.log ?? []), ...(conclusion === 'failure' ? [`##[error]${EXIT}`] : [])],
  };
}

/** The steps of a job; those behind the one that ends it are skipped. */
function stepsOf(
  { steps }: JobPlan,
  { begin, seconds, conclusion, failed }: { begin: number; seconds: number; conclusion: JobConclusion; failed: string | null },
): JobStep[] {
  const names = ['Set up job', ...steps, 'Complete job'];
  const isBad = !FINE.has(conclusion);
  const named = failed === null ? -1 : names.indexOf(failed);
  const bad = isBad ? (named > 0 ? named : Math.max(0, names.length - 2)) : -1;
  const time = (part: number) => timestamp(begin + Math.floor((seconds * part) / names.length) * SECOND);
  return names.map((name, at) => {
    const isBehind = isBad && at > bad && at < names.length - 1;
    return {
      name,
      conclusion: at === bad ? conclusion : isBehind ? 'skipped' : 'success',
      starts_at: time(at),
      ends_at: at === names.length - 1 ? timestamp(begin + seconds * SECOND) : time(at + 1),
    };
  });
}

const annotation = {
  path: '.github',
  start_line: 1,
  end_line: 1,
  start_column: null,
  end_column: null,
  annotation_level: 'failure',
  title: null,
  message: EXIT,
  raw_details: null,
};

function insertJob(context: Writing, run: Readonly<WorkflowRun>, job: Omit<WorkflowJob, 'id'>): void {
  const id = nextId(context.ids, 'check_run');
  context.world.workflow_jobs.insert({ ...job, id });
  context.world.check_runs.insert({
    id,
    repository_id: run.repository_id,
    suite_id: run.suite_id,
    head_sha: run.head_sha,
    name: job.name,
    status: 'completed',
    conclusion: job.conclusion,
    external_id: '',
    details_url: null,
    started_at: job.starts_at,
    completed_at: job.ends_at,
    title: null,
    summary: null,
    text: null,
    annotations: job.conclusion === 'failure' ? [annotation] : [],
    workflow_run_id: run.id,
  });
}
