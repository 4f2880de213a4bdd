import type { Sandbox } from '@svc/contract';
import type { TapeRow } from '@svc/twin-kit';
import type { Command } from 'commander';
import type { Client } from '../client.ts';
import { note, print } from '../output.ts';

interface TailOptions {
  twin?: string;
  follow: boolean;
  json?: boolean;
}

export function addTail(program: Command): void {
  program
    .command('tail')
    .description("print a live sandbox's calls, and new ones as they come, until it closes")
    .argument('<session>', 'sandbox id (ses_…)')
    .option('--twin <id>', 'only the calls on this twin')
    .option('--no-follow', 'only the calls made so far')
    .option('--json', 'whole tape rows, one JSON object a line')
    .addHelpText(
      'after',
      `
Each line: twin, method, path, status, whether the call changed the world, and the action. Watching counts as activity:
it keeps an idle sandbox open.

Examples:
  svc tail ses_01k0example
  svc tail ses_01k0example --json --no-follow | jq .path`,
    )
    .action(tail);
}

async function tail(id: string, options: TailOptions): Promise<void> {
  const [
    { openClient },
    { callerEnvironment, readConnection },
    { liveTwins },
    { rowsAfter, watchTapes },
    { callLine },
    { untilStopped },
    { realTimeOf },
  ] = await Promise.all([
    import('../client.ts'),
    import('../config.ts'),
    import('../live-sandbox.ts'),
    import('../scenario/tape-watch.ts'),
    import('../scenario/call-line.ts'),
    import('../signals.ts'),
    import('@svc/twin-kit'),
  ]);
  const client = openClient(await readConnection(callerEnvironment));
  const { endpoints, token } = await liveTwins(client, id, options.twin);
  const onRow = (row: TapeRow): void => print(options.json ? JSON.stringify(row) : callLine(row));
  if (!options.follow) {
    const tapes = await Promise.all(Object.values(endpoints).map(({ api_url }) => rowsAfter(api_url, token, 0)));
    for (const row of tapes.flat().toSorted((a, b) => realTimeOf(a) - realTimeOf(b))) onRow(row);
    return;
  }
  const watch = watchTapes({ endpoints, token, onRow, pollMs: POLL_MS });
  const reason = await Promise.race([untilStopped(), untilClosed(client, id)]);
  await watch.stop();
  if (reason === 'closed') note(`Sandbox ${id} is closed.`);
}

/** Between two looks at the tapes, and at the sandbox. */
const POLL_MS = 500;
const STATE_POLL_MS = 2_000;
const OPEN: readonly Sandbox['state'][] = ['provisioning', 'ready', 'running'];

async function untilClosed(client: Client, id: string): Promise<'closed'> {
  const { setTimeout: delay } = await import('node:timers/promises');
  for (;;) {
    await delay(STATE_POLL_MS, undefined, { ref: false });
    // A service that is away for a moment says nothing of the sandbox.
    const sandbox = await client.sandboxes.get(id).catch(() => undefined);
    if (sandbox && !OPEN.includes(sandbox.state)) return 'closed';
  }
}
