import { NotFound } from '../../errors.ts';
import type { JobStep, WorkflowJob, WorkflowRun } from '../../world.ts';
import { type HasWorld, visibleRepository } from '../access.ts';
import { attemptNow, type HasTime, jobNow, jobsOf } from './course.ts';

/** The time as it stands before each line of a log. */
const stamped = (time: string, line: string): string => `${time.replace('Z', '.0000000Z')} ${line}`;

function stepLines(job: Readonly<WorkflowJob>, step: JobStep, isLast: boolean): string[] {
  if (step.conclusion === 'skipped') return [];
  const command = step.name.replace(/^Run /, '');
  const lines =
    step.name === 'Set up job'
      ? ["Current runner version: '2.317.0'", `Job name: ${job.name}`]
      : step.name === 'Complete job'
        ? ['Cleaning up orphan processes']
        : [`##[group]Run ${command}`, command, '##[endgroup]'];
  return [...lines, ...(isLast ? job.log : [])].map((line) => stamped(step.starts_at, line));
}

/** The lines of a job, step by step. What it says itself, its last step of its own says, or the one that ended it. */
function stepsOf(job: Readonly<WorkflowJob>): { name: string; lines: string[] }[] {
  const { steps } = job;
  const bad = steps.findIndex(({ conclusion }) => conclusion === job.conclusion && conclusion !== 'success');
  const speaks = bad >= 0 ? bad : Math.max(0, steps.length - 2);
  return steps.map((step, at) => ({ name: step.name, lines: stepLines(job, step, at === speaks) }));
}

const textOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

/** The log of a job that is over. @throws NotFound */
export function jobLogOf(context: HasTime, job: Readonly<WorkflowJob>): string {
  const run = context.world.workflow_runs.get(job.run_id);
  if (!run?.has_logs || jobNow(context, job).status !== 'completed') throw new NotFound();
  return textOf(stepsOf(job).flatMap(({ lines }) => lines));
}

/** The run that a suite stands for. @throws NotFound */
export function runOfSuite(context: HasWorld, owner: string, repo: string, id: number): Readonly<WorkflowRun> {
  const repository = visibleRepository(context, owner, repo);
  const run = context.world.workflow_runs.by.suite.first(id);
  if (run?.repository_id !== repository.id) throw new NotFound();
  return run;
}

/** Names of entries have no characters that file systems mind. */
const entryName = (name: string): string => name.replaceAll(/[<>:"/\\|?*]/g, '').trim();

/** The log of an attempt that is over, as the entries of an archive: one of each job, and one of each of its steps. @throws NotFound */
export function attemptLogOf(context: HasTime, run: Readonly<WorkflowRun>, attempt: number): Record<string, string> {
  if (!run.attempts[attempt - 1] || !run.has_logs || attemptNow(context, run, attempt).status !== 'completed')
    throw new NotFound();
  const files: Record<string, string> = {};
  for (const [at, job] of jobsOf(context, run, attempt).entries()) {
    const name = entryName(job.name);
    const steps = stepsOf(job);
    files[`${at}_${name}.txt`] = textOf(steps.flatMap(({ lines }) => lines));
    for (const [number, step] of steps.entries())
      if (step.lines.length > 0) files[`${name}/${number + 1}_${entryName(step.name)}.txt`] = textOf(step.lines);
  }
  return files;
}
