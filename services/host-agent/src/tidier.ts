import { eachInTurn } from '@svc/platform/agent';
import type { Engine } from './engine.ts';
import type { Reviver } from './reviver.ts';
import type { TwinFolders } from './twin-folders.ts';
import type { Twins } from './twins.ts';

export interface TidierOptions {
  engine: Engine;
  folders: TwinFolders;
  twins: Twins;
  reviver: Reviver;
  onTrouble(what: string, error: Error): void;
}

const EVERY_MS = 15_000;
const REMOVED_AT_ONCE = 8;
/** A folder without container or claim that is older than this is nobody's: its maker would be done. In milliseconds. */
const FOLDER_GRACE_MS = 300_000;

/** Removes, at the start and again and again, what no claim speaks for. */
export class Tidier {
  readonly #options: TidierOptions;
  readonly #timer: NodeJS.Timeout;
  #under: Promise<void>;

  constructor(options: TidierOptions) {
    this.#options = options;
    this.#under = this.#round();
    this.#timer = setInterval(() => {
      this.#under = this.#under.then(() => this.#round());
    }, EVERY_MS);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#under;
  }

  async #round(): Promise<void> {
    await this.#tidy().catch((error: Error) => this.#options.onTrouble('tidy up', error));
  }

  /** Containers of a session whose claim is gone, folders of nobody, and discards that were cut short. */
  async #tidy(): Promise<void> {
    const { engine, folders, twins, reviver } = this.#options;
    const containers = await engine.list();
    const kept = await folders.kept();
    // Read last: claims come before containers and folders.
    const claimed = new Set((await folders.claims()).map(({ instance }) => instance));
    const unclaimed = containers.filter(({ instance, waiting }) => !waiting && !claimed.has(instance));
    const present = new Set(containers.map(({ instance }) => instance));
    const old = Date.now() - FOLDER_GRACE_MS;
    const nobodys = [...kept].filter(([name, since]) => since < old && !present.has(name) && !claimed.has(name));
    const orphans = [
      ...(await twins.discarded()),
      ...unclaimed.map(({ instance }) => instance),
      ...nobodys.map(([name]) => name),
    ];
    reviver.keep(claimed);
    await eachInTurn(REMOVED_AT_ONCE, [...new Set(orphans)], (instance) => twins.remove(instance));
  }
}
