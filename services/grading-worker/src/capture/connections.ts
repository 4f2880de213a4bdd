import { twinEndpoint } from '@svc/platform';
import { Agent, type Dispatcher } from 'undici';

const CONNECT_MS = 3_000;
const IDLE_MS = 4_000;

/** Connections to twins: one pool for all that have a port, one for each that listens on a socket. */
export class TwinConnections {
  readonly #shared = new Agent({ connect: { timeout: CONNECT_MS }, keepAliveTimeout: IDLE_MS });
  readonly #sockets = new Map<string, Agent>();

  to(url: string): Dispatcher {
    const { socketPath } = twinEndpoint(url);
    if (socketPath === undefined) return this.#shared;
    let agent = this.#sockets.get(socketPath);
    if (!agent) {
      agent = new Agent({ connect: { timeout: CONNECT_MS, socketPath }, keepAliveTimeout: IDLE_MS });
      this.#sockets.set(socketPath, agent);
    }
    return agent;
  }

  /** The sandbox's evidence is read: its twins are not called again. */
  async release(urls: readonly string[]): Promise<void> {
    const paths = urls.flatMap((url) => twinEndpoint(url).socketPath ?? []);
    const agents = paths.flatMap((path) => this.#sockets.get(path) ?? []);
    for (const path of paths) this.#sockets.delete(path);
    await Promise.all(agents.map((agent) => agent.destroy()));
  }

  async close(): Promise<void> {
    await Promise.all([this.#shared, ...this.#sockets.values()].map((agent) => agent.destroy()));
    this.#sockets.clear();
  }
}
