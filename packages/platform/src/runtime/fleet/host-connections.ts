import { createHmac } from 'node:crypto';
import type { HostRecord } from '../../hosts/registry.ts';
import { keepTunnelsReady } from '../../hosts/tunnel.ts';
import { AgentClient } from '../agent/client.ts';
import { doorsOf } from '../containers/doors.ts';
import { HostTwins } from '../containers/host-twins.ts';
import { hostAddressOf } from '../endpoint.ts';
import { type Taken, takeWaiting } from './taken.ts';

export interface HostConnectionsOptions {
  /** Each host's secret is made from it: what one knows opens no twin of another. */
  secret: string | Buffer;
  /** How many of each twin are to wait on each host. */
  warm: Readonly<Record<string, number>>;
  startTimeoutMs: number;
  startsAtOnce: number;
  onGivenUp?(sessionId: string, error: Error): void;
  onTrouble(what: string, error: Error): void;
}

export type KnownHost = Pick<HostRecord, 'id' | 'name' | 'address'>;

/** A host that this control plane works with. */
export interface HostConnection {
  address: string;
  agent: AgentClient;
  twins: HostTwins;
  /** Takes one that waits there for a session; connections for the next one are made ahead. @returns undefined where none waits. @throws AgentFailed */
  take(twin: string, sessionId: string): Promise<Taken | undefined>;
}

/** An agent that isn't there at once isn't waited for: there are other hosts. In milliseconds. */
const AWAY_MS = 1_000;

/** What this control plane has to do with each host. */
export class HostConnections {
  readonly #options: HostConnectionsOptions;
  readonly #open = new Map<string, HostConnection>();

  constructor(options: HostConnectionsOptions) {
    this.#options = options;
  }

  /** The one with a host, which begins here where there is none. */
  with(host: KnownHost): HostConnection {
    const open = this.#open.get(host.id);
    if (open?.address === host.address) return open;
    // Its agent is reached elsewhere now.
    if (open) void open.twins.close();
    const connection = this.#connect(host);
    this.#open.set(host.id, connection);
    return connection;
  }

  /** Begins with these, and ends with all others. */
  async keep(hosts: readonly KnownHost[]): Promise<void> {
    for (const host of hosts) this.with(host);
    const kept = new Set(hosts.map(({ id }) => id));
    const gone = [...this.#open].filter(([id]) => !kept.has(id));
    for (const [id] of gone) this.#open.delete(id);
    await Promise.all(gone.map(([, { twins }]) => twins.close()));
  }

  async close(): Promise<void> {
    await this.keep([]);
  }

  #connect({ id, address }: KnownHost): HostConnection {
    const { warm, secret: ofAll, ...options } = this.#options;
    const secret = createHmac('sha256', ofAll).update(`host\n${id}`).digest('hex');
    const at = hostAddressOf(address);
    const agent = new AgentClient(at, { awayMs: AWAY_MS });
    const onHeard = () => agent.ask({ ask: 'keepWaiting', wanted: { ...warm }, secret });
    const twins = new HostTwins({ ...options, host: agent, doors: doorsOf(at), secret, onHeard });
    const take = (twin: string, sessionId: string) => {
      keepTunnelsReady(at);
      return takeWaiting(at, twin, sessionId);
    };
    return { address, agent, twins, take };
  }
}
