import type { TwinLaunch } from '../ports.ts';
import { callTwin } from './call.ts';

/**
 * Gives a listening twin a world. @returns the control token of the session, its process's own where that has no other
 *
 * @throws with the twin's own words when it refuses.
 */
export async function bootTwin(url: string, controlToken: string, launch: TwinLaunch, signal: AbortSignal): Promise<string> {
  const { status, text } = await callTwin(url, {
    method: 'PUT',
    path: '/_svc/control/boot',
    controlToken,
    signal,
    // What is undefined is left out: the twin's own default.
    body: {
      session_id: launch.sessionId,
      twin: launch.twin,
      token_sha256: launch.tokenSha256,
      seed: launch.seed,
      clock: launch.clock,
      webhook_ports: launch.webhookPorts,
      faults: launch.faults,
      room: launch.room && {
        journal_bytes: launch.room.journalBytes,
        world_bytes: launch.room.worldBytes,
        disk_reserve_bytes: launch.room.diskReserveBytes,
      },
    },
  });
  if (status !== 200) throw new Error(`The ${launch.twin} twin did not boot (${status}): ${text.slice(0, MOST_WORDS)}`);
  return tokenIn(text) ?? controlToken;
}

/** Has a process for many sessions take one up from its journal. @returns the control token of the session. @throws when it can't */
export async function takeUpSession(url: string, controlToken: string, sessionId: string, signal: AbortSignal): Promise<string> {
  const path = `/_svc/control/sessions/${sessionId}`;
  const { status, text } = await callTwin(url, { method: 'PUT', path, controlToken, signal });
  if (status !== 200) throw new Error(`The session ${sessionId} was not taken up (${status}): ${text.slice(0, MOST_WORDS)}`);
  return tokenIn(text) ?? controlToken;
}

/** Has a process for many sessions end one, with its journal. One that it doesn't have is fine. */
export async function endSession(url: string, controlToken: string, sessionId: string, signal: AbortSignal): Promise<void> {
  const path = `/_svc/control/sessions/${sessionId}`;
  const { status, text } = await callTwin(url, { method: 'DELETE', path, controlToken, signal });
  if (status !== 200) throw new Error(`The session ${sessionId} was not ended (${status}): ${text.slice(0, MOST_WORDS)}`);
}

/** How much of a twin's own words an error tells. */
const MOST_WORDS = 2_000;

const tokenIn = (text: string): string | undefined => (JSON.parse(text) as { control_token?: string }).control_token;
