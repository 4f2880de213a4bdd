import type { Service } from '../service.ts';
import { closeUngraded } from './close.ts';
import { eachAtOnce } from './each.ts';
import { isDue } from './find.ts';
import { stopOrphans } from './orphans.ts';
import { saveAddresses } from './provision.ts';
import { publishWhileOpen, resumeEvaluations } from './restore.ts';
import type { SandboxRecord } from './view.ts';

/**
 * Makes an installation whole again after the process before this one ended, however it ended.
 *
 * @param begun when this process began: what is younger may be its own, as calls are answered meanwhile
 */
export async function recover(service: Service, begun: Date): Promise<void> {
  if (service.config.soleInstance) await failHalfStarted(service, begun);
  await reopenSandboxes(service);
  await stopOrphans(service);
  await resumeEvaluations(service, 0);
}

/** Nobody is starting these any more. */
async function failHalfStarted(service: Service, begun: Date): Promise<void> {
  const half = await service.database
    .selectFrom('sandboxes')
    .select('id')
    .where('state', '=', 'provisioning')
    .where('created_at', '<=', begun)
    .execute();
  await eachAtOnce(half, ({ id }) => closeUngraded(service, id, 'failed'));
}

async function reopenSandboxes(service: Service): Promise<void> {
  const open = await service.database
    .selectFrom('sandboxes')
    .selectAll()
    .where('state', 'in', ['ready', 'running'])
    .where('self_reported', '=', false)
    .execute();
  const due = open.filter((sandbox) => isDue(sandbox, service.clock.now()));
  await eachAtOnce(due, ({ id }) => closeUngraded(service, id, 'expired'));
  // What waits for a lost host's twins to come back elsewhere goes on doing so.
  const awaited = new Set(await service.runtime.awaited?.());
  const live = open.filter((sandbox) => !due.includes(sandbox) && !awaited.has(sandbox.id));
  if (live.length === 0) return;
  const addresses = await service.runtime.recover(live.map(({ id }) => id));
  await eachAtOnce(live, (sandbox) => reopen(service, sandbox, addresses.get(sandbox.id) ?? []));
}

async function reopen(service: Service, sandbox: SandboxRecord, addresses: Parameters<typeof saveAddresses>[2]): Promise<void> {
  if (addresses.length < sandbox.twins.length) {
    service.log.warn({ session: sandbox.id }, 'a sandbox could not be brought back');
    await closeUngraded(service, sandbox.id, 'failed');
    return;
  }
  await saveAddresses(service, sandbox.id, addresses);
  await publishWhileOpen(service, sandbox, addresses);
}
