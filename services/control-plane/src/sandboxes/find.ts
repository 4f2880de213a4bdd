import { ServiceError, sessionIdSchema } from '@svc/contract';
import { isOpen } from '@svc/platform';
import type { Service } from '../service.ts';
import { tryToRecordActivity } from './activity.ts';
import { closeUngraded } from './close.ts';
import type { SandboxRecord } from './view.ts';

/**
 * What ran out is closed first, so that nobody sees it open. Where the latest calls can't be had, what is known tells enough of a sandbox that has
 * not run out by that.
 *
 * @throws ServiceError `not_found` for unknown ids and other teams' alike
 */
export async function findSandbox(
  service: Service,
  caller: { teamId: string; sandboxScope?: string | undefined },
  id: string,
): Promise<SandboxRecord> {
  const elsewhere = caller.sandboxScope !== undefined && caller.sandboxScope !== id;
  if (elsewhere || !sessionIdSchema.safeParse(id).success) throw noSuchSandbox();
  const unknown = await tryToRecordActivity(service);
  const sandbox = await read(service, caller.teamId, id);
  if (!sandbox) throw noSuchSandbox();
  if (!isDue(sandbox, service.clock.now())) return sandbox;
  if (unknown) throw unknown.fault;
  await closeUngraded(service, id, 'expired');
  return (await read(service, caller.teamId, id)) ?? sandbox;
}

/** A sandbox whose twins run. @throws ServiceError `session_expired` for closed ones, 503 for one that still starts */
export async function findRunning(
  service: Service,
  caller: Parameters<typeof findSandbox>[1],
  id: string,
): Promise<SandboxRecord> {
  const sandbox = await findSandbox(service, caller, id);
  if (!isOpen(sandbox.state)) throw closed(sandbox);
  if (sandbox.state === 'provisioning')
    throw new ServiceError('downstream_unavailable', { message: 'The sandbox is still starting. Retry.' });
  return sandbox;
}

/** What is said of a closed sandbox: why it failed, where that is known. */
export const closed = ({ failure }: Pick<SandboxRecord, 'failure'>): ServiceError =>
  new ServiceError('session_expired', {
    ...(failure !== null && { message: `The sandbox failed. ${failure} Start a new one.` }),
  });

/** True when an open sandbox has reached the end of its lifetime or was idle too long. */
export function isDue(sandbox: SandboxRecord, now: Date): boolean {
  if (!isOpen(sandbox.state)) return false;
  return sandbox.expires_at <= now || sandbox.last_activity_at.getTime() + sandbox.idle_ms <= now.getTime();
}

const read = ({ database }: Service, teamId: string, id: string): Promise<SandboxRecord | undefined> =>
  database.selectFrom('sandboxes').selectAll().where('id', '=', id).where('team_id', '=', teamId).executeTakeFirst();

const noSuchSandbox = (): ServiceError => new ServiceError('not_found', { message: 'There is no such sandbox.' });
