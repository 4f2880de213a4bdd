import type { Command } from 'commander';
import { print, printJson } from '../../output.ts';

export function addNewSeed(twin: Command): void {
  twin
    .command('new-seed')
    .description("write the twin's default world as a seed file to start from")
    .argument('<twin>', 'twin id, e.g. github')
    .option('--out <path>', 'where to write it (default: <twin>.seed.yaml)')
    .option('--json', 'as JSON')
    .addHelpText('after', '\nExample:\n  svc twin new-seed github --out world.yaml')
    .action(newSeed);
}

async function newSeed(id: string, options: { out?: string; json?: boolean }): Promise<void> {
  const [{ knownTwin }, { writeSeedFile }] = await Promise.all([import('../../known-twin.ts'), import('../../seed-file.ts')]);
  const { seedReference } = await import('@svc/twin-kit');
  const twin = await knownTwin(id);
  const path = options.out ?? `${id}.seed.yaml`;
  await writeSeedFile(path, twin.definition.seed.defaultSeed, [
    `The default world of the ${twin.title} twin, which a seed replaces.`,
    ...seedReference(twin),
  ]);
  if (options.json) printJson({ twin: id, path });
  else print(path);
}
