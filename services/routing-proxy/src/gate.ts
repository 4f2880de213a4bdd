import { setTimeout as delay } from 'node:timers/promises';
import { isSignedTarget } from '@svc/contract/signed-target';
import { opens, type Presented } from '@svc/plain-http';
import type { ActivityLog, Route, RouteTable } from '@svc/platform';
import { opensByWorld } from './lent.ts';
import type { Metrics } from './metrics.ts';

/** Where a request wants to go. */
export interface Location {
  twin: string;
  sessionId: string;
  /** What the twin is asked for, query included: `/s/<session>/<rest>`, the rest as the client wrote it. */
  path: string;
  /** Where the client sees the twin: below `/<twin>/s/<session>`, or at the root of a host of its own. */
  seenAt: 'path' | 'root';
}

/** The form that every client can use. */
const IN_PATH = /^\/([a-z][a-z0-9-]{0,63})(\/s\/([A-Za-z0-9_-]{1,64})(?:[/?].*)?)$/s;
/**
 * The form for clients that drop a path: `<twin>--<session>.<anything>`. Hosts know no case, and some clients take no underscore in
 * them, so `ses-…` is read as `ses_…`.
 */
const IN_HOST = /^([a-z][a-z0-9-]{0,31}?)--(ses)[_-]([a-z0-9]{1,40})\./i;

/**
 * @param target path and query as requested
 * @param host the `Host` header
 * @returns undefined for what is no twin's, and for the platform's own routes on a twin.
 */
export function locate(target: string, host: string | undefined): Location | undefined {
  const location = inHost(target, host) ?? inPath(target);
  return location && !isControl(location.path) ? location : undefined;
}

/** True when the host stands for a twin: then every path on it is the twin's. */
export const isTwinHost = (host: string | undefined): boolean => host?.includes('--') === true && IN_HOST.test(host);

function inPath(target: string): Location | undefined {
  const match = IN_PATH.exec(target);
  return match ? { twin: match[1]!, path: match[2]!, sessionId: match[3]!, seenAt: 'path' } : undefined;
}

function inHost(target: string, host: string | undefined): Location | undefined {
  // Nearly every call ends here.
  if (!host?.includes('--') || !target.startsWith('/')) return undefined;
  const match = IN_HOST.exec(host);
  if (!match) return undefined;
  const sessionId = `ses_${match[3]!.toLowerCase()}`;
  return { twin: match[1]!.toLowerCase(), sessionId, path: `/s/${sessionId}${target}`, seenAt: 'root' };
}
/** True when any reader could take the path for a control route: encoded, in other case, or around `.` and empty segments. */
function isControl(target: string): boolean {
  // Nearly every path ends here.
  if (!/_svc|%|\\/i.test(target)) return false;
  let path = target.replace(/[?#].*$/s, '');
  for (let round = 0; round < MAX_ENCODINGS && path.includes('%'); round++) path = decoded(path);
  const segments: string[] = [];
  for (const segment of path.toLowerCase().split(/[/\\]/)) {
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  return segments.some((segment, index) => segment === '_svc' && segments[index + 1]?.startsWith('control'));
}

const MAX_ENCODINGS = 4;

const decoded = (path: string): string =>
  path.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** Where the client sees the twin: a prefix before the path that the twin gets, and what stands for its mount, where that is another. */
export interface SeenMount {
  prefix: string;
  mount: string | undefined;
}

export type Refusal = 'not_found' | 'session_expired';

/** Where a request goes, or why it doesn't. */
export type Decision =
  | { kind: 'forward'; sessionId: string; origin: string; path: string; mount: SeenMount }
  | { kind: 'refuse'; refusal: Refusal };

const NOT_FOUND: Decision = { kind: 'refuse', refusal: 'not_found' };
const AT_ROOT: SeenMount = { prefix: '', mount: '/' };
/** Of each twin the same. */
const belowTwins = new Map<string, SeenMount>();

/** @param twin one that a route names */
function belowTwin(twin: string): SeenMount {
  let mount = belowTwins.get(twin);
  if (!mount) {
    mount = { prefix: `/${twin}`, mount: undefined };
    belowTwins.set(twin, mount);
  }
  return mount;
}
const EXPIRED: Decision = { kind: 'refuse', refusal: 'session_expired' };

/**
 * Only the right bearer learns anything, and who holds an address that the twin signed or a credential of its world: to everyone
 * else an unknown sandbox, a closed one and a wrong token are one.
 */
export function decide(location: Location | undefined, route: Route | undefined, presented: Presented, now: number): Decision {
  if (!location) return NOT_FOUND;
  const isOpen =
    route !== undefined &&
    (opens(presented, route.tokenSha256) || isSignedTarget(`/${location.twin}${location.path}`, route.tokenSha256));
  // Asked of unknown sandboxes too, so that no time tells which there are.
  if (!isOpen && !opensByWorld(location.twin, route, presented.credentials, now)) return NOT_FOUND;
  if (!route) return NOT_FOUND;
  if (!Object.hasOwn(route.twins, location.twin)) return NOT_FOUND;
  if (route.state !== 'open' || route.expiresAt <= now) return EXPIRED;
  return {
    kind: 'forward',
    sessionId: location.sessionId,
    origin: route.twins[location.twin]!,
    path: location.path,
    mount: location.seenAt === 'root' ? AT_ROOT : belowTwin(location.twin),
  };
}

export interface GateOptions {
  routes: Pick<RouteTable, 'find' | 'known'>;
  activity: Pick<ActivityLog, 'touch'>;
  clock: { now(): Date };
  metrics: Metrics;
  /** How long a route that can't be looked up is asked for again, in milliseconds. */
  retryForMs: number;
}

/** Between two attempts to look a route up, in milliseconds. */
const LOOKED_UP_AGAIN_MS = 100;

/** What every request is asked before it passes, by whichever way it was read and will be sent. */
export class Gate {
  readonly #options: GateOptions;

  constructor(options: GateOptions) {
    this.#options = options;
  }

  /**
   * @param location where the request wants to go, see `locate`
   * @returns a promise only where the sandbox's route has to be asked for
   */
  decide(location: Location | undefined, presented: Presented): Decision | Promise<Decision> {
    const { routes, clock } = this.#options;
    if (!location) return decide(undefined, undefined, presented, 0);
    const known = routes.known(location.sessionId);
    if (known) return decide(location, known, presented, clock.now().getTime());
    return routes.find(location.sessionId).then((route) => decide(location, route, presented, clock.now().getTime()));
  }

  /** As `decide`; a table that is away is asked again for a while: nothing was sent yet, so the call can wait. */
  async decideInTime(location: Location | undefined, presented: Presented): Promise<Decision> {
    const until = performance.now() + this.#options.retryForMs;
    for (;;) {
      try {
        return await this.decide(location, presented);
      } catch (error) {
        if (performance.now() + LOOKED_UP_AGAIN_MS > until) throw error;
        await delay(LOOKED_UP_AGAIN_MS);
      }
    }
  }

  /** Notes down that a request passes. */
  passed(sessionId: string, how: 'forwarded' | 'upgraded'): void {
    this.#options.metrics[how] += 1;
    this.#options.activity.touch(sessionId, this.#options.clock.now().getTime());
  }

  /** Notes down that one doesn't. */
  refused(): void {
    this.#options.metrics.refused += 1;
  }
}
