import type { Socket } from 'node:net';
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls';
import { AGENT_NAME, type HostIdentity, hostIdentity } from './credentials.ts';

/** Where a host's agent listens for other hosts. */
export interface HostAddress {
  host: string;
  port: number;
}

/** The first line on a connection to an agent says what it is for: its own protocol, copies of journals, or the twin of an instance. */
export const AGENT_LINE = 'agent';
export const MIRROR_LINE = 'mirror';
export const LONGEST_LINE = 64;

/** The agent's answer to that line, one byte. All that follows is between the caller and what it asked for. */
export const TUNNEL_ANSWERS = { open: '+', nobody: '-' } as const;

/** Hears of a connection that stands, or why there is none. */
export type Connected = (...made: [error: null, socket: Socket] | [error: Error, socket: null]) => void;

const SESSIONS_KEPT = 500;

/**
 * A connection to a host's agent that leads on to what `line` names. Nothing is sent on before the agent has said that it is taken: a
 * failure until then has the code `ECONNREFUSED`, and says that nobody has seen anything.
 *
 * @param identity who asks; by default this process
 * @returns ends it while it isn't there yet
 */
export function openTunnel(
  { host, port }: HostAddress,
  line: string,
  timeoutMs: number,
  done: Connected,
  identity: HostIdentity = hostIdentity(),
): () => void {
  const to = `${host}:${port}`;
  const { credentials, sessions } = identity;
  const { ca, cert, key } = credentials;
  // It spares both ends the costly half of a handshake.
  const session = sessions.get(to);
  const options: ConnectionOptions & { allowHalfOpen: boolean } = {
    ...{ host, port, ca, cert, key },
    servername: AGENT_NAME,
    minVersion: 'TLSv1.3',
    allowHalfOpen: true,
    ...(session && { session }),
  };
  const socket = connect(options);
  socket.on('session', (ticket: Buffer) => keepSession(sessions, to, ticket));
  return awaitAnswer(socket, line, timeoutMs, done);
}

function awaitAnswer(socket: TLSSocket, line: string, timeoutMs: number, done: Connected): () => void {
  let cause: Error | undefined;
  const late = setTimeout(() => fail(new Error(`The host's agent said nothing within ${timeoutMs} ms.`)), timeoutMs);
  const settle = (error: Error | null): void => {
    clearTimeout(late);
    socket.off('secureConnect', speak).off('readable', hear).off('end', closed).off('close', closed);
    if (error) return void done(error, null);
    // Whoever reads it next begins as on a new one, which the listener that has gone is known to have left a turn later.
    process.nextTick(() => done(null, socket));
  };
  const fail = (error?: Error): void => {
    settle(unseen(error ?? cause));
    socket.destroy();
  };
  const speak = (): void => {
    socket.setNoDelay(true);
    socket.write(`${line}\n`);
  };
  const hear = (): void => {
    const answer = socket.read(1) as Buffer | null;
    if (answer === null) return;
    if (answer.toString('latin1') === TUNNEL_ANSWERS.open) settle(null);
    else fail(new Error('Nobody listens there.'));
  };
  const closed = (): void => fail();
  socket.on('error', (error) => {
    cause = error;
  });
  socket.once('secureConnect', speak).on('readable', hear).once('end', closed).once('close', closed);
  return () => socket.destroy();
}

function keepSession(sessions: Map<string, Buffer>, to: string, ticket: Buffer): void {
  sessions.delete(to);
  sessions.set(to, ticket);
  const [oldest] = sessions.keys();
  if (sessions.size > SESSIONS_KEPT && oldest !== undefined) sessions.delete(oldest);
}

const unseen = (cause: Error | undefined): Error =>
  Object.assign(new Error(cause?.message ?? "The host's agent ended the connection.", { cause }), { code: 'ECONNREFUSED' });
