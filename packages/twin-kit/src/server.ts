import { rm } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { PlainRequest } from '@svc/plain-http';
import { ControlRoutes } from './control.ts';
import type { Twin } from './definition.ts';
import type { Ambient, IncomingCall } from './engine.ts';
import { hasBody, type ReadBody } from './http/body.ts';
import { AnsweredConnections } from './http/direct.ts';
import { refuse, type Sink, sinkOf } from './http/sink.ts';
import { isLong, receive, type Upload } from './http/upload.ts';
import { type Refusal, serviceError } from './service-answers.ts';
import { CLOSED, HEALTH, isControlPath, isMounted, type Session, sessionIn } from './session.ts';
import { type JournalPlace, Sessions } from './sessions.ts';
import type { JournalHead } from './tape/journal-format.ts';
import { AwaySessions } from './threads/away.ts';
import { LIGHT } from './threads/light.ts';
import type { HandedCall } from './threads/messages.ts';
import { filesBeside } from './world-files.ts';

export interface TwinServerOptions {
  twin: Twin;
  /** Where journals are kept; one that isn't empty is taken up. */
  journals: JournalPlace;
  /** True behind the routing proxy: `X-Forwarded-*` is believed, and every path needs its session prefix and bearer. */
  hosted: boolean;
  /** Opens the control routes (hosted only). */
  controlToken?: string;
  ambient: Ambient;
  /** Ports of the service that the twin belongs to: its webhooks never go there. */
  ownPorts?: readonly number[] | undefined;
  /** The module of a thread for sessions that would keep others waiting (see `serveInThread`); absent: all share this one. */
  threadEntry?: string | URL | undefined;
}

export type BootRequest = Omit<JournalHead, 'twin' | 'bootedAt' | 'inherited' | 'parts'>;

/** What a fork is booted with beside what it inherits. */
export type ForkRequest = Omit<BootRequest, 'seed'> & { inherited: number };

/** An agent's call that is all there. */
interface Arrived {
  session: Session;
  body: ReadBody;
  call: IncomingCall;
  sink: Sink;
}

/** The sessions of a twin behind node's HTTP server: finds the session of a call; everything else is the session's. */
export class TwinServer {
  readonly server: Server;
  readonly options: TwinServerOptions;
  readonly sessions: Sessions;
  readonly #control: ControlRoutes | undefined;
  /** Calls whose last byte came in this turn. One after the other they find their code in the processor's caches. */
  #arrived: Arrived[] = [];
  /** Whose turn it was last, where that was a long one. */
  #served: string | undefined;
  /** Long bodies so far. */
  #uploads = 0;
  readonly #direct: AnsweredConnections;
  /** Sessions that are too heavy to share this thread; absent where there are no others. */
  readonly away: AwaySessions | undefined;

