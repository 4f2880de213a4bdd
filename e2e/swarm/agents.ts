import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import type { FinalizeResult } from '@svc/contract';
import { ApiError, type Client, createClient } from '@svc/sdk';
import { tapedTitles, titlesOf, type Writers } from '../fleet/agents.ts';
import { createSandbox, FINALIZE, type Sandbox, WORLD } from '../fleet/client.ts';
import { until } from '../fleet/wait.ts';

/** Everything is in order again within this time (the fleet's promise: 60 s after). */
export const SETTLED_MS = 60_000;
/** A call that a host took and that is cut off then gets no answer. */
const CALL_LIMIT_MS = 20_000;
/** Calls under way when something is struck may wait for their limit, some twice. */
const WROTE_MS = 2 * CALL_LIMIT_MS + SETTLED_MS;

/** A client that waits for no answer for ever. */
export const patientClient = (baseUrl: string, apiKey: string): Client =>
  createClient({
    baseUrl,
    apiKey,
    fetch: (url, init) => fetch(url, { ...init, signal: AbortSignal.timeout(CALL_LIMIT_MS) }),
  });

/** Sandboxes, one after the other, so that each goes to the host with the fewest; asked for again, as the answer says, where hosts have no time. */
export async function started(client: Client, count: number): Promise<Sandbox[]> {
  const sandboxes: Sandbox[] = [];
  for (let n = 0; n < count; n += 1) sandboxes.push(await startedOne(client));
  return sandboxes;
}

/** The one sandbox, also where an answer came too late for its caller. */
export function startedOne(client: Client): Promise<Sandbox> {
  const key = randomUUID();
  return until('a sandbox', WROTE_MS, () => createSandbox(client, { twins: ['github'], seed: WORLD, idempotency_key: key }));
}

/**
 * Finalizes as a client that doesn't give up: again after a 5xx, as it is told to, and where the tape can't be had until a host is back.
 *
 * @returns the refusal, where it is refused for good
 */
export function finalize(client: Client, { id }: Sandbox): Promise<FinalizeResult | ApiError> {
  return until(`the run of ${id}`, 3 * SETTLED_MS, async () => {
    try {
      return await client.sandboxes.finalize(id, FINALIZE);
    } catch (error) {
      if (!(error instanceof ApiError)) return undefined;
      const comesBack = error.details.reason === 'capture_incomplete' && !error.message.includes('was lost');
      return error.status < 500 && !comesBack && error;
    }
  });
}

/** Waits until each sandbox has taken more writes. */
export const wrote = (writers: readonly Writers[], more: number): Promise<true> => {
  const marks = writers.map(({ acknowledged }) => acknowledged.length + more);
  return until(`${more} more writes of each sandbox`, WROTE_MS, async () =>
    writers.every(({ acknowledged }, index) => acknowledged.length >= marks[index]!),
  );
};

/** What was acknowledged is there and on the tape, and what is on the tape is there, once. */
export async function expectNothingLost({ sandbox, acknowledged, sent }: Writers): Promise<void> {
  const titles = await titlesOf(sandbox);
  const taped = await tapedTitles(sandbox);
  expect(acknowledged.filter((title) => !titles.includes(title))).toEqual([]);
  expect(acknowledged.filter((title) => !taped.includes(title))).toEqual([]);
  expect(taped.toSorted()).toEqual(titles.filter((title) => sent.includes(title)).toSorted());
  expect(titles).toHaveLength(taped.length + 1);
}
