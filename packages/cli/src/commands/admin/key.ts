import type { Command } from 'commander';
import { callerEnvironment } from '../../config.ts';
import { UsageError } from '../../errors.ts';
import { oneLine, print, printJson, table } from '../../output.ts';
import { type AdminOptions, nameArgument, slugArgument, withAdminOptions } from './options.ts';
import { noTeam } from './team.ts';

interface CreateOptions extends AdminOptions {
  team: string;
  name: string;
}

interface ListOptions extends AdminOptions {
  team?: string;
}

export function addKey(admin: Command): void {
  const key = admin
    .command('key')
    .description('make, list and revoke API keys')
    .addHelpText('after', '\nExamples:\n  svc admin key create --team acme --name ci\n  svc admin key list');
  withAdminOptions(
    key
      .command('create')
      .description('make an API key and print it: it is shown only now')
      .requiredOption('--team <slug>', 'whose key it is', slugArgument)
      .requiredOption('--name <name>', 'what it is for', nameArgument),
  )
    .addHelpText('after', '\nExample:\n  svc admin key create --team acme --name ci')
    .action(create);
  withAdminOptions(
    key.command('list').description('list keys, without their secrets').option('--team <slug>', 'only of this team'),
  )
    .addHelpText('after', '\nExamples:\n  svc admin key list\n  svc admin key list --team acme --json')
    .action(list);
  withAdminOptions(key.command('revoke').description('end a key for good').argument('<id>', 'as `svc admin key list` shows it'))
    .addHelpText('after', '\nExample:\n  svc admin key revoke abcdefgh')
    .action(revoke);
}

async function create({ team: slug, name, ...options }: CreateOptions): Promise<void> {
  const [{ createApiKey, findTeam }, { firstUserOf, withInstallation }] = await load();
  const made = await withInstallation(options.dataDir, async (database) => {
    const team = await findTeam(database, slug);
    if (!team) throw noTeam(slug);
    return createApiKey(database, { teamId: team.id, userId: await firstUserOf(database, team), name });
  });
  if (options.json) return printJson({ id: made.id, team: slug, name, api_key: made.key });
  // Where the address of the service is known, the lines are all that a client needs.
  const { SVC_BASE_URL: baseUrl } = callerEnvironment;
  if (baseUrl) print(`SVC_BASE_URL=${baseUrl}`);
  print(`SVC_API_KEY=${made.key}`);
}

async function list(options: ListOptions): Promise<void> {
  const [{ findTeam, listApiKeys }, { withInstallation }] = await load();
  const keys = await withInstallation(options.dataDir, async (database) => {
    if (options.team !== undefined && !(await findTeam(database, options.team))) throw noTeam(options.team);
    return listApiKeys(database, options.team);
  });
  if (options.json) return printJson(keys);
  if (keys.length === 0) return print('No keys.');
  const cells = keys.map(({ id, team, name, created_at, revoked_at }) => [
    id,
    team,
    oneLine(name),
    created_at.toISOString(),
    revoked_at?.toISOString() ?? '-',
  ]);
  print(table([['ID', 'TEAM', 'NAME', 'CREATED', 'REVOKED'], ...cells]));
}

async function revoke(id: string, options: AdminOptions): Promise<void> {
  const [{ listApiKeys, revokeApiKey }, { withInstallation }] = await load();
  const fresh = await withInstallation(options.dataDir, async (database) => {
    const known = (await listApiKeys(database)).some((key) => key.id === id);
    if (!known) throw new UsageError(`There is no key "${oneLine(id)}".`, '`svc admin key list` shows all.');
    return revokeApiKey(database, id);
  });
  if (options.json) return printJson({ id, revoked: true });
  print(fresh ? `Revoked ${id}.` : `${id} was revoked before.`);
}

const load = () => Promise.all([import('@svc/control-plane'), import('./installation.ts')]);
