import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { SeedError } from './errors.ts';
import { type ReadBody, readBody } from './http/body.ts';
import { sameDigest, tokenDigest } from './http/credentials.ts';
import { NoRoomError } from './room.ts';
import type { TwinServer } from './server.ts';
import { sendJson, serviceError } from './service-answers.ts';

const PREFIX = '/_svc/control/';
/** A seed is at most 4 MiB (spec, "Limits"); the envelope around it is small. */
const BODY_LIMIT_BYTES = 5 << 20;

const bootRequest = z.object({
  session_id: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
  twin: z.string(),
  token_sha256: z.string().regex(/^[0-9a-f]{64}$/),
  seed: z.unknown().optional(),
  clock: z
    .discriminatedUnion('mode', [
      z.object({ mode: z.literal('wall') }),
      z.object({ mode: z.literal('logical'), start: z.iso.datetime({ offset: true }).optional() }),
    ])
    .default({ mode: 'wall' }),
  webhook_ports: z.array(z.int().min(1).max(65_535)).optional(),
  room: z
    .object({
      journal_bytes: z.int().min(1),
      world_bytes: z.int().min(1),
      disk_reserve_bytes: z.int().min(0),
    })
    .optional(),
});

export const isControlPath = (url: string): boolean => url.startsWith(PREFIX);

/**
 * How the platform handles a twin process: boot it, ask for its health, seal it while its evidence is read. Opened by the
 * header `x-svc-control`, which the proxy never lets through.
 */
export class ControlRoutes {
  readonly #server: TwinServer;
  readonly #digest: string;

  constructor(server: TwinServer, token: string) {
    this.#server = server;
    this.#digest = tokenDigest(token);
  }

  authentic(headers: IncomingHttpHeaders): boolean {
    const presented = headers['x-svc-control'];
    return typeof presented === 'string' && sameDigest(tokenDigest(presented), this.#digest);
  }

  /** @returns false where the path isn't one of ours or the caller may not know. */
  async serve(request: IncomingMessage, response: ServerResponse, url: string): Promise<boolean> {
    if (!this.authentic(request.headers)) return false;
    switch (`${request.method} ${url.slice(PREFIX.length)}`) {
      case 'GET health':
        sendJson(response, 200, { status: 'ok', session_id: this.#server.sessionId ?? null, rows: this.#server.rows });
        return true;
      case 'PUT boot':
        await this.#boot(request, response);
        return true;
      case 'PUT seal':
      case 'DELETE seal':
        this.#server.seal(request.method === 'PUT');
        sendJson(response, 200, { sealed: request.method === 'PUT', rows: this.#server.rows });
        return true;
      default:
        return false;
    }
  }

  async #boot(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await new Promise<ReadBody>((resolve) => readBody(request, BODY_LIMIT_BYTES, resolve));
    if (!body.ok) return serviceError(response, 'validation_failed', 'The boot request is too large.');
    const parsed = bootRequest.safeParse(JSON.parse(body.bytes.toString('utf8')));
    if (!parsed.success) return serviceError(response, 'validation_failed', z.prettifyError(parsed.error));
    const {
      session_id: sessionId,
      token_sha256: tokenSha256,
      twin,
      seed,
      clock,
      room,
      webhook_ports: webhookPorts,
    } = parsed.data;
    if (twin !== this.#server.options.twin.id)
      return serviceError(response, 'validation_failed', `This process serves ${this.#server.options.twin.id}.`);
    // A boot whose answer was lost is asked again.
    if (this.#server.sessionId === sessionId) return sendJson(response, 200, { session_id: sessionId });
    try {
      const logical =
        clock.mode === 'logical' && clock.start !== undefined ? { mode: clock.mode, start: clock.start } : { mode: clock.mode };
      this.#server.boot({
        sessionId,
        tokenSha256,
        clock: logical,
        ...(seed !== undefined && { seed }),
        ...(webhookPorts && { webhookPorts }),
        ...(room && {
          room: {
            journalBytes: room.journal_bytes,
            worldBytes: room.world_bytes,
            diskReserveBytes: room.disk_reserve_bytes,
          },
        }),
      });
      sendJson(response, 200, { session_id: sessionId });
    } catch (error) {
      if (error instanceof SeedError) return sendJson(response, 422, { issues: error.issues });
      if (error instanceof NoRoomError) return serviceError(response, 'downstream_unavailable', error.message);
      throw error;
    }
  }
}
