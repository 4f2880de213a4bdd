import type { TwinLaunch } from '../ports.ts';
import { callTwin } from './call.ts';

/** Gives a listening twin its world. @throws with the twin's own words when it refuses. */
export async function bootTwin(url: string, controlToken: string, launch: TwinLaunch, signal: AbortSignal): Promise<void> {
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
      room: launch.room && {
        journal_bytes: launch.room.journalBytes,
        world_bytes: launch.room.worldBytes,
        disk_reserve_bytes: launch.room.diskReserveBytes,
      },
    },
  });
  if (status !== 200) throw new Error(`The ${launch.twin} twin did not boot (${status}): ${text.slice(0, 2_000)}`);
}
