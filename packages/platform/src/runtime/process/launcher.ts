import { SupervisedTwin } from './supervised-twin.ts';
import { launchTwin, type TwinCommand } from './twin-process.ts';

/** How many free ports are tried for a twin until one is no receiver's. */
const PORTS_TRIED = 5;

/** Starts twin processes, and keeps their ports and those that webhooks may go to apart. */
export class TwinLauncher {
  /** All that run, and some that did. */
  readonly #twins = new Set<SupervisedTwin>();
  readonly #allowed: () => Iterable<readonly number[]>;

  /** @param allowed the ports that anybody's webhooks may go to */
  constructor(allowed: () => Iterable<readonly number[]>) {
    this.#allowed = allowed;
  }

  /** @param port 0 takes a free one, that is nobody's receiver's. @throws when it doesn't come up */
  async launch(command: TwinCommand, port: number, signal: AbortSignal): Promise<SupervisedTwin> {
    for (let tried = 1; ; tried += 1) {
      const running = await launchTwin(command, port, signal);
      if (port !== 0 || tried === PORTS_TRIED || !this.#isReceivers(running.port)) {
        const twin = new SupervisedTwin(command, running);
        this.#twins.add(twin);
        return twin;
      }
      await running.stop();
    }
  }

  /** Which of these ports webhooks may go to: all that are no twin's. */
  receivers(ports: readonly number[]): readonly number[] {
    for (const twin of this.#twins) if (twin.isStopped) this.#twins.delete(twin);
    const taken = new Set([...this.#twins].map(({ port }) => port));
    return ports.filter((port) => !taken.has(port));
  }

  #isReceivers(port: number): boolean {
    for (const ports of this.#allowed()) if (ports.includes(port)) return true;
    return false;
  }
}
