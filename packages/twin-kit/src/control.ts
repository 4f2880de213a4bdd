import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { sessionControlToken } from '@svc/contract/control-token';
import { faultListSchema } from '@svc/contract/faults';
import { sameDigest, tokenDigest } from '@svc/plain-http';
import { z } from 'zod';
import { SeedError } from './errors.ts';
import { serveFaults } from './faults/control.ts';
import { faultIssues } from './faults/issues.ts';
import { lineAndRest, servePrefix, tooFew } from './forks.ts';
import { type ReadBody, readBody } from './http/body.ts';
import { NoRoomError } from './room.ts';
import type { BootRequest, TwinServer } from './server.ts';
import { sendJson, serviceError } from './service-answers.ts';
import { CONTROL, type Session } from './session.ts';
import { SESSION_ID } from './sessions.ts';
import { LIGHT } from './threads/light.ts';
import type { SessionThread } from './threads/session-thread.ts';

/** A seed is at most 4 MiB (spec, "Limits"); the envelope around it is small. */
const BODY_LIMIT_BYTES = 5 << 20;

const bootRequest = z.object({
  session_id: z.string().regex(SESSION_ID),
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
  faults: faultListSchema.optional(),
  room: z
    .object({
      journal_bytes: z.int().min(1),
      world_bytes: z.int().min(1),
      disk_reserve_bytes: z.int().min(0),
    })
    .optional(),
});

/** The same for a fork, whose seed comes with the journal that it inherits. */
const forkRequest = bootRequest.omit({ seed: true }).extend({ inherited: z.int().min(0) });

/** What a control token opens: all sessions of its process, or the one of this id. */
const ALL = Symbol('all sessions');
type Opened = typeof ALL | string;

/**
 * How the platform handles a twin process: boot sessions, ask for their health, seal them while their evidence is read, end
 * them. Opened by the header `x-svc-control`, which the proxy never lets through. The process's own token opens all; in a
 * process for many sessions each has one of its own, given out at its boot, which opens its evidence, health, faults and seal.
 */
export class ControlRoutes {
  readonly #server: TwinServer;
  readonly #token: string;
  readonly #digest: string;

  constructor(server: TwinServer, token: string) {
    this.#server = server;
    this.#token = token;
    this.#digest = tokenDigest(token);
  }

  /** Do these headers open a session's evidence? */
  opens(headers: IncomingHttpHeaders, sessionId: string): boolean {
    const opened = this.#opened(headers);
    return opened === ALL || opened === sessionId;
  }

