import { EXPORTS, type ExportKind, type Vendor } from '@svc/twins/exports';
import type { Command } from 'commander';
import { note, print, printJson } from '../output.ts';

interface SeedOptions {
  out?: string;
  repo?: string;
  json?: boolean;
}

export function addSeed(program: Command): void {
  const seed = program
    .command('seed')
    .description("make a seed of what a vendor's API or export gave: JSON files in, no network");
  seed.addHelpText(
    'after',
    `
People become invented ones, the same ones in the whole world, in texts too; ids of the vendor, addresses, telephone numbers
and credentials are left out. Read the seed over before you share it: no program knows every name.

Examples:
  svc seed from-github issues.json comments.json --repo acme/web
  svc seed from-slack export/ --out slack.seed.yaml
  svc twin start slack --seed slack.seed.yaml`,
  );
  for (const vendor of Object.keys(EXPORTS) as Vendor[]) addVendor(seed, vendor);
}

function addVendor(seed: Command, vendor: Vendor): void {
  const { how, files, takesRepository }: ExportKind = EXPORTS[vendor];
  const command = seed
    .command(`from-${vendor}`)
    .description(`make a seed of exported files of ${vendor}`)
    .argument('<file...>', 'JSON files, or folders with some')
    .option('--out <path>', `where to write it (default: ${vendor}.seed.yaml)`)
    .option('--json', 'tell what was made as JSON')
    .addHelpText('after', `\nThe files are ${how}.\n\nExample:\n  svc seed from-${vendor} ${files} --out ${vendor}.seed.yaml`);
  if (takesRepository) command.option('--repo <owner/name>', 'whose they are, where the files do not say');
  command.action((paths: string[], options: SeedOptions) => capture(vendor, paths, options));
}

async function capture(vendor: Vendor, paths: readonly string[], options: SeedOptions): Promise<void> {
  const [{ CaptureError, captures, People, readExported }, { knownTwin }, { writeSeedFile }, { CliError, EXIT, UsageError }] =
    await Promise.all([
      import('@svc/twins/capture'),
      import('../known-twin.ts'),
      import('../seed-file.ts'),
      import('../errors.ts'),
    ]);
  const { repo } = options;
  if (repo !== undefined && !/^[\w.-]+\/[\w.-]+$/.test(repo)) throw new UsageError(`--repo ${repo} is no owner/name.`);
  const maker = captures.find(({ twin }) => twin === vendor);
  if (!maker) throw new Error(`Nobody makes seeds of ${vendor}.`);
  const people = new People();
  const made = async () => {
    const files = await readExported(paths);
    people.meetAddresses(files.map(({ records }) => records));
    return maker.seed(files, people, { repo });
  };
  const { seed, leftOut } = await made().catch((error: unknown) => {
    throw error instanceof CaptureError ? new UsageError(error.message, error.hint, error.cause) : error;
  });
  const parsed = (await knownTwin(vendor)).parseSeed(seed);
  const path = options.out ?? `${vendor}.seed.yaml`;
  if (!parsed.ok) {
    const faults = parsed.issues.slice(0, 10).map((issue) => `  ${issue.path}: ${issue.message}`);
    throw new CliError(
      EXIT.failed,
      `The ${vendor} twin does not take the seed that was made of these files:\n${faults.join('\n')}`,
    );
  }
  await writeSeedFile(path, seed, ['Made of exported files: people are invented, ids are left out.']);
  if (options.json) return printJson({ twin: vendor, path, people: people.count, left_out: Object.fromEntries(leftOut) });
  print(path);
  note(`${people.count} people were replaced. Read it over before you share it.`);
  for (const [what, count] of leftOut) note(`left out: ${count} ${what}`);
}
