import { isSignedTarget } from '@svc/contract/signed-target';
import type { Route } from '@svc/platform';
import { opens } from './credentials.ts';
import type { Location } from './location.ts';

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
 * Only the right bearer learns anything, and who holds an address that the twin signed: to everyone else an unknown sandbox,
 * a closed one and a wrong token are one.
 *
 * @param presented digests of the tokens that the caller presents
 */
export function decide(
  location: Location | undefined,
  route: Route | undefined,
  presented: readonly Buffer[],
  now: number,
): Decision {
  if (!location || !route) return NOT_FOUND;
  const signed = (): boolean => isSignedTarget(`/${location.twin}${location.path}`, route.tokenSha256);
  if (!opens(presented, route.tokenSha256) && !signed()) return NOT_FOUND;
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
