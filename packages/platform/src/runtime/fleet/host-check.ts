import type { Placement } from '../../hosts/registry.ts';
import type { Claim } from '../agent/protocol.ts';
import type { Found } from '../containers/host-twins.ts';

/** A twin that was placed this long ago has a container, or its start has failed. In milliseconds. */
const SETTLED_AFTER_MS = 90_000;

export interface Differences {
  /** Run there, and were given up or never asked for. */
  orphans: Claim[];
  /** Are said to run there, and don't. */
  missing: Placement[];
}

/**
 * Compares what runs on a host with what is placed there.
 *
 * @param found looked at before `placed`: whoever starts a twin writes it down first
 * @param kept what a copy is kept of there, which may be about to run
 */
export function differences(
  { claims, containers }: Found,
  placed: readonly Placement[],
  now: number,
  kept: readonly Pick<Placement, 'sessionId' | 'twin'>[] = [],
): Differences {
  const wanted = new Set([...placed, ...kept].map(({ sessionId, twin }) => `${sessionId} ${twin}`));
  const there = new Set(
    claims.filter(({ instance }) => containers.get(instance)?.reachable).map(({ sessionId, twin }) => `${sessionId} ${twin}`),
  );
  const settled = placed.filter(({ placedAt }) => now - placedAt.getTime() > SETTLED_AFTER_MS);
  return {
    orphans: claims.filter(({ sessionId, twin }) => !wanted.has(`${sessionId} ${twin}`)),
    missing: settled.filter(({ sessionId, twin }) => !there.has(`${sessionId} ${twin}`)),
  };
}
