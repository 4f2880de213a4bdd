import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  createServer,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
  type Server,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { createActivityLog, createRouteTable, type Route } from '@svc/platform';
import { createProxy, type ProxyOptions } from '@svc/routing-proxy';

export const TOKEN = 'eyJhbGciOiJIUzI1NiJ9.agent.token';
export const SESSION = 'ses_0123456789abcdefghjkmnpqrs';
export const NOW = Date.UTC(2026, 0, 1);
export const BEARER = { authorization: `Bearer ${TOKEN}` };

export async function listen(server: Server, port = 0): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

export async function stop(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  await closed;
}

/** A proxy before a twin that answers with `handler`. */
export async function proxied(handler: RequestListener, given: { route?: Partial<Route>; options?: Partial<ProxyOptions> } = {}) {
  const twin = createServer(handler);
  const twinPort = await listen(twin);
  const routes = createRouteTable(() => NOW);
  const activity = createActivityLog();
  const faults: unknown[] = [];
  await routes.publish({
    sessionId: SESSION,
    tokenSha256: createHash('sha256').update(TOKEN).digest('hex'),
    state: 'open',
    twins: { github: `http://127.0.0.1:${twinPort}` },
    expiresAt: NOW + 60_000,
    ...given.route,
  });
  const proxy = createProxy({
    routes,
    activity,
    clock: { now: () => new Date(NOW) },
    drainMs: 1_000,
    onFault: (fault) => faults.push(fault),
    ...given.options,
  });
  const port = await listen(proxy.server);
  return {
    twin,
    twinPort,
    routes,
    activity,
    proxy,
    port,
    faults,
    url: `http://127.0.0.1:${port}/github/s/${SESSION}`,
    [Symbol.asyncDispose]: async () => {
      await proxy.close();
      if (twin.listening) await stop(twin);
    },
  };
}

export interface RawAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A call whose target and headers reach the server exactly as written. */
export function call(
  port: number,
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
  body?: string,
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest({ host: '127.0.0.1', port, path, method, headers }, (answer: IncomingMessage) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () =>
        resolve({ status: answer.statusCode!, headers: answer.headers, body: Buffer.concat(chunks).toString('utf8') }),
      );
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