  /** @returns false where the path isn't one of ours or the caller may not know. */
  async serve(request: IncomingMessage, response: ServerResponse, url: string): Promise<boolean> {
    const opened = this.#opened(request.headers);
    if (opened === undefined) return false;
    const { method } = request;
    const [path = '', search] = url.slice(CONTROL.length).split('?');
    const thread = opened === ALL ? undefined : this.#server.away?.threadOf(opened);
    if (thread) {
      await thread.forward(request, response);
      return true;
    }
    if (path === 'health' && method === 'GET') {
      const session = this.#session(opened);
      sendJson(response, 200, { status: 'ok', session_id: session?.id ?? null, rows: session?.rows ?? 0 });
      return true;
    }
    if (path === 'faults' && (method === 'GET' || method === 'PUT')) return this.#faults(request, response, opened);
    if (path === 'seal' && (method === 'PUT' || method === 'DELETE')) return this.#seal(response, opened, method === 'PUT');
    if (path === 'journal' && method === 'GET') return this.#journal(response, opened, new URLSearchParams(search));
    if (opened !== ALL) return false;
    if ((path === 'boot' || path === 'fork') && method === 'PUT') {
      const from = new URLSearchParams(search).get('from');
      await (path === 'boot'
        ? this.#boot(request, response)
        : from === null
          ? this.#fork(request, response)
          : this.#forkHere(request, response, from));
      return true;
    }
    const id = /^sessions\/([^/]+)$/.exec(path)?.[1];
    if (id === undefined) return false;
    if (method === 'PUT') await this.#takeUp(request, response, id);
    else if (method === 'DELETE') await this.#end(request, response, id);
    else return false;
    return true;
  }

  /** What the caller may handle: all sessions, or the one whose token it has. */
  #opened(headers: IncomingHttpHeaders): Opened | undefined {
    const presented = headers['x-svc-control'];
    if (typeof presented !== 'string') return undefined;
    const digest = tokenDigest(presented);
    if (sameDigest(digest, this.#digest)) return ALL;
    const id = presented.slice(0, presented.indexOf('.'));
    return id !== '' && sameDigest(digest, tokenDigest(this.#tokenOf(id))) ? id : undefined;
  }

  #tokenOf(sessionId: string): string {
    return sessionControlToken(this.#token, sessionId);
  }

  #session(opened: Opened): Session | undefined {
    const { sessions } = this.#server;
    return opened === ALL ? sessions.only : sessions.get(opened);
  }

  #seal(response: ServerResponse, opened: Opened, sealed: boolean): boolean {
    const session = this.#session(opened);
    if (!session) return false;
    session.seal(sealed);
    sendJson(response, 200, { sealed, rows: session.rows });
    return true;
  }

  async #faults(request: IncomingMessage, response: ServerResponse, opened: Opened): Promise<boolean> {
    await serveFaults(this.#server.options.twin, this.#session(opened)?.engine.faults, request, response);
    return true;
  }

  /** What a fork inherits of a session. */
  async #journal(response: ServerResponse, opened: Opened, query: URLSearchParams): Promise<boolean> {
    const session = this.#session(opened);
    if (session) await servePrefix(session.journal, query, response);
    return session !== undefined;
  }

  /** A session whose journal an earlier process left, or whoever starts it has begun. */
  async #takeUp(request: IncomingMessage, response: ServerResponse, id: string): Promise<void> {
    const thread = this.#server.away?.threadOf(id);
    if (thread) return void (await thread.forward(request, response));
    if (this.#server.takeUp(id)) this.#booted(response, id);
    else serviceError(response, ...this.#server.sessions.refusalOf(id));
  }

  async #end(request: IncomingMessage, response: ServerResponse, id: string): Promise<void> {
    const { sessions, away } = this.#server;
    const thread = away?.having(id);
    if (thread) await thread.forward(request, response);
    sessions.end(id);
    away?.end(id);
    if (!thread) sendJson(response, 200, { session_id: id });
  }

  #booted(response: ServerResponse, id: string): void {
    const isOne = this.#server.sessions.only !== undefined;
    sendJson(response, 200, { session_id: id, ...(!isOne && { control_token: this.#tokenOf(id) }) });
  }

  async #boot(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const read = await this.#read(request, response, bootRequest);
    if (!read) return;
    const { asked, bytes } = read;
    const { session_id: sessionId, seed } = asked;
    const { away, sessions } = this.#server;
    const isHeavy = sessions.isAway(sessionId) || (bytes.length > LIGHT.bootBytes && !sessions.get(sessionId));
    if (away && isHeavy) return away.boot(sessionId, this.#passed(request, response, bytes));
    await this.#begin(response, asked, () =>
      this.#server.boot({ sessionId, ...bootOf(asked), ...(seed !== undefined && { seed }) }),
    );
  }

  /** Has a thread do what is asked. @returns whether it did */
  #passed(request: IncomingMessage, response: ServerResponse, bytes: Buffer): (thread: SessionThread) => Promise<boolean> {
    return async (thread) => (await thread.forward(request, response, bytes)) === 200;
  }

  /** @returns undefined for a body that was refused */
  async #read<T>(
    request: IncomingMessage,
    response: ServerResponse,
    schema: z.ZodType<T>,
  ): Promise<{ asked: T; bytes: Buffer } | undefined> {
    const body = await new Promise<ReadBody>((resolve) => readBody(request, BODY_LIMIT_BYTES, resolve));
    if (!body.ok) return void serviceError(response, 'validation_failed', 'The boot request is too large.');
    const parsed = schema.safeParse(JSON.parse(body.bytes.toString('utf8')));
    if (parsed.success) return { asked: parsed.data, bytes: body.bytes };
    return void serviceError(response, 'validation_failed', z.prettifyError(parsed.error));
  }

  /** Boots with what another session of this process has. */
  async #forkHere(request: IncomingMessage, response: ServerResponse, from: string): Promise<void> {
    const read = await this.#read(request, response, forkRequest);
    if (!read) return;
    const { asked, bytes } = read;
    const { sessions, away } = this.#server;
    // What the fork is made of is where its parent is.
    const beside = away?.threadOf(from);
    if (beside) return away?.boot(asked.session_id, this.#passed(request, response, bytes), beside);
    const parent = sessions.get(from);
    if (!parent) return serviceError(response, ...sessions.refusalOf(from));
    const { session_id: sessionId, inherited } = asked;
    if (inherited > parent.rows) return serviceError(response, 'validation_failed', tooFew(parent.rows));
    await this.#begin(response, asked, () => this.#server.inherit({ sessionId, ...bootOf(asked), inherited }, parent));
  }

  /** Boots with what another session's journal has: the request is a line, and after it come the bytes of that journal. */
  async #fork(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { line, rest } = await lineAndRest(request);
    const parsed = forkRequest.safeParse(JSON.parse(line.toString('utf8')));
    if (!parsed.success) return serviceError(response, 'validation_failed', z.prettifyError(parsed.error));
    const { session_id: sessionId, inherited } = parsed.data;
    await this.#begin(response, parsed.data, () => this.#server.inherit({ sessionId, ...bootOf(parsed.data), inherited }, rest));
  }

