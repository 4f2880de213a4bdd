import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { RuntimeUnavailable, type SandboxRuntime, type TwinAddress, type TwinLaunch } from '../ports.ts';
import { bootTwin } from './boot.ts';
import { TwinLauncher } from './process/launcher.ts';
import { allOrAbort, firstOf, loopback, type OpenSession, OpenSessions, opening, settle } from './process/open-sessions.ts';
import { tidy } from './process/orphans.ts';
import { hasRows, SessionFiles, type TwinRecord } from './process/session-files.ts';
import { START_TIMEOUT_MS, type SupervisedTwin } from './process/supervised-twin.ts';
import type { TwinCommand } from './process/twin-process.ts';
import { WarmPool } from './warm-pool.ts';

export interface ProcessRuntimeOptions {
  /** Journals and records live below it. */
  dataDir: string;
  /** Absolute path of the module that runs a twin. */
  entry: string;
  /** How many of each twin wait, started, for a sandbox. Default none. */
  warm?: Readonly<Record<string, number>>;
  /** How long a twin may take until it listens, and again until it has booted its world. Default 20 s. */
  startTimeoutMs?: number;
  /** How often a twin may end unasked within a minute before it is given up. Default 10. */
  crashesPerMinute?: number;
  /** Ports that the service itself listens on: no webhook goes there, whoever allows it. */
  ownPorts?: readonly number[];
  /** Ports that all sandboxes' webhooks may go to: no twin is started on one of them. */
  webhookPorts?: readonly number[];
  /** Hears of twins that were given up. */
  onGivenUp?: (sessionId: string, error: Error) => void;
}

export interface ProcessRuntime extends SandboxRuntime {
  /** Resolves when as many twins wait as were asked for. */
  warmed(): Promise<void>;
}

interface Session extends OpenSession {
  twins: SupervisedTwin[];
  saved: Promise<void>;
}

const CRASHES_PER_MINUTE = 10;
const RECOVERED_AT_ONCE = 4;

/** Runs each twin of each sandbox as a child process of ours, on loopback. */
export function createProcessRuntime(options: ProcessRuntimeOptions): ProcessRuntime {
  return new ChildProcessRuntime(options);
}

class ChildProcessRuntime implements ProcessRuntime {
  readonly #options: ProcessRuntimeOptions;
  readonly #files: SessionFiles;
  readonly #sessions = new OpenSessions<Session>();
  readonly #launcher: TwinLauncher;
  readonly #pool: WarmPool<SupervisedTwin>;
  readonly #tidied: Promise<void>;

