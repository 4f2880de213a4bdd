import type { Command } from 'commander';
import { note, print, printJson } from '../../output.ts';
import { webhookPortArgument } from '../../port.ts';

interface CreateOptions {
  twin: string[];
  seed?: string;
  webhookPort?: number[];
  faults?: string;
  json?: boolean;
}

/** The task of a sandbox that has none (spec, "POST /v1/sandboxes"): stored, never read. */
const STUB_TASK = '# ';

export function addCreate(sandbox: Command): void {
  sandbox
    .command('create')
    .description('start a sandbox and print how to reach its twins')
    .requiredOption('--twin <id>', 'twin id; repeat it for up to three', (id: string, ids: string[] = []) => [...ids, id])
    .option('--seed <path>', 'JSON or YAML seed: flat for one twin, an object by twin id for more')
    .option(
      '--webhook-port <n>',
      "port of the service's machine that webhooks may go to, beside its own --webhook-port; repeatable",
      webhookPortArgument,
    )
    .option('--faults <path>', 'JSON or YAML list of which calls fail, and how')
    .option('--json', 'as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  svc sandbox create --twin github\n  svc sandbox create --twin github --twin slack --seed world.yaml',
    )
    .action(create);
}

async function create(options: CreateOptions): Promise<void> {
  const [
    { openClient },
    { callerEnvironment, readConnection },
    { readSeedFile },
    { readFaultsFile },
    { twinVariables, variableLines },
  ] = await Promise.all([
    import('../../client.ts'),
    import('../../config.ts'),
    import('../../seed-file.ts'),
    import('../../faults-file.ts'),
    import('../../variables.ts'),
  ]);
  const seed = options.seed === undefined ? undefined : await readSeedFile(options.seed);
  const faults = options.faults === undefined ? undefined : await readFaultsFile(options.faults);
  const client = openClient(await readConnection(callerEnvironment));
  const created = await client.sandboxes.create({
    twins: options.twin,
    task_source: Buffer.from(STUB_TASK).toString('base64'),
    ...(seed && { seed }),
    ...(options.webhookPort && { webhook_ports: options.webhookPort }),
    ...(faults && { faults }),
  });
  if (options.json) return printJson(created);
  note(`Sandbox ${created.session_id} is ready, until ${created.expires_at}.`);
  print(`SVC_SESSION_ID=${created.session_id}`);
  for (const line of variableLines(twinVariables(created.per_twin, created.agent_token))) print(line);
}
