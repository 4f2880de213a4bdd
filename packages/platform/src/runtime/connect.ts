import type { RequestOptions } from 'node:http';
import { connect, type NetConnectOpts } from 'node:net';
import { type Connected, openTunnel } from '../hosts/tunnel.ts';
import { twinEndpoint } from './endpoint.ts';

/**
 * A connection to a twin, wherever it runs: on a port, on a Unix socket, or behind the agent of another host.
 *
 * @param url a twin's address, see `twinEndpoint`
 * @param done hears of a connection that stands, or why there is none; then the twin has seen nothing
 * @returns ends it while it isn't there yet
 */
export function connectTwin(url: string, timeoutMs: number, done: Connected): () => void {
  const { origin, socketPath, tunnel } = twinEndpoint(url);
  if (tunnel) return openTunnel(tunnel, tunnel.instance, timeoutMs, done);
  const { hostname, port } = new URL(origin);
  return connectHere(
    socketPath === undefined ? { host: hostname, port: Number(port || 80) } : { path: socketPath },
    timeoutMs,
    done,
  );
}

function connectHere(to: NetConnectOpts, timeoutMs: number, done: Connected): () => void {
  const socket = connect(to);
  socket.setNoDelay(true);
  socket.setTimeout(timeoutMs, () => socket.destroy(timedOut(timeoutMs)));
  const failed = (error: Error): void => {
    socket.off('connect', connected);
    done(error, null);
  };
  const connected = (): void => {
    socket.off('error', failed);
    socket.setTimeout(0);
    done(null, socket);
  };
  socket.once('error', failed).once('connect', connected);
  return () => socket.destroy();
}

const timedOut = (timeoutMs: number): Error =>
  Object.assign(new Error(`The twin was not reached within ${timeoutMs} ms.`), { code: 'UND_ERR_CONNECT_TIMEOUT' });

/** The same as node's HTTP client makes its connections. */
export const connectionTo =
  (url: string, timeoutMs: number): NonNullable<RequestOptions['createConnection']> =>
  (_options, made) =>
    void connectTwin(url, timeoutMs, made as Connected);
