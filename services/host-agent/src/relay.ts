import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { createServer, type Server, type TLSSocket } from 'node:tls';
import {
  AGENT_LINE,
  AGENT_NAME,
  HOST_ROLES,
  type HostAddress,
  type HostCredentials,
  isInstance,
  LONGEST_LINE,
  MIRROR_LINE,
  NONE_WAITS,
  TUNNEL_ANSWERS,
  twinSocket,
} from '@svc/platform/agent';
import { Passage } from './passage.ts';

export interface RelayOptions {
  credentials: HostCredentials;
  /** The twins' folder. */
  directory: string;
  /** Takes a connection of a control plane, which asks the agent itself. */
  onAsking(socket: Socket): void;
  /** Gives a twin that waits to a session. @returns its name; null where none waits. @throws where the line isn't a request for one */
  take(line: string): Promise<string | null>;
  /** Takes a connection of another agent, which sends copies of its journals; left out: none are kept here. */
  onMirroring?: ((socket: Socket) => void) | undefined;
}

/** A caller shows its certificate at once, and says then what its connection is for; a control plane makes some ahead. In milliseconds. */
const SHOWN_WITHIN_MS = 10_000;
const LINE_WITHIN_MS = 10_000;
const CONTROL_PLANE_LINE_WITHIN_MS = 10 * 60_000;
/** A caller that is gone without a word is noticed so soon, in milliseconds. */
const KEEP_ALIVE_MS = 30_000;
/** How long what was under way before a stop may take while others still come, and then once nobody does: they wait then for the next agent. In milliseconds. */
const LEAVE_MS = 10_000;
const LAST_MS = 2_000;
/** Opens the thing itself, a link or a socket too, and nothing behind it; of open(2), where node doesn't name it. */
const O_PATH = 0o10000000;
const NEWLINE = 0x0a;

/** Lets other hosts of the installation reach this one's twins, and its control planes ask this one's agent. */
export class Relay {
  readonly #options: RelayOptions;
  readonly #server: Server;
  readonly #open = new Set<Socket>();
  readonly #passages = new Set<Passage>();
  /** Control planes' own, over which nothing was said yet. */
  readonly #silent = new Set<Socket>();
  #leaving = false;

  constructor(options: RelayOptions) {
    this.#options = options;
    const { ca, cert, key } = options.credentials;
    const settings = {
      ca,
      cert,
      key,
      requestCert: true,
      rejectUnauthorized: true,
      minVersion: 'TLSv1.3',
      allowHalfOpen: true,
      handshakeTimeout: SHOWN_WITHIN_MS,
    } as const;
    this.#server = createServer(settings, (socket) => void this.#serve(socket));
    // Before the handshake, which nobody need end.
    this.#server.on('connection', (socket: Socket) => this.#keep(socket));
    // Who isn't let in has shown nothing that anybody needs to hear of.
    this.#server.on('tlsClientError', (_error, socket) => socket.destroy());
  }

