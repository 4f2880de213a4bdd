import type { TwinLaunch } from '../../ports.ts';

/** Gives a listening twin its world. @throws with the twin's own words when it refuses. */
export async function bootTwin(port: number, controlToken: string, launch: TwinLaunch, signal: AbortSignal): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}/_svc/control/boot`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', 'x-svc-control': controlToken },
    // An undefined seed is left out: the twin's default world.
    body: JSON.stringify({
      session_id: launch.sessionId,
      twin: launch.twin,
      token_sha256: launch.tokenSha256,
      seed: launch.seed,
      clock: launch.clock,
    }),
    signal,
  });
  const answer = await response.text();
  if (!response.ok) throw new Error(`The ${launch.twin} twin did not boot (${response.status}): ${answer.slice(0, 2_000)}`);
}