  /** @throws JournalError when the journal holds something else */
  constructor(options: TwinServerOptions) {
    this.options = options;
    const { ambient, hosted, controlToken } = options;
    const ownPorts = () => [...(options.ownPorts ?? []), (this.server.address() as AddressInfo | null)?.port];
    const { journals, threadEntry: entry, twin } = options;
    const folder = 'folder' in journals && entry !== undefined && controlToken !== undefined ? journals.folder : undefined;
    const outgrown = folder === undefined ? undefined : (session: Session) => this.#moveOut(session);
    this.sessions = new Sessions(twin, journals, { ambient, behindProxy: hosted, ownPorts, outgrown }, folder !== undefined);
    this.away =
      folder === undefined
        ? undefined
        : new AwaySessions({
            entry: entry as string | URL,
            folder,
            controlToken: controlToken as string,
            ownPorts: () => ownPorts().filter((port) => port !== undefined),
            bodyLimit: twin.definition.bodyLimit,
            streams: twin.definition.streams?.paths,
            sessions: this.sessions,
            ambient,
            guard: this.#guard,
          });
    this.#control = controlToken === undefined ? undefined : new ControlRoutes(this, controlToken);
    this.server = createServer({ keepAliveTimeout: NEVER, optimizeEmptyRequests: true }, (request, response) =>
      this.#guard(sinkOf(response), () => this.#route(request, response)),
    );
    this.#direct = new AnsweredConnections(this.server, ambient.wall, (request, headers, sink) =>
      this.#take(request, headers, sink),
    );
  }

  /** Builds a world. @throws SeedError when the seed is refused; the session is then as unbooted as before. */
  boot(request: BootRequest): Session {
    const { twin, ambient } = this.options;
    return this.#begun(this.sessions.begin({ twin: twin.id, bootedAt: ambient.wall(), ...request }));
  }

  /** Builds a world from what another session has of it, in this process or in its journal. @throws SeedError | JournalError | NoRoomError */
  async inherit(request: ForkRequest, from: AsyncIterable<Buffer> | Session): Promise<Session> {
    const session = this.#begun(await this.sessions.inherit({ session: { twin: this.options.twin.id, ...request }, from }));
    if (session.isLarge) this.#moveOut(session);
    return session;
  }

  /** Has a call run that came as a message. */
  arrive({ method, url, headers, rawHeaders, body, waitedMs }: HandedCall, sink: Sink): void {
    const session = this.#sessionOf(url);
    const refusal = session ? (session.isSealed ? CLOSED : undefined) : this.sessions.refusalOf(sessionIn(url));
    if (session && !refusal) {
      const call = session.callOf({ method, headers, rawHeaders }, url, this.options.ambient.monotonic() - waitedMs);
      this.#arrive({ session, body, call, sink });
    } else refuse(sink, ...(refusal ?? CLOSED), headers['user-agent']);
  }

  #begun(session: Session): Session {
    session.journal.flush();
    return this.#prepared(session);
  }

  /** A session whose journal is there. */
  takeUp(id: string): Session | undefined {
    const session = this.sessions.get(id);
    return session && this.#prepared(session);
  }

  #prepared(session: Session): Session {
    // Whoever asked for it waits for the answer to that, not for this.
    setImmediate(() => {
      try {
        session.engine.prepare();
      } catch (error) {
        this.options.ambient.fault(error);
      }
    });
    return session;
  }

  listen(port: number, host: string): Promise<number> {
    return new Promise((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(port, host, () => {
        this.server.off('error', reject);
        resolve((this.server.address() as AddressInfo).port);
      });
    });
  }

  /** Listens on a Unix socket, taking the place of one that an earlier process left. Whoever reaches the file may connect. */
  async listenOn(socketPath: string): Promise<void> {
    await rm(socketPath, { force: true });
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen({ path: socketPath, writableAll: true, readableAll: true }, () => {
        this.server.off('error', reject);
        resolve();
      });
    });
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.server.closeAllConnections();
    this.#direct.close();
    await closed;
    this.sessions.close();
    await this.away?.close();
  }

  /** Takes what most callers send past node's server: a call of an agent that is all there. */
  #take({ method, target, fields, body }: PlainRequest, headers: IncomingHttpHeaders, sink: Sink): boolean {
    const session = this.#sessionOf(target);
    if (!session) return this.away?.take({ method, url: target, headers, rawHeaders: fields.list }, body, sink) ?? false;
    if (session.isSealed || body.length > session.engine.definition.bodyLimit || isControlPath(target)) return false;
    const startedAt = this.options.ambient.monotonic();
    const call = session.callOf({ method, headers, rawHeaders: fields.list }, target, startedAt);
    // What may be answered piece by piece is node's to send.
    if (call.path.startsWith('/_svc/') || session.engine.definition.streams?.paths.test(call.path)) return false;
    this.#arrive({ session, body: { ok: true, bytes: body }, call, sink });
    return true;
  }

  /** Answers for work that fails. */
  readonly #guard = (sink: Sink, work: () => Promise<void> | undefined): void => {
    const failed = (error: unknown): void => {
      this.options.ambient.fault(error);
      if (sink.begun) sink.destroy();
      else refuse(sink, 'internal_error', 'The twin failed to answer.');
    };
    try {
      work()?.catch(failed);
    } catch (error) {
      failed(error);
    }
  };

  /** @returns a promise only where there is something to wait for. */
  #route(request: IncomingMessage, response: ServerResponse): Promise<void> | undefined {
    const startedAt = this.options.ambient.monotonic();
    const url = request.url ?? '/';
    if (isControlPath(url)) return this.#controlCall(request, response, url);
    const no = ([type, message]: Refusal): undefined => {
      serviceError(response, type, message, request.headers['user-agent']);
    };
    const session = this.#sessionOf(url);
    if (!session) {
      if (this.away?.route(request, response, startedAt)) return undefined;
      return no(this.sessions.refusalOf(isMounted(url) ? sessionIn(url) : undefined));
    }
    const call = session.callOf(request, url, startedAt);
    if (call.path.startsWith('/_svc/')) {
      const open = call.path === HEALTH && !this.options.hosted;
      return session.evidence(call, response, open || (this.#control?.opens(request.headers, session.id) ?? false));
    }
    if (session.isSealed) return no(CLOSED);
    if (!hasBody(request)) return this.#arrive({ session, body: { ok: true, bytes: NO_BODY }, call, sink: sinkOf(response) });
    const limit = isLong(request) ? session.uploadLimit(call) : undefined;
    if (limit !== undefined) return this.#receive(session, call, request, response, limit);
    session.bodies.read(request, session.engine.definition.bodyLimit, (body) => {
      this.#arrive({ session, body, call, sink: sinkOf(response) });
    });
    return undefined;
  }

  /** Takes a long body into a file, which is there until the call has run. */
  async #receive(
    session: Session,
    call: IncomingCall,
    request: IncomingMessage,
    response: ServerResponse,
    limit: number,
  ): Promise<void> {
    this.#uploads += 1;
    const path = join(filesBeside(session.journal.path), `upload-${this.#uploads}`);
    // Its file is this thread's.
    session.users += 1;
    const { body, upload } = await receive(request, path, limit).catch((error) => {
      session.users -= 1;
      throw error;
    });
    if (upload) call.upload = upload;
    else session.users -= 1;
    this.#arrive({ session, body, call, sink: sinkOf(response) });
  }

  /** The session that a path names; where it names none, the one of a local twin. */
  #sessionOf(url: string): Session | undefined {
    if (isMounted(url)) return this.sessions.get(sessionIn(url));
    return this.options.hosted ? undefined : this.sessions.only;
  }

  /** Has a call run once the sockets of this turn are read, together with the others that are complete by then. */
  #arrive(arrived: Arrived): undefined {
    if (this.#arrived.push(arrived) === 1) this.#runSoon();
  }

  /** After a long turn others have been kept waiting: what they ask is looked for before the next turn begins. */
  #runSoon(): void {
    if (this.#served) afterSockets(this.#runArrived, LOOKS_AT_SOCKETS);
    else setImmediate(this.#runArrived);
  }

  readonly #runArrived = (): void => {
    const { monotonic, processor } = this.options.ambient;
    const { away } = this;
    const served = this.#served;
    let arrived = served ? inTurns(this.#arrived, served) : this.#arrived;
    this.#arrived = [];
    const workedBefore = away && processor();
    let now = monotonic();
    const until = now + TURN_MS;
    let done = 0;
    let isLong = false;
    while (done < arrived.length && !isLong) {
      const { session, body, call, sink } = arrived[done] as Arrived;
      const begun = now;
      done += 1;
      if (away && body.ok && body.bytes.length > LIGHT.bodyBytes) this.#moveOut(session);
      this.#guard(sink, () => ended(session, session.agentCall(body, call, sink, this.#guard), call.upload));
      // The next one may be another session's, and heavy.
      if (served) session.journal.flush();
      now = monotonic();
      isLong = now >= until;
      const tookLong = workedBefore && now - begun > LIGHT.callMs && workedMs(workedBefore, processor()) > LIGHT.callMs;
      if (tookLong) session.longCalls += 1;
      if (session.longCalls > LIGHT.longCalls || (away && session.isLarge)) this.#moveOut(session);
      if (session.isReleased) arrived = this.#without(session, arrived, done);
    }
    for (let at = 0; at < done; at += 1) arrived[at]?.session.journal.flush();
    this.#served = isLong ? arrived[done - 1]?.session.id : undefined;
    if (done === arrived.length) return;
    this.#arrived = [...arrived.slice(done), ...this.#arrived];
    this.#runSoon();
  };

  /** Gives a session a thread of its own. @returns false where it has to stay for now */
  #moveOut(session: Session): boolean {
    if (!this.away?.moveOut(session)) return false;
    this.#arrived = this.#without(session, this.#arrived, 0);
    return true;
  }

  /** Hands on what is left of a session's calls that has just been moved, before those that come from now on. @param from where they begin */
  #without(session: Session, arrived: readonly Arrived[], from: number): Arrived[] {
    const left = arrived.slice(from);
    for (const { body, call, sink } of left.filter((one) => one.session === session))
      this.#guard(sink, () => session.agentCall(body, call, sink, this.#guard));
    return [...arrived.slice(0, from), ...left.filter((one) => one.session !== session)];
  }

  async #controlCall(request: IncomingMessage, response: ServerResponse, url: string): Promise<void> {
    if (this.#control && (await this.#control.serve(request, response, url))) return;
    serviceError(response, 'not_found', 'No such path.');
  }
}

