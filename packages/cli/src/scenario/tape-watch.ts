import { setTimeout as delay } from 'node:timers/promises';
import { realTimeOf, type TapeRow } from '@svc/twin-kit';
import type { Endpoints } from '../variables.ts';

export interface TapeWatchOptions {
  endpoints: Endpoints;
  token: string;
  onRow(row: TapeRow): void;
  /** Between two looks, in milliseconds. */
  pollMs?: number;
}

const POLL_MS = 100;
const REQUEST_TIMEOUT_MS = 10_000;

/** Follows the tapes of a live sandbox as one, in the order of the calls. `stop()` reads what is left and returns. */
export function watchTapes({ endpoints, token, onRow, pollMs = POLL_MS }: TapeWatchOptions): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const read = roundsOver(Object.values(endpoints), token);
  const watching = (async () => {
    while (!stopping.signal.aborted) {
      for (const row of await read()) onRow(row);
      await delay(pollMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
    for (const row of await read(Number.POSITIVE_INFINITY)) onRow(row);
  })();
  return {
    stop: async () => {
      stopping.abort();
      await watching;
    },
  };
}

/**
 * Reads all tapes side by side. A row that came in while they were read waits for the next round, as another twin may have
 * an earlier one by then.
 */
function roundsOver(twins: readonly Endpoints[string][], token: string): (until?: number) => Promise<TapeRow[]> {
  const after = twins.map(() => 0);
  let waiting: TapeRow[] = [];
  return async (until = Date.now()) => {
    // A twin that restarts misses a round or two; its rows are still there afterwards.
    const read = await Promise.all(
      twins.map(({ api_url }, at) => rowsAfter(api_url, token, after[at] as number).catch((): TapeRow[] => [])),
    );
    for (const [at, rows] of read.entries()) after[at] = rows.at(-1)?.seq ?? (after[at] as number);
    const known = [...waiting, ...read.flat()].toSorted((a, b) => realTimeOf(a) - realTimeOf(b));
    const ready = twins.length === 1 ? known.length : known.findIndex((row) => realTimeOf(row) >= until);
    const count = ready === -1 ? known.length : ready;
    waiting = known.slice(count);
    return known.slice(0, count);
  };
}

/** A twin's rows after a `seq`. @throws when the twin doesn't answer. */
export async function rowsAfter(apiUrl: string, token: string, after: number): Promise<TapeRow[]> {
  const response = await fetch(`${apiUrl}/_svc/events?after=${after}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`the tape answered ${response.status}`);
  return (await response.json()) as TapeRow[];
}

/** A twin's world as it started. @throws when the twin doesn't answer. */
export async function readState(apiUrl: string, token: string, step?: number): Promise<string> {
  const response = await fetch(`${apiUrl}/_svc/state${step === undefined ? '' : `?step=${step}`}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`the state answered ${response.status}`);
  return await response.text();
}

/** A twin's whole tape, one row a line. */
export async function readTape(apiUrl: string, token: string): Promise<string> {
  const response = await fetch(`${apiUrl}/_svc/events?format=jsonl`, { headers: { authorization: `Bearer ${token}` } });
  if (!response.ok) throw new Error(`the tape answered ${response.status}`);
  return await response.text();
}
