import { setTimeout as delay } from 'node:timers/promises';
import { RuntimeUnavailable, type SandboxRuntime, type TwinAddress, type TwinLaunch } from '../ports.ts';
import { EventWatch } from './agent/event-watch.ts';
import { agentEventSchema, type Claim, type FoundContainer } from './agent/protocol.ts';
import { Turns } from './agent/turns.ts';
import { bootTwin } from './boot.ts';
import { type FirstCall, type Instance, Instances, newInstanceId } from './containers/instances.ts';
import type { ContainerRuntimeOptions, RuntimeStats } from './containers/options.ts';
import { WarmPool } from './warm-pool.ts';

export interface ContainerRuntime extends SandboxRuntime {
  /** Resolves when as many twins wait as were asked for. */
  warmed(): Promise<void>;
  stats(): RuntimeStats;
}

const START_TIMEOUT_MS = 20_000;
const STARTS_AT_ONCE = 4;
/** How long a start that failed waits until nothing is left of it; an engine that is slow is cleaned up after later. In milliseconds. */
const REMOVAL_PATIENCE_MS = 5_000;
/** Waiting twins that are taken over at a time. */
const TAKEN_OVER_AT_ONCE = 8;
/** Longer than a sandbox with running twins takes until it is answered, in milliseconds. */
const ANSWERED_WITHIN_MS = 100;
const TAKE_OVER_PAUSE_MS = 1_000;

/** One start under way. */
interface Starting {
  stopping: AbortController;
  settled: Promise<unknown>;
}

/**
 * Runs each twin in a container of its own, which the agent of the host makes, and reaches it through a Unix socket in a shared folder. What runs
 * belongs to sessions by claims that the agent keeps, so it outlives this process.
 */
export function createContainerRuntime(options: ContainerRuntimeOptions): ContainerRuntime {
  return new TwinContainers(options);
}

class TwinContainers implements ContainerRuntime {
  readonly #options: ContainerRuntimeOptions;
  readonly #instances: Instances;
  readonly #pool: WarmPool<Instance>;
  readonly #events: EventWatch;
  readonly #starting = new Map<string, Starting>();
  readonly #running = new Set<string>();
  readonly #closing = new AbortController();
  readonly #takenOver: Promise<void>;
  #warmStarts = 0;
  #coldStarts = 0;

