import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

const CONNECT_MS = 2_000;

/** A balancer of an operator's own: a port of this machine that leads on to the first of some hosts that takes the connection. */
export class Door {
  readonly #server: Server;
  readonly #open = new Set<Socket>();

  private constructor(hosts: readonly string[], port: number) {
    this.#server = createServer({ allowHalfOpen: true }, (client) => void this.#lead(client, hosts, port));
  }

  static async open(hosts: readonly string[], port: number): Promise<Door> {
    const door = new Door(hosts, port);
    await once(door.#server.listen(0, '127.0.0.1'), 'listening');
    return door;
  }

  /** As clients on this machine reach it: some vendors' take plain HTTP of no other. */
  get origin(): string {
    return `http://localhost:${(this.#server.address() as { port: number }).port}`;
  }

  close(): void {
    this.#server.close();
    for (const socket of this.#open) socket.destroy();
  }

  async #lead(client: Socket, hosts: readonly string[], port: number): Promise<void> {
    this.#keep(client);
    for (const host of hosts) {
      const server = await connected(host, port).catch(() => undefined);
      if (!server) continue;
      this.#keep(server);
      server.once('close', () => client.destroy());
      client.once('close', () => server.destroy());
      if (client.destroyed) return void server.destroy();
      client.pipe(server).pipe(client);
      return;
    }
    client.destroy();
  }

  #keep(socket: Socket): void {
    this.#open.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => this.#open.delete(socket));
  }
}

async function connected(host: string, port: number): Promise<Socket> {
  const socket = connect({ host, port, allowHalfOpen: true });
  socket.setTimeout(CONNECT_MS, () => socket.destroy(new Error(`${host} does not answer.`)));
  await once(socket, 'connect');
  return socket.setTimeout(0).setNoDelay(true);
}
