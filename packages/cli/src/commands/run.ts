import { join } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { type Destination, readDestination } from '../contain/places.ts';
import type { ExitCode } from '../errors.ts';
import type { RunOptions } from '../scenario/run.ts';

const MOST_TRIALS = 1_000;
const MOST_AT_A_TIME = 64;

const countArgument =
  (most: number) =>
  (value: string): number => {
    if (!/^\d{1,4}$/.test(value) || Number(value) < 1 || Number(value) > most)
      throw new InvalidArgumentError(`A number from 1 to ${most}.`);
    return Number(value);
  };

const readAllowed = (text: string, before: readonly Destination[] = []): Destination[] => [...before, readDestination(text)];

export function addRun(program: Command, setExitCode: (code: ExitCode) => void): void {
  program
    .command('run')
    .description('run an agent on scenarios, or on every scenario below a directory, and grade it')
    .argument('<scenario...>', 'scenario files (markdown) or directories')
    .option('--agent <command>', 'shell command that starts the agent (default: the one each scenario names in its Config)')
    .option('--local', 'use twins of this machine: records the calls, grades nothing, needs no service')
    .option('--contain', 'let the agent connect to its twins only, and keep what else it tried (Linux with user namespaces)')
    .option('--allow <host...>', 'with --contain: also to these, as host or host:port, e.g. of the model', readAllowed)
    .option('-n, --trials <n>', "how often each scenario is run (default: its own 'runs', or once)", countArgument(MOST_TRIALS))
    .option('--concurrency <k>', 'how many runs go on at a time', countArgument(MOST_AT_A_TIME), 1)
    .option('--runs-dir <path>', 'where runs are kept', join('.svc', 'runs'))
    .option('--junit <file>', 'write the results as JUnit XML')
    .option('--summary <file>', 'write a markdown summary (default: added to the file that GITHUB_STEP_SUMMARY names)')
    .option('--json', 'print the results as JSON on stdout, everything else on stderr')
    .addHelpText(
      'after',
      `
--agent is started in the current folder; \`agent: <command>\` in a scenario's "## Config" in that of the scenario.
The agent finds its task in SVC_TASK and its twins in SVC_<TWIN>_REST_URL, SVC_<TWIN>_ROOT_URL, SVC_<TWIN>_MCP_URL
and SVC_AUTH_TOKEN. SVC_AGENT_MODEL in your shell names the model behind it on each run. It is started once with SVC_PREFLIGHT=1 first and must then exit with 0 at once. The service is found by SVC_BASE_URL and SVC_API_KEY, which the
agent doesn't get to see. Each run is kept in a folder of its own below --runs-dir. Trials of a scenario share a group id.
A single run is shown call by call and criterion by criterion; of several, each has a line when it ends and what it failed for, unless
--verbose is given. The exit code is 0 when every run passed.

Examples:
  svc run examples/triage-a-bug --agent "node_modules/.bin/node examples/triage-a-bug/agent.ts"
  svc run examples/ -n 4 --concurrency 4
  svc run scenarios/ --agent ./agent.sh -n 4 --concurrency 4 --junit results.xml
  svc run scenarios/refund.md --agent ./agent.sh --local
  svc run scenarios/ --agent ./agent.sh --contain --allow api.anthropic.com`,
    )
    .action(async (scenarios: string[], options: RunOptions) => {
      const { runScenarios } = await import('../scenario/run.ts');
      const { verbose = false } = program.opts<{ verbose?: boolean }>();
      setExitCode(await runScenarios(scenarios, { ...options, verbose }));
    });
}
