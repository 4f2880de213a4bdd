import type { Socket } from 'node:net';
import { RuntimeUnavailable, type TwinAddress, type TwinLaunch } from '../../ports.ts';
import type { TwinHost } from '../agent/client.ts';
import { EventWatch } from '../agent/event-watch.ts';
import { agentEventSchema, type Claim, type FoundContainer } from '../agent/protocol.ts';
import { bootTwin } from '../boot.ts';
import { type FirstCall, health, type Instance, Instances, type InstancesOptions, newInstanceId } from './instances.ts';

export interface HostTwinsOptions extends InstancesOptions {
  host: TwinHost;
  /** Called whenever the agent is heard of anew. */
  onHeard?(): Promise<unknown>;
  onGivenUp?(sessionId: string, error: Error): void;
  onTrouble(what: string, error: Error): void;
}

/** Longer than a sandbox with running twins takes until it is answered, in milliseconds. */
const ANSWERED_WITHIN_MS = 100;

/** What an agent answers to both: the twins of its host that are somebody's, and its containers. */
export interface Found {
  claims: Claim[];
  containers: Map<string, FoundContainer>;
}

/** The twins of sandboxes on one host, which its agent runs. */
export class HostTwins {
  readonly instances: Instances;
  readonly #options: HostTwinsOptions;
  readonly #events: EventWatch;

  constructor(options: HostTwinsOptions) {
    this.#options = options;
    this.instances = new Instances(options);
    this.#events = new EventWatch({
      listen: (signal) => options.host.events(signal),
      onEvent: (event) => this.#heard(event),
      onListening: async () => {
        await options.onHeard?.();
        await this.#hearMissed();
      },
    });
  }

  async close(): Promise<void> {
    await this.#events.close();
  }

  /**
   * Has a twin boot its world.
   *
   * @param taken one that waited, and is claimed already; with a connection to it, where one stands
   * @param instance what one that is started for it is called
   */
  async bringUp(
    launch: TwinLaunch,
    taken: (Instance & { connection?: Socket }) | undefined,
    signal: AbortSignal,
    instance = newInstanceId(),
  ): Promise<Instance> {
    let over = taken?.connection;
    const boot: FirstCall<string> = ({ url, controlToken }, limit) => {
      const first = over;
      over = undefined;
      return bootTwin(url, controlToken, launch, limit, { over: first });
    };
    if (taken) {
      this.#nameAfterSession(taken.instance);
      // One that no call was made over leads nobody anywhere.
      await this.instances.untilAnswered(taken, boot, signal).finally(() => over?.destroy());
    }
    const { sessionId, twin, expiresAt } = launch;
    const owner = { sessionId, expiresAt };
    const up = taken ?? (await this.instances.launch({ instance, twin, owner, first: boot }, signal));
    this.instances.forget(up.instance);
    return up;
  }

  /** Makes sure that the twin of an open sandbox runs. @returns undefined where it can't be brought back */
  async bringBack(
    { instance: name, sessionId, twin }: Claim,
    container: FoundContainer | undefined,
  ): Promise<Instance | undefined> {
    if (!container?.reachable) return undefined;
    try {
      const instance = this.instances.found(name, twin);
      if (container.state !== 'running') await this.#options.host.ask({ ask: 'start', instance: name });
      const booted = await this.instances.untilReady(instance, new AbortController().signal);
      this.instances.forget(name);
      if (booted !== sessionId) return undefined;
      if (container.waiting) this.#nameAfterSession(name);
      return instance;
    } catch (error) {
      this.#options.onTrouble(`bring ${twin} of ${sessionId} back`, error as Error);
      return undefined;
    }
  }

  /** Runs a twin of a lost host from the copy of its journal that is kept here. @returns undefined where there is none, or it isn't the session's */
  async takeUp(
    { instance: name, sessionId, twin }: Claim,
    expiresAt: Date,
  ): Promise<{ instance: Instance; at: string; calls: number } | undefined> {
    const at = await this.instances.takeUp(name, twin, { sessionId, expiresAt });
    if (at === null) return undefined;
    const instance = this.instances.found(name, twin);
    const { session, rows: calls } = await this.instances.untilAnswered(instance, health, new AbortController().signal);
    this.instances.forget(name);
    return session === sessionId ? { instance, at, calls } : undefined;
  }

  /** @throws RuntimeUnavailable: not knowing what runs is not the same as nothing running */
  async found(): Promise<Found> {
    const { host } = this.#options;
    try {
      const claims = await host.ask({ ask: 'claims' });
      const containers = await host.ask({ ask: 'containers' });
      return { claims, containers: new Map(containers.map((container) => [container.instance, container])) };
    } catch (cause) {
      throw new RuntimeUnavailable((cause as Error).message, { cause });
    }
  }

  /** What the engine does now it would keep from a sandbox that isn't answered yet. */
  onceAnswered(work: () => Promise<void>): void {
    setTimeout(() => void work(), ANSWERED_WITHIN_MS).unref();
  }

  /** For the operator's eyes only: nothing waits for it and nothing depends on it. */
  #nameAfterSession(instance: string): void {
    this.onceAnswered(() =>
      this.#options.host.ask({ ask: 'name', instance }).then(
        () => {},
        () => {},
      ),
    );
  }

  #heard(event: unknown): void {
    const heard = agentEventSchema.parse(event);
    if (heard.event === 'ended') this.instances.died(heard.instance);
    else this.#options.onGivenUp?.(heard.sessionId, new Error(heard.reason));
  }

  /** Ends that nobody told us of. */
  async #hearMissed(): Promise<void> {
    const { containers } = await this.found();
    for (const { instance, state } of containers.values()) if (state === 'ended') this.instances.died(instance);
  }
}

export const toAddress = ({ twin, url, controlToken }: Instance): TwinAddress => ({ twin, url, controlToken });
