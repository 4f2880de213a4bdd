import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { isSignedTarget, unsignedQuery } from '@svc/contract/signed-target';
import { credentialsIn, TokenMatcher } from '@svc/plain-http';
import type { Twin } from './definition.ts';
import { type Answer, Engine, type EngineOptions, type HandledCall, type IncomingCall, type VendorCall } from './engine.ts';
import { TwinError } from './errors.ts';
import { serveEvents, serveState } from './evidence.ts';
import { deliver } from './faults/delivery.ts';
import type { Refusal as InsteadOfCall } from './faults/refusal.ts';
import { BodyGate, type ReadBody } from './http/body.ts';
import { replyOf } from './http/reply.ts';
import { refuse, type Sink } from './http/sink.ts';
import { StreamBody } from './http/stream-body.ts';
import { McpDoor } from './mcp/door.ts';
import type { Opened } from './opened.ts';
import { type Refusal, sendJson, serviceError } from './service-answers.ts';
import type { Journal } from './tape/journal.ts';
import type { JournalHead } from './tape/journal-format.ts';
import { LIGHT } from './threads/light.ts';
import { bounded, TooLong } from './time.ts';

export interface SessionOptions extends EngineOptions {
  /** Gives a session that keeps others waiting to another thread. @returns false where it has to stay. Absent where there is no other */
  outgrown?: ((session: Session) => boolean) | undefined;
}

/** The request of a call, whichever way it was read. Its headers are never changed: what was read of an object of them stays true. */
export type CallHead = Pick<IncomingMessage, 'method' | 'headers'> & { rawHeaders: readonly string[] };

/** What a caller itself presented to a listener that lends it the sandbox's bearer, where that is a credential of the vendor. */
const PRESENTED = 'x-svc-presented';

/** One world with its doors, its bearer, its seal and its journal: all that a sandbox has of a twin. Others of the process don't meet it. */
export class Session {
  readonly engine: Engine;
  readonly journal: Journal;
  /** `/s/<session>`, before every path of a hosted twin. */
  readonly mount: string;
  readonly bodies = new BodyGate();
  readonly #mcp: McpDoor;
  readonly #token: TokenMatcher;
  /** Of headers that come call after call, which stay one object where they come over one connection (see `CallHead`). */
  readonly #read = new WeakMap<object, readonly string[]>();
  /** Lists of those in which the sandbox's token stands. */
  readonly #accepted = new WeakSet<readonly string[]>();
  #sealed = false;
  #ended = false;
  #handOver: HandOver | undefined;
  readonly #outgrown: SessionOptions['outgrown'];
  readonly #processor: SessionOptions['ambient']['processor'];
  /** Reads of its evidence, and calls with files, that are under way. */
  users = 0;
  /** Calls that took long. */
  longCalls = 0;

  /** @param head of a new world, or one that was opened; absent: it is taken up from its journal. @throws SeedError | JournalError | NoRoomError */
  constructor(twin: Twin, journal: Journal, head: JournalHead | Opened | undefined, options: SessionOptions) {
    this.journal = journal;
    this.#outgrown = options.outgrown;
    this.#processor = options.ambient.processor;
    this.engine = new Engine(twin, journal, head, options);
    this.#mcp = new McpDoor(this.engine);
    this.#token = new TokenMatcher(this.engine.head.tokenSha256);
    this.mount = `/s/${this.id}`;
  }

  get id(): string {
    return this.engine.head.sessionId;
  }

  /** Rows on the tape. */
  get rows(): number {
    return this.journal.rows;
  }

  /** Refuses agent calls from now on, so that tape and state hold still while they are read; or takes them again. */
  seal(sealed: boolean): void {
    this.#sealed = sealed;
  }

  get isSealed(): boolean {
    return this.#sealed;
  }

  /** Ends it with everything written that was asked for. */
  close(): void {
    this.#ended = true;
    this.engine.close();
    this.journal.close();
  }

  /** Is it too large to share a thread? */
  get isLarge(): boolean {
    return this.engine.present.worldBytes > LIGHT.worldBytes || this.journal.size > LIGHT.tapeBytes;
  }

  /** Has another thread it? */
  get isReleased(): boolean {
    return this.#handOver !== undefined;
  }

  /** Can another thread take it up from its journal? Whoever reads it here has its file open, and what waits for room on the disk isn't in it. */
  get isMovable(): boolean {
    return !this.#ended && !this.isReleased && !this.#sealed && this.users === 0 && this.journal.heldBytes === 0;
  }

  /** Ends it here with everything written, for another thread to take it up. @param handOver takes the calls that are still to be carried out */
  release(handOver: HandOver): void {
    this.#handOver = handOver;
    this.journal.close();
    this.engine.release();
  }

  /** Ends it where its journal broke: memory may be ahead of the file, so nothing of it is written any more. */
  abandon(): void {
    this.#ended = true;
    this.engine.close();
    this.journal.abandon();
  }

