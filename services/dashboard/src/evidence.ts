import type { RunRecord, World } from '@svc/contract';
import type { CallSummary, WorldChanges } from '@svc/contract/dashboard';
import { api, pageData } from './api.ts';

/** Where calls and worlds are read from: what was stored of a run, or the twins of an open sandbox. */
export interface Evidence {
  /** Tells its answers apart from those of others. */
  key: readonly string[];
  twins: readonly string[];
  /** Nothing is asked of it just now. */
  paused?: boolean;
  /** @param place among all calls, counted from 1 */
  call(place: number, signal: AbortSignal): Promise<Record<string, unknown>>;
  /** What differs from the seed after so many calls. */
  changes(twin: string, step: number, signal: AbortSignal): Promise<WorldChanges>;
  records(twin: string, step: number, signal: AbortSignal): Promise<World>;
}

export const storedEvidence = ({ id, twins }: RunRecord): Evidence => ({
  key: ['run', id],
  twins,
  call: (place, signal) => pageData.call(id, place, signal),
  changes: (twin, step, signal) => pageData.world(id, twin, step, signal),
  records: (twin, step) => api.runs.world(id, { twin, step }),
});

/**
 * @param calls as they are shown, which only grow at their end
 * @param paused as the sandbox is about to be closed
 */
export function liveEvidence(
  { id, twins }: { id: string; twins: readonly string[] },
  calls: readonly CallSummary[],
  paused: boolean,
): Evidence {
  const rowAt = (twin: string, step: number) => {
    const last = calls.slice(0, step).findLast((call) => call.twin === twin);
    return last?.seq ?? 0;
  };
  return {
    key: ['sandbox', id],
    twins,
    paused,
    call: (place, signal) => {
      const { twin, seq } = calls[place - 1] as CallSummary;
      return pageData.liveCall(id, twin, seq, signal);
    },
    changes: (twin, step, signal) => pageData.liveWorld(id, twin, rowAt(twin, step), signal),
    records: (twin, step, signal) => pageData.liveRecords(id, twin, rowAt(twin, step), signal),
  };
}
