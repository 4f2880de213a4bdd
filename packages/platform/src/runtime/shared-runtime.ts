import { Agent } from 'node:http';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sessionControlToken } from '@svc/contract/control-token';
import { RuntimeUnavailable, type SandboxRuntime, type TwinAddress, type TwinLaunch } from '../ports.ts';
import { bootTwin, endSession, takeUpSession } from './boot.ts';
import { TwinLauncher } from './process/launcher.ts';
import { allOrAbort, firstOf, loopback, type OpenSession, OpenSessions, opening, settle } from './process/open-sessions.ts';
import { tidy } from './process/orphans.ts';
import { SessionFiles, type TwinRecord } from './process/session-files.ts';
import { START_TIMEOUT_MS, type SupervisedTwin } from './process/supervised-twin.ts';
import { TwinHosts } from './process/twin-hosts.ts';

export interface SharedRuntimeOptions {
  /** Journals and records live below it. */
  dataDir: string;
  /** Absolute path of the module that runs a twin. */
  entry: string;
  /** Twins whose process is started at once, before a sandbox needs it. */
  ahead?: readonly string[];
  /** How long a process may take until it listens, and a session until it is booted. Default 20 s. */
  startTimeoutMs?: number;
  /** Ports that the service itself listens on: no webhook goes there, whoever allows it. */
  ownPorts?: readonly number[];
  /** Ports that all sandboxes' webhooks may go to: no twin is started on one of them. */
  webhookPorts?: readonly number[];
  /**
   * What the journal of a session begins with, where its twin is not to be asked whether it takes the session: it takes it up from its
   * journal then. Left out, and where undefined: it is asked.
   */
  firstLinesOf?: (launch: TwinLaunch) => Buffer | undefined;
  /** Hears of a process that ended unasked and runs again, with all its sessions. */
  onRestart?: (twin: string, reason: string) => void;
}

interface Session extends OpenSession {
  /** The twins whose processes may have it. */
  asked: Set<string>;
}

const RECOVERED_AT_ONCE = 8;
/** Whoever waits for a session is answered before its process gets word of it. In milliseconds. */
const TOLD_AFTER_MS = 5;
/** A process that has just died is asked again after so many milliseconds. */
const ASKED_AGAIN_MS = 20;
const LOST = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE']);

/** Runs one process a twin as a child of ours, on loopback, and puts all sandboxes of that twin into it. */
export function createSharedRuntime(options: SharedRuntimeOptions): SandboxRuntime {
  return new SharedRuntime(options);
}

class SharedRuntime implements SandboxRuntime {
  readonly startsAtOnce = true;
  readonly #files: SessionFiles;
  readonly #sessions = new OpenSessions<Session>();
  readonly #launcher: TwinLauncher;
  readonly #hosts: TwinHosts;
  readonly #tidied: Promise<void>;
  readonly #patienceMs: number;
  readonly #firstLinesOf: NonNullable<SharedRuntimeOptions['firstLinesOf']>;
  /** To the processes, which never close one that is idle. What is asked on one that breaks is asked again. */
  readonly #connections = new Agent({ keepAlive: true });

  constructor(options: SharedRuntimeOptions) {
    const { entry, ownPorts = [], startTimeoutMs = START_TIMEOUT_MS, onRestart, firstLinesOf = () => undefined } = options;
    this.#patienceMs = startTimeoutMs;
    this.#firstLinesOf = firstLinesOf;
    this.#files = new SessionFiles(resolve(options.dataDir));
    this.#launcher = new TwinLauncher(() => [options.webhookPorts ?? [], ...this.#sessions.webhookPorts]);
    const command = { entry, startTimeoutMs, ownPorts };
    this.#hosts = new TwinHosts({ launcher: this.#launcher, files: this.#files, command, onRestart });
    this.#tidied = tidy(this.#files);
    void this.#tidied.then(() => this.#files.blanks.open()).catch(() => {});
    // What fails here fails again for whoever needs it, and says why.
    void this.#tidied.then(() => Promise.all((options.ahead ?? []).map((twin) => this.#hosts.get(twin)))).catch(() => {});
  }

  addressesOf(sessionId: string, twins: readonly string[]): TwinAddress[] | undefined {
    const addresses: TwinAddress[] = [];
    for (const twin of twins) {
      const host = this.#hosts.running(twin);
      if (!host) return undefined;
      addresses.push(addressOf(host, sessionControlToken(host.command.controlToken, sessionId)));
    }
    return addresses;
  }

