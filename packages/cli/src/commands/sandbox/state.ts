import type { World } from '@svc/contract';
import type { Command } from 'commander';
import { wholeNumber } from '../../numbers.ts';
import { printJson } from '../../output.ts';

interface StateOptions {
  step?: number;
  twin?: string;
  json?: boolean;
}

const RUN_ID = /^(?:run_[A-Za-z0-9]+|latest)$/;

export function addState(sandbox: Command): void {
  sandbox
    .command('state')
    .description("print a twin's world as JSON: as it is, or as it was after a call")
    .argument('<id>', 'sandbox id (ses_…), or a run (run_…, latest) for its stored evidence')
    .option('--step <n>', 'after so many calls of the sandbox, those of all its twins counted; 0 is the seed', wholeNumber)
    .option('--twin <id>', 'whose world; by default the primary twin')
    .option('--json', "with the twin, the step and how many of its calls were the twin's")
    .addHelpText(
      'after',
      '\nExamples:\n  svc sandbox state ses_01k0example --step 12\n  svc sandbox state latest --step 0 --twin slack',
    )
    .action(state);
}

async function state(id: string, { step, twin, json }: StateOptions): Promise<void> {
  const world = await worldOf(id, step, twin);
  printJson(json ? world : world.state);
}

async function worldOf(id: string, step: number | undefined, twin: string | undefined): Promise<World> {
  const [{ openClient }, { callerEnvironment, readConnection }, { UsageError }, { runIdOf }] = await Promise.all([
    import('../../client.ts'),
    import('../../config.ts'),
    import('../../errors.ts'),
    import('../../latest.ts'),
  ]);
  const client = openClient(await readConnection(callerEnvironment));
  if (!RUN_ID.test(id)) return client.sandboxes.world(id, { step, twin });
  if (step === undefined)
    throw new UsageError('A run needs --step <n>.', 'its final state is in the folder that `svc run` kept.');
  return client.runs.world(await runIdOf(client, id), { step, twin });
}