  async #begin(
    response: ServerResponse,
    { session_id: sessionId, twin, faults = [] }: Pick<z.output<typeof bootRequest>, 'session_id' | 'twin' | 'faults'>,
    boot: () => Session | Promise<Session>,
  ): Promise<void> {
    if (twin !== this.#server.options.twin.id)
      return serviceError(response, 'validation_failed', `This process serves ${this.#server.options.twin.id}.`);
    const wrong = await faultIssues(this.#server.options.twin, faults, (at) => `faults[${at}]`);
    if (wrong.length > 0) return sendJson(response, 422, { issues: wrong });
    // A boot whose answer was lost is asked again.
    const { sessions } = this.#server;
    if (sessions.get(sessionId) || sessions.isAway(sessionId)) return this.#booted(response, sessionId);
    try {
      this.#booted(response, (await boot()).id);
    } catch (error) {
      if (error instanceof SeedError) return sendJson(response, 422, { issues: error.issues });
      if (error instanceof NoRoomError) return serviceError(response, 'downstream_unavailable', error.message);
      throw error;
    }
  }
}

/** What every boot says of its session, but its id. */
function bootOf({
  token_sha256,
  clock,
  room,
  faults = [],
  webhook_ports,
}: Pick<z.output<typeof bootRequest>, 'token_sha256' | 'clock' | 'room' | 'faults' | 'webhook_ports'>): Omit<
  BootRequest,
  'sessionId' | 'seed'
> {
  return {
    tokenSha256: token_sha256,
    clock:
      clock.mode === 'logical' && clock.start !== undefined ? { mode: clock.mode, start: clock.start } : { mode: clock.mode },
    ...(webhook_ports && { webhookPorts: webhook_ports }),
    ...(faults.length > 0 && { faults }),
    ...(room && {
      room: {
        journalBytes: room.journal_bytes,
        worldBytes: room.world_bytes,
        diskReserveBytes: room.disk_reserve_bytes,
      },
    }),
  };
}
