import { randomBytes } from 'node:crypto';
import type { TwinLauncher } from './launcher.ts';
import type { SessionFiles } from './session-files.ts';
import type { SupervisedTwin } from './supervised-twin.ts';
import type { TwinCommand } from './twin-process.ts';

export interface TwinHostsOptions {
  launcher: TwinLauncher;
  files: SessionFiles;
  /** What all their commands have in common. */
  command: Pick<TwinCommand, 'entry' | 'startTimeoutMs' | 'ownPorts'>;
  /** Hears of a process that ended unasked and runs again. */
  onRestart?: ((twin: string, reason: string) => void) | undefined;
}

/** The processes that have the sessions of one twin each: started when first needed, on the port that they had before, and kept up. */
export class TwinHosts {
  readonly #options: TwinHostsOptions;
  readonly #hosts = new Map<string, Promise<SupervisedTwin>>();
  readonly #running = new Map<string, SupervisedTwin>();
  readonly #closing = new AbortController();

  constructor(options: TwinHostsOptions) {
    this.#options = options;
  }

  /** @throws when it doesn't come up; the next one who needs it tries again */
  get(twin: string): Promise<SupervisedTwin> {
    const known = this.#hosts.get(twin);
    if (known) return known;
    const starting = this.#start(twin);
    this.#hosts.set(twin, starting);
    starting.catch(() => this.#hosts.delete(twin));
    return starting;
  }

  /** The process that `get` gives, once that has come up. It stays at its port. */
  running(twin: string): SupervisedTwin | undefined {
    return this.#running.get(twin);
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('The service is shutting down.'));
    const hosts = await Promise.allSettled(this.#hosts.values());
    await Promise.all(hosts.map((host) => (host.status === 'fulfilled' ? host.value.stop() : undefined)));
  }

  async #start(twin: string): Promise<SupervisedTwin> {
    const { launcher, files, onRestart } = this.#options;
    const { signal } = this.#closing;
    signal.throwIfAborted();
    const before = await files.loadHost(twin);
    const command = {
      ...this.#options.command,
      twin,
      journal: await files.sessions(),
      isShared: true,
      controlToken: before?.controlToken ?? randomBytes(32).toString('hex'),
    };
    const anywhere = () => launcher.launch(command, 0, signal);
    const host = await (before ? launcher.launch(command, before.port, signal).catch(anywhere) : anywhere());
    const save = () => files.saveHost({ twin, port: host.port, pid: host.pid, controlToken: command.controlToken });
    await save();
    host.supervise({
      // Many sandboxes depend on it: it is started for as long as there are any.
      crashesPerMinute: Number.POSITIVE_INFINITY,
      onRestart: (reason) => {
        onRestart?.(twin, reason);
        // Without it only an orphan of the next crash would be overlooked.
        void save().catch(() => {});
      },
      onGivenUp: () => {},
    });
    this.#running.set(twin, host);
    return host;
  }
}