  async start(launches: readonly TwinLaunch[]): Promise<TwinAddress[]> {
    const first = firstOf(launches);
    await this.#tidied;
    const session = this.#open(first.sessionId, this.#launcher.receivers(first.webhookPorts ?? []));
    try {
      return await settle(session, async () => {
        this.#files.create(session.id);
        const addresses = await allOrAbort(session, launches, (launch) => this.#bringUp(session, launch));
        this.#files.saveNew(session.id, this.#recordsOf(session, addresses));
        return addresses;
      });
    } catch (cause) {
      await this.#end(session);
      throw new RuntimeUnavailable((cause as Error).message, { cause });
    }
  }

  async stop(sessionId: string): Promise<void> {
    await this.#tidied;
    const session = this.#sessions.get(sessionId);
    if (session) {
      session.stopping.abort(new Error('The sandbox was stopped.'));
      await session.settled;
      await this.#end(session);
    } else await this.#files.removeKept(sessionId);
  }

  async recover(sessionIds: readonly string[]): Promise<Map<string, TwinAddress[]>> {
    await this.#tidied;
    return this.#sessions.recover(sessionIds, RECOVERED_AT_ONCE, (id) => this.#recover(id));
  }

  async list(): Promise<string[]> {
    return [...new Set([...(await this.#files.list()), ...this.#sessions.ids])];
  }

  async close(): Promise<void> {
    const sessions = this.#sessions.close();
    await this.#tidied.catch(() => {});
    for (const { stopping } of sessions) stopping.abort(new Error('The service is shutting down.'));
    await Promise.all(sessions.map(({ settled }) => settled));
    this.#connections.destroy();
    await this.#files.blanks.close();
    await this.#hosts.close();
  }

  #open(id: string, webhookPorts: readonly number[]): Session {
    return this.#sessions.add({ ...opening(id, webhookPorts), asked: new Set() });
  }

  async #bringUp(session: Session, asked: TwinLaunch): Promise<TwinAddress> {
    const launch = { ...asked, webhookPorts: session.webhookPorts };
    const begun = this.#begin(session, launch);
    if (begun) return begun;
    const { signal } = session.stopping;
    const host = await unlessAborted(this.#hosts.get(launch.twin), signal);
    session.asked.add(launch.twin);
    const controlToken = await this.#asked(host, signal, (url, token, limit) =>
      bootTwin(url, token, launch, limit, { agent: this.#connections }),
    );
    return addressOf(host, controlToken);
  }

  /**
   * Begins a session that its twin need not be asked for, in a process that runs. With its journal it is there, whatever becomes of the
   * process; the first call that names it has it taken up, and so does the word that the process gets of it.
   *
   * @returns undefined for one that the process is to be asked for: it says why not
   */
  #begin(session: Session, launch: TwinLaunch): TwinAddress | undefined {
    const host = this.#hosts.running(launch.twin);
    const lines = host && this.#firstLinesOf(launch);
    if (!lines || !this.#files.hasRoom(session.id, launch.room?.diskReserveBytes ?? 0)) return undefined;
    session.asked.add(launch.twin);
    this.#files.begin(session.id, launch.twin, lines);
    setTimeout(() => void this.#told(host, session).catch(() => {}), TOLD_AFTER_MS).unref();
    return addressOf(host, sessionControlToken(host.command.controlToken, session.id));
  }

  /** Has a process take a session up ahead of its first call. One that doesn't is asked by that call. */
  async #told(host: SupervisedTwin, { id, stopping: { signal } }: Session): Promise<void> {
    if (signal.aborted) return;
    await this.#asked(host, signal, (url, token, limit) => takeUpSession(url, token, id, limit, this.#connections));
  }

  async #recover(id: string): Promise<TwinAddress[] | undefined> {
    const records = await this.#files.load(id);
    if (!records || this.#sessions.isClosed) return undefined;
    const session = this.#open(
      id,
      records.flatMap(({ webhookPorts = [] }) => webhookPorts),
    );
    try {
      return await settle(session, async () => {
        const addresses = await allOrAbort(session, records, (record) => this.#takeUp(session, record));
        await this.#files.save(session.id, this.#recordsOf(session, addresses));
        return addresses;
      });
    } catch {
      // What it kept stays until stop(): the caller decides what becomes of the sandbox.
      this.#sessions.delete(session);
      return undefined;
    }
  }

  async #takeUp(session: Session, { twin, journal }: TwinRecord): Promise<TwinAddress> {
    // A process of its own may have had it elsewhere.
    await this.#files.bringHome(session.id, twin, journal);
    const { signal } = session.stopping;
    const host = await unlessAborted(this.#hosts.get(twin), signal);
    session.asked.add(twin);
    const controlToken = await this.#asked(host, signal, (url, token, limit) => takeUpSession(url, token, session.id, limit));
    return addressOf(host, controlToken);
  }

  /** Asks a process, and its successor where it dies meanwhile. */
  async #asked<T>(
    { port, command }: SupervisedTwin,
    signal: AbortSignal,
    ask: (url: string, controlToken: string, limit: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(this.#patienceMs)]);
    for (;;) {
      try {
        return await ask(loopback(port), command.controlToken, limit);
      } catch (error) {
        if (!LOST.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
      }
      await delay(ASKED_AGAIN_MS, undefined, { signal: limit });
    }
  }

  #recordsOf(session: Session, addresses: readonly TwinAddress[]): TwinRecord[] {
    session.stopping.signal.throwIfAborted();
    return addresses.map(({ twin, controlToken }) => ({
      twin,
      controlToken,
      journal: this.#files.journal(session.id, twin),
      webhookPorts: session.webhookPorts,
    }));
  }

  /** Ends a session in every process that may have it, and removes what it kept. */
  async #end(session: Session): Promise<void> {
    const { id, asked } = session;
    const end = async (twin: string) => {
      const host = await this.#hosts.get(twin);
      await this.#asked(host, NEVER, (url, token, limit) => endSession(url, token, id, limit, this.#connections));
    };
    await Promise.all([...asked].map(end));
    await this.#files.remove(id, []);
    this.#sessions.delete(session);
  }
}

const NEVER = new AbortController().signal;
const addressOf = ({ twin, port }: SupervisedTwin, controlToken: string): TwinAddress => ({
  twin,
  url: loopback(port),
  controlToken,
});

/** What others may be waiting for too: only this wait ends. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort);
  return Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', onAbort));
}
