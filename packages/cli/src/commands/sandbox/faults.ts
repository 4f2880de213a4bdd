import type { Faults, StandingFault } from '@svc/contract';
import type { Command } from 'commander';
import { UsageError } from '../../errors.ts';
import { oneLine, print, printJson, table } from '../../output.ts';

interface FaultsOptions {
  set?: string;
  clear?: boolean;
  json?: boolean;
}

export function addFaults(sandbox: Command): void {
  sandbox
    .command('faults')
    .description("show which calls of a sandbox's agent fail on request, and what came of it; or put others in their place")
    .argument('<id>', 'sandbox id (ses_…)')
    .option('--set <path>', 'JSON or YAML list of the faults that are to stand instead')
    .option('--clear', 'let no call fail any more')
    .option('--json', 'as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  svc sandbox faults ses_01k0example\n  svc sandbox faults ses_01k0example --set faults.yaml\n  svc sandbox faults ses_01k0example --clear',
    )
    .action(faults);
}

async function faults(id: string, options: FaultsOptions): Promise<void> {
  const [{ openClient }, { callerEnvironment, readConnection }, { readFaultsFile }] = await Promise.all([
    import('../../client.ts'),
    import('../../config.ts'),
    import('../../faults-file.ts'),
  ]);
  if (options.set !== undefined && options.clear) throw new UsageError('--set and --clear are two things: give one.');
  const wanted = options.clear ? [] : options.set === undefined ? undefined : await readFaultsFile(options.set);
  const client = openClient(await readConnection(callerEnvironment));
  const standing = wanted ? await client.sandboxes.setFaults(id, wanted) : await client.sandboxes.faults(id);
  if (options.json) return printJson(standing);
  show(standing);
}

function show({ faults: standing }: Faults): void {
  if (standing.length === 0) {
    print('No faults.');
    return;
  }
  const rows = standing.map((fault) => [
    fault.twin,
    fault.kind,
    oneLine(selected(fault)),
    `${fault.matched}`,
    `${fault.injected}`,
  ]);
  print(table([['TWIN', 'FAULT', 'CALLS', 'MATCHED', 'INJECTED'], ...rows]));
}

/** Which calls, in short. */
function selected({ operation, tool, method, path, nth, share }: StandingFault): string {
  const names = [operation, tool, method, path].filter((part) => part !== undefined);
  const which = nth === undefined ? [] : [`no. ${[nth].flat().join(', ')}`];
  const part = share === undefined ? [] : [`a share of ${share}`];
  return [...(names.length > 0 ? names : ['all']), ...which, ...part].join(' ');
}
