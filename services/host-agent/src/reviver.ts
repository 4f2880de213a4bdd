import type { Engine } from './engine.ts';
import type { TwinFolders } from './twin-folders.ts';

export interface ReviverOptions {
  engine: Engine;
  folders: TwinFolders;
  /** How often a twin may end within a minute before it is given up. */
  crashesPerMinute: number;
  onGivenUp(sessionId: string, error: Error): void;
}

const WINDOW_MS = 60_000;

/**
 * Starts the containers of open sandboxes again when they end. The engine's restart policy does so too, but not for one that was killed
 * through the engine; starting one that the policy is about to start changes nothing.
 */
export class Reviver {
  readonly #options: ReviverOptions;
  readonly #crashes = new Map<string, number[]>();

  constructor(options: ReviverOptions) {
    this.#options = options;
  }

  async revive(instance: string): Promise<void> {
    const { engine, folders, crashesPerMinute, onGivenUp } = this.#options;
    const claim = await folders.claimOf(instance);
    if (!claim) return;
    const now = performance.now();
    const crashes = [...(this.#crashes.get(instance) ?? []).filter((at) => now - at < WINDOW_MS), now];
    this.#crashes.set(instance, crashes);
    if (crashes.length <= crashesPerMinute) {
      // One that is being removed can't be started; nor need it be.
      await engine.start(instance).catch(() => {});
    } else if (crashes.length === crashesPerMinute + 1) {
      const lines = await engine.lastLines(instance).catch(() => []);
      await engine.giveUp(instance).catch(() => {});
      const words = lines.length > 0 ? `; its last lines:\n${lines.join('\n')}` : '';
      onGivenUp(claim.sessionId, new Error(`The ${claim.twin} twin keeps ending and was given up${words}`));
    }
  }

  /** Forgets the crashes of all other instances. */
  keep(instances: ReadonlySet<string>): void {
    for (const instance of this.#crashes.keys()) if (!instances.has(instance)) this.#crashes.delete(instance);
  }
}
