import { type GithubContext, type Repository, timestamp, type Workflow, type WorkflowSchedule } from '../../world.ts';
import { type HasWorld, viewerOf } from '../access.ts';
import { findBranch } from '../branches.ts';
import { RepositoryStore } from '../git-store.ts';
import { nextTime, readCron } from './cron.ts';
import type { WorkflowFile } from './file.ts';
import { areActionsEnabled } from './policies.ts';
import { fileAt, insertRun, workflowName } from './records.ts';
import { titleOf } from './start.ts';
import { loadedYaml } from './yaml.ts';

/** "The shortest interval you can run scheduled workflows is once every 5 minutes" (docs: Events that trigger workflows, `schedule`). */
const SHORTEST_MS = 5 * 60_000;
/** Of a workflow that nothing was written beside for long: GitHub drops scheduled runs under load, too. */
const MOST_AT_ONCE = 20;
/** Times before that are passed over. */
const FARTHEST_BACK_MS = 31 * 86_400_000;

interface Tip {
  repository: Readonly<Repository>;
  sha: string;
  file: WorkflowFile;
}

/** What stands at a tip is settled, so a workflow's file is read once for each. */
const read = new WeakMap<Readonly<Workflow>, { sha: string; file: WorkflowFile | undefined }>();

function tipOf(context: HasWorld, workflow: Readonly<Workflow>): Tip | undefined {
  const repository = context.world.repositories.get(workflow.repository_id);
  const sha = repository && findBranch(context, repository.id, repository.default_branch)?.object.sha;
  if (!repository || sha === undefined) return undefined;
  let known = read.get(workflow);
  if (known?.sha !== sha) {
    known = { sha, file: fileAt(new RepositoryStore(context, repository.id), sha, workflow.path) };
    // What the parser wasn't there for isn't known yet.
    if (loadedYaml()) read.set(workflow, known);
  }
  return known.file && { repository, sha, file: known.file };
}

const cronsIn = ({ triggers }: WorkflowFile): readonly string[] => triggers.get('schedule')?.cron ?? [];

const nextOf = (text: string, after: number): string | null => {
  const cron = readCron(text);
  const time = cron && nextTime(cron, after);
  return time === undefined ? null : timestamp(time);
};

const startingAt = (workflow: Readonly<Workflow>, crons: readonly string[], after: number): WorkflowSchedule => ({
  workflow_id: workflow.id,
  repository_id: workflow.repository_id,
  crons: [...crons],
  next_at: crons.map((cron) => nextOf(cron, after)),
});

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((cron, at) => cron === other[at]);

/** What a seed brought along has waited since then, though nobody took note of it. */
const unwritten = new WeakMap<Readonly<Workflow>, WorkflowSchedule>();

function scheduleOf(context: GithubContext, workflow: Readonly<Workflow>, crons: readonly string[]): Readonly<WorkflowSchedule> {
  const known = context.world.workflow_schedules.get(workflow.id) ?? unwritten.get(workflow);
  if (known && isSame(known.crons, crons)) return known;
  if (known) return keep(context, startingAt(workflow, crons, context.now));
  const first = startingAt(workflow, crons, Date.parse(workflow.created_at));
  unwritten.set(workflow, first);
  return first;
}

function keep({ world }: GithubContext, schedule: WorkflowSchedule): Readonly<WorkflowSchedule> {
  const { workflow_schedules: schedules } = world;
  return schedules.has(schedule.workflow_id) ? schedules.update(schedule.workflow_id, schedule) : schedules.insert(schedule);
}

/** A workflow that is let start again has missed what lies behind. */
export function restartSchedule(context: GithubContext, workflow: Readonly<Workflow>): void {
  const tip = tipOf(context, workflow);
  const crons = tip ? cronsIn(tip.file) : [];
  if (crons.length > 0) keep(context, startingAt(workflow, crons, context.now));
}

/** Starts the runs whose times have come. Called at the end of each write: reads change nothing. */
export function runSchedules(context: GithubContext): void {
  const { workflows } = context.world;
  if (workflows.size === 0) return;
  for (const workflow of [...workflows.values()]) {
    if (workflow.state !== 'active') continue;
    const tip = tipOf(context, workflow);
    const crons = tip && tip.file.fault === undefined ? cronsIn(tip.file) : [];
    if (tip && crons.length > 0) runDue(context, workflow, tip, scheduleOf(context, workflow, crons));
    else if (context.world.workflow_schedules.has(workflow.id)) context.world.workflow_schedules.remove(workflow.id);
  }
}

function runDue(context: GithubContext, workflow: Readonly<Workflow>, tip: Tip, schedule: Readonly<WorkflowSchedule>): void {
  const isDue = (time: string | null): time is string => time !== null && Date.parse(time) <= context.now;
  if (!schedule.next_at.some(isDue)) return;
  const due: number[] = [];
  const next_at = schedule.next_at.map((time, at) => {
    let next = time;
    while (isDue(next)) {
      const moment = Date.parse(next);
      due.push(moment);
      next = nextOf(schedule.crons[at] as string, Math.max(moment + SHORTEST_MS - 1, context.now - FARTHEST_BACK_MS));
    }
    return next;
  });
  keep(context, { ...schedule, next_at });
  if (!areActionsEnabled(context, tip.repository)) return;
  for (const moment of due.toSorted((one, other) => one - other).slice(-MOST_AT_ONCE))
    startRun({ ...context, now: moment }, workflow, tip);
}

function startRun(context: GithubContext, workflow: Readonly<Workflow>, { repository, sha, file }: Tip): void {
  const viewer = viewerOf(context);
  const start = {
    event: 'schedule',
    display_title: titleOf(file, file.name ?? workflowName(context, workflow), {}, viewer.login),
    head_repository_id: repository.id,
    head_branch: repository.default_branch,
    head_sha: sha,
    actor_id: viewer.id,
    inputs: {},
  };
  insertRun(context, workflow, start, { jobs: file.jobs });
}
