import type { Command } from 'commander';
import { CliError, EXIT } from '../../errors.ts';
import { print, printJson } from '../../output.ts';

interface StopOptions {
  confirm?: boolean;
  json?: boolean;
}

export function addStop(sandbox: Command): void {
  sandbox
    .command('stop')
    .description('stop a sandbox; one that is not graded only with --confirm, since its run is lost')
    .argument('<id>', 'sandbox id (ses_…)')
    .option('--confirm', 'throw the ungraded run away')
    .option('--json', 'as JSON')
    .addHelpText('after', '\nExamples:\n  svc sandbox stop ses_01k0example\n  svc sandbox stop ses_01k0example --confirm')
    .action(stop);
}

async function stop(id: string, options: StopOptions): Promise<void> {
  const [{ openClient }, { callerEnvironment, readConnection }, { stopSandbox }] = await Promise.all([
    import('../../client.ts'),
    import('../../config.ts'),
    import('../../discard.ts'),
  ]);
  const client = openClient(await readConnection(callerEnvironment));
  const refusal = await stopSandbox(client, id);
  if (refusal && !options.confirm) {
    const task = refusal.taskName === null ? '' : ` of the task "${refusal.taskName}"`;
    throw new CliError(
      EXIT.notPassed,
      `Sandbox ${id} has been open for ${refusal.openSeconds} s and its run${task} is not graded: stopping it loses tape and state.`,
      {
        hint: `finalize it to keep the run, or throw it away with \`svc sandbox stop ${id} --confirm\`.`,
      },
    );
  }
  if (refusal) await client.sandboxes.delete(id, { confirm_discard: refusal.discardToken });
  if (options.json) return printJson({ id, stopped: true });
  print(`Stopped ${id}.`);
}
