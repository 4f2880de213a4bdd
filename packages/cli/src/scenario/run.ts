import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { ApiError } from '@svc/sdk';
import { explained } from '../api-failure.ts';
import { openClient } from '../client.ts';
import { callerEnvironment, readConnection } from '../config.ts';
import type { Destination } from '../contain/places.ts';
import { CliError, EXIT, type ExitCode, UsageError } from '../errors.ts';
import { note, oneLine, print, printJson, styleForStderr } from '../output.ts';
import { untilStopped } from '../signals.ts';
import { pricesOf } from '../told/prices.ts';
import type { RunContext, TrialContext } from './context.ts';
import { figureLines, figuresOf } from './figures.ts';
import { readScenarios, type ScenarioFile } from './files.ts';
import { runHosted } from './hosted-run.ts';
import type { Job } from './job.ts';
import { runLocally } from './local-run.ts';
import { inParallel, POSTPONED } from './pool.ts';
import { preflightAll } from './preflight.ts';
import { briefProgress, fullProgress } from './progress.ts';
import { openReports, type Reports } from './reports.ts';
import { hasSucceeded, type Result } from './result.ts';
import { summaryLines } from './summary-lines.ts';

export interface RunOptions {
  /** Instead of the agents that the scenarios name. */
  agent?: string;
  local?: boolean;
  contain?: boolean;
  allow?: readonly Destination[];
  trials?: number;
  concurrency: number;
  runsDir: string;
  junit?: string;
  summary?: string;
  json?: boolean;
  /** Tell everything of each run, where there are several. */
  verbose?: boolean;
}

interface Finished {
  result: Result;
  /** What made it fail. */
  error?: unknown;
}

/** Runs the trials of all scenarios. @returns the exit code over all of them. */
export async function runScenarios(paths: readonly string[], options: RunOptions): Promise<ExitCode> {
  const files = (await Promise.all(paths.map(readScenarios))).flat();
  if (!options.local) requireCriteria(files);
  if (options.allow && !options.contain) throw new UsageError('--allow is about agents that are contained.', 'add --contain.');
  if (options.contain) await (await import('../contain/containment.ts')).requireContainment();
  const jobs = files.flatMap((file) => jobsOf(file, options));
  const connection = options.local ? undefined : await readConnection(callerEnvironment);
  const reports = await openReports(options, callerEnvironment);
  if (options.json) styleForStderr();
  const interruption = new AbortController();
  void untilStopped().then(() => interruption.abort());
  const context: RunContext = {
    runsFolder: resolve(options.runsDir),
    environment: callerEnvironment,
    prices: pricesOf(callerEnvironment),
    apiKey: connection?.apiKey ?? callerEnvironment.SVC_API_KEY,
    contain: options.contain ? (options.allow ?? []) : undefined,
    signal: interruption.signal,
    line: options.json ? note : print,
  };
  const client = connection && openClient(connection);
  const startedAt = performance.now();
  await preflightAll(
    jobs.map(({ agent }) => agent),
    options.concurrency,
    context,
  );
  const run = (trial: TrialContext, file: ScenarioFile): Promise<Result> =>
    client && connection ? runHosted({ ...trial, client, connection }, file) : runLocally(trial, file);
  const finished = await doAll(jobs, options, context, run);
  if (interruption.signal.aborted) throw new CliError(EXIT.interrupted, 'Stopped.');
  return conclude(finished, options, reports, { ...context, startedAt });
}

const GROUP_BYTES = 9;

/** @throws UsageError when nobody names an agent. */
function jobsOf(file: ScenarioFile, options: RunOptions): Job[] {
  const agent = options.agent === undefined ? file.agent : { command: options.agent };
  if (!agent) {
    throw new UsageError(
      `There is no agent to run on ${file.path}.`,
      'give one with --agent <command>, or name it in the scenario: `agent: <command>` in its "## Config".',
    );
  }
  const trials = options.trials ?? file.scenario.config.runs ?? 1;
  const groupId = `grp_${randomBytes(GROUP_BYTES).toString('hex')}`;
  return Array.from({ length: trials }, (_, at) => ({ file, agent, trial: at + 1, trials, groupId }));
}

