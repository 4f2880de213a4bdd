import { LOST_ANSWER_STATUS } from '@svc/contract/lost-answer';
import type { Sink } from '../http/sink.ts';
import { isLost } from './catalogue.ts';
import type { MetFault } from './standing.ts';

/**
 * Lets the answer of a call out as its fault has it: late, or not at all.
 *
 * @param behindProxy true where the connection ends at the proxy, which is told to end its client's
 */
export function deliver({ kind, delay_ms: delay }: MetFault, sink: Sink, behindProxy: boolean, send: () => void): void {
  if (isLost(kind)) {
    if (behindProxy) sink.send(LOST_ANSWER_STATUS, { 'content-length': '0' }, undefined);
    else sink.destroy();
  } else if (kind === 'slow' && delay !== undefined) setTimeout(send, delay).unref();
  else send();
}
