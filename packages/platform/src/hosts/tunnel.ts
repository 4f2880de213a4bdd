import type { Socket } from 'node:net';
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls';
import { AGENT_NAME, type HostIdentity, hostIdentity } from './credentials.ts';

/** Where a host's agent listens for other hosts. */
export interface HostAddress {
  host: string;
  port: number;
}

/**
 * The first line on a connection to an agent says what it is for: its own protocol, copies of journals, the twin of an instance, or, as the
 * request `take` of its protocol, a twin that waits.
 */
export const AGENT_LINE = 'agent';
export const MIRROR_LINE = 'mirror';
export const LONGEST_LINE = 256;

/** The agent's answer to that line, one byte. All that follows is between the caller and what it asked for. */
export const TUNNEL_ANSWERS = { open: '+', nobody: '-' } as const;

/** Hears of a connection that stands, or why there is none. */
export type Connected = (...made: [error: null, socket: Socket] | [error: Error, socket: null]) => void;

const SESSIONS_KEPT = 500;

/** How long one that was made ahead may take to answer, in milliseconds: its host may be gone without a word. */
const SPARE_ANSWERS_MS = 1_500;

/**
 * A connection to a host's agent that leads on to what `line` names. Nothing is sent on before the agent has said that it is taken: a
 * failure until then has the code `ECONNREFUSED`, and says that nobody has seen anything.
 *
 * @param identity who asks; by default this process
 * @returns ends it while it isn't there yet
 */
export function openTunnel(
  at: HostAddress,
  line: string,
  timeoutMs: number,
  done: Connected,
  identity: HostIdentity = hostIdentity(),
): () => void {
  const fresh = (): (() => void) => awaitAnswer(connectTo(at, identity), line, timeoutMs, done);
  const spare = identity.spares?.take(addressOf(at));
  if (!spare) return fresh();
  let isGivenUp = false;
  let end = awaitAnswer(spare, line, Math.min(timeoutMs, SPARE_ANSWERS_MS), (...made) => {
    const [error] = made;
    // It may have ended since; whoever listens there now hears of it the first time.
    if (error && !isGivenUp && !isNobody(error)) end = fresh();
    else done(...made);
  });
  return () => {
    isGivenUp = true;
    end();
  };
}

/** Has connections to a host's agent made ahead for a while. What follows is asked over them, where it comes one at a time. */
export function keepTunnelsReady(at: HostAddress, identity: HostIdentity = hostIdentity()): void {
  identity.spares?.keep(addressOf(at), () => connectTo(at, identity));
}

const addressOf = ({ host, port }: HostAddress): string => `${host}:${port}`;

function connectTo(at: HostAddress, { credentials, sessions }: HostIdentity): TLSSocket {
  const to = addressOf(at);
  const { ca, cert, key } = credentials;
  // It spares both ends the costly half of a handshake.
  const session = sessions.get(to);
  const options: ConnectionOptions & { allowHalfOpen: boolean } = {
    ...{ ...at, ca, cert, key },
    servername: AGENT_NAME,
    minVersion: 'TLSv1.3',
    allowHalfOpen: true,
    ...(session && { session }),
  };
  const socket = connect(options);
  socket.on('session', (ticket: Buffer) => keepSession(sessions, to, ticket));
  return socket;
}

/** The agent has answered that it leads nowhere. */
class Nobody extends Error {}

/** Whether a tunnel wasn't opened because its agent has nobody there. */
export const isNobody = ({ cause }: Error): boolean => cause instanceof Nobody;

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
    else fail(new Nobody('Nobody listens there.'));
  };
  const closed = (): void => fail();
  socket.on('error', (error) => {
    cause = error;
  });
  socket.on('readable', hear).once('end', closed).once('close', closed);
  if (socket.authorized) speak();
  else socket.once('secureConnect', speak);
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
