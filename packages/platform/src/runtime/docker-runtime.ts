import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { RuntimeUnavailable, type SandboxRuntime, type TwinAddress, type TwinLaunch } from '../ports.ts';
import { bootTwin } from './boot.ts';
import { DeathWatch } from './docker/deaths.ts';
import { Engine, type FoundContainer, type TwinLimits } from './docker/engine.ts';
import { type FirstCall, type Instance, Instances, newInstanceId } from './docker/instances.ts';
import type { DockerRuntimeOptions, RuntimeStats } from './docker/options.ts';
import { Reviver } from './docker/reviver.ts';
import { Turns } from './docker/turns.ts';
import { assertSafeName, type Claim, TwinFolders } from './docker/twin-folders.ts';
import { WarmPool } from './warm-pool.ts';

export interface DockerRuntime extends SandboxRuntime {
  /** Resolves when as many twins wait as were asked for. */
  warmed(): Promise<void>;
  stats(): RuntimeStats;
}

const DEFAULT_SOCKET = '/var/run/docker.sock';
const DEFAULT_LIMITS: TwinLimits = { memoryMiB: 256, cpus: 1, pids: 64 };
const START_TIMEOUT_MS = 20_000;
const ENGINE_TIMEOUT_MS = 10_000;
const STARTS_AT_ONCE = 4;
/** How long a start that failed waits until nothing is left of it; an engine that is slow is cleaned up after later. In milliseconds. */
const REMOVAL_PATIENCE_MS = 5_000;
const CRASHES_PER_MINUTE = 10;
/** Containers that are removed or taken over at a time. */
const TIDIED_AT_ONCE = 8;
/** Longer than a sandbox with running twins takes until it is answered, in milliseconds. */
const ANSWERED_WITHIN_MS = 100;
const TIDY_EVERY_MS = 15_000;
/** A folder without container or claim that is older than this is nobody's: its maker would be done. In milliseconds. */
const FOLDER_GRACE_MS = 300_000;
/** Twins of a control plane that is root run as this account, which no image has. */
const NOBODY_ELSE = { uid: 10_001, gid: 10_001 };

/** One start under way. */
interface Starting {
  stopping: AbortController;
  settled: Promise<unknown>;
}

/**
 * Runs each twin in a container that has no network: it is reached through a Unix socket on a shared folder. So it can reach nothing, whatever
 * the host's firewall, bridges and kernel modules are, and starts without the cost of an interface and its rules.
 */
export function createDockerRuntime(options: DockerRuntimeOptions): DockerRuntime {
  return new ContainerRuntime(options);
}

class ContainerRuntime implements DockerRuntime {
  readonly #options: DockerRuntimeOptions;
  readonly #engine: Engine;
  readonly #folders: TwinFolders;
  readonly #instances: Instances;
  readonly #pool: WarmPool<Instance>;
  readonly #deaths: DeathWatch;
  readonly #reviver: Reviver;
  readonly #starting = new Map<string, Starting>();
  readonly #running = new Set<string>();
  readonly #removing = new Set<string>();
  readonly #tidier: NodeJS.Timeout;
  readonly #tidied: Promise<void>;
  #engineDirectory: Promise<string> | undefined;
  #warmStarts = 0;
  #coldStarts = 0;
  #closed = false;

