import { type ClockSetting, type Fault, firstLines } from '@svc/twin-kit';

/** A session, as a runtime is asked to start it. */
interface Launch {
  sessionId: string;
  twin: string;
  tokenSha256: string;
  clock: ClockSetting;
  seed: unknown;
  webhookPorts?: readonly number[];
  room?: { journalBytes: number; worldBytes: number; diskReserveBytes: number };
  faults?: readonly Fault[];
  inherits?: object;
}

/**
 * What the journal of a session begins with that its twin need not be asked for: one with the default world, which it never refuses.
 * Undefined for any other.
 *
 * @param now milliseconds since 1970
 */
export function firstLinesOf(launch: Launch, now = Date.now()): Buffer | undefined {
  const { sessionId, twin, tokenSha256, clock, seed, webhookPorts, room, faults = [], inherits } = launch;
  if (seed !== undefined || inherits || faults.length > 0) return undefined;
  const allowed = { ...(webhookPorts && { webhookPorts }), ...(room && { room }) };
  return firstLines({ twin, bootedAt: now, sessionId, tokenSha256, clock, ...allowed });
}
