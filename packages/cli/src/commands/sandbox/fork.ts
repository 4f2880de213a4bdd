import type { Command } from 'commander';
import { wholeNumber } from '../../numbers.ts';
import { note, print, printJson } from '../../output.ts';
import { webhookPortArgument } from '../../port.ts';

interface ForkOptions {
  at: number;
  count: number;
  agentVersion?: string;
  group?: string;
  webhookPort?: number[];
  json?: boolean;
}

export function addFork(sandbox: Command): void {
  sandbox
    .command('fork')
    .description(
      'start sandboxes with the worlds that an open sandbox had after one of its calls, and print how to reach their twins',
    )
    .argument('<id>', 'sandbox id (ses_…)')
    .requiredOption('--at <n>', 'after so many of its calls, those of all its twins counted; 0 is the seed', wholeNumber)
    .option('--count <n>', 'so many forks; all start or none', wholeNumber, 1)
    .option('--agent-version <label>', "label of the agent under test, by default the forked sandbox's")
    .option('--group <id>', 'tag them as trials of one thing')
    .option(
      '--webhook-port <n>',
      "port of the service's machine that webhooks may go to, beside its own --webhook-port; repeatable",
      webhookPortArgument,
    )
    .option('--json', 'as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  svc sandbox fork ses_01k0example --at 12\n  svc sandbox fork ses_01k0example --at 12 --count 8 --group from-step-12 --json',
    )
    .action(fork);
}

async function fork(id: string, options: ForkOptions): Promise<void> {
  const [{ openClient }, { callerEnvironment, readConnection }, { twinVariables, variableLines }] = await Promise.all([
    import('../../client.ts'),
    import('../../config.ts'),
    import('../../variables.ts'),
  ]);
  const client = openClient(await readConnection(callerEnvironment));
  const { at, count } = options;
  const forked = await client.sandboxes.fork(id, {
    at,
    count,
    ...(options.agentVersion !== undefined && { agent_version: options.agentVersion }),
    ...(options.group !== undefined && { group_id: options.group }),
    ...(options.webhookPort && { webhook_ports: options.webhookPort }),
  });
  if (options.json) return printJson(forked);
  for (const [index, created] of forked.sandboxes.entries()) {
    if (index > 0) print('');
    note(`Fork ${created.session_id} of ${id} is ready, until ${created.expires_at}.`);
    print(`SVC_SESSION_ID=${created.session_id}`);
    for (const line of variableLines(twinVariables(created.per_twin, created.agent_token))) print(line);
  }
}
