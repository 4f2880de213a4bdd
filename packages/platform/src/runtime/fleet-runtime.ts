import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import { isMirroring, mirroredOn } from '../hosts/mirrors.ts';
import {
  displace,
  type HostRecord,
  listHosts,
  markLost,
  noteInstance,
  type Placed,
  type Placement,
  place,
  placedSessions,
  placementsOf,
  placementsOn,
  stateOf,
  takeHostToCheck,
} from '../hosts/registry.ts';
import type { HostReport, SandboxRuntime, TakenUp, TwinAddress, TwinLaunch } from '../ports.ts';
import { AgentFailed } from './agent/client.ts';
import { eachInTurn } from './agent/turns.ts';
import type { Found } from './containers/host-twins.ts';
import { toAddress } from './containers/host-twins.ts';
import { type Instance, newInstanceId } from './containers/instances.ts';
import { type RuntimeStats, START_TIMEOUT_MS, STARTS_AT_ONCE } from './containers/options.ts';
import { allOrNone, Starts } from './containers/starting.ts';
import { hostAddressOf, tunnelUrl } from './endpoint.ts';
import { ComeBacks } from './fleet/come-backs.ts';
import { differences } from './fleet/host-check.ts';
import { HostConnections } from './fleet/host-connections.ts';
import { LossWatch } from './fleet/loss-watch.ts';

export interface FleetRuntimeOptions {
  /** Knows the hosts, and what is placed where. */
  database: Kysely<Database>;
  secret: string | Buffer;
  /** How many of each twin wait on each host. Default none. */
  warm?: Readonly<Record<string, number>>;
  startTimeoutMs?: number;
  /** Containers started at a time on one host. */
  startsAtOnce?: number;
  onGivenUp?: (sessionId: string, error: Error) => void;
  onTrouble?: (what: string, error: Error) => void;
}

export interface FleetRuntime extends SandboxRuntime {
  lookAfter(): Promise<HostReport>;
  takeUpLost(sessionId: string, expiresAt: Date): Promise<TakenUp | undefined>;
  awaited(): Promise<string[]>;
  stats(): RuntimeStats;
  /** Hosts by state, as this process last saw them. */
  hosts(): Record<string, number>;
  /** By host how far the worst copy of its journals is behind, in milliseconds; none of a host that has none made. */
  mirrorLags(): Record<string, number>;
}

/** Each host is compared with what is placed on it this often, by one of the control planes. In milliseconds. */
const CHECK_EVERY_MS = 15_000;
/** Each is a connection to a host, and time that one has to answer in. */
const RECOVERED_AT_ONCE = 32;

/** Runs each twin on one of many hosts, each with an agent of its own, which any number of control planes ask. */
export function createFleetRuntime(options: FleetRuntimeOptions): FleetRuntime {
  return new Fleet(options);
}

class Fleet implements FleetRuntime {
  readonly #database: Kysely<Database>;
  readonly #connections: HostConnections;
  readonly #starts: Starts;
  readonly #comeBacks: ComeBacks;
  readonly #watch = new LossWatch();
  readonly #trouble: (what: string, error: Error) => void;
  readonly #checked: HostReport[] = [];
  #checking: Promise<void> | undefined;
  #seen: HostRecord[] = [];
  #warmStarts = 0;
  #coldStarts = 0;

