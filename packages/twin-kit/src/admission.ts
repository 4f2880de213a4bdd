import type { IncomingCall } from './calls.ts';
import type { Caller, TwinDefinition } from './definition.ts';
import type { TwinError } from './errors.ts';
import { belowPrefix } from './http/router.ts';
import type { Universe } from './universe.ts';

export type Presented = Pick<IncomingCall, 'path' | 'credentials'>;

/** Whom the world gave one of the credentials that are presented, or why it is refused. */
export type Admission = Caller | TwinError | undefined;

export function admission(
  // biome-ignore lint/suspicious/noExplicitAny: as a twin's own definition is held
  { admits, prefixes }: TwinDefinition<any, any>,
  // biome-ignore lint/suspicious/noExplicitAny: as above
  { store, clock }: Universe<any>,
  { path, credentials }: Presented,
): Admission {
  if (!admits || credentials.length === 0) return undefined;
  return admits({ path: belowPrefix(prefixes, path), credentials }, { world: store.world, now: clock.now() });
}
