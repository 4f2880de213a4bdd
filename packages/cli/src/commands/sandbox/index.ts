import type { Command } from 'commander';
import { addCreate } from './create.ts';
import { addFaults } from './faults.ts';
import { addFork } from './fork.ts';
import { addList } from './list.ts';
import { addState } from './state.ts';
import { addStop } from './stop.ts';

export function addSandbox(program: Command): void {
  const sandbox = program.command('sandbox').description("start, list, look into, fork and stop the service's sandboxes");
  sandbox.addHelpText(
    'after',
    '\nExamples:\n  svc sandbox create --twin github\n  svc sandbox list\n  svc sandbox stop ses_01k0example --confirm',
  );
  addCreate(sandbox);
  addList(sandbox);
  addFaults(sandbox);
  addState(sandbox);
  addFork(sandbox);
  addStop(sandbox);
}