  /** @returns the port */
  listen({ host, port }: HostAddress): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(port, host, () => {
        this.#server.off('error', reject);
        resolve((this.#server.address() as { port: number }).port);
      });
    });
  }

  /** Has every caller connect anew for its next call, so that none calls over a connection that is about to end. */
  async leave(): Promise<void> {
    this.#leaving = true;
    this.#endSilent();
    const before = [...this.#passages];
    for (const passage of before) passage.leave();
    await settledWithin(LEAVE_MS, before);
  }

  /** Takes no more, and lets what is under way end for a moment. */
  async drain(): Promise<void> {
    this.#server.close();
    this.#endSilent();
    await settledWithin(LAST_MS, [...this.#passages]);
  }

  /** Ends every connection: what was under way over one fails. */
  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    for (const socket of this.#open) socket.destroy();
    await closed;
  }

  /** Nobody has asked anything over these; who made them ahead asks anew. */
  #endSilent(): void {
    for (const socket of this.#silent) socket.destroy();
  }

  #keep(socket: Socket): void {
    this.#open.add(socket);
    socket.once('close', () => this.#open.delete(socket));
  }

  async #serve(socket: TLSSocket): Promise<void> {
    this.#keep(socket);
    socket.on('error', () => socket.destroy());
    const role = socket.getPeerCertificate().subject?.CN;
    socket.setKeepAlive(true, KEEP_ALIVE_MS);
    const mayWait = role === HOST_ROLES.controlPlane;
    if (mayWait) this.#silent.add(socket);
    const line = await firstLine(socket, mayWait ? CONTROL_PLANE_LINE_WITHIN_MS : LINE_WITHIN_MS);
    this.#silent.delete(socket);
    if (line === AGENT_LINE && role === HOST_ROLES.controlPlane) {
      socket.write(TUNNEL_ANSWERS.open);
      this.#options.onAsking(socket);
    } else if (line === MIRROR_LINE && role === AGENT_NAME && this.#options.onMirroring) {
      socket.write(TUNNEL_ANSWERS.open);
      this.#options.onMirroring(socket);
    } else if (line?.startsWith('{') && role === HOST_ROLES.controlPlane) await this.#give(socket, line);
    else if (line !== undefined && isInstance(line) && isRole(role)) await this.#lead(socket, line);
    else refuse(socket);
  }

  /** Says that it was heard before it does what takes time: whoever hears nothing asks anew. */
  async #give(caller: TLSSocket, line: string): Promise<void> {
    caller.write(TUNNEL_ANSWERS.open);
    try {
      const instance = await this.#options.take(line);
      if (instance === null) caller.end(NONE_WAITS);
      else this.#join(caller, await this.#connect(instance), instance);
    } catch {
      caller.destroy();
    }
  }

  async #lead(caller: TLSSocket, instance: string): Promise<void> {
    const twin = await this.#connect(instance).catch(() => undefined);
    if (twin) this.#join(caller, twin, TUNNEL_ANSWERS.open);
    else refuse(caller);
  }

  #connect(instance: string): Promise<Socket> {
    return connectInside(twinSocket(this.#options.directory, instance));
  }

  /** @param first what the caller is told before the twin's first word */
  #join(caller: TLSSocket, twin: Socket, first: string): void {
    this.#keep(twin);
    if (caller.destroyed) return void twin.destroy();
    caller.setNoDelay(true);
    caller.write(first);
    const passage = new Passage(caller, twin);
    this.#passages.add(passage);
    void passage.closed.then(() => this.#passages.delete(passage));
    if (this.#leaving) passage.leave();
  }
}

async function settledWithin(limitMs: number, passages: readonly Passage[]): Promise<void> {
  const over = new AbortController();
  const late = delay(limitMs, undefined, { signal: over.signal }).catch(() => {});
  await Promise.race([late, Promise.all(passages.map(({ closed }) => closed))]);
  over.abort();
}

const isRole = (name: unknown): boolean => Object.values(HOST_ROLES).some((role) => role === name);

function refuse(caller: TLSSocket): void {
  caller.end(TUNNEL_ANSWERS.nobody);
}

/** @returns undefined where none comes */
function firstLine(socket: TLSSocket, withinMs: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const bytes: number[] = [];
    const late = setTimeout(() => settle(undefined), withinMs);
    const settle = (line: string | undefined): void => {
      clearTimeout(late);
      socket.off('readable', read).off('close', ended).off('end', ended);
      // Whoever reads on begins a turn after this listener has gone.
      process.nextTick(() => resolve(line));
    };
    const ended = (): void => settle(undefined);
    const read = (): void => {
      for (let byte = socket.read(1) as Buffer | null; byte !== null; byte = socket.read(1) as Buffer | null) {
        if (byte[0] === NEWLINE) return void settle(Buffer.from(bytes).toString('latin1'));
        if (bytes.push(byte[0] as number) > LONGEST_LINE) return void settle(undefined);
      }
    };
    socket.on('readable', read).once('close', ended).once('end', ended);
  });
}

/**
 * Connects to the socket itself: a twin could leave a link of that name in its folder, to a socket that isn't its own. What was opened and looked
 * at is what is connected to, whatever the twin puts there meanwhile.
 */
async function connectInside(path: string): Promise<Socket> {
  const handle = await open(path, O_PATH | constants.O_NOFOLLOW);
  try {
    if (!(await handle.stat()).isSocket()) throw new Error('Not a socket.');
    return await new Promise((resolve, reject) => {
      const socket = connect({ path: `/proc/self/fd/${handle.fd}`, allowHalfOpen: true });
      socket.once('error', reject).once('connect', () => {
        socket.off('error', reject);
        resolve(socket);
      });
    });
  } finally {
    await handle.close();
  }
}
