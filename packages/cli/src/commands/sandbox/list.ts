import type { SandboxState } from '@svc/contract';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { print, printJson, table } from '../../output.ts';

interface ListOptions {
  state?: SandboxState;
  limit?: number;
  json?: boolean;
}

const STATES: readonly SandboxState[] = ['provisioning', 'ready', 'running', 'done', 'expired', 'failed'];

export function addList(sandbox: Command): void {
  sandbox
    .command('list')
    .description('list sandboxes, newest first')
    .addOption(new Option('--state <state>', 'only those in this state').choices(STATES))
    .option('--limit <n>', 'at most so many (1 to 200, default 50)', limitArgument)
    .option('--json', 'as JSON')
    .addHelpText('after', '\nExamples:\n  svc sandbox list\n  svc sandbox list --state ready --json')
    .action(list);
}

function limitArgument(value: string): number {
  if (!/^\d{1,3}$/.test(value) || Number(value) < 1 || Number(value) > 200)
    throw new InvalidArgumentError('A number from 1 to 200.');
  return Number(value);
}

async function list(options: ListOptions): Promise<void> {
  const [{ openClient }, { callerEnvironment, readConnection }] = await Promise.all([
    import('../../client.ts'),
    import('../../config.ts'),
  ]);
  const client = openClient(await readConnection(callerEnvironment));
  const rows = await client.sandboxes.list({
    ...(options.state && { state: options.state }),
    ...(options.limit !== undefined && { limit: options.limit }),
  });
  if (options.json) return printJson(rows);
  if (rows.length === 0) return print('No sandboxes.');
  const cells = rows.map((row) => [row.id, row.state, row.twins.join(','), row.created_at, row.closed_at ?? '-']);
  print(table([['ID', 'STATE', 'TWINS', 'CREATED', 'CLOSED'], ...cells]));
}