  constructor(options: ProcessRuntimeOptions) {
    this.#options = options;
    this.#files = new SessionFiles(resolve(options.dataDir));
    this.#launcher = new TwinLauncher(() => [options.webhookPorts ?? [], ...this.#sessions.webhookPorts]);
    this.#pool = new WarmPool({
      wanted: options.warm ?? {},
      launch: (twin, signal) => this.#launchWarm(twin, signal),
      discard: async (twin) => {
        await twin.stop();
        await this.#files.discardWarm(twin.command.journal);
      },
    });
    this.#tidied = tidy(this.#files);
    void this.#tidied.then(() => this.#pool.fill()).catch(() => {});
  }

  async start(launches: readonly TwinLaunch[]): Promise<TwinAddress[]> {
    const first = firstOf(launches);
    await this.#tidied;
    const session = this.#open(first.sessionId, this.#launcher.receivers(first.webhookPorts ?? []));
    try {
      return await settle(session, async () => {
        this.#files.create(session.id);
        await allOrAbort(session, launches, (launch) => this.#bringUp(session, launch));
        return await this.#run(session, launches);
      });
    } catch (cause) {
      await this.#end(session);
      await this.#files.remove(session.id, journals(session));
      throw new RuntimeUnavailable((cause as Error).message, { cause });
    } finally {
      void this.#pool.fill();
    }
  }

  async stop(sessionId: string): Promise<void> {
    await this.#tidied;
    const session = this.#sessions.get(sessionId);
    if (session) {
      await this.#end(session);
      await this.#files.remove(sessionId, journals(session));
    } else await this.#files.removeKept(sessionId);
  }

  async recover(sessionIds: readonly string[]): Promise<Map<string, TwinAddress[]>> {
    await this.#tidied;
    return this.#sessions.recover(sessionIds, RECOVERED_AT_ONCE, (id) => this.#recover(id));
  }

  async list(): Promise<string[]> {
    return [...new Set([...(await this.#files.list()), ...this.#sessions.ids])];
  }

  async warmed(): Promise<void> {
    await this.#tidied;
    await this.#pool.fill();
  }

  async close(): Promise<void> {
    const open = this.#sessions.close();
    await this.#tidied.catch(() => {});
    await Promise.all([this.#pool.close(), ...open.map((session) => this.#end(session))]);
  }

  #open(id: string, webhookPorts: readonly number[]): Session {
    return this.#sessions.add({ ...opening(id, webhookPorts), twins: [], saved: Promise.resolve() });
  }

  async #end(session: Session): Promise<void> {
    session.stopping.abort(new Error('The sandbox was stopped.'));
    await session.settled;
    await Promise.all(session.twins.map((twin) => twin.stop()));
    await session.saved;
    this.#sessions.delete(session);
  }

  async #bringUp(session: Session, launch: TwinLaunch): Promise<void> {
    const { signal } = session.stopping;
    const twin =
      this.#pool.take(launch.twin) ??
      (await this.#launcher.launch(this.#command(launch.twin, this.#files.journal(session.id, launch.twin)), 0, signal));
    session.twins.push(twin);
    const limit = AbortSignal.any([signal, AbortSignal.timeout(twin.command.startTimeoutMs)]);
    const gone = twin.ended.then((how) => {
      throw new Error(`The ${launch.twin} twin ${how}`);
    });
    const { webhookPorts } = session;
    await Promise.race([bootTwin(loopback(twin.port), twin.command.controlToken, { ...launch, webhookPorts }, limit), gone]);
  }

  /** Records a session whose twins are up, and keeps them up. @returns the addresses in the order of `order`. */
  async #run(session: Session, order: readonly { twin: string }[]): Promise<TwinAddress[]> {
    session.stopping.signal.throwIfAborted();
    await this.#save(session);
    for (const twin of session.twins) {
      twin.supervise({
        crashesPerMinute: this.#options.crashesPerMinute ?? CRASHES_PER_MINUTE,
        onRestart: () => void this.#save(session).catch(() => {}),
        onGivenUp: (error) => this.#options.onGivenUp?.(session.id, error),
      });
    }
    return order.map(({ twin: id }) => {
      const { port, command } = session.twins.find(({ command: { twin } }) => twin === id)!;
      return { twin: id, url: loopback(port), controlToken: command.controlToken };
    });
  }

  /** One after the other: the last write has the latest process ids. A failed one costs only the recovery of orphans. */
  #save(session: Session): Promise<void> {
    const records = session.twins.map((twin) => ({ ...toRecord(twin), webhookPorts: session.webhookPorts }));
    const save = session.saved.then(() => this.#files.save(session.id, records));
    session.saved = save.catch(() => {});
    return save;
  }

  async #recover(id: string): Promise<TwinAddress[] | undefined> {
    const records = await this.#files.load(id);
    if (!records) return undefined;
    const session = this.#open(
      id,
      records.flatMap(({ webhookPorts = [] }) => webhookPorts),
    );
    try {
      return await settle(session, async () => {
        await allOrAbort(session, records, (record) => this.#bringBack(session, record));
        return await this.#run(session, records);
      });
    } catch {
      // What it kept stays until stop(): the caller decides what becomes of the sandbox.
      await this.#end(session);
      return undefined;
    }
  }

  async #bringBack(session: Session, record: TwinRecord): Promise<void> {
    if (!(await hasRows(record.journal))) throw new Error(`The ${record.twin} twin has no journal to come back from.`);
    const { signal } = session.stopping;
    const command = { ...this.#command(record.twin, record.journal), controlToken: record.controlToken };
    const anywhere = () => this.#launcher.launch(command, 0, signal);
    const { port } = record;
    const twin = await (port === undefined ? anywhere() : this.#launcher.launch(command, port, signal).catch(anywhere));
    session.twins.push(twin);
  }

  #command(twin: string, journal: string): TwinCommand {
    const { entry, startTimeoutMs = START_TIMEOUT_MS, ownPorts = [] } = this.#options;
    const controlToken = randomBytes(32).toString('hex');
    return { entry, twin, journal, isShared: false, controlToken, startTimeoutMs, ownPorts };
  }

  async #launchWarm(twin: string, signal: AbortSignal): Promise<SupervisedTwin> {
    const journal = await this.#files.warmJournal(twin);
    try {
      return await this.#launcher.launch(this.#command(twin, journal), 0, signal);
    } catch (error) {
      await this.#files.discardWarm(journal);
      throw error;
    }
  }
}

const journals = (session: Session) => session.twins.map(({ command }) => command.journal);

const toRecord = ({ command: { twin, controlToken, journal }, port, pid }: SupervisedTwin): TwinRecord => ({
  twin,
  port,
  pid,
  controlToken,
  journal,
});
