import type { Socket } from 'node:net';
import { type AgentEvent, EventWatch, type HostAddress, type HostCredentials } from '@svc/platform/agent';
import { Engine } from './engine.ts';
import { MirrorServer } from './mirror/server.ts';
import { MirrorStore } from './mirror/store.ts';
import { OwnPool } from './own-pool.ts';
import { Refusal } from './refusal.ts';
import { Relay } from './relay.ts';
import { requestIn } from './request.ts';
import { Reviver } from './reviver.ts';
import { AgentServer } from './server.ts';
import { LABELS, type TwinLimits } from './specification.ts';
import { Tidier } from './tidier.ts';
import { TwinFolders } from './twin-folders.ts';
import { Twins } from './twins.ts';

export interface HostAgentOptions {
  /** Of the engine's API. Default `/var/run/docker.sock`. */
  engineSocket?: string;
  /** Tells installations on one engine apart; nothing without this label is ever touched. */
  installation: string;
  /** The image of a twin, e.g. `svc/twin-github:1.0.0`. */
  image(twin: string): string;
  /** Twins that may be run. */
  twins: readonly string[];
  /** How many run at a time. Default 1,000. */
  mostTwins?: number;
  /** Shared with everything that calls twins: their sockets are in it. */
  directory: string;
  /** The same folder as the engine finds it. Default: asked of the engine where this process is one of its containers, else `directory`. */
  engineDirectory?: string | undefined;
  limits?: Partial<TwinLimits>;
  /** How long the engine may take for one call, in milliseconds. Default 10 s. */
  engineTimeoutMs?: number;
  /** How often a twin may end unasked within a minute before it is given up. Default 10. */
  crashesPerMinute?: number;
  /** Keeps copies of other hosts' journals, which leave so many bytes of the disk free; left out: none. */
  copies?: { reserveBytes: number } | undefined;
  /** Hears of twins that were given up. */
  onGivenUp?(sessionId: string, error: Error): void;
  /** Hears of what goes wrong where nobody waits. */
  onTrouble?(what: string, error: Error): void;
}

export interface HostAgent {
  /** Answers on a Unix socket, taking the place of one that an earlier process left. */
  listen(socketPath: string): Promise<void>;
  /** Answers other hosts of the installation, and leads them on to this one's twins. @returns the port */
  listenToHosts(at: HostAddress, credentials: HostCredentials): Promise<number>;
  /** Of the twins' folder: the same after a restart, another where the folder is. */
  hostId(): Promise<string>;
  /** Whether the engine answers. */
  isReady(): Promise<boolean>;
  /** How many of each twin wait here for a sandbox. */
  waiting(): Record<string, number>;
  /** Has none wait, or as many as before. */
  drain(draining: boolean): void;
  /** Removes every sandbox's twins. */
  removeClaimed(): Promise<void>;
  /** Copies of these instances of other hosts are kept here, and of no others. */
  keepCopies(instances: ReadonlySet<string>): Promise<void>;
  /** Before `close`: other hosts' callers end their connections, which they otherwise keep. New ones are taken all the same. */
  leave(): Promise<void>;
  /** What runs runs on; the next agent finds it. */
  close(): Promise<void>;
}

const DEFAULT_SOCKET = '/var/run/docker.sock';
const DEFAULT_LIMITS: TwinLimits = { memoryMiB: 256, cpus: 1, pids: 64 };
const ENGINE_TIMEOUT_MS = 10_000;
const MOST_TWINS = 1_000;
const CRASHES_PER_MINUTE = 10;
/** Twins of an agent that is root run as this account, which no image has. */
const NOBODY_ELSE = { uid: 10_001, gid: 10_001 };

/** What the engine says of a container's end (Docker API: monitor events). */
interface Death {
  Actor?: { Attributes?: Record<string, string> };
}

/**
 * Runs twins on the engine of one host for whoever reaches its socket: containers of one fixed specification, each with a folder of its own and a
 * claim that says whose it is. It keeps claimed ones running and removes what no claim speaks for; everything else is refused.
 */
