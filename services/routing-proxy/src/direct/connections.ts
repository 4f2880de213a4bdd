import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { openFirst } from '@svc/plain-http';
import { connectTwin, twinEndpoint } from '@svc/platform';
import type { UpstreamTimeouts } from '../upstreams.ts';
import { TWIN_KEEP_ALIVE_MS } from '../upstreams.ts';
import { type DirectContext, type DirectLimits, PassedConnection } from './connection.ts';

/** Who waits for an answer on a line. */
export interface LineUser {
  onBytes(bytes: Buffer): void;
  /** The connection ended. @param connected false when it never stood, so that the twin has seen nothing */
  onEnded(connected: boolean): void;
}

/** A connection to a twin that carries one call at a time. */
export class Line {
  /** For the `Host` header. */
  readonly host: string;
  readonly origin: string;
  /** Nobody while it is idle. */
  user: LineUser | undefined;
  idleSince = 0;
  readonly #onClose: (line: Line) => void;
  #stopConnecting: (() => void) | undefined;
  #socket: Socket | undefined;
  /** The call that there was no connection for yet. */
  #held: Buffer | string | undefined;
  #closed = false;

  constructor(origin: string, connectMs: number, onClose: (line: Line) => void) {
    this.origin = origin;
    this.host = new URL(twinEndpoint(origin).origin).host;
    this.#onClose = onClose;
    this.#stopConnecting = connectTwin(origin, connectMs, (_error, socket) => {
      this.#stopConnecting = undefined;
      if (this.#closed) socket?.destroy();
      else if (socket) this.#connected(socket);
      else this.#end();
    });
  }

  get isClosed(): boolean {
    return this.#closed || this.#socket?.destroyed === true;
  }

  /** @param call bytes, or text of which each character is one */
  write(call: Buffer | string): void {
    if (this.#socket) this.#socket.write(call, 'latin1');
    else this.#held = call;
  }

  pause(): void {
    this.#socket?.pause();
  }

  resume(): void {
    this.#socket?.resume();
  }

  /** Ends it, and its user hears nothing of that. */
  drop(): void {
    this.user = undefined;
    this.destroy();
  }

  destroy(): void {
    if (this.#socket) this.#socket.destroy();
    else {
      this.#stopConnecting?.();
      this.#end();
    }
  }

  #connected(socket: Socket): void {
    this.#socket = socket;
    socket.on('data', (bytes: Buffer) => {
      if (this.user) this.user.onBytes(bytes);
      // Nobody asked.
      else socket.destroy();
    });
    socket.on('end', () => socket.destroy());
    socket.on('error', () => {});
    socket.on('close', () => this.#end());
    if (this.#held !== undefined) socket.write(this.#held, 'latin1');
    this.#held = undefined;
  }

  #end(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#onClose(this);
    this.user?.onEnded(this.#socket !== undefined);
  }
}

/** Lines to all twins. */
export class Lines {
  readonly #idle = new Map<string, Line[]>();
  readonly #open = new Set<Line>();
  readonly #connectMs: number;
  readonly #sweeper: NodeJS.Timeout;

  constructor(connectMs: number) {
    this.#connectMs = connectMs;
    this.#sweeper = setInterval(() => this.#sweep(), TWIN_KEEP_ALIVE_MS / 2).unref();
  }

  /** An idle line, the last used first, or a new one, which connects meanwhile. */
  take(origin: string, user: LineUser): Line {
    const idle = this.#idle.get(origin);
    let line = idle?.pop();
    // Its end may be known and not yet told.
    while (line?.isClosed) line = idle?.pop();
    line ??= this.#connect(origin);
    line.user = user;
    return line;
  }

  /** The call is over and the connection as good as before. */
  giveBack(line: Line): void {
    line.user = undefined;
    line.idleSince = performance.now();
    const idle = this.#idle.get(line.origin);
    if (idle) idle.push(line);
    else this.#idle.set(line.origin, [line]);
  }

  close(): void {
    clearInterval(this.#sweeper);
    for (const line of this.#open) line.destroy();
  }

  #connect(origin: string): Line {
    const line = new Line(origin, this.#connectMs, this.#onClose);
    this.#open.add(line);
    return line;
  }

  readonly #onClose = (line: Line): void => {
    this.#open.delete(line);
    const idle = this.#idle.get(line.origin);
    if (!idle) return;
    const at = idle.indexOf(line);
    if (at >= 0) idle.splice(at, 1);
    if (idle.length === 0) this.#idle.delete(line.origin);
  };

  #sweep(): void {
    const since = performance.now() - TWIN_KEEP_ALIVE_MS;
    for (const lines of this.#idle.values()) for (const line of lines) if (line.idleSince < since) line.destroy();
  }
}

export interface DirectOptions
  extends Omit<DirectContext, 'lines' | 'connections' | 'later' | 'taking'>,
    Pick<DirectLimits, 'silentMs' | 'idleMs'> {
  timeouts: UpstreamTimeouts;
  silentMs: number;
  idleMs: number;
  /** How often the times are looked at, in milliseconds. */
  checkedEveryMs: number;
}

/** The connections of a proxy that carry nothing but plain calls. */
export class PassedConnections {
  readonly #connections = new Set<PassedConnection>();
  readonly #context: DirectContext;
  readonly #lines: Lines;
  readonly #checker: NodeJS.Timeout;
  #sending: PassedConnection[] = [];

  /** Takes every connection of `server` first, and leaves to it those with anything but plain calls. */
  constructor(server: Server, options: DirectOptions) {
    const { timeouts, silentMs, idleMs, checkedEveryMs } = options;
    this.#lines = new Lines(timeouts.connectMs);
    const later = (connection: PassedConnection): void => {
      if (this.#sending.push(connection) === 1) setImmediate(this.#send);
    };
    const context = { ...options, lines: this.#lines, connections: this.#connections, later, taking: true };
    this.#context = context;
    openFirst(server, (socket, leave) => new PassedConnection(socket, context, leave));
    const limits = { ...timeouts, silentMs, idleMs };
    this.#checker = setInterval(
      () => {
        const now = performance.now();
        for (const connection of this.#connections) connection.check(now, limits);
      },
      Math.min(checkedEveryMs, timeouts.headersMs, timeouts.bodyMs),
    ).unref();
  }

  readonly #send = (): void => {
    const sending = this.#sending;
    this.#sending = [];
    for (const connection of sending) {
      try {
        connection.send();
      } catch (error) {
        connection.fault(error);
      }
    }
  };

  /** Leaves what comes from now on to node's server, which tells clients that the proxy goes. */
  leave(): void {
    this.#context.taking = false;
  }

  /** Idle connections end now, the others with their answer. */
  drain(): void {
    for (const connection of this.#connections) connection.closeWhenIdle();
  }

  close(): void {
    clearInterval(this.#checker);
    for (const connection of this.#connections) connection.destroy();
    this.#lines.close();
  }
}
