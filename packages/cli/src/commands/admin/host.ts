import type { HostRecord } from '@svc/platform';
import type { Command } from 'commander';
import { UsageError } from '../../errors.ts';
import { oneLine, print, printJson, table } from '../../output.ts';
import { type AdminOptions, withAdminOptions } from './options.ts';

export function addHost(admin: Command): void {
  const host = admin
    .command('host')
    .description('list and empty the hosts that twins run on, where an installation has many')
    .addHelpText('after', '\nExamples:\n  svc admin host list\n  svc admin host drain worker-3');
  withAdminOptions(host.command('list').description('list hosts, their state and what is placed on them'))
    .addHelpText('after', '\nExamples:\n  svc admin host list\n  svc admin host list --json')
    .action(list);
  withNamed(host.command('drain').description('let the sandboxes of a host end, and start no new ones there'))
    .addHelpText('after', '\nExample:\n  svc admin host drain worker-3')
    .action((named: string, options: AdminOptions) => drain(named, true, options));
  withNamed(host.command('resume').description('start sandboxes on a host again'))
    .addHelpText('after', '\nExample:\n  svc admin host resume worker-3')
    .action((named: string, options: AdminOptions) => drain(named, false, options));
  withNamed(host.command('forget').description('take a lost host off the list; one that comes back is on it again'))
    .addHelpText('after', '\nExample:\n  svc admin host forget worker-3')
    .action(forget);
}

const withNamed = (command: Command): Command =>
  withAdminOptions(command.argument('<host>', 'its name or id, as `svc admin host list` shows it'));

async function list(options: AdminOptions): Promise<void> {
  const [{ listHosts, stateOf }, { withInstallation }] = await load();
  const hosts = await withInstallation(options.dataDir, listHosts);
  if (options.json) return printJson(hosts.map((host) => hostJson(host, stateOf(host))));
  if (hosts.length === 0) return print('No hosts: all twins run beside the control plane.');
  // Only where hosts keep copies of each other's journals.
  const isCopied = hosts.some(({ mirror_lag_ms: lag }) => lag !== null);
  const cells = hosts.map((host) => [
    host.id,
    oneLine(host.name),
    stateOf(host),
    `${host.placed}/${host.most_twins}`,
    waitingOf(host),
    oneLine(host.address),
    host.beat_at.toISOString(),
    ...(isCopied ? [copiesOf(host)] : []),
  ]);
  const titles = ['ID', 'NAME', 'STATE', 'TWINS', 'WAITING', 'ADDRESS', 'HEARD', ...(isCopied ? ['COPIES BEHIND'] : [])];
  print(table([titles, ...cells]));
}

/** How far the worst copy of its journals is behind. */
const copiesOf = ({ mirror_lag_ms: lag }: HostRecord): string => (lag === null ? '-' : `${(lag / 1_000).toFixed(1)} s`);

const waitingOf = ({ waiting }: HostRecord): string =>
  Object.entries(waiting)
    .map(([twin, count]) => `${twin}=${count}`)
    .join(',') || '-';

const hostJson = (
  { id, name, address, twins, most_twins, placed, waiting, beat_at, lost_at, mirror_lag_ms }: HostRecord,
  state: string,
) => ({
  id,
  name,
  state,
  address,
  twins,
  most_twins,
  placed,
  waiting,
  beat_at,
  lost_at,
  mirror_lag_ms,
});

async function drain(named: string, draining: boolean, options: AdminOptions): Promise<void> {
  const [{ setDraining, listHosts, stateOf }, { withInstallation }] = await load();
  const host = await withInstallation(options.dataDir, async (database) => {
    const { id } = theOne(await listHosts(database), named);
    await setDraining(database, id, draining);
    return theOne(await listHosts(database), id);
  });
  if (options.json) return printJson(hostJson(host, stateOf(host)));
  if (!draining) return print(`${oneLine(host.name)} takes sandboxes again.`);
  const left = host.placed === 0 ? 'It is empty.' : `${host.placed} twins run on it until their sandboxes end.`;
  print(`${oneLine(host.name)} takes no more sandboxes. ${left}`);
}

async function forget(named: string, options: AdminOptions): Promise<void> {
  const [{ forgetHost, listHosts }, { withInstallation }] = await load();
  const host = await withInstallation(options.dataDir, async (database) => {
    const found = theOne(await listHosts(database), named);
    if (await forgetHost(database, found.id)) return found;
    const why = found.lost_at === null ? 'is not lost' : 'has sandboxes that are still being ended';
    throw new UsageError(`The host "${oneLine(found.name)}" ${why}.`, '`svc admin host drain` empties one that lives.');
  });
  if (options.json) return printJson({ id: host.id, forgotten: true });
  print(`Forgot ${oneLine(host.name)}.`);
}

/** @throws UsageError where there is none, or more than one */
function theOne(hosts: readonly HostRecord[], named: string): HostRecord {
  const found = hosts.filter(({ id, name }) => id === named || name === named);
  const [host] = found;
  if (!host) throw new UsageError(`There is no host "${oneLine(named)}".`, '`svc admin host list` shows all.');
  if (found.length > 1) throw new UsageError(`${found.length} hosts are called "${oneLine(named)}".`, 'give the id of one.');
  return host;
}

const load = () => Promise.all([import('@svc/platform'), import('./installation.ts')]);