export function createHostAgent(options: HostAgentOptions): HostAgent {
  // Twins run as this process does: whatever one leaves in its folder, the agent may remove. Not in its group, which may be that of the engine's socket.
  const account = process.getuid?.() === 0 ? NOBODY_ELSE : undefined;
  const uid = account?.uid ?? process.getuid?.() ?? 0;
  const engine = engineOf(options, `${uid}:${uid}`);
  const folders = new TwinFolders(options.directory);
  const trouble = (what: string, error: Error): void => options.onTrouble?.(what, error);
  const mirrors = options.copies && new MirrorStore(options.directory, options.copies.reserveBytes);
  const twins = new Twins({
    engine,
    folders,
    allowed: options.twins,
    most: options.mostTwins ?? MOST_TWINS,
    account,
    engineRoot: rootAsTheEngineFindsIt(options, engine),
    pool: () => pool,
    mirrors,
  });
  const pool = new OwnPool({
    host: { ask: (question) => twins.answer(question) },
    directory: options.directory,
    onTrouble: trouble,
  });
  const server = new AgentServer(twins);
  const reviver = new Reviver({
    engine,
    folders,
    crashesPerMinute: options.crashesPerMinute ?? CRASHES_PER_MINUTE,
    onGivenUp: (sessionId, error) => {
      options.onGivenUp?.(sessionId, error);
      server.tell({ event: 'givenUp', sessionId, reason: error.message });
    },
  });
  const ended = (instance: string): void => {
    const event: AgentEvent = { event: 'ended', instance };
    server.tell(event);
    pool.died(instance);
    if (twins.isBeingRemoved(instance)) return;
    void reviver.revive(instance).catch((error: Error) => trouble('start a twin again', error));
  };
  const deaths = watchDeaths(engine, ended);
  const tidier = new Tidier({ engine, folders, twins, reviver, onTrouble: trouble });
  let relay: Relay | undefined;
  return {
    listen: async (socketPath) => {
      await folders.prepare();
      await server.listen(socketPath);
    },
    listenToHosts: (at, credentials) => {
      const onMirroring = mirrors && takerOf(mirrors);
      const onAsking = (socket: Socket): void => server.take(socket);
      relay = new Relay({ credentials, directory: options.directory, onAsking, take: (line) => take(twins, line), onMirroring });
      return relay.listen(at);
    },
    hostId: () => folders.hostId(),
    isReady: () => engine.answers(),
    waiting: () => pool.counts(),
    drain: (draining) => pool.drain(draining),
    removeClaimed: () => twins.removeClaimed(),
    keepCopies: async (instances) => mirrors?.keep(instances),
    leave: async () => relay?.leave(),
    close: async () => {
      await pool.close();
      await Promise.all([relay?.drain(), server.close()]);
      await relay?.close();
      await tidier.close();
      await deaths.close();
    },
  };
}

/** @throws Refusal where the line is no request to take a twin that waits */
async function take(twins: Twins, line: string): Promise<string | null> {
  const request = requestIn(line);
  if (request.ask !== 'take') throw new Refusal('Over this connection twins that wait are taken, and nothing else is asked.');
  return twins.answer(request);
}

function takerOf(mirrors: MirrorStore): (socket: Socket) => void {
  const server = new MirrorServer(mirrors);
  return (socket) => server.take(socket);
}

const watchDeaths = (engine: Engine, ended: (instance: string) => void): EventWatch =>
  new EventWatch({
    listen: (signal) => engine.deaths(signal),
    onEvent: (event) => {
      const instance = (event as Death).Actor?.Attributes?.[LABELS.instance];
      if (instance !== undefined) ended(instance);
    },
    // Some may have ended while nobody told of it.
    onListening: async () => {
      for (const { instance, state } of await engine.list()) if (state === 'ended') ended(instance);
    },
  });

const engineOf = (options: HostAgentOptions, user: string): Engine =>
  new Engine({
    socketPath: options.engineSocket ?? DEFAULT_SOCKET,
    installation: options.installation,
    image: options.image,
    limits: { ...DEFAULT_LIMITS, ...options.limits },
    callTimeoutMs: options.engineTimeoutMs ?? ENGINE_TIMEOUT_MS,
    user,
  });

function rootAsTheEngineFindsIt({ engineDirectory, directory }: HostAgentOptions, engine: Engine): () => Promise<string> {
  let asked: Promise<string> | undefined;
  return () => {
    if (engineDirectory !== undefined) return Promise.resolve(engineDirectory);
    asked ??= engine.pathOf(directory).catch((error) => {
      asked = undefined;
      throw error;
    });
    return asked;
  };
}
