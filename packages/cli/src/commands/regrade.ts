import type { RegradeRequest } from '@svc/contract';
import type { Command } from 'commander';
import type { ExitCode } from '../errors.ts';
import { print, printJson } from '../output.ts';

interface RegradeOptions {
  scenario?: string;
  json?: boolean;
}

export function addRegrade(program: Command, setExitCode: (code: ExitCode) => void): void {
  program
    .command('regrade')
    .description('grade the stored evidence of a graded run again, as a new run')
    .argument('<run>', 'run id (run_…), or latest')
    .option('--scenario <file>', 'grade by the criteria and the threshold of this scenario instead of those of the run')
    .option('--json', 'as JSON')
    .addHelpText(
      'after',
      `
The new run names the old one and keeps its provenance; the old one stays as it is. Without a scenario the same criteria are
graded by today's checks.

Examples:
  svc regrade latest --scenario stricter.md
  svc regrade run_01k0example`,
    )
    .action(async (run: string, options: RegradeOptions) => setExitCode(await regrade(run, options)));
}

/** What to grade by; nothing for what the run was graded by. */
async function requestOf(path: string | undefined): Promise<RegradeRequest> {
  if (path === undefined) return {};
  const [{ readScenarios }, { UsageError }] = await Promise.all([import('../scenario/files.ts'), import('../errors.ts')]);
  const scenarios = await readScenarios(path);
  const [file] = scenarios;
  if (!file || scenarios.length > 1) throw new UsageError(`${path} has ${scenarios.length} scenarios.`, 'name the file of one.');
  const { criteria } = file.scenario;
  if (criteria.length === 0) throw new UsageError(`${path} has no criteria.`, 'add a list under "## Success Criteria".');
  return { criteria, pass_threshold: file.threshold };
}

async function regrade(named: string, { scenario, json }: RegradeOptions): Promise<ExitCode> {
  const request = await requestOf(scenario);
  const [{ openClient }, { callerEnvironment, readConnection }, { runIdOf }, { verdictLines, verdictOf }, { runUrls }, { EXIT }] =
    await Promise.all([
      import('../client.ts'),
      import('../config.ts'),
      import('../latest.ts'),
      import('../scenario/report-line.ts'),
      import('../scenario/result.ts'),
      import('../errors.ts'),
    ]);
  const connection = await readConnection(callerEnvironment);
  const client = openClient(connection);
  const id = await runIdOf(client, named);
  const result = await client.runs.regrade(id, request);
  const { pass_threshold: threshold } = await client.runs.get(result.run_id);
  const { verdict } = verdictOf(result, threshold);
  const urls = runUrls(connection.baseUrl, result.run_id);
  if (json) printJson({ regraded_from: id, verdict, threshold, ...result, urls });
  else for (const line of [...verdictLines(result, urls), `run    ${result.run_id}, of the evidence of ${id}`]) print(line);
  return verdict === 'passed' ? EXIT.passed : EXIT.notPassed;
}
