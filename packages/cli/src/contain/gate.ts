import { lookup } from 'node:dns/promises';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, isIP, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Destination, isLoopback, written } from './places.ts';

/** What a contained agent wanted to reach and may not; without a port where it only asked for the address. */
export interface Refused {
  host: string;
  port: number | null;
}

/** What is asked through the gate: a connection, or nothing but a name's address. */
export type Asked = Destination | { name: string };

export const OPENED = '+\n';
export const CLOSED = '-\n';

/** Longer than any name with its port. */
const MOST_ASKED_BYTES = 1_024;
/** Of each run; what asks more often is told no as before. */
const MOST_REFUSED = 1_000;

/** The only way out of a contained agent's network: a socket of the file system, which connects to what is allowed. */
export class Gate {
  readonly path: string;
  /** In the order in which they were refused, each once. */
  readonly refused: Refused[] = [];
  readonly #allowed: ReadonlyMap<string, Destination>;
  readonly #server: Server;
  readonly #folder: string;
  readonly #open = new Set<Socket>();
  readonly #tell: (refused: Refused) => void;

  private constructor(folder: string, allowed: ReadonlyMap<string, Destination>, tell: (refused: Refused) => void) {
    this.#folder = folder;
    this.path = join(folder, 'gate.sock');
    this.#allowed = allowed;
    this.#tell = tell;
    this.#server = createServer((socket) => this.#take(socket));
  }

  /** @param tell of each that is refused, once */
  static async open(allowed: readonly Destination[], tell: (refused: Refused) => void): Promise<Gate> {
    const gate = new Gate(await mkdtemp(join(tmpdir(), 'svc-gate-')), await byWhatTheyAreCalled(allowed), tell);
    await new Promise<void>((resolve, reject) => {
      gate.#server.once('error', reject);
      gate.#server.listen(gate.path, resolve);
    });
    return gate;
  }

  async close(): Promise<void> {
    for (const socket of this.#open) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
    await rm(this.#folder, { recursive: true, force: true });
  }

  #take(socket: Socket): void {
    this.#open.add(socket);
    socket.on('close', () => this.#open.delete(socket));
    socket.on('error', () => socket.destroy());
    let begun = '';
    const read = (chunk: Buffer): void => {
      begun += chunk.toString('latin1');
      const end = begun.indexOf('\n');
      if (end < 0 && begun.length < MOST_ASKED_BYTES) return;
      socket.off('data', read);
      socket.pause();
      const rest = Buffer.from(begun.slice(end + 1), 'latin1');
      if (rest.length > 0) socket.unshift(rest);
      this.#answer(socket, begun.slice(0, Math.max(end, 0)));
    };
    socket.on('data', read);
  }

  #answer(socket: Socket, line: string): void {
    const asked = readAsked(line);
    const place = asked && 'port' in asked ? this.#allowed.get(written(asked)) : undefined;
    if (place) return void this.#lead(socket, place);
    if (asked) this.#refuse('port' in asked ? asked : { host: asked.name, port: null });
    socket.end(CLOSED);
  }

  async #lead(socket: Socket, { host, port }: Destination): Promise<void> {
    const upstream = connect(port, host);
    upstream.on('error', () => upstream.destroy());
    socket.once('close', () => upstream.destroy());
    upstream.once('connect', () => {
      socket.write(OPENED);
      const end = (): void => void [socket.destroy(), upstream.destroy()];
      Promise.all([pipeline(socket, upstream), pipeline(upstream, socket)]).then(end, end);
    });
    // What isn't there is no connection here either.
    upstream.once('close', () => socket.destroy());
  }

  #refuse(one: Refused): void {
    const isKnown = this.refused.some(({ host, port }) => host === one.host && (port === one.port || one.port === null));
    if (isKnown || this.refused.length >= MOST_REFUSED) return;
    const asked = this.refused.findIndex(({ host, port }) => host === one.host && port === null);
    // That it asked for the address says nothing more, once it wanted to go there.
    if (asked >= 0) this.refused.splice(asked, 1);
    this.refused.push(one);
    this.#tell(one);
  }
}

function readAsked(line: string): Asked | undefined {
  try {
    const { host, port, name } = JSON.parse(line) as Record<string, unknown>;
    if (typeof name === 'string') return { name };
    return typeof host === 'string' && typeof port === 'number' ? { host, port } : undefined;
  } catch {
    return undefined;
  }
}

/** An allowed place goes by its name, and by addresses that a hosts file gives to programs directly. */
async function byWhatTheyAreCalled(allowed: readonly Destination[]): Promise<ReadonlyMap<string, Destination>> {
  const known = new Map<string, Destination>();
  for (const place of allowed) {
    known.set(written(place), place);
    if (isIP(place.host) || isLoopback(place.host)) continue;
    const addresses = await lookup(place.host, { all: true }).catch(() => []);
    for (const { address } of addresses) known.set(written({ ...place, host: address }), place);
  }
  return known;
}