  constructor(options: ContainerRuntimeOptions) {
    this.#options = options;
    this.#instances = new Instances({
      host: options.host,
      doors: options.doors,
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
    this.#events = new EventWatch({
      listen: (signal) => options.host.events(signal),
      onEvent: (event) => this.#heard(event),
      onListening: () => this.#hearMissed(),
    });
    this.#takenOver = this.#takeOver();
    void this.#takenOver.then(() => this.#pool.fill());
  }

  async start(launches: readonly TwinLaunch[]): Promise<TwinAddress[]> {
    const [first] = launches;
    if (!first || launches.some(({ sessionId }) => sessionId !== first.sessionId)) throw new Error('One session per start.');
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
      (await this.#claims()).filter(({ sessionId }) => wanted.has(sessionId)),
      ({ sessionId }) => sessionId,
    );
    const containers = await this.#containers();
    const byInstance = new Map(containers.map((container) => [container.instance, container]));
    const recovered = new Map<string, TwinAddress[]>();
    // All at once: those that don't come back are waited for no longer than one of them.
    const work = async ([sessionId, own]: [string, Claim[]]) => {
      const back = await allOrNone(own.map((claim) => this.#bringBack(claim, byInstance.get(claim.instance))));
      if (!back) return;
      this.#running.add(sessionId);
      recovered.set(sessionId, back.map(toAddress));
    };
    await Promise.all([...claims].map(work));
    return recovered;
  }

  async list(): Promise<string[]> {
    const claims = await this.#options.host.ask({ ask: 'claims' });
    return [...new Set([...claims.map(({ sessionId }) => sessionId), ...this.#starting.keys()])];
  }

  async warmed(): Promise<void> {
    await this.#takenOver;
    await this.#pool.fill();
  }

  stats(): RuntimeStats {
    return { waiting: this.#pool.counts(), warmStarts: this.#warmStarts, coldStarts: this.#coldStarts };
  }

  /** Open sandboxes run on: the next control plane finds them. Only what waits is removed. */
  async close(): Promise<void> {
    this.#closing.abort();
    for (const { stopping } of this.#starting.values()) stopping.abort(new Error('The service is shutting down.'));
    await Promise.all([...this.#starting.values()].map(({ settled }) => settled));
    await this.#takenOver;
    await this.#pool.close();
    await this.#events.close();
  }

  #open(sessionId: string): Starting {
    if (this.#closing.signal.aborted) throw new RuntimeUnavailable('The service is shutting down.');
    if (this.#starting.has(sessionId) || this.#running.has(sessionId)) {
      throw new RuntimeUnavailable(`The session ${sessionId} is running already.`);
    }
    const starting = { stopping: new AbortController(), settled: Promise.resolve() };
    this.#starting.set(sessionId, starting);
    return starting;
  }

  async #bringUp(launch: TwinLaunch, signal: AbortSignal): Promise<Instance> {
    const boot: FirstCall<string> = ({ url, controlToken }, limit) => bootTwin(url, controlToken, launch, limit);
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
      if (!(await this.#options.host.ask({ ask: 'claim', instance, sessionId, twin }))) continue;
      this.#nameAfterSession(instance);
      return waiting;
    }
    return undefined;
  }

  /** For the operator's eyes only: nothing waits for it and nothing depends on it. */
  #nameAfterSession(instance: string): void {
    this.#onceAnswered(() =>
      this.#options.host.ask({ ask: 'name', instance }).then(
        () => {},
        () => {},
      ),
    );
  }

  /** What the engine does now it would keep from a sandbox that isn't answered yet. */
  #onceAnswered(work: () => Promise<void>): void {
    setTimeout(() => void work(), ANSWERED_WITHIN_MS).unref();
  }

  #launchFor({ sessionId, twin, expiresAt }: TwinLaunch, first: FirstCall<unknown>, signal: AbortSignal): Promise<Instance> {
    return this.#instances.launch({ instance: newInstanceId(), twin, owner: { sessionId, expiresAt }, first }, signal);
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

  async #discard({ instance, twin }: Instance): Promise<void> {
    this.#instances.forget(instance);
    await this.#options.host.ask({ ask: 'discard', instance, twin });
  }

  async #removeSession(sessionId: string): Promise<void> {
    const claims = await this.#options.host.ask({ ask: 'claims' });
    const own = claims.filter((claim) => claim.sessionId === sessionId);
    await Promise.all(own.map(({ instance }) => this.#instances.remove(instance)));
  }

  async #bringBack(claim: Claim, container: FoundContainer | undefined): Promise<Instance | undefined> {
    if (!container?.reachable) return undefined;
    try {
      const instance = this.#instances.found(claim.instance, claim.twin);
      if (container.state !== 'running') await this.#options.host.ask({ ask: 'start', instance: claim.instance });
      const booted = await this.#instances.untilReady(instance, new AbortController().signal);
      this.#instances.forget(claim.instance);
      if (booted !== claim.sessionId) return undefined;
      if (container.waiting) this.#nameAfterSession(claim.instance);
      return instance;
    } catch (error) {
      this.#trouble(`bring ${claim.twin} of ${claim.sessionId} back`, error as Error);
      return undefined;
    }
  }

  #heard(event: unknown): void {
    const heard = agentEventSchema.parse(event);
    if (heard.event === 'ended') this.#instances.died(heard.instance);
    else this.#options.onGivenUp?.(heard.sessionId, new Error(heard.reason));
  }

  /** Ends that nobody told us of. */
  async #hearMissed(): Promise<void> {
    for (const { instance, state } of await this.#containers()) if (state === 'ended') this.#instances.died(instance);
  }

  /** Waiting twins that an earlier process left are taken over, or removed where they are of an older image or too many. */
  async #takeOver(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      try {
        return await this.#takeOverWaiting();
      } catch (error) {
        this.#trouble('take over what runs', error as Error);
        await delay(TAKE_OVER_PAUSE_MS, undefined, { signal }).catch(() => {});
      }
    }
  }

  async #takeOverWaiting(): Promise<void> {
    // Claims last: whoever claims one that was listed as free keeps it.
    const containers = await this.#containers();
    const claimed = new Set((await this.#claims()).map(({ instance }) => instance));
    const free = containers.filter(({ waiting, instance }) => waiting && !claimed.has(instance));
    await eachInTurn(free, async ({ instance: name, twin, state, current, reachable }) => {
      const instance = this.#instances.found(name, twin);
      const fit = state === 'running' && current && reachable && (await this.#isWaiting(instance));
      if (!fit || !this.#pool.adopt(instance)) await this.#discard(instance);
    });
  }

  #isWaiting(instance: Instance): Promise<boolean> {
    return this.#instances.untilReady(instance, new AbortController().signal).then(
      (booted) => booted === undefined,
      () => false,
    );
  }

  /** @throws RuntimeUnavailable: not knowing what runs is not the same as nothing running */
  #containers(): Promise<FoundContainer[]> {
    return this.#options.host.ask({ ask: 'containers' }).catch(unavailable);
  }

  #claims(): Promise<Claim[]> {
    return this.#options.host.ask({ ask: 'claims' }).catch(unavailable);
  }

  #trouble(what: string, error: Error): void {
    this.#options.onTrouble?.(what, error);
  }
}

function unavailable(cause: Error): never {
  throw new RuntimeUnavailable(cause.message, { cause });
}

const toAddress = ({ twin, url, controlToken }: Instance): TwinAddress => ({ twin, url, controlToken });

/** Works on all, a few at a time, and waits for every one. @throws what the first that failed did */
async function eachInTurn<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const turns = new Turns(TAKEN_OVER_AT_ONCE);
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
