import type { TeamChanges } from '@svc/control-plane';
import { type Command, InvalidArgumentError } from 'commander';
import { UsageError } from '../../errors.ts';
import { print, printJson, table } from '../../output.ts';
import {
  type AdminOptions,
  DEFAULT,
  durationArgument,
  mebibytesArgument,
  type Override,
  quotaArgument,
  slugArgument,
  withAdminOptions,
} from './options.ts';

interface TeamOptions extends AdminOptions {
  plan?: string;
  quota?: Override;
  lifetime?: Override;
  idle?: Override;
  journalMib?: Override;
  worldMib?: Override;
}

const PLANS = ['free', 'team', 'enterprise'];

export function addTeam(admin: Command): void {
  const team = admin
    .command('team')
    .description('make, change and list teams')
    .addHelpText('after', '\nExamples:\n  svc admin team create acme --plan team\n  svc admin team list');
  withTeamOptions(team.command('create').description('make a team'))
    .addHelpText('after', '\nExample:\n  svc admin team create acme --plan team --quota 10')
    .action(create);
  withTeamOptions(
    team.command('set').description("change a team; `default` as a value brings the plan's or the service's own back"),
  )
    .addHelpText('after', '\nExamples:\n  svc admin team set acme --lifetime 1h\n  svc admin team set acme --quota default')
    .action(set);
  withAdminOptions(team.command('list').description('list teams'))
    .addHelpText('after', '\nExamples:\n  svc admin team list\n  svc admin team list --json')
    .action(list);
}

const withTeamOptions = (command: Command): Command =>
  withAdminOptions(
    command
      .argument('<slug>', "the team's name in addresses and lists", slugArgument)
      .option('--plan <plan>', `one of ${PLANS.join(', ')} (new teams: free)`, planArgument)
      .option('--quota <n>', "sandboxes open at once (default: the plan's)", quotaArgument)
      .option('--lifetime <duration>', 'of a sandbox, e.g. 45s (default: 30m)', durationArgument)
      .option('--idle <duration>', 'after which a sandbox closes, e.g. 30s (default: 30m)', durationArgument)
      .option('--journal-mib <n>', "of tape that one twin may keep, in MiB (default: the service's)", mebibytesArgument)
      .option('--world-mib <n>', "of world that one twin may keep, in MiB (default: the service's)", mebibytesArgument),
  );

function planArgument(value: string): string {
  if (!PLANS.includes(value)) throw new InvalidArgumentError(`A plan is one of ${PLANS.join(', ')}.`);
  return value;
}

async function create(slug: string, options: TeamOptions): Promise<void> {
  const [{ createTeam, findTeam }, { withInstallation }] = await load();
  const made = await withInstallation(options.dataDir, async (database) => {
    if (await findTeam(database, slug))
      throw new UsageError(`There is a team "${slug}" already.`, '`svc admin team set` changes it.');
    return createTeam(database, {
      slug,
      ...(options.plan !== undefined && { planTier: options.plan }),
      ...(typeof options.quota === 'number' && { quota: options.quota }),
      ...(typeof options.lifetime === 'number' && { lifetimeMs: options.lifetime }),
      ...(typeof options.idle === 'number' && { idleMs: options.idle }),
      ...(typeof options.journalMib === 'number' && { journalMib: options.journalMib }),
      ...(typeof options.worldMib === 'number' && { worldMib: options.worldMib }),
    }).then(() => findTeam(database, slug));
  });
  if (options.json) return printJson(teamJson(made!));
  print(`Made team ${slug}.`);
}

async function set(slug: string, options: TeamOptions): Promise<void> {
  const [{ changeTeam, findTeam }, { withInstallation }] = await load();
  const changes: TeamChanges = {
    ...(options.plan !== undefined && { planTier: options.plan }),
    ...(options.quota !== undefined && { quota: overrideOf(options.quota) }),
    ...(options.lifetime !== undefined && { lifetimeMs: overrideOf(options.lifetime) }),
    ...(options.idle !== undefined && { idleMs: overrideOf(options.idle) }),
    ...(options.journalMib !== undefined && { journalMib: overrideOf(options.journalMib) }),
    ...(options.worldMib !== undefined && { worldMib: overrideOf(options.worldMib) }),
  };
  if (Object.keys(changes).length === 0) throw new UsageError('Nothing to change was given.', 'see `svc admin team set --help`.');
  const changed = await withInstallation(options.dataDir, async (database) => {
    if (!(await changeTeam(database, slug, changes))) throw noTeam(slug);
    return findTeam(database, slug);
  });
  if (options.json) return printJson(teamJson(changed!));
  print(`Changed team ${slug}.`);
}

const overrideOf = (value: Override): number | null => (value === DEFAULT ? null : value);

async function list(options: AdminOptions): Promise<void> {
  const [{ listTeams }, { withInstallation }] = await load();
  const teams = (await withInstallation(options.dataDir, listTeams)).map(teamJson);
  if (options.json) return printJson(teams);
  if (teams.length === 0) return print('No teams.');
  const cells = teams.map(({ slug, plan_tier, open_sandboxes, ...own }) =>
    [slug, plan_tier, ...OVERRIDES.map((name) => own[name] ?? '-'), open_sandboxes].map(String),
  );
  print(table([['TEAM', 'PLAN', ...OVERRIDES.map((name) => name.toUpperCase()), 'OPEN'], ...cells]));
}

export const noTeam = (slug: string): UsageError =>
  new UsageError(`There is no team "${slug}".`, '`svc admin team list` shows all.');

type Team = NonNullable<Awaited<ReturnType<typeof import('@svc/control-plane').findTeam>>>;

const OVERRIDES = ['quota', 'lifetime_ms', 'idle_ms', 'journal_mib', 'world_mib'] as const;

const teamJson = ({ id, slug, plan_tier, open_sandboxes, created_at, ...own }: Team) => ({
  id,
  slug,
  plan_tier,
  quota: own.quota,
  lifetime_ms: own.lifetime_ms,
  idle_ms: own.idle_ms,
  journal_mib: own.journal_mib,
  world_mib: own.world_mib,
  open_sandboxes,
  created_at,
});

const load = () => Promise.all([import('@svc/control-plane'), import('./installation.ts')]);
