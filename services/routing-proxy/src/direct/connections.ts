import type { Server } from 'node:http';
import { openFirst } from '@svc/plain-http';
import type { UpstreamTimeouts } from '../upstreams.ts';
import { type DirectContext, type DirectLimits, PassedConnection } from './connection.ts';
import { Lines } from './lines.ts';

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
export class DirectConnections {
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
