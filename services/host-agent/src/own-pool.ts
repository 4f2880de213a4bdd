import { doorsHere, Instances, type TwinHost, WaitingTwins } from '@svc/platform/agent';

export interface OwnPoolOptions {
  /** The agent itself, as a control plane would ask it. */
  host: Pick<TwinHost, 'ask'>;
  /** The twins' folder. */
  directory: string;
  onTrouble(what: string, error: Error): void;
}

/** How many of each twin are to wait, and what their control tokens are made from. */
export interface Wanted {
  wanted: Readonly<Record<string, number>>;
  secret: string;
}

const START_TIMEOUT_MS = 20_000;
/** One at a time: filling up must not slow down the sandbox that emptied the pool. */
const STARTS_AT_ONCE = 1;
/** Longer than a sandbox with running twins takes until it is answered, in milliseconds. */
const ANSWERED_WITHIN_MS = 100;

/** The twins that this host keeps waiting for whichever control plane asks for one. */
export class OwnPool {
  readonly #options: OwnPoolOptions;
  #told: Wanted | undefined;
  #instances: Instances | undefined;
  #waiting: WaitingTwins | undefined;
  #draining = false;

  constructor(options: OwnPoolOptions) {
    this.#options = options;
  }

  /** Begins to keep as many, or goes over to it. */
  keep(told: Wanted): void {
    const { host, directory, onTrouble } = this.#options;
    this.#told = told;
    if (!this.#waiting) {
      const { secret } = told;
      const settings = { doors: doorsHere(directory), secret, startTimeoutMs: START_TIMEOUT_MS, startsAtOnce: STARTS_AT_ONCE };
      this.#instances = new Instances({ ...settings, host });
      this.#waiting = new WaitingTwins({ host, instances: this.#instances, wanted: this.#wanted(), onTrouble });
    } else this.#adjust();
  }

  /** A host that is being emptied keeps none waiting. */
  drain(draining: boolean): void {
    if (draining === this.#draining) return;
    this.#draining = draining;
    this.#adjust();
  }

  /** @returns the name of a twin that is the session's now; null where none waits */
  async take(sessionId: string, twin: string): Promise<string | null> {
    const taken = await this.#waiting?.take(sessionId, twin);
    if (!taken) return null;
    this.#instances?.forget(taken.instance);
    setTimeout(() => this.#adjust(), ANSWERED_WITHIN_MS).unref();
    return taken.instance;
  }

  counts(): Record<string, number> {
    return this.#waiting?.counts() ?? {};
  }

  died(instance: string): void {
    this.#instances?.died(instance);
  }

  /** What waits is left to the next agent. */
  async close(): Promise<void> {
    await this.#waiting?.close({ remove: false });
  }

  #wanted(): Wanted['wanted'] {
    return this.#draining ? {} : (this.#told?.wanted ?? {});
  }

  #adjust(): void {
    const wanted = this.#wanted();
    this.#waiting?.want(wanted).catch((error: Error) => this.#options.onTrouble('keep twins waiting', error));
  }
}