  constructor({ database, secret, warm, startTimeoutMs, startsAtOnce, onGivenUp, onTrouble }: FleetRuntimeOptions) {
    this.#database = database;
    this.#trouble = (what, error) => onTrouble?.(what, error);
    this.#connections = new HostConnections({
      secret,
      warm: warm ?? {},
      startTimeoutMs: startTimeoutMs ?? START_TIMEOUT_MS,
      startsAtOnce: startsAtOnce ?? STARTS_AT_ONCE,
      ...(onGivenUp && { onGivenUp }),
      onTrouble: this.#trouble,
    });
    this.#comeBacks = new ComeBacks(database, this.#connections);
    this.#starts = new Starts({
      bringUp: (launch, signal) => this.#bringUp(launch, signal),
      remove: (sessionId) => this.#remove(sessionId),
      onTrouble: this.#trouble,
    });
  }

  start(launches: readonly TwinLaunch[]): Promise<TwinAddress[]> {
    return this.#starts.start(launches);
  }

  stop(sessionId: string): Promise<void> {
    return this.#starts.stop(sessionId);
  }

  /** What a host doesn't say runs on, as its agent sees to it: it is missed once the host is compared, or lost. */
  async recover(sessionIds: readonly string[]): Promise<Map<string, TwinAddress[]>> {
    const placed = await placementsOf(this.#database, sessionIds);
    const found = await this.#found(placed);
    const recovered = new Map<string, TwinAddress[]>();
    const work = async ([sessionId, own]: [string, Placement[]]) => {
      const back = await allOrNone(own.map((placement) => this.#bringBack(placement, found.get(placement.host.id))));
      if (back) recovered.set(sessionId, back.map(toAddress));
    };
    await eachInTurn(RECOVERED_AT_ONCE, [...Map.groupBy(placed, ({ sessionId }) => sessionId)], work);
    return recovered;
  }

  async list(): Promise<string[]> {
    return [...new Set([...(await placedSessions(this.#database)), ...this.#starts.sessions()])];
  }

  async lookAfter(): Promise<HostReport> {
    this.#seen = await listHosts(this.#database);
    // Who couldn't reach the database for a while can't tell that others didn't either.
    const lost = this.#watch.reached() ? await markLost(this.#database) : [];
    for (const { id, name } of lost) this.#trouble(`hear of the host ${name} (${id})`, new Error('It is lost.'));
    await this.#connections.keep(this.#seen.filter(({ lost_at }) => lost_at === null));
    // One that doesn't answer keeps nobody from seeing that another is lost.
    this.#checking ??= this.#checkDue().finally(() => {
      this.#checking = undefined;
    });
    await this.#comeBacks.prepare(this.#seen).catch((error: Error) => this.#trouble('choose who keeps copies', error));
    const { failed, lost: awaited } = await this.#comeBacks.report();
    const checked = this.#checked.splice(0);
    return {
      failed: [...failed, ...checked.flatMap((report) => report.failed)],
      moved: checked.flatMap((report) => report.moved),
      lost: awaited,
    };
  }

  takeUpLost(sessionId: string, expiresAt: Date): Promise<TakenUp | undefined> {
    return this.#comeBacks.takeUp(sessionId, expiresAt);
  }

  awaited(): Promise<string[]> {
    return this.#comeBacks.awaited();
  }

  stats(): RuntimeStats {
    const waiting: Record<string, number> = {};
    for (const host of this.#seen.filter(({ lost_at }) => lost_at === null))
      for (const [twin, count] of Object.entries(host.waiting)) waiting[twin] = (waiting[twin] ?? 0) + count;
    return { waiting, warmStarts: this.#warmStarts, coldStarts: this.#coldStarts };
  }

  hosts(): Record<string, number> {
    const hosts: Record<string, number> = { active: 0, draining: 0, drained: 0, unready: 0, lost: 0 };
    for (const host of this.#seen) hosts[stateOf(host)] = (hosts[stateOf(host)] ?? 0) + 1;
    return hosts;
  }

  mirrorLags(): Record<string, number> {
    return Object.fromEntries(this.#seen.filter(isMirroring).map(({ name, mirror_lag_ms: lag }) => [name, lag ?? 0]));
  }

  async close(): Promise<void> {
    await this.#starts.close();
    await this.#checking;
    await this.#connections.close();
  }

  /** On the best host that doesn't say no. */
  async #bringUp(launch: TwinLaunch, signal: AbortSignal): Promise<Instance> {
    const { sessionId, twin } = launch;
    const except: string[] = [];
    let no: Error | undefined;
    for (;;) {
      signal.throwIfAborted();
      const instance = newInstanceId();
      const host = await place(this.#database, { sessionId, twin, instance, except });
      if (!host) throw no ?? new Error(`No host has room for a ${twin} twin.`);
      try {
        return await this.#bringUpOn(host, launch, instance, signal);
      } catch (error) {
        if (!(error instanceof AgentFailed)) throw error;
        no = error;
        except.push(host.id);
        // What may be there all the same is found when the host is compared.
        await displace(this.#database, { sessionId, twin });
        this.#trouble(`start a ${twin} twin on ${host.name}`, error);
      }
    }
  }

  async #bringUpOn(host: Placed, launch: TwinLaunch, instance: string, signal: AbortSignal): Promise<Instance> {
    const { take, twins } = this.#connections.with(host);
    const { sessionId, twin } = launch;
    const taken = host.warm ? await take(twin, sessionId) : undefined;
    if (!taken) {
      this.#coldStarts += 1;
      return twins.bringUp(launch, undefined, signal, instance);
    }
    this.#warmStarts += 1;
    const { instance: name, connection } = taken;
    const [up] = await Promise.all([
      twins.bringUp(launch, { ...twins.instances.found(name, twin), connection }, signal),
      noteInstance(this.#database, { sessionId, twin, instance: name }),
    ]);
    return up;
  }

  /** @throws where a host that isn't lost doesn't answer, when all others have */
  async #remove(sessionId: string): Promise<void> {
    const placed = await placementsOf(this.#database, [sessionId]);
    const done = await Promise.allSettled(placed.map((placement) => this.#removeOne(placement)));
    for (const result of done) if (result.status === 'rejected') throw result.reason;
  }

  async #removeOne({ sessionId, twin, instance, host }: Placement): Promise<void> {
    if (!host.lost) await this.#connections.with(host).twins.instances.remove(instance);
    await displace(this.#database, { sessionId, twin });
  }

  /** What runs on the hosts of these, by host; those that don't answer are left out. */
  async #found(placed: readonly Placement[]): Promise<Map<string, Found>> {
    const hosts = new Map(placed.map(({ host }) => [host.id, host]));
    const found = new Map<string, Found>();
    const look = async (host: Placement['host']) => {
      if (host.lost) return;
      const one = await this.#connections
        .with(host)
        .twins.found()
        .catch((error: Error) => this.#trouble(`hear of the host ${host.name}`, error));
      if (one) found.set(host.id, one);
    };
    await Promise.all([...hosts.values()].map(look));
    return found;
  }

  async #bringBack({ sessionId, twin, instance, host }: Placement, found: Found | undefined): Promise<Instance | undefined> {
    const { twins } = this.#connections.with(host);
    if (host.lost) return undefined;
    if (!found) return twins.instances.found(instance, twin);
    const claim = found.claims.find((one) => one.sessionId === sessionId && one.twin === twin);
    return claim && twins.bringBack(claim, found.containers.get(claim.instance));
  }

  /** Those that it is time for, and that no other control plane takes. */
  async #checkDue(): Promise<void> {
    for (;;) {
      const host = await takeHostToCheck(this.#database, CHECK_EVERY_MS).catch(() => undefined);
      if (!host) return;
      const checked = await this.#check(host).catch((error: Error) => this.#trouble(`compare the host ${host.name}`, error));
      if (checked) this.#checked.push(checked);
    }
  }

  async #check(host: HostRecord): Promise<HostReport> {
    const { agent, twins } = this.#connections.with(host);
    const found = await twins.found();
    const placed = await placementsOn(this.#database, host.id);
    // One that comes back here belongs to a lost host until it has.
    const kept = await mirroredOn(this.#database, host.id);
    const { orphans, missing } = differences(found, placed, Date.now(), kept);
    for (const { instance } of orphans) await agent.ask({ ask: 'remove', instance });
    const gone = missing.map(({ sessionId, twin }) => ({
      sessionId,
      reason: `Its ${twin} twin is gone from the host ${host.name}.`,
    }));
    const at = hostAddressOf(host.address);
    const moved = placed.map(({ sessionId, twin, instance }) => ({ sessionId, twin, url: tunnelUrl(at, instance) }));
    return { failed: gone, moved };
  }
}
