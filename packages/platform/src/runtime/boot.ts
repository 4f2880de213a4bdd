import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Inheritance, TwinLaunch } from '../ports.ts';
import { callTwin, openTwin, type TwinCall } from './call.ts';

/** How much of a twin's own words an error tells. */
const MOST_WORDS = 2_000;

/**
 * Gives a listening twin a world. @returns the control token of the session, its process's own where that has no other
 *
 * @throws with the twin's own words when it refuses.
 */
export async function bootTwin(
  url: string,
  controlToken: string,
  launch: TwinLaunch,
  signal: AbortSignal,
  connection: Pick<TwinCall, 'agent' | 'over'> = {},
): Promise<string> {
  const request = { method: 'PUT', controlToken, signal, ...connection } as const;
  const { status, text: told } = await callTwin(url, { ...request, ...(await bootOf(url, launch, signal)) });
  if (status !== 200) throw new Error(`The ${launch.twin} twin did not boot (${status}): ${told.slice(0, MOST_WORDS)}`);
  return tokenIn(told) ?? controlToken;
}

async function bootOf(url: string, launch: TwinLaunch, signal: AbortSignal): Promise<{ path: string; body: unknown }> {
  const { inherits, seed } = launch;
  const session = sessionOf(launch);
  if (!inherits) return { path: '/_svc/control/boot', body: { ...session, seed } };
  const { from, rows, sessionId } = inherits;
  // A process that has both takes what it needs from what it has.
  if (from.url === url) return { path: `/_svc/control/fork?from=${sessionId}`, body: { ...session, inherited: rows } };
  return { path: '/_svc/control/fork', body: await inherited(launch, inherits, signal) };
}

/** What is undefined is left out: the twin's own default. */
const sessionOf = (launch: TwinLaunch) => ({
  session_id: launch.sessionId,
  twin: launch.twin,
  token_sha256: launch.tokenSha256,
  clock: launch.clock,
  webhook_ports: launch.webhookPorts,
  faults: launch.faults,
  room: launch.room && {
    journal_bytes: launch.room.journalBytes,
    world_bytes: launch.room.worldBytes,
    disk_reserve_bytes: launch.room.diskReserveBytes,
  },
});

/** A line of its own, and after it the other twin's journal as it comes from there. */
async function inherited(launch: TwinLaunch, { from, rows }: Inheritance, signal: AbortSignal): Promise<Readable> {
  const path = `/_svc/control/journal?rows=${rows}`;
  const journal = await openTwin(from.url, { method: 'GET', path, controlToken: from.controlToken, signal });
  if (journal.statusCode !== 200) {
    const told = await text(journal).catch(() => '');
    throw new Error(`The ${from.twin} twin did not give its journal (${journal.statusCode}): ${told.slice(0, MOST_WORDS)}`);
  }
  const line = `${JSON.stringify({ ...sessionOf(launch), inherited: rows })}\n`;
  return Readable.from(
    (async function* () {
      yield Buffer.from(line);
      yield* journal;
    })(),
    { objectMode: false },
  );
}

/** Has a process for many sessions take one up from its journal. @returns the control token of the session. @throws when it can't */
export async function takeUpSession(
  url: string,
  controlToken: string,
  sessionId: string,
  signal: AbortSignal,
  agent?: TwinCall['agent'],
): Promise<string> {
  const path = `/_svc/control/sessions/${sessionId}`;
  const { status, text } = await callTwin(url, { method: 'PUT', path, controlToken, signal, agent });
  if (status !== 200) throw new Error(`The session ${sessionId} was not taken up (${status}): ${text.slice(0, MOST_WORDS)}`);
  return tokenIn(text) ?? controlToken;
}

/** Has a process for many sessions end one, with its journal. One that it doesn't have is fine. */
export async function endSession(
  url: string,
  controlToken: string,
  sessionId: string,
  signal: AbortSignal,
  agent?: TwinCall['agent'],
): Promise<void> {
  const path = `/_svc/control/sessions/${sessionId}`;
  const { status, text } = await callTwin(url, { method: 'DELETE', path, controlToken, signal, agent });
  if (status !== 200) throw new Error(`The session ${sessionId} was not ended (${status}): ${text.slice(0, MOST_WORDS)}`);
}

const tokenIn = (text: string): string | undefined => (JSON.parse(text) as { control_token?: string }).control_token;
