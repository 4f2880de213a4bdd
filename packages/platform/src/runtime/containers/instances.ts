import { createHmac, randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { TwinHost } from '../agent/client.ts';
import { Turns } from '../agent/turns.ts';
import { callTwin } from '../call.ts';
import type { TwinDoors } from './doors.ts';

/** A twin's container that answers. */
export interface Instance {
  instance: string;
  twin: string;
  url: string;
  controlToken: string;
  /** Resolves when its process ends; it may come back. */
  ended: Promise<unknown>;
}

/** What is asked of a twin that may not listen yet. It is asked again where the connection fails, so it must be harmless twice. */
export type FirstCall<T> = (instance: Omit<Instance, 'ended'>, signal: AbortSignal) => Promise<T>;

export interface Launch {
  instance: string;
  twin: string;
  /** Whose it is from the start; a waiting one has nobody yet. */
  owner: { sessionId: string; expiresAt: Date } | undefined;
  /** The call that shows that the twin is up. Default: for its health. */
  first?: FirstCall<unknown>;
}

export interface InstancesOptions {
  host: Pick<TwinHost, 'ask'>;
  doors: TwinDoors;
  /** Control tokens are made from it, so that they need no store. */
  secret: string | Buffer;
  startTimeoutMs: number;
  startsAtOnce: number;
}

export const newInstanceId = (): string => randomBytes(8).toString('hex');

/** Starts, finds and removes the containers of twins. */
export class Instances {
  readonly #options: InstancesOptions;
  readonly #turns: Turns;
  readonly #watched = new Map<string, Set<(how: string) => void>>();

  constructor(options: InstancesOptions) {
    this.#options = options;
    this.#turns = new Turns(options.startsAtOnce);
  }

  /**
   * Runs a new container and waits until its twin has answered the first call.
   *
   * @throws with the container's last words; what there is of it then stays
   */
  async launch({ instance, twin, owner, first = health }: Launch, signal: AbortSignal): Promise<Instance> {
    const launched = await this.#turns.run(async () => {
      signal.throwIfAborted();
      const found = this.found(instance, twin);
      const given = owner && { sessionId: owner.sessionId, expiresAt: owner.expiresAt.toISOString() };
      const { controlToken } = found;
      await this.#options.host.ask({ ask: 'launch', instance, twin, controlToken, ...(given && { owner: given }) });
      await this.#whileAlive(found, signal, (limit) => this.#onceThere(instance, undefined, limit));
      return found;
    });
    await this.untilAnswered(launched, first, signal);
    return launched;
  }

  /** Runs the twin of another host from the copy that is kept on this one. @returns when that was last whole; null where there is none */
  takeUp(instance: string, twin: string, owner: NonNullable<Launch['owner']>): Promise<string | null> {
    const controlToken = this.#controlToken(instance);
    const given = { sessionId: owner.sessionId, expiresAt: owner.expiresAt.toISOString() };
    return this.#turns.run(() => this.#options.host.ask({ ask: 'takeUp', instance, twin, controlToken, owner: given }));
  }

  /** An instance by its name, whoever launched it. */
  found(instance: string, twin: string): Instance {
    const url = this.#options.doors.url(instance);
    return { instance, twin, url, controlToken: this.#controlToken(instance), ended: this.#whenDied(instance) };
  }

  /** Waits until a twin listens. @returns the session it has booted, if any */
  async untilReady(instance: Instance, signal: AbortSignal): Promise<string | undefined> {
    return (await this.untilAnswered(instance, health, signal)).session;
  }

  /** Makes a call to a twin as soon as that listens. @throws what the call does, and with the container's last words when the twin never listens */
  untilAnswered<T>(instance: Instance, call: FirstCall<T>, signal: AbortSignal): Promise<T> {
    // A call was given, so what it gave is what comes.
    const made = (limit: AbortSignal) => this.#onceThere(instance.instance, () => call(instance, limit), limit) as Promise<T>;
    return this.#whileAlive(instance, signal, made);
  }

  /** Waits for what a twin is to do within the time it has to start. */
  async #whileAlive<T>(instance: Instance, signal: AbortSignal, work: (limit: AbortSignal) => Promise<T>): Promise<T> {
    const { startTimeoutMs } = this.#options;
    const late = AbortSignal.timeout(startTimeoutMs);
    const over = new AbortController();
    const limit = AbortSignal.any([signal, late, over.signal]);
    const end = new Error('ended');
    const died = instance.ended.then(() => {
      throw end;
    });
    try {
      return await Promise.race([work(limit), died]);
    } catch (cause) {
      if (signal.aborted) throw signal.reason;
      if (cause !== end && !late.aborted) throw cause;
      const what = late.aborted ? `was not up within ${startTimeoutMs} ms` : 'ended before it was up';
      throw new Error(`The ${instance.twin} twin ${what}${await this.#lastWords(instance.instance)}`, { cause });
    } finally {
      over.abort();
      died.catch(() => {});
    }
  }

  died(instance: string): void {
    const watching = this.#watched.get(instance);
    this.#watched.delete(instance);
    for (const tell of watching ?? []) tell('ended');
  }

  /** Nobody here waits for its end any more. */
  forget(instance: string): void {
    this.#watched.delete(instance);
  }

  /** Removes container and folder, and with them gone the claim. */
  async remove(instance: string): Promise<void> {
    this.forget(instance);
    await this.#options.host.ask({ ask: 'remove', instance });
  }

  /** For an error that says why a twin isn't up. */
  async #lastWords(instance: string): Promise<string> {
    const lines = await this.#options.host.ask({ ask: 'lastLines', instance }).catch(() => []);
    return lines.length > 0 ? `; its last lines:\n${lines.join('\n')}` : '';
  }

  #whenDied(instance: string): Promise<string> {
    return new Promise((resolve) => {
      const watching = this.#watched.get(instance) ?? new Set();
      this.#watched.set(instance, watching.add(resolve));
    });
  }

  /** Waits until the twin is there, or makes a call then, and again while it finds nobody. */
  async #onceThere<T>(instance: string, call: (() => Promise<T>) | undefined, signal: AbortSignal): Promise<T | undefined> {
    const { doors } = this.#options;
    for (;;) {
      signal.throwIfAborted();
      try {
        if ((call && doors.lookIsACall) || (await doors.isThere(instance))) return await call?.();
      } catch (error) {
        // Only errors of the connection have one: nobody behind the door yet, or one that ended under the call.
        if ((error as NodeJS.ErrnoException).code === undefined) throw error;
      }
      await delay(doors.lookEveryMs, undefined, { signal });
    }
  }

  #controlToken(instance: string): string {
    return createHmac('sha256', this.#options.secret).update(`twin-control\n${instance}`).digest('hex');
  }
}

/** Which session a twin has booted, if any, and how many calls are on its tape. */
export const health: FirstCall<{ session: string | undefined; rows: number }> = async ({ twin, url, controlToken }, signal) => {
  const { status, text } = await callTwin(url, { method: 'GET', path: '/_svc/control/health', controlToken, signal });
  if (status !== 200) throw new Error(`The ${twin} twin does not know this control plane (${status}).`);
  const { session_id: session, rows } = JSON.parse(text) as { session_id: string | null; rows: number };
  return { session: session ?? undefined, rows };
};
