import { rm } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isSignedTarget, unsignedQuery } from '@svc/contract/signed-target';
import type { PlainRequest } from '@svc/plain-http';
import { type ControlRoutes, isControlPath } from './control.ts';
import type { Twin } from './definition.ts';
import { type Ambient, type Answer, Engine, type HandledCall, type IncomingCall } from './engine.ts';
import { serveEvents, serveState } from './evidence.ts';
import { hasBody, type ReadBody, readBody } from './http/body.ts';
import { credentialsIn, TokenMatcher } from './http/credentials.ts';
import { DirectConnections } from './http/direct.ts';
import { refuse, type Sink, sinkOf } from './http/sink.ts';
import { McpDoor } from './mcp/door.ts';
import { replyOf } from './refusals.ts';
import { type ServiceRefusal, sendJson, serviceError } from './service-answers.ts';
import { Journal } from './tape/journal.ts';
import type { JournalHead } from './tape/journal-format.ts';

/** Journal and doors of a booted twin. */
interface Booted {
  engine: Engine;
  mcp: McpDoor;
  token: TokenMatcher;
  /** `/s/<session>`, before every path of a hosted twin. */
  mount: string;
}

export interface TwinServerOptions {
  twin: Twin;
  /** Where the journal is kept; taken up when it isn't empty. */
  journalPath: string;
  /** True behind the routing proxy: `X-Forwarded-*` is believed, and every path needs its session prefix and bearer. */
  hosted: boolean;
  /** Opens the control routes (hosted only). */
  controlToken?: string;
  ambient: Ambient;
  /** Ports of the service that the twin belongs to: its webhooks never go there. */
  ownPorts?: readonly number[] | undefined;
  /** Called when the journal can't be written: the process must end, and its successor recovers. */
  onJournalFailure(error: Error): void;
}

export type BootRequest = Omit<JournalHead, 'format' | 'twin' | 'bootedAt'>;

/** A twin behind node's HTTP server: finds the mount, the bearer and the door; everything else is the engine's. */
export class TwinServer {
  readonly server: Server;
  readonly options: TwinServerOptions;
  readonly #journal: Journal;
  readonly #control: ControlRoutes | undefined;
  #booted: Booted | undefined;
  #sealed = false;
  /** One agent sends one header, call after call. */
  #last: { authorization: string | undefined; credentials: readonly string[] } = { authorization: undefined, credentials: [] };
  /** Calls whose last byte came in this turn. One after the other they find their code in the processor's caches. */
  #arrived: { body: ReadBody; call: IncomingCall; sink: Sink }[] = [];
  readonly #direct: DirectConnections;

  /** @throws JournalError when the journal holds something else */
  constructor(options: TwinServerOptions, control?: (server: TwinServer) => ControlRoutes) {
    this.options = options;
    this.#journal = Journal.open(options.journalPath, options.onJournalFailure);
    if (!this.#journal.isEmpty) this.#open(undefined);
    this.#control = control?.(this);
    this.server = createServer({ keepAliveTimeout: NEVER, optimizeEmptyRequests: true }, (request, response) =>
      this.#serve(request, response),
    );
    this.#direct = new DirectConnections(this.server, options.ambient.wall, (request, headers, sink) =>
      this.#take(request, headers, sink),
    );
  }

  get sessionId(): string | undefined {
    return this.#booted?.engine.head.sessionId;
  }

  /** Rows on the tape. */
  get rows(): number {
    return this.#journal.rows;
  }

  /** Builds the world. @throws SeedError when the seed is refused; the twin is then as unbooted as before. */
  boot(request: BootRequest): void {
    if (this.#booted) throw new Error('this twin is booted already');
    const { engine } = this.#open({ format: 1, twin: this.options.twin.id, bootedAt: this.options.ambient.wall(), ...request });
    this.#journal.flush();
    // Whoever boots it waits for the answer to that, not for this.
    setImmediate(() => {
      try {
        engine.prepare();
      } catch (error) {
        this.options.ambient.fault(error);
      }
    });
  }

  /** Refuses agent calls from now on, so that tape and state hold still while they are read; or takes them again. */
  seal(sealed: boolean): void {
    this.#sealed = sealed;
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
    this.#booted?.engine.close();
    await closed;
    this.#journal.close();
  }

  #open(head: JournalHead | undefined): Booted {
    const { twin, ambient, hosted } = this.options;
    const ownPorts = () => [...(this.options.ownPorts ?? []), (this.server.address() as AddressInfo | null)?.port];
    const engine = new Engine(twin, this.#journal, head, { ambient, behindProxy: hosted, ownPorts });
    this.#booted = {
      engine,
      mcp: new McpDoor(engine),
      token: new TokenMatcher(engine.head.tokenSha256),
      mount: `/s/${engine.head.sessionId}`,
    };
    return this.#booted;
  }

