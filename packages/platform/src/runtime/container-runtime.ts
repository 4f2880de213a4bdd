import type { SandboxRuntime, TwinAddress, TwinLaunch } from '../ports.ts';
import type { Claim } from './agent/protocol.ts';
import { HostTwins, toAddress } from './containers/host-twins.ts';
import type { Instance } from './containers/instances.ts';
import { type ContainerRuntimeOptions, type RuntimeStats, START_TIMEOUT_MS, STARTS_AT_ONCE } from './containers/options.ts';
import { allOrNone, Starts } from './containers/starting.ts';
import { WaitingTwins } from './containers/waiting-twins.ts';

export interface ContainerRuntime extends SandboxRuntime {
  /** Resolves when as many twins wait as were asked for. */
  warmed(): Promise<void>;
  stats(): RuntimeStats;
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
  readonly #twins: HostTwins;
  readonly #waiting: WaitingTwins;
  readonly #starts: Starts;
  #warmStarts = 0;
  #coldStarts = 0;

  constructor(options: ContainerRuntimeOptions) {
    this.#options = options;
    const onTrouble = (what: string, error: Error): void => options.onTrouble?.(what, error);
    this.#twins = new HostTwins({
      ...options,
      startTimeoutMs: options.startTimeoutMs ?? START_TIMEOUT_MS,
      startsAtOnce: options.startsAtOnce ?? STARTS_AT_ONCE,
      onTrouble,
    });
    const { instances } = this.#twins;
    this.#waiting = new WaitingTwins({ host: options.host, instances, wanted: options.warm ?? {}, onTrouble });
    this.#starts = new Starts({
      bringUp: (launch, signal) => this.#bringUp(launch, signal),
      remove: (sessionId) => this.#removeSession(sessionId),
      onTrouble,
    });
  }

  async start(launches: readonly TwinLaunch[]): Promise<TwinAddress[]> {
    try {
      return await this.#starts.start(launches);
    } finally {
      this.#twins.onceAnswered(() => this.#waiting.filled());
    }
  }

  stop(sessionId: string): Promise<void> {
    return this.#starts.stop(sessionId);
  }

  async recover(sessionIds: readonly string[]): Promise<Map<string, TwinAddress[]>> {
    const wanted = new Set(sessionIds);
    const { claims: all, containers } = await this.#twins.found();
    const claims = Map.groupBy(
      all.filter(({ sessionId }) => wanted.has(sessionId)),
      ({ sessionId }) => sessionId,
    );
    const recovered = new Map<string, TwinAddress[]>();
    // All at once: those that don't come back are waited for no longer than one of them.
    const work = async ([sessionId, own]: [string, Claim[]]) => {
      const back = await allOrNone(own.map((claim) => this.#twins.bringBack(claim, containers.get(claim.instance))));
      if (!back) return;
      this.#starts.found(sessionId);
      recovered.set(sessionId, back.map(toAddress));
    };
    await Promise.all([...claims].map(work));
    return recovered;
  }

  async list(): Promise<string[]> {
    const claims = await this.#options.host.ask({ ask: 'claims' });
    return [...new Set([...claims.map(({ sessionId }) => sessionId), ...this.#starts.sessions()])];
  }

  warmed(): Promise<void> {
    return this.#waiting.filled();
  }

  stats(): RuntimeStats {
    return { waiting: this.#waiting.counts(), warmStarts: this.#warmStarts, coldStarts: this.#coldStarts };
  }

  /** Open sandboxes run on: the next control plane finds them. Only what waits is removed. */
  async close(): Promise<void> {
    await this.#starts.close();
    await this.#waiting.close({ remove: true });
    await this.#twins.close();
  }

  async #bringUp(launch: TwinLaunch, signal: AbortSignal): Promise<Instance> {
    const taken = await this.#waiting.take(launch.sessionId, launch.twin);
    const instance = await this.#twins.bringUp(launch, taken, signal);
    if (taken) this.#warmStarts += 1;
    else this.#coldStarts += 1;
    return instance;
  }

  async #removeSession(sessionId: string): Promise<void> {
    const claims = await this.#options.host.ask({ ask: 'claims' });
    const own = claims.filter((claim) => claim.sessionId === sessionId);
    await Promise.all(own.map(({ instance }) => this.#twins.instances.remove(instance)));
  }
}
