import { setTimeout as delay } from 'node:timers/promises';
import { RuntimeUnavailable, type TwinAddress, type TwinLaunch } from '../../ports.ts';
import { toAddress } from './host-twins.ts';
import type { Instance } from './instances.ts';

/** How long a start that failed waits until nothing is left of it; an engine that is slow is cleaned up after later. In milliseconds. */
const REMOVAL_PATIENCE_MS = 5_000;

/**
 * Sandboxes that are known to run. A second start of one would be a fault of ours, as each id is given once, and come at once; another control
 * plane may end one unheard, so not all are remembered for ever.
 */
const MOST_REMEMBERED = 10_000;

/** One start under way. */
interface Start {
  stopping: AbortController;
  settled: Promise<unknown>;
}

export interface StartsOptions {
  bringUp(launch: TwinLaunch, signal: AbortSignal): Promise<Instance>;
  /** Removes all there is of a sandbox. */
  remove(sessionId: string): Promise<void>;
  onTrouble(what: string, error: Error): void;
}

/** The sandboxes that are being started: all twins of each or none, until it is stopped. */
export class Starts {
  readonly #options: StartsOptions;
  readonly #underWay = new Map<string, Start>();
  readonly #running = new Set<string>();
  #closing = false;

  constructor(options: StartsOptions) {
    this.#options = options;
  }

  sessions(): string[] {
    return [...this.#underWay.keys()];
  }

  /** A sandbox that runs, whoever started it. */
  found(sessionId: string): void {
    this.#running.add(sessionId);
    const [oldest] = this.#running;
    if (this.#running.size > MOST_REMEMBERED && oldest !== undefined) this.#running.delete(oldest);
  }

  /** @throws RuntimeUnavailable where any can't come up */
  async start(launches: readonly TwinLaunch[]): Promise<TwinAddress[]> {
    const [first] = launches;
    if (!first || launches.some(({ sessionId }) => sessionId !== first.sessionId)) throw new Error('One session per start.');
    const { sessionId } = first;
    const { bringUp, remove, onTrouble } = this.#options;
    const start = this.#open(sessionId);
    const { signal } = start.stopping;
    const work = allOrAbort(
      start.stopping,
      launches.map((launch) => bringUp(launch, signal)),
    );
    start.settled = work.catch(() => {});
    try {
      const instances = await work;
      signal.throwIfAborted();
      this.found(sessionId);
      return instances.map(toAddress);
    } catch (cause) {
      const removed = remove(sessionId).catch((error: Error) => onTrouble('remove what did not start', error));
      await Promise.race([removed, delay(REMOVAL_PATIENCE_MS, undefined, { ref: false })]);
      throw new RuntimeUnavailable((cause as Error).message, { cause });
    } finally {
      this.#underWay.delete(sessionId);
    }
  }

  async stop(sessionId: string): Promise<void> {
    const start = this.#underWay.get(sessionId);
    start?.stopping.abort(new Error('The sandbox was stopped.'));
    await start?.settled;
    await this.#options.remove(sessionId);
    this.#running.delete(sessionId);
  }

  /** Ends what is under way; what runs runs on. */
  async close(): Promise<void> {
    this.#closing = true;
    for (const { stopping } of this.#underWay.values()) stopping.abort(new Error('The service is shutting down.'));
    await Promise.all([...this.#underWay.values()].map(({ settled }) => settled));
  }

  #open(sessionId: string): Start {
    if (this.#closing) throw new RuntimeUnavailable('The service is shutting down.');
    if (this.#underWay.has(sessionId) || this.#running.has(sessionId)) {
      throw new RuntimeUnavailable(`The session ${sessionId} is running already.`);
    }
    const start = { stopping: new AbortController(), settled: Promise.resolve() };
    this.#underWay.set(sessionId, start);
    return start;
  }
}

/** What all give, or nothing as soon as one gives nothing. */
export async function allOrNone<T>(work: readonly Promise<T | undefined>[]): Promise<T[] | undefined> {
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