  /** The call of a request to this session. The mount is taken off, which a local twin's callers may leave out. */
  callOf(request: CallHead, url: string, startedAt: number): IncomingCall {
    const { mount } = this;
    const mark = url.indexOf('?');
    const whole = mark < 0 ? url : url.slice(0, mark);
    const mounted = isMounted(url);
    return {
      method: request.method ?? 'GET',
      url: mounted ? url : mount + url,
      path: (mounted ? whole.slice(mount.length) : whole) || '/',
      search: mark < 0 ? '' : unsignedQuery(url.slice(mark + 1)),
      mount: mounted ? mount : '',
      headers: request.headers,
      rawHeaders: request.rawHeaders,
      body: NO_BODY,
      startedAt,
      credentials: this.#credentials(request.headers),
    };
  }

  /** Runs an agent's call that is all there. @param guard answers for work that fails. @returns a promise only where there is something to wait for */
  agentCall(body: ReadBody, call: IncomingCall, sink: Sink, guard: Guard): Promise<void> | undefined {
    // A caller that left in the middle of its body asked for nothing.
    if (!body.ok && body.reason === 'aborted') return undefined;
    const loading = this.engine.loading(body.ok ? { path: call.path, body: body.bytes } : call);
    if (loading) return loading.then(() => this.agentCall(body, call, sink, guard));
    if (this.#isElsewhere(body, call, sink)) return undefined;
    this.#complete(call, body);
    const { faults } = this.engine;
    const finish = (perform: VendorCall): undefined => {
      const done = this.#done(() => (call.strike ? faults.under(call.strike, perform) : perform()));
      if (!done) return void this.#isElsewhere(body, call, sink);
      this.engine.finish(call, done, (answer) => {
        if (answer) guard(sink, () => void this.#answer(sink, call, answer, guard));
        else sink.destroy();
      });
    };
    /** Much may have happened while something was waited for. */
    const finishLater = (perform: VendorCall): undefined => (this.#isElsewhere(body, call, sink) ? undefined : finish(perform));
    const ready = (): Promise<void> | undefined => call.strike && faults.ready(call.strike);
    const refusal = this.#refusal(call, body.ok ? undefined : (this.uploadLimit(call) ?? this.engine.definition.bodyLimit));
    if (refusal) return finish(() => refusal);
    const perform = this.#performing(call, faults.standing.isEmpty ? undefined : faults.meet(call));
    if (perform instanceof Promise) return perform.then((it) => ready()?.then(() => finishLater(it)) ?? finishLater(it));
    const waiting = ready();
    return waiting ? waiting.then(() => finishLater(perform)) : finish(perform);
  }

  /** Carries a call out. @returns undefined where that would take too long for those that wait, and another thread has the session now */
  #done(perform: VendorCall): HandledCall | undefined {
    if (!this.#outgrown) return perform();
    try {
      return bounded(LIGHT.callMs, this.#processor, perform);
    } catch (error) {
      if (!(error instanceof TooLong)) throw error;
      return this.#outgrown(this) ? undefined : perform();
    }
  }

  /** Finds the door of a call. @param instead what the call gets instead of being carried out */
  #performing(call: IncomingCall, instead: InsteadOfCall | undefined): VendorCall | Promise<VendorCall> {
    if (!instead?.wholeCall) {
      if (call.path === '/mcp/call' && call.method === 'POST') return () => this.#mcp.call(call, instead);
      if (call.path === '/mcp') return this.#mcp.endpoint(call, instead);
    }
    return this.engine.vendorCall(call, instead);
  }

  /**
   * `/_svc/…`: readable with the sandbox's token or the control token, health without any on a local twin; not on the tape.
   *
   * @param isOpen is it open to this caller, whatever bearer it has?
   */
  async evidence(call: IncomingCall, response: ServerResponse, isOpen: boolean): Promise<void> {
    const { engine } = this;
    if (!isOpen && !this.#authentic(call)) {
      return serviceError(response, 'invalid_auth', "The bearer isn't this sandbox's.");
    }
    if (call.method !== 'GET' && call.method !== 'HEAD') return serviceError(response, 'not_found', 'No such path.');
    const query = new URLSearchParams(call.search);
    if (call.path === HEALTH) return sendJson(response, 200, { status: 'ok', twin: engine.twin.id, session_id: this.id });
    const serve = EVIDENCE[call.path];
    if (!serve) return serviceError(response, 'not_found', 'No such path.');
    this.users += 1;
    try {
      await serve(engine, query, response);
    } finally {
      this.users -= 1;
    }
  }

  #answer(sink: Sink, { method, strike }: IncomingCall, answer: Answer, guard: Guard): void {
    const fault = strike?.fault;
    const out = (): void => send(sink, method, answer);
    if (fault) deliver(fault, sink, this.engine.behindProxy, () => guard(sink, () => void out()));
    else out();
  }

  /** Hands a call on that another thread is to carry out, and refuses it where no agent may call any more. */
  #isElsewhere(body: ReadBody, call: IncomingCall, sink: Sink): boolean {
    if (this.#handOver) {
      this.#handOver(body, call, sink);
      return true;
    }
    if (!this.#ended && !this.#sealed) return false;
    const [type, message] = this.#ended ? GONE : CLOSED;
    refuse(sink, type, message, call.headers['user-agent']);
    return true;
  }

  #credentials(headers: CallHead['headers']): readonly string[] {
    const known = this.#read.get(headers);
    if (known) return known;
    const credentials = credentialsIn(headers.authorization);
    this.#read.set(headers, credentials);
    return credentials;
  }

  /** What may be kept of a call's body in a file, in bytes; undefined where it goes into memory, as that of a caller whom nobody knows. */
  uploadLimit(call: IncomingCall): number | undefined {
    const { streams } = this.engine.definition;
    return streams?.paths.test(call.path) && this.#admitted(call) ? streams.limit : undefined;
  }

  /** May an agent make this call: by the sandbox's bearer, or by what the world gave its caller? The latter opens no evidence. */
  #admitted(call: IncomingCall): boolean {
    const authentic = this.#authentic(call);
    const lent = call.headers[PRESENTED];
    if (authentic && lent === undefined) return true;
    call.caller ??= this.engine.admit(authentic ? { path: call.path, credentials: credentialsIn(String(lent)) } : call);
    return call.caller instanceof TwinError ? false : authentic || call.caller !== undefined;
  }

