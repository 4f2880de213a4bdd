import { eachInTurn } from '@svc/platform';

/** Fewer than a control plane has connections to its database: calls are answered meanwhile. */
const AT_ONCE = 4;

/** Does with each of many sandboxes what takes several round trips for each. @throws what the first that failed did, when all are done */
export const eachAtOnce = <T>(all: readonly T[], work: (one: T) => Promise<unknown>): Promise<void> =>
  eachInTurn(AT_ONCE, all, work);
