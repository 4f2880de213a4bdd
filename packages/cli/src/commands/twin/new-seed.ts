import type { Twin } from '@svc/twin-kit';
import type { Command } from 'commander';
import { UsageError } from '../../errors.ts';
import { print, printJson } from '../../output.ts';

export function addNewSeed(twin: Command): void {
  twin
    .command('new-seed')
    .description("write the twin's default world as a seed file to start from")
    .argument('<twin>', 'twin id, e.g. github')
    .option('--from-dir <path>', 'a seed of a folder of yours instead: of a git repository, with its history')
    .option('--from-bundle <path>', 'the same of a file that `git bundle` made')
    .option('--out <path>', 'where to write it (default: <twin>.seed.yaml)')
    .option('--json', 'as JSON')
    .addHelpText('after', '\nExample:\n  svc twin new-seed github --out world.yaml')
    .action(newSeed);
}

interface Options {
  fromDir?: string;
  fromBundle?: string;
  out?: string;
  json?: boolean;
}

async function newSeed(id: string, options: Options): Promise<void> {
  const [{ knownTwin }, { writeSeedFile }] = await Promise.all([import('../../known-twin.ts'), import('../../seed-file.ts')]);
  const { seedReference } = await import('@svc/twin-kit');
  const twin = await knownTwin(id);
  const path = options.out ?? `${id}.seed.yaml`;
  const made = await seedOfSource(twin, options);
  const origin = made ? `A world of the ${twin.title} twin, made of ${made.from}.` : defaultOrigin(twin);
  await writeSeedFile(path, made ? made.seed : twin.definition.seed.defaultSeed, [origin, ...seedReference(twin)]);
  if (options.json) printJson({ twin: id, path });
  else print(path);
}

const defaultOrigin = ({ title }: Twin): string => `The default world of the ${title} twin, which a seed replaces.`;

/** @throws UsageError where it can't be read, or this twin's seeds aren't made of that */
async function seedOfSource(twin: Twin, { fromDir, fromBundle }: Options): Promise<{ seed: unknown; from: string } | undefined> {
  if (fromDir !== undefined && fromBundle !== undefined) throw new UsageError('Give either --from-dir or --from-bundle.');
  const [kind, from] = fromDir === undefined ? (['bundle', fromBundle] as const) : (['dir', fromDir] as const);
  if (from === undefined) return undefined;
  const source = twin.definition.seed.sources?.[kind];
  if (!source) throw new UsageError(`Seeds of the ${twin.title} twin aren't made of ${kind === 'dir' ? 'folders' : 'bundles'}.`);
  try {
    return { seed: await source(from), from };
  } catch (error) {
    const { SeedSourceError } = await import('@svc/twin-kit');
    if (error instanceof SeedSourceError) throw new UsageError(error.message, undefined, error);
    throw error;
  }
}
