import { setTimeout as delay } from 'node:timers/promises';
import type { TapeRow } from '@svc/twin-kit';
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

/** Follows the tapes of a live sandbox. `stop()` reads what is left and returns. */
export function watchTapes({ endpoints, token, onRow, pollMs = POLL_MS }: TapeWatchOptions): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const watches = Object.values(endpoints).map(async ({ api_url }) => {
    let after = 0;
    const read = async (): Promise<void> => {
      for (const row of await rowsAfter(api_url, token, after)) {
        after = row.seq;
        onRow(row);
      }
    };
    while (!stopping.signal.aborted) {
      // A twin that restarts misses a round or two; the rows are still there afterwards.
      await read().catch(() => undefined);
      await delay(pollMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
    await read().catch(() => undefined);
  });
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all(watches);
    },
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
