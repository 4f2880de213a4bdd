import { setTimeout as delay } from 'node:timers/promises';
import { type Fault, ServiceError } from '@svc/contract';
import {
  type Inheritance,
  markReady,
  type Route,
  type StoredTwin,
  storeTwins,
  type TwinAddress,
  type TwinLaunch,
  type TwinRoom,
} from '@svc/platform';
import { sha256Hex } from '../security/compare.ts';
import type { TeamIdentity } from '../security/team-identity.ts';
import type { Service } from '../service.ts';
import { closeUngraded, release } from './close.ts';
import type { FaultsByTwin } from './faults.ts';
import type { SandboxRecord } from './view.ts';

const POLL_MS = 50;
/** A start that takes longer than this is given up, in milliseconds. */
export const PROVISIONING_LIMIT_MS = 120_000;
/** A start under way shows this often that somebody works on it, in milliseconds. */
const BEAT_MS = 5_000;
/** One that showed nothing for this long was left by a process that died: several beats, for a database that was away. In milliseconds. */
export const START_SILENCE_MS = 30_000;

/** What the twins of a sandbox may do beyond its own row. */
export type Allowed = Required<Pick<TwinLaunch, 'room' | 'webhookPorts'>>;

/** What the twins of a fork begin with, by twin. */
export type Heritage = ReadonlyMap<string, Inheritance>;

/** What twins begin with beside their seeds. */
export interface Beginning {
  faults: FaultsByTwin;
  heritage?: Heritage;
}

const MIB = 1 << 20;

/** What a twin of this team may keep. */
export const roomOf = ({ config }: Service, team: TeamIdentity): TwinRoom => ({
  journalBytes: (team.journalMib ?? config.journalMib) * MIB,
  worldBytes: (team.worldMib ?? config.worldMib) * MIB,
  diskReserveBytes: config.diskReserveMib * MIB,
});

/** Starts all twins of an admitted sandbox and opens its route. @throws ServiceError 503; nothing stays behind then. */
async function provision(service: Service, sandbox: SandboxRecord, allowed: Allowed, beginning: Beginning): Promise<void> {
  try {
    const launches = launchesOf(service, sandbox, allowed, beginning);
    const addresses = await service.metrics.timed('twins', () => shown(service, sandbox.id, service.runtime.start(launches)));
    const twins = sealed(service, sandbox.id, addresses);
    const isReady = await service.metrics.timed('route', async () => {
      await publishRoute(service, sandbox, addresses);
      return markReady(service.database, { id: sandbox.id, at: service.clock.now(), twins });
    });
    if (!isReady) {
      throw new Error('The sandbox was closed while it started.');
    }
  } catch (cause) {
    await abandon(service, sandbox.id);
    throw notStarted(cause);
  }
}

/** Starts all sandboxes or none. @throws ServiceError 503; nothing stays behind then. */
export async function provisionAll(
  service: Service,
  sandboxes: readonly SandboxRecord[],
  allowed: Allowed,
  beginning: Beginning,
): Promise<void> {
  const starts = await Promise.allSettled(sandboxes.map((sandbox) => provision(service, sandbox, allowed, beginning)));
  const failed = starts.find((start) => start.status === 'rejected');
  if (!failed) return;
  await Promise.all(sandboxes.map(({ id }) => closeUngraded(service, id, 'failed')));
  throw failed.reason;
}

export const notStarted = (cause?: unknown): ServiceError =>
  new ServiceError('downstream_unavailable', { message: 'The sandbox could not be started. Retry.', cause });

/** What is asked of the runtime for a sandbox. */
export function launchesOf(
  service: Service,
  sandbox: SandboxRecord,
  allowed: Allowed,
  { faults, heritage }: Beginning,
): TwinLaunch[] {
  const tokenSha256 = sha256Hex(service.agentTokens.mint(sandbox));
  return sandbox.twins.map((twin) => ({
    sessionId: sandbox.id,
    twin,
    seed: Object.hasOwn(sandbox.seeds, twin) ? sandbox.seeds[twin] : undefined,
    clock: sandbox.clock,
    tokenSha256,
    expiresAt: sandbox.expires_at,
    ...allowed,
    ...(faults.has(twin) && { faults: faults.get(twin) as readonly Fault[] }),
    ...(heritage?.has(twin) && { inherits: heritage.get(twin) as Inheritance }),
  }));
}

/** Keeps the sandbox's last activity fresh while it starts. */
async function shown<T>({ database, clock }: Service, id: string, work: Promise<T>): Promise<T> {
  const beat = async () => {
    await database
      .updateTable('sandboxes')
      .set({ last_activity_at: clock.now() })
      .where('id', '=', id)
      .where('state', '=', 'provisioning')
      .execute();
  };
  // A beat that is missed is made up for by the next.
  const timer = setInterval(() => void beat().catch(() => {}), BEAT_MS);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}

/** Closes a sandbox that didn't come to be, and has its twins removed. */
export async function abandon(service: Service, id: string): Promise<void> {
  const outcome = await closeUngraded(service, id, 'failed');
  if (outcome !== 'closed') await release(service, id);
}

/** Control tokens are stored sealed: what reads the database can't reach the twins. */
export const sealed = ({ sealer }: Pick<Service, 'sealer'>, sandboxId: string, addresses: readonly TwinAddress[]): StoredTwin[] =>
  addresses.map(({ twin, url, controlToken }) => ({
    sandbox_id: sandboxId,
    twin,
    url,
    control_token_sealed: sealer.seal(controlToken, sandboxId),
  }));

export async function saveAddresses(service: Service, sandboxId: string, addresses: readonly TwinAddress[]): Promise<void> {
  await storeTwins(service.database, sealed(service, sandboxId, addresses)).execute();
}

/** Of a twin, what a route needs. */
export type RoutedTwin = Pick<TwinAddress, 'twin' | 'url'>;

/** What callers of the twins' worlds sign with, where their seeds know such callers. */
async function callerKeysOf({ twins: registry }: Service, { seeds }: SandboxRecord): Promise<Route['callerKeys']> {
  const found = await Promise.all(
    Object.entries(seeds).map(
      async ([id, seed]) => [id, (await registry.load(id))?.definition.callerKeys?.(seed) ?? []] as const,
    ),
  );
  const signing = found.filter(([, keys]) => keys.length > 0);
  return signing.length > 0 ? Object.fromEntries(signing) : undefined;
}

export async function publishRoute(service: Service, sandbox: SandboxRecord, twins: readonly RoutedTwin[]): Promise<void> {
  const callerKeys = await callerKeysOf(service, sandbox);
  await service.routes.publish({
    sessionId: sandbox.id,
    tokenSha256: sha256Hex(service.agentTokens.mint(sandbox)),
    state: 'open',
    twins: Object.fromEntries(twins.map(({ twin, url }) => [twin, url])),
    ...(callerKeys && { callerKeys }),
    expiresAt: sandbox.expires_at.getTime(),
  });
}

/** Waits for the call that admitted the sandbox to have started it. @throws ServiceError 503 when that failed. */
export async function untilStarted(service: Service, sandbox: SandboxRecord): Promise<void> {
  let state: string | undefined = sandbox.state;
  for (let waited = 0; state === 'provisioning' && waited < PROVISIONING_LIMIT_MS; waited += POLL_MS) {
    await delay(POLL_MS);
    const row = await service.database.selectFrom('sandboxes').select('state').where('id', '=', sandbox.id).executeTakeFirst();
    state = row?.state;
  }
  if (state === 'failed' || state === 'provisioning' || state === undefined) {
    throw notStarted();
  }
}
