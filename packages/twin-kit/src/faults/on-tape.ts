import { isLost } from './catalogue.ts';
import type { MetFault } from './standing.ts';

/** What a row tells of the fault that its call met: nothing that the agent did. */
export interface FaultOnTape {
  /** Its name in the twin's catalogue, e.g. `rate_limit`. */
  kind: string;
  /** Which of the calls that the fault selects this one was, counted from 1. */
  call: number;
  /** Set where no answer left: `status` is what the call came to inside, 0 where it never arrived. */
  answered?: false;
  retry_after?: number;
  delay_ms?: number;
  writes?: number;
}

export function faultOnTape({ kind, call, retry_after, delay_ms, writes }: MetFault): FaultOnTape {
  return {
    kind,
    call,
    ...(isLost(kind) && { answered: false }),
    ...(retry_after !== undefined && { retry_after }),
    ...(delay_ms !== undefined && { delay_ms }),
    ...(writes !== undefined && { writes }),
  };
}