  constructor(options: DockerRuntimeOptions) {
    this.#options = options;
    const account = process.getuid?.() === 0 ? NOBODY_ELSE : undefined;
    const { uid, gid } = account ?? { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
    this.#engine = new Engine({
      socketPath: options.socketPath ?? DEFAULT_SOCKET,
      installation: options.installation,
      image: options.image,
      limits: { ...DEFAULT_LIMITS, ...options.limits },
      callTimeoutMs: options.engineTimeoutMs ?? ENGINE_TIMEOUT_MS,
      user: `${uid}:${gid}`,
    });
    this.#folders = new TwinFolders(options.directory);
    this.#instances = new Instances({
      engine: this.#engine,
      folders: this.#folders,
      engineFolder: async (instance) => join(await this.#engineRoot(), 'instances', instance),
      owner: account,
      secret: options.secret,
      startTimeoutMs: options.startTimeoutMs ?? START_TIMEOUT_MS,
      startsAtOnce: options.startsAtOnce ?? STARTS_AT_ONCE,
    });
    this.#pool = new WarmPool({
      wanted: options.warm ?? {},
      launch: (twin, signal) => this.#launchWaiting(twin, signal),
      discard: (waiting) => this.#discard(waiting),
      onTrouble: (twin, error) => this.#trouble(`start a ${twin} twin ahead`, error),
    });
    this.#reviver = new Reviver({
      engine: this.#engine,
      folders: this.#folders,
      crashesPerMinute: options.crashesPerMinute ?? CRASHES_PER_MINUTE,
      onGivenUp: (sessionId, error) => options.onGivenUp?.(sessionId, error),
    });
    this.#deaths = new DeathWatch({
      listen: (signal) => this.#engine.deaths(signal),
      onDeath: (instance, containerId) => this.#died(instance, containerId),
      onListening: () => this.#reviveMissed(),
    });
    this.#tidied = this.#takeOver().catch((error: Error) => this.#trouble('take over what runs', error));
    void this.#tidied.then(() => this.#pool.fill());
    this.#tidier = setInterval(() => void this.#tidy().catch((error: Error) => this.#trouble('tidy up', error)), TIDY_EVERY_MS);
    this.#tidier.unref();
  }

  async start(launches: readonly TwinLaunch[]): Promise<TwinAddress[]> {
    const [first] = launches;
    if (!first || launches.some(({ sessionId }) => sessionId !== first.sessionId)) throw new Error('One session per start.');
    assertSafeName(first.sessionId);
    const starting = this.#open(first.sessionId);
    const work = allOrAbort(
      starting.stopping,
      launches.map((launch) => this.#bringUp(launch, starting.stopping.signal)),
    );
    starting.settled = work.catch(() => {});
    try {
      const instances = await work;
      starting.stopping.signal.throwIfAborted();
      this.#running.add(first.sessionId);
      return instances.map(toAddress);
    } catch (cause) {
      const removed = this.#removeSession(first.sessionId).catch((error: Error) =>
        this.#trouble('remove what did not start', error),
      );
      await Promise.race([removed, delay(REMOVAL_PATIENCE_MS, undefined, { ref: false })]);
      throw new RuntimeUnavailable((cause as Error).message, { cause });
    } finally {
      this.#starting.delete(first.sessionId);
      this.#onceAnswered(() => this.#pool.fill());
    }
  }

  async stop(sessionId: string): Promise<void> {
    const starting = this.#starting.get(sessionId);
    starting?.stopping.abort(new Error('The sandbox was stopped.'));
    await starting?.settled;
    await this.#removeSession(sessionId);
    this.#running.delete(sessionId);
  }

  async recover(sessionIds: readonly string[]): Promise<Map<string, TwinAddress[]>> {
    const wanted = new Set(sessionIds);
    const claims = Map.groupBy(
      (await this.#folders.claims()).filter(({ sessionId }) => wanted.has(sessionId)),
      ({ sessionId }) => sessionId,
    );
    const containers = await this.#engine.list().catch((cause: unknown) => {
      // Not knowing what runs is not the same as nothing running.
      throw new RuntimeUnavailable('The container engine could not be reached.', { cause });
    });
    const byInstance = new Map(containers.map((container) => [container.instance, container]));
    const recovered = new Map<string, TwinAddress[]>();
    const kept = await this.#folders.kept();
    // All at once: those that don't come back are waited for no longer than one of them.
    const work = async ([sessionId, own]: [string, Claim[]]) => {
      const back = await allOrNone(own.map((claim) => this.#bringBack(claim, byInstance.get(claim.instance), kept)));
      if (!back) return;
      this.#running.add(sessionId);
      recovered.set(sessionId, back.map(toAddress));
    };
    await Promise.all([...claims].map(work));
    return recovered;
  }

  async list(): Promise<string[]> {
    const claims = await this.#folders.claims();
    const sessions = new Set([...claims.map(({ sessionId }) => sessionId), ...this.#starting.keys()]);
    sessions.delete(DISCARDED);
    return [...sessions];
  }

  async warmed(): Promise<void> {
    await this.#tidied;
    await this.#pool.fill();
  }

  stats(): RuntimeStats {
    return { waiting: this.#pool.counts(), warmStarts: this.#warmStarts, coldStarts: this.#coldStarts };
  }

  /** Open sandboxes run on: the next control plane finds them. Only what waits is removed. */
  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#tidier);
    for (const { stopping } of this.#starting.values()) stopping.abort(new Error('The service is shutting down.'));
    await Promise.all([...this.#starting.values()].map(({ settled }) => settled));
    await this.#tidied;
    await this.#pool.close();
    await this.#deaths.close();
  }

  #open(sessionId: string): Starting {
    if (this.#closed) throw new RuntimeUnavailable('The service is shutting down.');
    if (this.#starting.has(sessionId) || this.#running.has(sessionId)) {
      throw new RuntimeUnavailable(`The session ${sessionId} is running already.`);
    }
    const starting = { stopping: new AbortController(), settled: Promise.resolve() };
    this.#starting.set(sessionId, starting);
    return starting;
  }

  async #bringUp(launch: TwinLaunch, signal: AbortSignal): Promise<Instance> {
    const boot: FirstCall<void> = ({ url, controlToken }, limit) => bootTwin(url, controlToken, launch, limit);
    const taken = await this.#take(launch);
    if (taken) await this.#instances.untilAnswered(taken, boot, signal);
    const instance = taken ?? (await this.#launchFor(launch, boot, signal));
    this.#instances.forget(instance.instance);
    if (taken) this.#warmStarts += 1;
    else this.#coldStarts += 1;
    return instance;
  }

  /** A waiting twin, made this session's. */
  async #take({ sessionId, twin }: TwinLaunch): Promise<Instance | undefined> {
    for (let waiting = this.#pool.take(twin); waiting; waiting = this.#pool.take(twin)) {
      const { instance } = waiting;
      if (!(await this.#folders.claim({ instance, sessionId, twin }))) continue;
      this.#nameAfter(waiting, sessionId);
      return waiting;
    }
    return undefined;
  }

  /** For the operator's eyes only: nothing waits for it and nothing depends on it. */
  #nameAfter({ containerId, twin }: Instance, sessionId: string): void {
    this.#onceAnswered(() => this.#engine.rename(containerId, `svc-${twin}-${sessionId}`).catch(() => {}));
  }

  /** What the engine does now it would keep from a sandbox that isn't answered yet. */
  #onceAnswered(work: () => Promise<void>): void {
    setTimeout(() => void work(), ANSWERED_WITHIN_MS).unref();
  }

  async #launchFor({ sessionId, twin, expiresAt }: TwinLaunch, first: FirstCall<void>, signal: AbortSignal): Promise<Instance> {
    const instance = newInstanceId();
    // Before anything runs: whatever becomes of us, what runs can be told to belong to the session.
    await this.#folders.claim({ instance, sessionId, twin });
    return this.#instances.launch({ instance, twin, owner: { sessionId, expiresAt }, first }, signal);
  }

  async #launchWaiting(twin: string, signal: AbortSignal): Promise<Instance> {
    const instance = newInstanceId();
    try {
      return await this.#instances.launch({ instance, twin, owner: undefined }, signal);
    } catch (error) {
      await this.#instances.remove(instance).catch((cause: Error) => this.#trouble('remove what did not start', cause));
      throw error;
    }
  }

  /** Claims before it removes: two control planes may know one waiting twin, and the other may be giving it to a session. */
  async #discard({ instance, twin }: Instance): Promise<void> {
    if (await this.#folders.claim({ instance, sessionId: DISCARDED, twin })) await this.#instances.remove(instance);
  }

  async #removeSession(sessionId: string): Promise<void> {
    const own = (await this.#folders.claims()).filter((claim) => claim.sessionId === sessionId);
    await Promise.all(
      own.map(async ({ instance }) => {
        this.#removing.add(instance);
        try {
          await this.#instances.remove(instance);
        } finally {
          this.#removing.delete(instance);
          this.#reviver.forget(instance);
        }
      }),
    );
  }

  async #bringBack(
    claim: Claim,
    container: FoundContainer | undefined,
    kept: ReadonlyMap<string, number>,
  ): Promise<Instance | undefined> {
    // Without its folder nobody reaches its socket any more, however well it runs.
    if (!container || !kept.has(claim.instance)) return undefined;
    try {
      const instance = this.#instances.found(claim.instance, claim.twin, container.id);
      if (!container.running) await this.#engine.start(container.id);
      const booted = await this.#instances.untilReady(instance, new AbortController().signal);
      this.#instances.forget(claim.instance);
      if (booted !== claim.sessionId) return undefined;
      if (container.waiting) this.#nameAfter(instance, claim.sessionId);
      return instance;
    } catch (error) {
      this.#trouble(`bring ${claim.twin} of ${claim.sessionId} back`, error as Error);
      return undefined;
    }
  }

  #died(instance: string, containerId: string): void {
    if (this.#instances.died(instance) || this.#removing.has(instance)) return;
    void this.#reviver.revive(instance, containerId).catch((error: Error) => this.#trouble('start a twin again', error));
  }

  /** Deaths that nobody told us of. */
  async #reviveMissed(): Promise<void> {
    for (const { instance, id, running } of await this.#engine.list()) if (!running) this.#died(instance, id);
  }

  /** Waiting twins that an earlier process left are taken over, or removed where they are of an older image or too many. */
  async #takeOver(): Promise<void> {
    await this.#tidy();
    const claimed = new Set((await this.#folders.claims()).map(({ instance }) => instance));
    const kept = await this.#folders.kept();
    const found = (await this.#engine.list()).filter(({ waiting, instance }) => waiting && !claimed.has(instance));
    await eachInTurn(found, async (container) => {
      const instance = this.#instances.found(container.instance, container.twin, container.id);
      const fit = container.running && container.current && kept.has(container.instance) && (await this.#isWaiting(instance));
      if (!fit || !this.#pool.adopt(instance)) await this.#discard(instance);
    });
  }

  #isWaiting(instance: Instance): Promise<boolean> {
    return this.#instances.untilReady(instance, new AbortController().signal).then(
      (booted) => booted === undefined,
      () => false,
    );
  }

  /** Removes what no claim speaks for: containers of a session whose claim is gone, folders of nobody, and discards that were cut short. */
  async #tidy(): Promise<void> {
    const containers = await this.#engine.list();
    const kept = await this.#folders.kept();
    // Read last: claims come before containers and folders.
    const claims = await this.#folders.claims();
    const claimed = new Set(claims.map(({ instance }) => instance));
    const left = claims.filter(({ sessionId }) => sessionId === DISCARDED).map(({ instance }) => instance);
    const unclaimed = containers.filter(({ instance, waiting }) => !waiting && !claimed.has(instance));
    const present = new Set(containers.map(({ instance }) => instance));
    const old = Date.now() - FOLDER_GRACE_MS;
    const folders = [...kept].filter(([name, since]) => since < old && !present.has(name) && !claimed.has(name));
    const orphans = [...left, ...unclaimed.map(({ instance }) => instance), ...folders.map(([name]) => name)];
    await eachInTurn([...new Set(orphans)], (instance) => this.#instances.remove(instance));
  }

  #engineRoot(): Promise<string> {
    const { engineDirectory, directory } = this.#options;
    if (engineDirectory !== undefined) return Promise.resolve(engineDirectory);
    this.#engineDirectory ??= this.#engine.pathOf(directory).catch((error) => {
      this.#engineDirectory = undefined;
      throw error;
    });
    return this.#engineDirectory;
  }

  #trouble(what: string, error: Error): void {
    this.#options.onTrouble?.(what, error);
  }
}

