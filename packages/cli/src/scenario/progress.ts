import { cutText } from '@svc/contract';
import { oneLine } from '../output.ts';
import { type Job, titleOf } from './job.ts';
import { criterionLines } from './report-line.ts';
import { type Result, unmetOf } from './result.ts';
import { markOf, rounded } from './summary-lines.ts';

/** Tells of runs while they go on. */
export interface Progress {
  started(job: Job): void;
  /** Where a run tells what happens in it. */
  lineOf(job: Job): (text: string) => void;
  /** Something that the user should know, however brief this is. */
  remark(job: Job, text: string): void;
  ended(job: Job, result: Result): void;
  close(): void;
}

type Line = (text: string) => void;

const LONGEST_LABEL = 24;

/** Every call and criterion of every run. @param mixed whether runs go on side by side: then every line says whose it is */
export function fullProgress(line: Line, count: number, mixed: boolean): Progress {
  let done = 0;
  const lineOf = ({ file, trial, trials }: Job): Line => {
    if (!mixed) return line;
    const name = cutText(oneLine(file.name), LONGEST_LABEL);
    const label = trials > 1 ? `[${name} #${trial}]` : `[${name}]`;
    return (text) => line(`${label} ${text}`);
  };
  return {
    started: (job) => lineOf(job)(`${titleOf(job)} (${job.file.path})`),
    lineOf,
    remark: (job, text) => lineOf(job)(`  ${text}`),
    ended(job, result) {
      done += 1;
      // Where there is only one run, the command itself tells what happened.
      if (result.verdict === 'error' && count > 1) lineOf(job)(`  error: ${oneLine(result.reason)}`);
      if (mixed) line(`${done} of ${count} runs ended`);
    },
    close: () => {},
  };
}

/** How long nothing may be heard before it is said what is under way. */
const QUIET_MS = 15_000;
const MS_PER_SECOND = 1_000;

/** A line a run when it ends; below it, what it did not pass for. @param quietMs for how long nothing may be heard */
export function briefProgress(line: Line, count: number, quietMs = QUIET_MS): Progress {
  const running = new Set<Job>();
  let done = 0;
  const quiet = setTimeout(() => {
    if (running.size > 0) line(`still running: ${[...running].map(titleOf).join('; ')}`);
    quiet.refresh();
  }, quietMs).unref();
  const tell: Line = (text) => {
    quiet.refresh();
    line(text);
  };
  return {
    started: (job) => running.add(job),
    lineOf: () => () => {},
    remark: (job, text) => tell(`${titleOf(job)}: ${text}`),
    ended(job, result) {
      running.delete(job);
      done += 1;
      const place = `[${`${done}`.padStart(`${count}`.length)}/${count}]`;
      for (const text of endLines(place, job, result)) tell(text);
    },
    close: () => clearTimeout(quiet),
  };
}

function endLines(place: string, job: Job, result: Result): string[] {
  const first = (text: string) => `${place} ${markOf(result)} ${titleOf(job)}: ${text}`;
  if (result.verdict === 'error') return [first(`error: ${oneLine(result.reason)}`)];
  const work = `${result.calls} call${result.calls === 1 ? '' : 's'} in ${(result.duration_ms / MS_PER_SECOND).toFixed(1)} s${endOf(result)}`;
  const kept = `      kept ${result.run_dir}`;
  if (result.verdict === 'captured') return [first(`captured ${work}`)];
  if (result.verdict === 'errored') return [first(`errored: ${oneLine(result.reason ?? '')} ${work}`), kept];
  const needed = result.verdict === 'passed' ? '' : ` of ${result.threshold} needed`;
  const score = result.score === null ? 'no score' : `score ${rounded(result.score)}${needed}`;
  if (result.verdict === 'passed') return [first(`${score}${result.vacuous ? ', vacuous' : ''}, ${work}`)];
  return [
    first(`${result.score !== null && result.score >= result.threshold ? result.reason : score}, ${work}`),
    ...unmetOf(result)
      .flatMap(criterionLines)
      .map((text) => `      ${text}`),
    kept,
  ];
}

function endOf({ stop_reason, exit_code }: Exclude<Result, { verdict: 'error' }>): string {
  if (stop_reason === 'timeout') return ', stopped at its timeout';
  return exit_code === 0 ? '' : `, agent ended with exit code ${exit_code}`;
}
