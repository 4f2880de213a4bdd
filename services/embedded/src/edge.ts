import type { RequestListener, Server } from 'node:http';
import { type ActivityLog, createActivityLog, createRouteTable, type RouteTable } from '@svc/platform';
import { closeServer, listen, type Stops } from '@svc/platform/lifecycle';
import { createProxy } from '@svc/routing-proxy';
import type { Logger } from 'pino';
import { createEarlyServer } from './early-server.ts';

/** What answers API calls. */
export interface Api {
  app: RequestListener;
  /** Answers what node's server would answer for the application, or not at all. */
  attachTo(server: Server): void;
  /** Answers on, and says that it won't for long. */
  leave(): void;
}

/** The two ports of the service, and what the proxy routes by. */
export interface Edge {
  apiPort: number;
  twinsPort: number;
  /** Of the API, without `/v1`. */
  origin: string;
  twinsUrl: string;
  routes: RouteTable;
  activity: ActivityLog;
  /** Answers API calls from now on. */
  serve(api: Api): void;
  /** Lets calls under way end and takes no more; first agents' calls, then clients'. */
  close(): Promise<void>;
}

export interface EdgeOptions {
  port: number;
  twinsPort: number;
  log: Logger;
  stops: Stops;
}

/** Reachable from this machine only. */
const HOST = '127.0.0.1';
const API_GRACE_MS = 3_000;
const PROXY_DRAIN_MS = 5_000;
const LIMIT_MS = PROXY_DRAIN_MS + API_GRACE_MS + 4_000;

/** Takes both ports. @throws node's own error, which names the port, for one that can't be had */
export async function openEdge({ port, twinsPort, log, stops }: EdgeOptions): Promise<Edge> {
  const api = createEarlyServer();
  const routes = createRouteTable();
  const activity = createActivityLog();
  const proxy = createProxy({
    routes,
    activity,
    clock: { now: () => new Date() },
    drainMs: PROXY_DRAIN_MS,
    onFault: (error) => log.error({ err: error }, 'the proxy failed to pass a call'),
  });
  let closing: Promise<void> | undefined;
  let leave = () => {};
  const close = (): Promise<void> => {
    closing ??= proxy.close().then(() => {
      leave();
      return closeServer(api.server, API_GRACE_MS);
    });
    return closing;
  };
  // Taken first, released last where the start fails half-way; a service that runs closes them before all else.
  stops.push('ports', close, LIMIT_MS);
  const apiPort = await listen(api.server, port, HOST);
  const proxyPort = await listen(proxy.server, twinsPort, HOST);
  return {
    apiPort,
    twinsPort: proxyPort,
    origin: `http://${HOST}:${apiPort}`,
    twinsUrl: `http://${HOST}:${proxyPort}`,
    routes,
    activity,
    serve: ({ app, attachTo, leave: leaveApi }) => {
      leave = leaveApi;
      attachTo(api.server);
      api.serve(app);
      stops.push('proxy and api', close, LIMIT_MS);
    },
    close,
  };
}
