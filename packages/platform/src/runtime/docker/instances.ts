import { createHmac, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { callTwin } from '../call.ts';
import { socketUrl } from '../endpoint.ts';
import type { Engine, TwinContainer } from './engine.ts';
import { Turns } from './turns.ts';
import type { TwinFolders } from './twin-folders.ts';

/** A twin's container that answers. */
export interface Instance {
  instance: string;
  twin: string;
  containerId: string;
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
  owner: TwinContainer['owner'];
  /** The call that shows that the twin is up. Default: for its health. */
  first?: FirstCall<unknown>;
}

export interface InstancesOptions {
  engine: Engine;
  folders: TwinFolders;
  /** The instances' folder as the engine finds it. */
  engineFolder(instance: string): Promise<string>;
  /** Whom the twins' folders are given to. */
  owner: { uid: number; gid: number } | undefined;
  /** Control tokens are made from it, so that they need no store. */
  secret: string | Buffer;
  startTimeoutMs: number;
  startsAtOnce: number;
}

/** Between two looks whether a twin listens yet, in milliseconds: a sandbox waits for it. */
const POLL_MS = 4;

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
    const { folders } = this.#options;
    const launched = await this.#turns.run(async () => {
      signal.throwIfAborted();
      const { engine, engineFolder, owner: account } = this.#options;
      await folders.create(instance, account);
      const ended = this.#whenDied(instance);
      const controlToken = this.#controlToken(instance);
      const folder = await engineFolder(instance);
      const containerId = await engine.run({ instance, twin, folder, controlToken, owner });
      const container = { ...this.#instance(instance, twin, containerId), ended };
      await this.#whileAlive(container, signal, (limit) => onceListening(folders.socket(instance), async () => {}, limit));
      return container;
    });
    await this.untilAnswered(launched, first, signal);
    return launched;
  }

  /** A container that was there before this process. */
  found(instance: string, twin: string, containerId: string): Instance {
    return { ...this.#instance(instance, twin, containerId), ended: this.#whenDied(instance) };
  }

  /** Waits until a twin listens. @returns the session it has booted, if any */
  untilReady(instance: Instance, signal: AbortSignal): Promise<string | undefined> {
    return this.untilAnswered(instance, health, signal);
  }

  /** Makes a call to a twin as soon as that listens. @throws what the call does, and with the container's last words when the twin never listens */
  untilAnswered<T>(instance: Instance, call: FirstCall<T>, signal: AbortSignal): Promise<T> {
    const socket = this.#options.folders.socket(instance.instance);
    return this.#whileAlive(instance, signal, (limit) => onceListening(socket, () => call(instance, limit), limit));
  }

  /** Waits for what a twin is to do within the time it has to start. */
  async #whileAlive<T>(instance: Instance, signal: AbortSignal, work: (limit: AbortSignal) => Promise<T>): Promise<T> {
    const { startTimeoutMs, engine } = this.#options;
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
      throw new Error(`The ${instance.twin} twin ${what}${await engine.lastWords(instance.containerId)}`, { cause });
    } finally {
      over.abort();
      died.catch(() => {});
    }
  }

  /** @returns true when somebody in this process was waiting to hear of it */
  died(instance: string): boolean {
    const watching = this.#watched.get(instance);
    this.#watched.delete(instance);
    for (const tell of watching ?? []) tell('ended');
    return watching !== undefined;
  }

  /** An instance that has a session now: its deaths are its reviver's business. */
  forget(instance: string): void {
    this.#watched.delete(instance);
  }

  /** Removes container and folder, and with them gone the claim. */
  async remove(instance: string): Promise<void> {
    const { engine, folders } = this.#options;
    this.forget(instance);
    await engine.remove(instance);
    await folders.remove(instance);
    await folders.unclaim(instance);
  }

  #whenDied(instance: string): Promise<string> {
    return new Promise((resolve) => {
      const watching = this.#watched.get(instance) ?? new Set();
      this.#watched.set(instance, watching.add(resolve));
    });
  }

  #instance(instance: string, twin: string, containerId: string): Omit<Instance, 'ended'> {
    const url = socketUrl(this.#options.folders.socket(instance));
    return { instance, twin, containerId, url, controlToken: this.#controlToken(instance) };
  }

  #controlToken(instance: string): string {
    return createHmac('sha256', this.#options.secret).update(`twin-control\n${instance}`).digest('hex');
  }
}

const health: FirstCall<string | undefined> = async ({ twin, url, controlToken }, signal) => {
  const { status, text } = await callTwin(url, { method: 'GET', path: '/_svc/control/health', controlToken, signal });
  if (status !== 200) throw new Error(`The ${twin} twin does not know this control plane (${status}).`);
  return (JSON.parse(text) as { session_id: string | null }).session_id ?? undefined;
};

/** Makes a call once there is a socket, and again while it finds nobody there. */
async function onceListening<T>(socket: string, call: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    signal.throwIfAborted();
    try {
      // A look costs a hundredth of a call that fails, and the twins that are waited for need the processor.
      if (existsSync(socket)) return await call();
    } catch (error) {
      // Only errors of the connection have one: nobody behind the socket yet, or one that ended under the call.
      if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    }
    await delay(POLL_MS, undefined, { signal });
  }
}
