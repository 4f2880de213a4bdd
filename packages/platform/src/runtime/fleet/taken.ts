import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { type HostAddress, isNobody, openTunnel } from '../../hosts/tunnel.ts';
import { AgentFailed } from '../agent/client.ts';
import { type AgentRequest, INSTANCE_LENGTH, isInstance, NONE_WAITS } from '../agent/protocol.ts';

/** A twin that waited on a host, and the connection that leads to it. */
export interface Taken {
  instance: string;
  connection: Socket;
}

/** Until the agent has heard of it, and until it has answered, in milliseconds. */
const CONNECT_MS = 3_000;
const ANSWER_MS = 45_000;
/** An agent that isn't there at once isn't waited for: there are other hosts. In milliseconds. */
const AWAY_MS = 1_000;
const AGAIN_MS = 20;

/**
 * Takes a twin that waits on another host for a session, over a connection that leads on to it: one way there and back less than asking for
 * its name, and one connection.
 *
 * @returns undefined where none waits
 * @throws AgentFailed
 */
export async function takeWaiting(at: HostAddress, twin: string, sessionId: string): Promise<Taken | undefined> {
  const question = { ask: 'take', twin, sessionId } satisfies AgentRequest;
  const until = performance.now() + AWAY_MS;
  for (;;) {
    try {
      const connection = await opened(at, JSON.stringify(question));
      const instance = await nameFrom(connection);
      return instance === undefined ? undefined : { instance, connection };
    } catch (cause) {
      // An agent of an older version, which leads nowhere by such a line: the twin is started cold.
      if (isNobody(cause as Error)) return undefined;
      const isAbsent = (cause as NodeJS.ErrnoException).code === 'ECONNREFUSED';
      if (!isAbsent || performance.now() > until) throw new AgentFailed("The host's agent gave no waiting twin.", { cause });
      await delay(AGAIN_MS);
    }
  }
}

const opened = (at: HostAddress, line: string): Promise<Socket> =>
  new Promise((resolve, reject) => {
    openTunnel(at, line, CONNECT_MS, (...[error, socket]) => (error ? reject(error) : resolve(socket)));
  });

/** What comes first says which twin it leads to. @returns undefined where it leads to none */
function nameFrom(connection: Socket): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const fail = (cause?: Error): void => {
      settle();
      connection.destroy();
      reject(new Error("The host's agent ended before it had said which twin it gave.", { cause }));
    };
    const ended = (): void => fail();
    const late = setTimeout(ended, ANSWER_MS);
    const settle = (): void => {
      clearTimeout(late);
      connection.off('readable', read).off('end', ended).off('close', ended).off('error', fail);
    };
    const read = (): void => {
      const name = (connection.read(INSTANCE_LENGTH) as Buffer | null)?.toString('latin1');
      if (name === undefined) return;
      if (!isInstance(name) && name !== NONE_WAITS) return void fail();
      settle();
      if (name === NONE_WAITS) connection.destroy();
      // Whoever reads it next begins as on a new one, which the listener that has gone is known to have left a turn later.
      process.nextTick(() => resolve(name === NONE_WAITS ? undefined : name));
    };
    connection.on('readable', read).once('end', ended).once('close', ended).once('error', fail);
    if (connection.destroyed) fail();
    else read();
  });
}
