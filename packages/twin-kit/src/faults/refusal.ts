import type { TwinDefinition } from '../definition.ts';
import { TwinError } from '../errors.ts';
import type { TwinRequest } from '../http/request.ts';
import type { WorldSpec } from '../world/collection.ts';
import { DEFAULT_RETRY_AFTER_SECONDS, isGeneral } from './catalogue.ts';
import type { MetFault } from './standing.ts';

/** What a call gets instead of being carried out. */
export interface Refusal {
  refuse(request: TwinRequest): TwinError;
  /** True where not even the protocol around a tool is answered. */
  wholeCall: boolean;
}

/** The status on the tape of a call that nobody answered, as it never arrived. */
const NO_STATUS = 0;
const SERVER_ERROR = 500;

class NeverArrived extends TwinError {
  constructor() {
    super(NO_STATUS, undefined, { message: 'the connection was lost' });
  }
}

/** @returns undefined for faults of calls that are carried out all the same */
export function refusalOf({ faults }: TwinDefinition<WorldSpec, unknown>, fault: MetFault): Refusal | undefined {
  if (fault.kind === 'lost_before_write') return { refuse: () => new NeverArrived(), wholeCall: true };
  if (isGeneral(fault.kind)) return undefined;
  const vendor = faults?.kinds[fault.kind];
  if (!vendor) return undefined;
  const wanted = {
    retryAfter: fault.retry_after ?? DEFAULT_RETRY_AFTER_SECONDS,
    status: fault.status ?? vendor.statuses?.[0] ?? SERVER_ERROR,
  };
  return { refuse: (request) => vendor.refuse(request, wanted), wholeCall: vendor.wholeCall ?? false };
}
