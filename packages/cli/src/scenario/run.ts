import { resolve } from 'node:path';
import { openClient } from '../client.ts';
import { callerEnvironment, readConnection } from '../config.ts';
import { CliError, EXIT, type ExitCode, UsageError } from '../errors.ts';
import { note, print, printJson } from '../output.ts';
import { untilStopped } from '../signals.ts';
import type { RunContext } from './context.ts';
import { readScenarios, type ScenarioFile } from './files.ts';
import { type HostedResult, runHosted } from './hosted-run.ts';
import { type LocalResult, runLocally } from './local-run.ts';
import { preflight } from './preflight.ts';

export interface RunOptions {
  agent: string;
  local?: boolean;
  runsDir: string;
  json?: boolean;
}

type Result = HostedResult | LocalResult;

/** Runs scenarios one after the other. @returns the exit code over all of them. */
export async function runScenarios(path: string, options: RunOptions): Promise<ExitCode> {
  const files = await readScenarios(path);
  if (!options.local) requireCriteria(files);
  const connection = options.local ? undefined : await readConnection(callerEnvironment);
  const interruption = new AbortController();
  void untilStopped().then(() => interruption.abort());
  const line = options.json ? note : print;
  const context: RunContext = {
    agentCommand: options.agent,
    runsFolder: resolve(options.runsDir),
    environment: callerEnvironment,
    apiKey: connection?.apiKey ?? callerEnvironment.SVC_API_KEY,
    signal: interruption.signal,
    line,
  };
  const client = connection && openClient(connection);
  await preflight(context);
  const results: Result[] = [];
  for (const file of files) {
    if (interruption.signal.aborted) throw new CliError(EXIT.interrupted, 'Stopped.');
    line(`${file.name} (${file.path})`);
    results.push(
      client && connection ? await runHosted({ ...context, client, connection }, file) : await runLocally(context, file),
    );
  }
  if (options.json) printJson({ results });
  else if (results.length > 1) line(summary(results));
  return results.every(({ verdict }) => verdict === 'passed' || verdict === 'captured') ? EXIT.passed : EXIT.notPassed;
}

function requireCriteria(files: readonly ScenarioFile[]): void {
  const without = files.find((file) => file.scenario.criteria.length === 0);
  if (!without) return;
  throw new UsageError(
    `${without.path} has no criteria, so there is nothing to grade.`,
    'add a "## Success Criteria" section (`svc checks <twin>` lists the sentences), or only record with --local.',
  );
}

function summary(results: readonly Result[]): string {
  const good = results.filter(({ verdict }) => verdict === 'passed' || verdict === 'captured').length;
  return `${good} of ${results.length} scenarios ${results[0]?.verdict === 'captured' ? 'captured' : 'passed'}`;
}
