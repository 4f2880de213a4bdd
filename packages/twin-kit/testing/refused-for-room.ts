import { expect } from '@jest/globals';
import type { Twin } from '@svc/twin-kit';
import type { ServedTwin } from '@svc/twin-kit/server';
import { served } from './served.ts';

/** As long as a client may take to give up what is refused for good, in milliseconds. */
const GIVEN_UP_WITHIN_MS = 2_000;
const JOURNAL_BYTES = 96 << 10;
const FULL = 'The tape of this sandbox is full: it may have 96 KiB. Nothing was changed.';

/**
 * Writes with a vendor's own client, set up as its users have it, until the sandbox is full: the client tells of the refusal at
 * once instead of trying again, nothing was changed, and the tape ends with the refused call.
 *
 * @param write the n-th of its writes, with some kB of text
 * @param reasonOf the sentence that the client's error carries
 */
export async function expectRefusedForRoom(
  twin: Twin,
  connect: (server: ServedTwin) => { write(n: number, text: string): Promise<unknown>; reasonOf(error: unknown): unknown },
): Promise<void> {
  await using server = await served(twin, { room: { journalBytes: JOURNAL_BYTES } });
  const { write, reasonOf } = connect(server);
  let refusal: unknown;
  let before = await server.state();
  let took = 0;
  for (let n = 1; refusal === undefined; n += 1) {
    before = await server.state();
    const begun = performance.now();
    await write(n, `${n} `.padEnd(4 << 10, 'x')).catch((error: unknown) => {
      refusal = error;
    });
    took = performance.now() - begun;
    if (n > 100) throw new Error('the sandbox took everything');
  }
  expect(reasonOf(refusal)).toBe(FULL);
  expect(took).toBeLessThan(GIVEN_UP_WITHIN_MS);
  expect(await server.state()).toEqual(before);
  const rows = await server.events();
  const refused = rows.filter((row) => JSON.stringify(row.response_body).includes('is full'));
  expect(refused.map(({ seq }) => seq)).toEqual([rows.length]);
  expect(refused[0]).toMatchObject({ state_mutation: false, state_delta: null });
  expect(rows.filter((row) => row.state_mutation).length).toBeGreaterThan(3);
}