/** Stands in a claim for a session: the instance is being removed. */
const DISCARDED = 'discarded';

const toAddress = ({ twin, url, controlToken }: Instance): TwinAddress => ({ twin, url, controlToken });

/** Works on all, a few at a time, and waits for every one. @throws what the first that failed did */
async function eachInTurn<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const turns = new Turns(TIDIED_AT_ONCE);
  const done = await Promise.allSettled(all.map((one) => turns.run(() => work(one))));
  for (const result of done) if (result.status === 'rejected') throw result.reason;
}

/** What all give, or nothing as soon as one gives nothing. */
async function allOrNone<T>(work: readonly Promise<T | undefined>[]): Promise<T[] | undefined> {
  const lacking = new Error('one is lacking');
  const given = work.map(async (one) => {
    const value = await one;
    if (value === undefined) throw lacking;
    return value;
  });
  try {
    return await Promise.all(given);
  } catch (error) {
    if (error === lacking) return undefined;
    throw error;
  }
}

/** Waits for all; the first that fails ends the others, and is the one that is told. */
async function allOrAbort<T>(stopping: AbortController, work: readonly Promise<T>[]): Promise<T[]> {
  try {
    return await Promise.all(work);
  } catch (error) {
    stopping.abort(error);
    await Promise.allSettled(work);
    throw error;
  }
}
