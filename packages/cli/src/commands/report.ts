import { join } from 'node:path';
import type { Command } from 'commander';
import { UsageError } from '../errors.ts';
import { print } from '../output.ts';
import { word } from '../shell.ts';

const RUN_ID = /^(?:run_[A-Za-z0-9]+|latest)$/;

export function addReport(program: Command): void {
  program
    .command('report')
    .description('print the report of a graded run')
    .argument('<run>', 'run id (run_…), latest, or a folder below .svc/runs')
    .option('--json', "as JSON: the service's record of the run, or the verdict that a folder keeps")
    .addHelpText(
      'after',
      `
Examples:
  svc report run_01k0example
  svc report .svc/runs/2026-01-01T12-00-00-triage-a1b2c3`,
    )
    .action(report);
}

async function report(run: string, options: { json?: boolean }): Promise<void> {
  print((await (RUN_ID.test(run) ? ofService(run, options) : ofFolder(run, options))).trimEnd());
}

async function ofService(id: string, { json }: { json?: boolean }): Promise<string> {
  const [{ openClient }, { callerEnvironment, readConnection }, { runIdOf }] = await Promise.all([
    import('../client.ts'),
    import('../config.ts'),
    import('../latest.ts'),
  ]);
  const client = openClient(await readConnection(callerEnvironment));
  const run = await runIdOf(client, id);
  return json ? JSON.stringify(await client.runs.get(run), null, 2) : client.runs.report(run);
}

async function ofFolder(path: string, options: { json?: boolean }): Promise<string> {
  const [{ readFile }, { exists, readKeptRun }] = await Promise.all([
    import('node:fs/promises'),
    import('../scenario/kept-run.ts'),
  ]);
  await readKeptRun(path);
  const kept = join(path, options.json ? 'verdict.json' : 'report.md');
  if (await exists(kept)) return readFile(kept, 'utf8');
  const verdict = join(path, 'verdict.json');
  if (!(await exists(verdict)))
    throw new UsageError(`The run in ${path} is not graded, so there is no report.`, `\`svc eval ${word(path)}\` has it graded.`);
  const { run_id } = JSON.parse(await readFile(verdict, 'utf8')) as { run_id: string };
  return ofService(run_id, options);
}
