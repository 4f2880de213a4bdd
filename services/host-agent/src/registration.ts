import { BEAT_EVERY_MS, type Beat, beat, type openDatabase, rejoin } from '@svc/platform/hosts';
import type { HostAgent } from './agent.ts';

export interface RegistrationOptions {
  database: ReturnType<typeof openDatabase>;
  agent: Pick<HostAgent, 'hostId' | 'isReady' | 'waiting' | 'drain' | 'removeClaimed'>;
  said: Omit<Beat, 'id' | 'waiting' | 'ready' | 'leaves'>;
  onTrouble(what: string, error: Error): void;
  everyMs?: number;
}

/** Says again and again that this host is there, what it takes and what waits on it, and does as a host has to that is draining or was lost. */
export class Registration {
  readonly #options: RegistrationOptions;
  readonly #closing = new AbortController();
  readonly #done: Promise<void>;

  constructor(options: RegistrationOptions) {
    this.#options = options;
    this.#done = this.#run();
  }

  /** Says no more. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#done;
  }

  /** Says last that this agent ends: its host is then waited for longer than one that is only silent. */
  async leave(): Promise<void> {
    await this.close();
    await this.#say({ ready: false, leaves: true }).catch((error: Error) =>
      this.#options.onTrouble('say that its agent ends', error),
    );
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      await this.#beat().catch((error: Error) => this.#options.onTrouble('say that this host is there', error));
      await new Promise<void>((resolve) => {
        const late = setTimeout(resolve, this.#options.everyMs ?? BEAT_EVERY_MS);
        signal.addEventListener(
          'abort',
          () => {
            clearTimeout(late);
            resolve();
          },
          { once: true },
        );
      });
    }
  }

  async #beat(): Promise<void> {
    const { agent, database } = this.#options;
    const { draining, lost } = await this.#say({ ready: await agent.isReady() });
    agent.drain(draining);
    if (!lost) return;
    // All that ran here was given up: it must be gone before anything new comes.
    await agent.removeClaimed();
    await rejoin(database, await agent.hostId());
  }

  async #say(now: Pick<Beat, 'ready' | 'leaves'>): ReturnType<typeof beat> {
    const { agent, database, said } = this.#options;
    return beat(database, { ...said, ...now, id: await agent.hostId(), waiting: agent.waiting() });
  }
}
