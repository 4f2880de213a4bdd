import { join } from 'node:path';
import type { Command } from 'commander';
import type { ExitCode } from '../errors.ts';
import { print, printJson } from '../output.ts';

interface EvalOptions {
  scenario?: string;
  criteria: boolean;
  json?: boolean;
}

export function addEval(program: Command, setExitCode: (code: ExitCode) => void): void {
  program
    .command('eval')
    .description('send a run that `svc run --local` captured to the service for a verdict')
    .argument('<run-dir>', 'a folder below .svc/runs, or latest')
    .option('--scenario <file>', 'grade by this scenario instead of the copy in the run directory')
    .option('--no-criteria', 'have the run kept without grading it')
    .option('--json', 'as JSON')
    .addHelpText(
      'after',
      `
Keeps the verdict in the run directory. The run's provenance is "self_reported": the evidence is the caller's word.
A scenario without criteria gives a run without a score.

Examples:
  svc eval .svc/runs/2026-01-01T12-00-00-triage-a1b2c3
  svc eval .svc/runs/2026-01-01T12-00-00-triage-a1b2c3 --scenario stricter.md`,
    )
    .action(async (path: string, options: EvalOptions) => setExitCode(await evaluateRun(path, options)));
}

async function evaluateRun(named: string, options: EvalOptions): Promise<ExitCode> {
  const [
    { openClient },
    { callerEnvironment, readConnection },
    { evaluate, isEmpty },
    { readKeptRun, scenarioOf },
    { readScenarios },
  ] = await Promise.all([
    import('../client.ts'),
    import('../config.ts'),
    import('../scenario/evaluate.ts'),
    import('../scenario/kept-run.ts'),
    import('../scenario/files.ts'),
  ]);
  const path = await (await import('../latest.ts')).runDirectoryOf(named);
  const run = await readKeptRun(path);
  const scenario = options.scenario === undefined ? await scenarioOf(run) : (await readScenarios(options.scenario))[0];
  const connection = await readConnection(callerEnvironment);
  const client = openClient(connection);
  const { untilStopped } = await import('../signals.ts');
  const interruption = new AbortController();
  void untilStopped().then(() => interruption.abort());
  const evidence = { run, scenario, graded: options.criteria, environment: callerEnvironment };
  if (options.criteria && (await isEmpty(run))) return tellErrored(path, options.json ?? false);
  const evaluated = await evaluate(client, evidence, interruption.signal);
  return tell(path, evaluated, scenario?.threshold, connection.baseUrl, options.json ?? false);
}

async function tellErrored(path: string, json: boolean): Promise<ExitCode> {
  const reason = 'the tape is empty: the agent made no call.';
  const { EXIT } = await import('../errors.ts');
  if (json) printJson({ run_dir: path, session_id: null, run_id: null, verdict: 'errored', reason, score: null });
  else print(`errored: ${reason}`);
  return EXIT.notPassed;
}

type Evaluated = Awaited<ReturnType<typeof import('../scenario/evaluate.ts').evaluate>>;

async function tell(
  path: string,
  { sessionId, result }: Evaluated,
  wanted: number | undefined,
  baseUrl: string,
  json: boolean,
): Promise<ExitCode> {
  const [{ writeFile }, { verdictLines, verdictOf }, { runUrls }, { DEFAULT_THRESHOLD }, { EXIT }] = await Promise.all([
    import('node:fs/promises'),
    import('../scenario/report-line.ts'),
    import('../scenario/result.ts'),
    import('../scenario/files.ts'),
    import('../errors.ts'),
  ]);
  await writeFile(join(path, 'verdict.json'), `${JSON.stringify(result, null, 2)}\n`);
  const threshold = wanted ?? DEFAULT_THRESHOLD;
  const urls = runUrls(baseUrl, result.run_id);
  const graded = result.criteria_results.length > 0;
  const { verdict } = graded ? verdictOf(result, threshold) : { verdict: 'not_graded' as const };
  if (json) printJson({ run_dir: path, session_id: sessionId, verdict, threshold, ...result, urls });
  else for (const line of verdictLines(result, urls)) print(line);
  return verdict === 'not_passed' || verdict === 'errored' ? EXIT.notPassed : EXIT.passed;
}
