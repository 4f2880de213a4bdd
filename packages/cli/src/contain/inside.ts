import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { CLOSED, OPENED } from './gate.ts';
import { Names } from './names.ts';
import { isLoopback } from './places.ts';

/** What the process in the new network is told. */
export interface Inside {
  /** The socket of the gate. */
  gate: string;
  /** Where something is allowed. */
  ports: readonly number[];
  /** Whose the agent is. */
  uid: number;
  gid: number;
  command: string;
}

/** Ports on which what is refused is seen, too: an agent's own servers stand on higher ones. */
const SEEN_PORTS = [21, 22, 23, 25, 80, 110, 143, 389, 443, 465, 587, 853, 993, 995];

/** An address of this network besides that of loopback: resolvers look for one. */
const OWN_ADDRESS = '198.18.0.1/32';

/** By steps of a new network and of new mounts. What it throws tells which one isn't allowed. */
export const SETUP: readonly (readonly [program: string, ...args: string[]])[] = [
  ['ip', 'link', 'set', 'lo', 'up'],
  ['ip', 'address', 'add', OWN_ADDRESS, 'dev', 'lo'],
  // Every address is this network's own: what nobody listens on is refused, and what somebody does leads to the gate.
  ['ip', 'route', 'add', 'local', 'default', 'dev', 'lo'],
  // Sockets of the machine's services, of which some would carry calls out.
  ['mount', '-t', 'tmpfs', 'none', '/run'],
];

/** Sets the network up, runs the agent in it, and ends with its exit code. */
export async function runInside({ gate, ports, uid, gid, command }: Inside): Promise<number> {
  for (const [program, ...args] of SETUP) execFileSync(program, args);
  const names = new Names();
  const dns = await names.serve((name) => tell(gate, { name }));
  const servers = await Promise.all(
    [...new Set([...ports, ...SEEN_PORTS])].map(async (port) => {
      const server = createServer({ pauseOnConnect: true }, (socket) => pass(gate, names, socket));
      server.listen(port, '0.0.0.0');
      await once(server, 'listening');
      return server;
    }),
  );
  // The agent is told by itself, as one of the same group; this process sees it out.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => {});
  const args = ['--user', `--map-user=${uid}`, `--map-group=${gid}`, '--', '/bin/sh', '-c', command];
  const agent = spawn('unshare', args, { stdio: 'inherit' });
  const [code, signal] = (await once(agent, 'exit')) as [number | null, NodeJS.Signals | null];
  for (const server of servers) server.close();
  dns.close();
  return code ?? 128 + (await signalNumber(signal));
}

const signalNumber = async (signal: NodeJS.Signals | null): Promise<number> =>
  signal ? (await import('node:os')).constants.signals[signal] : 0;

function tell(gate: string, asked: object): void {
  const socket = connect(gate, () => socket.end(`${JSON.stringify(asked)}\n`));
  socket.on('error', () => socket.destroy());
  socket.resume();
}

/** Leads a connection to the gate, which says whether it goes on. */
function pass(gate: string, names: Names, socket: Socket): void {
  const { localAddress = '', localPort: port } = socket;
  const host = isLoopback(localAddress) ? localAddress : names.nameOf(localAddress);
  const way = connect(gate, () => way.write(`${JSON.stringify({ host, port })}\n`));
  const end = (): void => void [socket.resetAndDestroy(), way.destroy()];
  socket.on('error', end);
  way.on('error', end);
  way.on('close', () => socket.destroySoon());
  socket.on('close', () => way.end());
  way.once('data', (chunk: Buffer) => {
    const answer = chunk.toString('latin1', 0, OPENED.length);
    if (answer === CLOSED || answer !== OPENED) return end();
    if (chunk.length > OPENED.length) socket.write(chunk.subarray(OPENED.length));
    socket.pipe(way);
    way.pipe(socket);
  });
}
