import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import type { Fault } from '@svc/contract/faults';
import { tokenDigest } from '@svc/plain-http';
import { systemAmbient } from './ambient.ts';
import type { ClockSetting, Twin } from './definition.ts';
import { DEFAULT_ROOM, type RoomLimits } from './room.ts';
import { TwinServer } from './server.ts';
import type { JournalPlace } from './sessions.ts';

export { DEFAULT_ROOM, type RoomLimits } from './room.ts';
export { isSessionThread, serveInThread } from './threads/in-thread.ts';

/** The session id of a twin that runs alone (spec, "Tape row"). */
export const STANDALONE = 'standalone';

export interface ServeOptions {
  /** The flat seed document; left out: the default world. */
  seed?: unknown;
  clock?: ClockSetting;
  /** 0, the default, takes a free port. */
  port?: number;
  host?: string;
  /** The bearer that opens the twin; left out: a random one. */
  token?: string;
  /** Kept across restarts where given; left out: a temporary file, gone with the twin. */
  journalPath?: string;
  /** Ports of this machine that the twin's webhooks may go to; left out: none. */
  webhookPorts?: readonly number[];
  /** What the twin may keep; left out: `DEFAULT_ROOM`. */
  room?: Partial<RoomLimits>;
  /** What calls fail on request, from the beginning; see `faultIssues`. */
  faults?: readonly Fault[];
}

export interface ServedTwin {
  /** E.g. `http://127.0.0.1:3333/s/standalone`. */
  url: string;
  port: number;
  token: string;
  close(): Promise<void>;
}

/**
 * Runs a twin alone in this process, as `svc twin start` and tests do.
 *
 * @throws SeedError when the seed is refused; the server's own error when the port is taken
 */
export async function serveTwin(twin: Twin, options: ServeOptions = {}): Promise<ServedTwin> {
  expectShortLives();
  const {
    seed,
    clock = { mode: 'wall' },
    port = 0,
    webhookPorts = [],
    host = '127.0.0.1',
    token = `svc_local_${randomBytes(24).toString('hex')}`,
  } = options;
  const room = { ...DEFAULT_ROOM, ...options.room };
  const folder = options.journalPath === undefined ? await mkdtemp(join(tmpdir(), `svc-${twin.id}-`)) : undefined;
  const discard = async (): Promise<void> => {
    if (folder) await rm(folder, { recursive: true, force: true });
  };
  try {
    const journalPath = options.journalPath ?? join(folder as string, 'journal.jsonl');
    const server = new TwinServer({
      twin,
      journals: { path: journalPath },
      hosted: false,
      ambient: systemAmbient(),
    });
    if (!server.sessions.only) {
      server.boot({
        sessionId: STANDALONE,
        tokenSha256: tokenDigest(token),
        clock,
        room,
        webhookPorts,
        ...(options.faults && { faults: options.faults }),
        ...(seed !== undefined && { seed }),
      });
    }
    const listening = await server.listen(port, host);
    return {
      url: `http://${host}:${listening}/s/${STANDALONE}`,
      port: listening,
      token,
      close: async () => {
        await server.close();
        await discard();
      },
    };
  } catch (error) {
    await discard();
    throw error;
  }
}

/**
 * A large seed makes V8 take what its code allocates for long-lived, and calls run the same code: what each of them leaves would
 * stay until the next full collection. And so little of it outlives a collection of young objects that threads which share the
 * work out among them cost more than it.
 */
function expectShortLives(): void {
  setFlagsFromString('--no-allocation-site-pretenuring');
  setFlagsFromString('--no-parallel-scavenge');
}

export interface TwinProcessOptions {
  twin: Twin;
  host: string;
  port: number;
  /** A Unix socket to listen on instead of host and port. */
  socketPath?: string | undefined;
  /** A file makes it a process for one session, a folder one for many. */
  journals: JournalPlace;
  controlToken: string;
  /** Ports of the service: no webhook goes there. */
  ownPorts?: readonly number[] | undefined;
  /** The module that runs a thread for heavy sessions: it calls `serveInThread` where `isSessionThread` says so. */
  threadEntry?: string | URL | undefined;
}

/** Runs a twin for sandboxes, handled by the platform through its control routes. @returns the port, 0 on a Unix socket. */
export async function serveHostedTwin({
  host,
  port,
  socketPath,
  ...options
}: TwinProcessOptions): Promise<{ port: number; server: TwinServer }> {
  expectShortLives();
  const server = new TwinServer({ ...options, hosted: true, ambient: systemAmbient() });
  if (socketPath === undefined) return { port: await server.listen(port, host), server };
  await server.listenOn(socketPath);
  return { port: 0, server };
}
