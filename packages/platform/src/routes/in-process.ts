import type { ActivityLog, Route, RouteTable } from '../ports.ts';
import { CLOSED_ROUTE_MEMORY_MS } from './memory.ts';

/** Called with what `find` now answers for the session. */
export type RouteListener = (sessionId: string, route: Route | undefined) => void;

/** The route table of one process: the proxy in it hears of each change at once, and can look routes up without waiting. */
export interface InProcessRouteTable extends RouteTable {
  /** @returns a function that stops the calls. */
  onChange(listener: RouteListener): () => void;
}

/** @param now milliseconds since 1970 */
export function createRouteTable(now: () => number = Date.now): InProcessRouteTable {
  const routes = new Map<string, Route>();
  const listeners = new Set<RouteListener>();
  const forgotten = (route: Route) => route.state === 'closed' && route.expiresAt + CLOSED_ROUTE_MEMORY_MS <= now();

  const change = (sessionId: string, route: Route | undefined) => {
    if (route) routes.set(sessionId, route);
    else routes.delete(sessionId);
    for (const listener of listeners) listener(sessionId, route);
  };
  const lookup = (sessionId: string) => {
    const route = routes.get(sessionId);
    if (!route || !forgotten(route)) return route;
    change(sessionId, undefined);
    return undefined;
  };
  /** Closing is when routes come to be forgotten, so it is when the old ones are looked through. */
  const forgetOld = () => {
    for (const [sessionId, route] of routes) if (forgotten(route)) change(sessionId, undefined);
  };

  return {
    known: lookup,
    find: async (sessionId) => lookup(sessionId),
    missing: async (sessionIds) => sessionIds.filter((sessionId) => !lookup(sessionId)),
    publish: async (route) => change(route.sessionId, Object.freeze({ ...route, twins: Object.freeze({ ...route.twins }) })),
    markClosed: async (sessionId) => {
      forgetOld();
      const route = lookup(sessionId);
      if (route) change(sessionId, Object.freeze({ ...route, state: 'closed' }));
    },
    remove: async (sessionId) => {
      if (routes.has(sessionId)) change(sessionId, undefined);
    },
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: async () => {
      listeners.clear();
      routes.clear();
    },
  };
}

export function createActivityLog(): ActivityLog {
  let latest = new Map<string, number>();
  return {
    touch: (sessionId, at) => {
      if (at > (latest.get(sessionId) ?? Number.NEGATIVE_INFINITY)) latest.set(sessionId, at);
    },
    drain: async () => {
      const drained = latest;
      latest = new Map();
      return drained;
    },
    close: async () => latest.clear(),
  };
}
