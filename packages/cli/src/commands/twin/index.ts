import type { Command } from 'commander';
import { addNewSeed } from './new-seed.ts';
import { addStart } from './start.ts';

export function addTwin(program: Command): void {
  const twin = program.command('twin').description('run one twin on this machine: no account, no sandbox, no scoring');
  twin.addHelpText('after', '\nExamples:\n  svc twin start github\n  svc twin new-seed github --out world.yaml');
  addStart(twin);
  addNewSeed(twin);
}
