import { Command, CommanderError } from 'commander';
import manifest from '../package.json' with { type: 'json' };
import { addAdmin } from './commands/admin/index.ts';
import { addChecks } from './commands/checks.ts';
import { addCompare } from './commands/compare.ts';
import { addCompletion } from './commands/completion.ts';
import { addConnect } from './commands/connect.ts';
import { addContained } from './commands/contained.ts';
import { addDoctor } from './commands/doctor.ts';
import { addEval } from './commands/eval.ts';
import { addInit } from './commands/init.ts';
import { addInspect } from './commands/inspect.ts';
import { addLint } from './commands/lint.ts';
import { addLogin } from './commands/login.ts';
import { addMcp } from './commands/mcp.ts';
import { addRegrade } from './commands/regrade.ts';
import { addReplay } from './commands/replay.ts';
import { addReport } from './commands/report.ts';
import { addRun } from './commands/run.ts';
import { addRuns } from './commands/runs.ts';
import { addSandbox } from './commands/sandbox/index.ts';
import { addSeed } from './commands/seed.ts';
import { addTail } from './commands/tail.ts';
import { addTwin } from './commands/twin/index.ts';
import { addUp } from './commands/up.ts';
import { CliError, EXIT } from './errors.ts';
import { note, styled, withoutColour } from './output.ts';

/** Options before or after any command. */
export interface GlobalOptions {
  verbose?: boolean;
}

/** Runs one command line. @returns the exit code. */
export async function main(args: readonly string[]): Promise<number> {
  // A reader that has seen enough (`svc checks github | head`) is no failure, and what runs is still to be ended in order.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  const exit: { code: number } = { code: EXIT.passed };
  const program = createProgram((code) => {
    exit.code = code;
  });
  try {
    await program.parseAsync(args, { from: 'user' });
    return exit.code;
  } catch (error) {
    return report(await explain(error), program.opts<GlobalOptions>().verbose ?? false);
  }
}

function createProgram(setExitCode: (code: number) => void): Command {
  const program = new Command('svc')
    .description('Run AI agents against digital twins of GitHub, Stripe, Slack, Gmail and Linear; record and grade what they do.')
    .version(manifest.version)
    .option('--verbose', 'show log lines and stack traces')
    .option('--no-color', 'no colours (also: NO_COLOR; FORCE_COLOR has them without a terminal)')
    .on('option:no-color', withoutColour)
    .exitOverride()
    .showHelpAfterError('Run the command with --help to see what it takes.')
    .addHelpText(
      'after',
      `
Examples:
  svc up
  svc init my-task --twin github --agent node
  svc run scenarios/ --agent ./agent.sh
  svc twin start github

Exit codes: 0 passed or captured, 1 below the threshold or not fully graded, 2 service or twin failed,
            3 authentication, 4 quota, 5 usage.`,
    );
  addUp(program, setExitCode);
  addInit(program);
  addTwin(program);
  addSeed(program);
  addSandbox(program);
  addRun(program, setExitCode);
  addContained(program, setExitCode);
  addEval(program, setExitCode);
  addRegrade(program, setExitCode);
  addInspect(program);
  addReport(program);
  addReplay(program, setExitCode);
  addRuns(program);
  addCompare(program);
  addTail(program);
  addConnect(program);
  addChecks(program);
  addLint(program, setExitCode);
  addDoctor(program, setExitCode);
  addLogin(program);
  addMcp(program);
  addAdmin(program);
  addCompletion(program);
  return program;
}

/** Loaded only for failures: the client is none of `--help`'s business. */
async function explain(error: unknown): Promise<unknown> {
  if (error instanceof CommanderError || error instanceof CliError) return error;
  return (await import('./api-failure.ts')).explained(error);
}

/** Tells what went wrong on stderr. @returns the exit code. */
function report(error: unknown, verbose: boolean): number {
  if (error instanceof CommanderError) {
    // Help and version are answers; a command group without a command shows its help as an error. Commander has printed all of it.
    return error.exitCode === 0 ? EXIT.passed : EXIT.usage;
  }
  if (error instanceof CliError) {
    note(failure(error.message));
    if (error.hint) note(hint(error.hint));
    if (verbose) note(traceOf(error));
    return error.exitCode;
  }
  note(failure(error instanceof Error ? error.message : String(error)));
  if (verbose) note(traceOf(error));
  else note(hint('run it again with --verbose to see where this comes from.'));
  return EXIT.failed;
}

const failure = (message: string): string => `${styled('red', 'svc:', process.stderr)} ${message}`;
const hint = (text: string): string => `${styled('cyan', 'hint:', process.stderr)} ${text}`;

function traceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const trace = error.stack ?? error.message;
  return error.cause === undefined ? trace : `${trace}\ncaused by: ${traceOf(error.cause)}`;
}
