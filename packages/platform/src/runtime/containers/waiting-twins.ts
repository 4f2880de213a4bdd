import { setTimeout as delay } from 'node:timers/promises';
import type { TwinHost } from '../agent/client.ts';
import { eachInTurn } from '../agent/turns.ts';
import { WarmPool } from '../warm-pool.ts';
import { type Instance, type Instances, newInstanceId } from './instances.ts';

export interface WaitingTwinsOptions {
  host: Pick<TwinHost, 'ask'>;
  instances: Instances;
  wanted: Readonly<Record<string, number>>;
  onTrouble(what: string, error: Error): void;
}

/** Waiting twins that are taken over at a time. */
const TAKEN_OVER_AT_ONCE = 8;
const TAKE_OVER_PAUSE_MS = 1_000;

/** The twins of one host that run and wait for a sandbox: those that an earlier process left, and new ones in the place of what was taken. */
export class WaitingTwins {
  readonly #options: WaitingTwinsOptions;
  readonly #pool: WarmPool<Instance>;
  readonly #closing = new AbortController();
  readonly #takenOver: Promise<void>;

  constructor(options: WaitingTwinsOptions) {
    this.#options = options;
    this.#pool = new WarmPool({
      wanted: options.wanted,
      launch: (twin, signal) => this.#launch(twin, signal),
      discard: (waiting) => this.#discard(waiting),
      onTrouble: (twin, error) => options.onTrouble(`start a ${twin} twin ahead`, error),
    });
    this.#takenOver = this.#takeOver();
    void this.#takenOver.then(() => this.#pool.fill());
  }

  /** A waiting twin, made this session's. */
  async take(sessionId: string, twin: string): Promise<Instance | undefined> {
    for (let waiting = this.#pool.take(twin); waiting; waiting = this.#pool.take(twin)) {
      if (await this.#options.host.ask({ ask: 'claim', instance: waiting.instance, sessionId, twin })) return waiting;
    }
    return undefined;
  }

  /** Resolves when as many wait as are wanted. */
  async filled(): Promise<void> {
    await this.#takenOver;
    await this.#pool.fill();
  }

  counts(): Record<string, number> {
    return this.#pool.counts();
  }

  async want(wanted: Readonly<Record<string, number>>): Promise<void> {
    await this.#takenOver;
    await this.#pool.want(wanted);
  }

  /** Ends the work under way. @param remove false leaves what waits for the next process to take over */
  async close({ remove }: { remove: boolean }): Promise<void> {
    this.#closing.abort();
    await this.#takenOver;
    await (remove ? this.#pool.close() : this.#pool.leave());
  }

  async #launch(twin: string, signal: AbortSignal): Promise<Instance> {
    const { instances, onTrouble } = this.#options;
    const instance = newInstanceId();
    try {
      return await instances.launch({ instance, twin, owner: undefined }, signal);
    } catch (error) {
      await instances.remove(instance).catch((cause: Error) => onTrouble('remove what did not start', cause));
      throw error;
    }
  }

  async #discard({ instance, twin }: Instance): Promise<void> {
    this.#options.instances.forget(instance);
    await this.#options.host.ask({ ask: 'discard', instance, twin });
  }

  /** Waiting twins that an earlier process left are taken over, or removed where they are of an older image or too many. */
  async #takeOver(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      try {
        return await this.#takeOverWaiting();
      } catch (error) {
        this.#options.onTrouble('take over what runs', error as Error);
        await delay(TAKE_OVER_PAUSE_MS, undefined, { signal }).catch(() => {});
      }
    }
  }

  async #takeOverWaiting(): Promise<void> {
    const { host, instances } = this.#options;
    // Claims last: whoever claims one that was listed as free keeps it.
    const containers = await host.ask({ ask: 'containers' });
    const claimed = new Set((await host.ask({ ask: 'claims' })).map(({ instance }) => instance));
    const free = containers.filter(({ waiting, instance }) => waiting && !claimed.has(instance));
    await eachInTurn(TAKEN_OVER_AT_ONCE, free, async ({ instance: name, twin, state, current, reachable }) => {
      const instance = instances.found(name, twin);
      const fit = state === 'running' && current && reachable && (await this.#isWaiting(instance));
      if (!fit || !this.#pool.adopt(instance)) await this.#discard(instance);
    });
  }

  #isWaiting(instance: Instance): Promise<boolean> {
    return this.#options.instances.untilReady(instance, new AbortController().signal).then(
      (booted) => booted === undefined,
      () => false,
    );
  }
}