  #authentic(call: IncomingCall): boolean {
    const { engine } = this;
    const { credentials } = call;
    if (this.#accepted.has(credentials)) return true;
    const presented = credentials.some((credential) => this.#token.matches(credential));
    if (presented) this.#accepted.add(credentials);
    return presented || isSignedTarget(`/${engine.twin.id}${call.url}`, engine.head.tokenSha256);
  }

  /** Adds the body, and the credentials that stand outside `Authorization`. */
  #complete(call: IncomingCall, body: ReadBody): void {
    const { definition } = this.engine;
    if (body.ok) call.body = body.bytes;
    const further = definition.credentials?.({ headers: call.headers, search: call.search, body: call.body }) ?? [];
    if (further.length > 0) call.credentials = [...call.credentials, ...further];
  }

  /** What the vendor answers before it looks at the path: bodies over the limit, and callers it doesn't know. */
  #refusal(call: IncomingCall, overLimit: number | undefined): HandledCall | undefined {
    const { errors } = this.engine.definition;
    const authentic = this.#authentic(call);
    const admitted = this.#admitted(call);
    const anonymous = call.credentials.length === 0;
    // What came beside the token is no secret, and a caller who could have any text taken off the tape could hide what it did.
    call.credentials = authentic ? this.#token.secrets : [...call.credentials, ...this.#token.secrets];
    if (admitted && overLimit === undefined) return undefined;
    const request = this.engine.request(call);
    const error = admitted
      ? errors.bodyTooLarge(request, overLimit as number)
      : anonymous
        ? errors.unauthenticated(request)
        : call.caller instanceof TwinError
          ? call.caller
          : errors.badCredentials(request);
    const body = call.body.length > 0 ? call.body.toString('utf8') : null;
    return { request, body, reply: replyOf(error), write: undefined, tool: null, fidelity: null };
  }
}

/** Takes a call that another thread carries out. */
export type HandOver = (body: ReadBody, call: IncomingCall, sink: Sink) => void;

/** What a sandbox tells beside its vendor's surface. */
const EVIDENCE: Readonly<Record<string, typeof serveState>> = { '/_svc/state': serveState, '/_svc/events': serveEvents };

/** Answers for work that fails. */
export type Guard = (sink: Sink, work: () => Promise<void> | undefined) => void;

const MOUNTS = '/s/';
/** Does a path name its session? */
export const isMounted = (url: string): boolean => url.startsWith(MOUNTS);

/** The session that a path names. */
export function sessionIn(url: string): string {
  const slash = url.indexOf('/', MOUNTS.length);
  const end = slash < 0 ? url.length : slash;
  const mark = url.indexOf('?', MOUNTS.length);
  return url.slice(MOUNTS.length, mark < 0 || mark > end ? end : mark);
}

/** The path below a session's mount, without its query. */
export const pathBelow = (url: string): string => url.slice(MOUNTS.length + sessionIn(url).length).split('?', 1)[0] as string;

export const HEALTH = '/_svc/health';
/** Before the paths by which the platform handles a process. */
export const CONTROL = '/_svc/control/';
export const isControlPath = (url: string): boolean => url.startsWith(CONTROL);
const NO_BODY = Buffer.alloc(0);
export const CLOSED: Refusal = ['session_expired', 'This sandbox is closed.'];
const GONE: Refusal = ['downstream_unavailable', 'The twin is away for a moment. Retry.'];

function send(sink: Sink, method: string, { reply, payload }: Answer): void {
  const { status, headers } = reply;
  if (payload instanceof StreamBody) {
    if (!sink.stream) throw new Error('nothing can be streamed on this connection');
    sink.stream(status, headers, method === 'HEAD' ? Readable.from([]) : payload.open());
    return;
  }
  // A body of theirs would be taken for the next answer (RFC 9112, section 6.3).
  const bodiless = status === 204 || status === 304;
  if (!bodiless) headers['content-length'] = payload === undefined ? '0' : String(Buffer.byteLength(payload));
  sink.send(status, headers, bodiless || method === 'HEAD' ? undefined : payload);
}