/** Removes the file with a call's body once the call has run. */
function ended(session: Session, running: Promise<void> | undefined, upload: Upload | undefined): Promise<void> | undefined {
  if (!upload) return running;
  return (running ?? Promise.resolve()).finally(() => {
    session.users -= 1;
    return rm(upload.path, { force: true });
  });
}

type ProcessorTime = ReturnType<Ambient['processor']>;

const workedMs = (from: ProcessorTime, to: ProcessorTime): number => (to.user + to.system - from.user - from.system) / 1_000;

const NO_BODY = Buffer.alloc(0);
/** Idle connections are the proxy's or a local client's to close: one closed here could be in use again already. */
const NEVER = 0;
/** Calls run for so long in one turn, in milliseconds: long enough for all that come together, unless they are heavy. */
const TURN_MS = 10;
/** One look at the sockets takes in one new connection, and what has come on those that are there. */
const LOOKS_AT_SOCKETS = 16;

function afterSockets(work: () => void, looks: number): void {
  setImmediate(() => (looks > 1 ? afterSockets(work, looks - 1) : work()));
}

/**
 * The sessions take turns, and each one's calls stay in their order: who asks for much doesn't keep the others waiting.
 *
 * @param served whose turn it was last
 */
function inTurns(calls: readonly Arrived[], served: string): Arrived[] {
  const lanes = Map.groupBy(calls, ({ session }) => session.id);
  const last = lanes.get(served);
  lanes.delete(served);
  if (last) lanes.set(served, last);
  const turns: Arrived[] = [];
  for (let turn = 0; turns.length < calls.length; turn += 1) {
    for (const lane of lanes.values()) if (turn < lane.length) turns.push(lane[turn] as Arrived);
  }
  return turns;
}
