import { connectTwin, twinEndpoint } from '@svc/platform';
import { Agent, type Dispatcher } from 'undici';

const CONNECT_MS = 3_000;
const IDLE_MS = 4_000;

/** Connections to twins: one pool for all that have a port, one for each of the others. */
export class TwinConnections {
  readonly #shared = new Agent({ connect: { timeout: CONNECT_MS }, keepAliveTimeout: IDLE_MS });
  readonly #own = new Map<string, Agent>();

  to(url: string): Dispatcher {
    if (twinEndpoint(url).origin === url) return this.#shared;
    let agent = this.#own.get(url);
    if (!agent) {
      agent = new Agent({
        connect: (_options, made) => void connectTwin(url, CONNECT_MS, made),
        keepAliveTimeout: IDLE_MS,
      });
      this.#own.set(url, agent);
    }
    return agent;
  }

  /** The sandbox's evidence is read: its twins are not called again. */
  async release(urls: readonly string[]): Promise<void> {
    const agents = urls.flatMap((url) => this.#own.get(url) ?? []);
    for (const url of urls) this.#own.delete(url);
    await Promise.all(agents.map((agent) => agent.destroy()));
  }

  async close(): Promise<void> {
    await Promise.all([this.#shared, ...this.#own.values()].map((agent) => agent.destroy()));
    this.#own.clear();
  }
}