async function doAll(
  jobs: readonly Job[],
  options: RunOptions,
  context: RunContext,
  run: (context: TrialContext, file: ScenarioFile) => Promise<Result>,
): Promise<Finished[]> {
  const { concurrency, verbose } = options;
  const progress =
    jobs.length > 1 && !verbose
      ? briefProgress(context.line, jobs.length)
      : fullProgress(context.line, jobs.length, concurrency > 1 && jobs.length > 1);
  let fatal: unknown;
  const finish = (job: Job, finished: Finished): Finished => {
    // These end all runs at once, and the command itself tells of them.
    if (!context.signal.aborted && (fatal === undefined || finished.error !== fatal)) progress.ended(job, finished.result);
    return finished;
  };
  const finished = await inParallel(jobs, concurrency, async (job, others): Promise<Finished | typeof POSTPONED> => {
    const { agent, trial, trials, groupId } = job;
    try {
      if (context.signal.aborted) throw new CliError(EXIT.interrupted, 'Stopped.');
      if (fatal) throw fatal;
      progress.started(job);
      const line = progress.lineOf(job);
      return finish(job, { result: await run({ ...context, line, agent, trial, trials, groupId }, job.file) });
    } catch (thrown) {
      if (thrown instanceof ApiError && thrown.type === 'quota_exceeded' && others() > 0) {
        progress.remark(job, 'no sandbox is free: waiting for one of the other runs to end');
        return POSTPONED;
      }
      const error = await explained(thrown);
      if (error instanceof CliError && error.exitCode === EXIT.auth) fatal = error;
      return finish(job, { result: failedResult(job, error), error });
    }
  });
  progress.close();
  return finished;
}

const failedResult = ({ file, trial, groupId }: Job, error: unknown): Result => ({
  scenario: file.name,
  path: file.path,
  trial,
  group_id: groupId,
  verdict: 'error',
  reason: messageOf(error),
});

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

async function conclude(
  finished: readonly Finished[],
  options: RunOptions,
  reports: Reports,
  { line, startedAt }: RunContext & { startedAt: number },
): Promise<ExitCode> {
  const results = finished.map(({ result }) => result);
  const errors = finished.flatMap(({ error }) => (error === undefined ? [] : [error]));
  await reports.write(results);
  const figures = figuresOf(results);
  if (options.json) printJson({ results, groups: figures.map(({ group }) => group) });
  else for (const text of closingLines(results, figures, performance.now() - startedAt)) line(text);
  if (errors.length > 0) throw gravest(errors);
  return results.every(hasSucceeded) ? EXIT.passed : EXIT.notPassed;
}

/** What came out of several runs, the count of all last. */
const closingLines = (results: readonly Result[], figures: ReturnType<typeof figuresOf>, elapsedMs: number): string[] =>
  results.length === 1
    ? []
    : [
        ...figures.flatMap(({ scenario, group }) => [
          `${oneLine(scenario)} (${group.group_id})`,
          ...figureLines(group).map((text) => `  ${text}`),
        ]),
        ...summaryLines(results, elapsedMs),
      ];

const GRAVITY: readonly ExitCode[] = [EXIT.failed, EXIT.quota, EXIT.usage, EXIT.auth];

/** The error whose exit code stands for all. */
function gravest(errors: readonly unknown[]): unknown {
  const gravity = (error: unknown): number => (error instanceof CliError ? GRAVITY.indexOf(error.exitCode) : 0);
  return errors.reduce((worst, error) => (gravity(error) > gravity(worst) ? error : worst));
}

function requireCriteria(files: readonly ScenarioFile[]): void {
  const without = files.find((file) => file.scenario.criteria.length === 0);
  if (!without) return;
  throw new UsageError(
    `${without.path} has no criteria, so there is nothing to grade.`,
    'add a "## Success Criteria" section (`svc checks <twin>` lists the sentences), or only record with --local.',
  );
}