  #serve(request: IncomingMessage, response: ServerResponse): void {
    this.#guard(sinkOf(response), () => this.#route(request, response));
  }

  /** Takes what most callers send past node's server: a call of an agent that is all there. */
  #take({ method, target, fields, body }: PlainRequest, headers: IncomingHttpHeaders, sink: Sink): boolean {
    if (!this.#booted || this.#sealed || isControlPath(target)) return false;
    const startedAt = this.options.ambient.monotonic();
    const call = this.#locate({ method, headers, rawHeaders: fields.list }, target, startedAt);
    if (!call || call.path.startsWith('/_svc/') || body.length > this.#booted.engine.definition.bodyLimit) return false;
    this.#arrive({ ok: true, bytes: body }, call, sink);
    return true;
  }

  /** Answers for work that fails. */
  #guard(sink: Sink, work: () => Promise<void> | undefined): void {
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
  }

  /** @returns a promise only where there is something to wait for. */
  #route(request: IncomingMessage, response: ServerResponse): Promise<void> | undefined {
    const startedAt = this.options.ambient.monotonic();
    const url = request.url ?? '/';
    if (isControlPath(url)) return this.#controlCall(request, response, url);
    const no = (type: ServiceRefusal, message: string): undefined => {
      serviceError(response, type, message);
    };
    if (!this.#booted) return no('downstream_unavailable', 'This twin has no world yet.');
    const call = this.#locate(request, url, startedAt);
    if (!call) return no('not_found', 'No twin pod exists for this session.');
    if (call.path.startsWith('/_svc/')) return this.#evidence(call, response);
    if (this.#sealed) return no('session_expired', 'This sandbox is closed.');
    if (!hasBody(request)) return this.#arrive({ ok: true, bytes: NO_BODY }, call, sinkOf(response));
    readBody(request, this.#booted.engine.definition.bodyLimit, (body) => {
      this.#arrive(body, call, sinkOf(response));
    });
    return undefined;
  }

  /** Has a call run once the sockets of this turn are read, together with the others that are complete by then. */
  #arrive(body: ReadBody, call: IncomingCall, sink: Sink): undefined {
    if (this.#arrived.push({ body, call, sink }) === 1) setImmediate(this.#runArrived);
  }

  readonly #runArrived = (): void => {
    const arrived = this.#arrived;
    this.#arrived = [];
    for (const { body, call, sink } of arrived) this.#guard(sink, () => this.#agentCall(body, call, sink));
    this.#journal.flush();
  };

  async #controlCall(request: IncomingMessage, response: ServerResponse, url: string): Promise<void> {
    if (this.#control && (await this.#control.serve(request, response, url))) return;
    serviceError(response, 'not_found', 'No such path.');
  }

  /** Takes the mount off: `/s/<session>` everywhere, and the root for a local twin. */
  #locate(
    request: Pick<IncomingMessage, 'method' | 'headers'> & { rawHeaders: readonly string[] },
    url: string,
    startedAt: number,
  ): IncomingCall | undefined {
    const { mount } = this.#booted as Booted;
    const mark = url.indexOf('?');
    const whole = mark < 0 ? url : url.slice(0, mark);
    const mounted = whole.startsWith(mount) && (whole.length === mount.length || whole[mount.length] === '/');
    if (!mounted && (this.options.hosted || whole.startsWith('/s/'))) return undefined;
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
      credentials: this.#credentials(request.headers.authorization),
    };
  }

  #credentials(authorization: string | undefined): readonly string[] {
    if (this.#last.authorization !== authorization) this.#last = { authorization, credentials: credentialsIn(authorization) };
    return this.#last.credentials;
  }

  #authentic(call: IncomingCall): boolean {
    const { engine, token } = this.#booted as Booted;
    const presented = call.credentials.some((credential) => token.matches(credential));
    return presented || isSignedTarget(`/${engine.twin.id}${call.url}`, engine.head.tokenSha256);
  }

  /** `/_svc/…`: readable with the sandbox's token or the control token, health without any on a local twin; not on the tape. */
  async #evidence(call: IncomingCall, response: ServerResponse): Promise<void> {
    const { engine } = this.#booted as Booted;
    const health = call.path === '/_svc/health';
    const open = (health && !this.options.hosted) || this.#control?.authentic(call.headers) || this.#authentic(call);
    if (!open) {
      return serviceError(response, 'invalid_auth', "The bearer isn't this sandbox's.");
    }
    if (call.method !== 'GET' && call.method !== 'HEAD') return serviceError(response, 'not_found', 'No such path.');
    const query = new URLSearchParams(call.search);
    if (health) return sendJson(response, 200, { status: 'ok', twin: engine.twin.id, session_id: engine.head.sessionId });
    if (call.path === '/_svc/state') return serveState(engine, query, response);
    if (call.path === '/_svc/events') return serveEvents(engine, query, response);
    serviceError(response, 'not_found', 'No such path.');
  }

  #agentCall(body: ReadBody, call: IncomingCall, sink: Sink): Promise<void> | undefined {
    const { engine, mcp } = this.#booted as Booted;
    // A caller that left in the middle of its body asked for nothing.
    if (!body.ok && body.reason === 'aborted') return undefined;
    const loading = engine.loading();
    if (loading) return loading.then(() => this.#agentCall(body, call, sink));
    // The seal may have come while the body did.
    if (this.#sealed) {
      refuse(sink, 'session_expired', 'This sandbox is closed.');
      return undefined;
    }
    this.#complete(call, body);
    const finish = (handled: HandledCall): undefined => {
      engine.finish(call, handled, (answer) => this.#guard(sink, () => void send(sink, call.method, answer)));
    };
    const refusal = this.#refusal(call, body.ok ? undefined : engine.definition.bodyLimit);
    if (refusal) return finish(refusal);
    if (call.path === '/mcp/call' && call.method === 'POST') return finish(mcp.call(call));
    if (call.path === '/mcp') return mcp.endpoint(call).then((handle) => finish(handle()));
    const vendorCall = engine.vendorCall(call);
    return vendorCall instanceof Promise ? vendorCall.then((handle) => finish(handle())) : finish(vendorCall());
  }

  /** Adds the body, and the credentials that stand outside `Authorization`. */
  #complete(call: IncomingCall, body: ReadBody): void {
    const { definition } = (this.#booted as Booted).engine;
    if (body.ok) call.body = body.bytes;
    const further = definition.credentials?.({ headers: call.headers, search: call.search, body: call.body }) ?? [];
    if (further.length > 0) call.credentials = [...call.credentials, ...further];
  }

  /** What the vendor answers before it looks at the path: bodies over the limit, and callers it doesn't know. */
  #refusal(call: IncomingCall, overLimit: number | undefined): HandledCall | undefined {
    const { engine, token } = this.#booted as Booted;
    const { errors } = engine.definition;
    const authentic = this.#authentic(call);
    const anonymous = call.credentials.length === 0;
    // What came beside the token is no secret, and a caller who could have any text taken off the tape could hide what it did.
    call.credentials = authentic ? token.secrets : [...call.credentials, ...token.secrets];
    if (authentic && overLimit === undefined) return undefined;
    const request = engine.request(call);
    const error = authentic
      ? errors.bodyTooLarge(request, overLimit as number)
      : anonymous
        ? errors.unauthenticated(request)
        : errors.badCredentials(request);
    const body = call.body.length > 0 ? call.body.toString('utf8') : null;
    return { request, body, reply: replyOf(error), write: undefined, tool: null, fidelity: null };
  }
}

const NO_BODY = Buffer.alloc(0);
/** Idle connections are the proxy's or a local client's to close: one closed here could be in use again already. */
const NEVER = 0;

function send(sink: Sink, method: string, { reply, payload }: Answer): void {
  const { status, headers } = reply;
  // A body of theirs would be taken for the next answer (RFC 9112, section 6.3).
  const bodiless = status === 204 || status === 304;
  if (!bodiless) headers['content-length'] = payload === undefined ? '0' : String(Buffer.byteLength(payload));
  sink.send(status, headers, bodiless || method === 'HEAD' ? undefined : payload);
}
