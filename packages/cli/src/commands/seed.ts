import type { Command } from 'commander';
import { note, print, printJson } from '../output.ts';

interface SeedOptions {
  out?: string;
  repo?: string;
  json?: boolean;
}

/** How the files of each vendor are had, and a line to type. */
const VENDORS = {
  github: [
    'answers of `gh api --paginate`: repos/acme/web, and its issues?state=all, pulls, issues/comments, labels, milestones and releases',
    'issues.json comments.json --repo acme/web',
  ],
  stripe: [
    'answers of `stripe customers list --limit 100`, likewise products, prices, coupons, charges, payment_intents, refunds, subscriptions and invoices',
    'customers.json charges.json refunds.json',
  ],
  slack: [
    "a workspace's export, unpacked (users.json, channels.json, <channel>/<day>.json); or answers of users.list and conversations.list, and of conversations.history as <channel>.json",
    'export/',
  ],
  gmail: [
    'answers of users.messages.get in full, one a file or in a list; those of users.labels.list and users.getProfile beside them',
    'messages.json labels.json profile.json',
  ],
  linear: [
    'answers of the GraphQL API: issues with identifier, title, state { name type }, team { key name }, and whatever else; likewise teams, users and projects',
    'issues.json',
  ],
} as const;
type Vendor = keyof typeof VENDORS;

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
  for (const vendor of Object.keys(VENDORS) as Vendor[]) addVendor(seed, vendor);
}

function addVendor(seed: Command, vendor: Vendor): void {
  const [how, files] = VENDORS[vendor];
  const command = seed
    .command(`from-${vendor}`)
    .description(`make a seed of exported files of ${vendor}`)
    .argument('<file...>', 'JSON files, or folders with some')
    .option('--out <path>', `where to write it (default: ${vendor}.seed.yaml)`)
    .option('--json', 'tell what was made as JSON')
    .addHelpText('after', `\nThe files are ${how}.\n\nExample:\n  svc seed from-${vendor} ${files} --out ${vendor}.seed.yaml`);
  if (vendor === 'github') command.option('--repo <owner/name>', 'whose they are, where the files do not say');
  command.action((paths: string[], options: SeedOptions) => capture(vendor, paths, options));
}

async function capture(vendor: Vendor, paths: readonly string[], options: SeedOptions): Promise<void> {
  const [{ captures }, { readExported }, { People }, { knownTwin }, { writeSeedFile }, { CliError, EXIT, UsageError }] =
    await Promise.all([
      import('../capture/index.ts'),
      import('../capture/exported.ts'),
      import('../capture/people.ts'),
      import('../known-twin.ts'),
      import('../seed-file.ts'),
      import('../errors.ts'),
    ]);
  const { repo } = options;
  if (repo !== undefined && !/^[\w.-]+\/[\w.-]+$/.test(repo)) throw new UsageError(`--repo ${repo} is no owner/name.`);
  const maker = captures.find(({ twin }) => twin === vendor);
  if (!maker) throw new Error(`Nobody makes seeds of ${vendor}.`);
  const people = new People();
  const { seed, leftOut } = maker.seed(await readExported(paths), people, { repo });
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
