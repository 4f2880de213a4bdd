import { join } from 'node:path';
import type { Command } from 'commander';
import type { ExitCode } from '../errors.ts';

interface RunOptions {
  agent: string;
  local?: boolean;
  runsDir: string;
  json?: boolean;
}

export function addRun(program: Command, setExitCode: (code: ExitCode) => void): void {
  program
    .command('run')
    .description('run an agent on a scenario, or on every scenario below a directory, and grade it')
    .argument('<scenario>', 'scenario file (markdown) or directory')
    .requiredOption('--agent <command>', 'shell command that starts the agent')
    .option('--local', 'use twins of this machine: records the calls, grades nothing, needs no service')
    .option('--runs-dir <path>', 'where runs are kept', join('.svc', 'runs'))
    .option('--json', 'print the results as JSON on stdout, everything else on stderr')
    .addHelpText(
      'after',
      `
The agent finds its task in SVC_TASK and its twins in SVC_<TWIN>_REST_URL, SVC_<TWIN>_MCP_URL and SVC_AUTH_TOKEN. It is started
once with SVC_PREFLIGHT=1 first and must then exit with 0 at once. The service is found by SVC_BASE_URL and SVC_API_KEY, which the
agent doesn't get to see. Each run is kept in a folder of its own below --runs-dir.

Example:
  svc run examples/triage-a-bug --agent "node_modules/.bin/node examples/triage-a-bug/agent.ts"`,
    )
    .action(async (scenario: string, options: RunOptions) => {
      const { runScenarios } = await import('../scenario/run.ts');
      setExitCode(await runScenarios(scenario, options));
    });
}
