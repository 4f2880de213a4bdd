import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { presentedIn } from '@svc/plain-http';
import type { ActivityLog, RouteTable } from '@svc/platform';
import { PassedConnections } from './direct/connections.ts';
import { forward } from './forward.ts';
import { Gate, isTwinHost, locate } from './gate.ts';
import { EDGE_HEADER } from './headers.ts';
import { Metrics } from './metrics.ts';
import { allowedToPages, answerPreflight, readableByPages } from './preflight.ts';
import { answer, answerSocket, askForCredential, asksLikeGit, serviceAnswer } from './refusal.ts';
import { readRequestBody } from './request-body.ts';
import { Upgrades, wantsUpgrade } from './upgrade.ts';
import { Upstreams, type UpstreamTimeouts } from './upstreams.ts';

export interface ProxyOptions {
  routes: RouteTable;
  activity: ActivityLog;
  clock: { now(): Date };
  /** How clients reach the proxy, where something before it ends TLS. Default `http`. */
  publicProtocol?: 'http' | 'https';
  /** How long looking a route up, and connecting to a twin, is tried again, in milliseconds. Default 10 s. */
  retryForMs?: number;
  /** How long `close` only says that it goes, so that a load balancer sends nothing more, before it refuses calls, in milliseconds. Default 0. */
  leaveMs?: number;
  /** How long `close` waits for requests in flight, in milliseconds. Default 10 s. */
  drainMs?: number;
  /** A client that takes nothing for this long is dropped, in milliseconds. Default 60 s. */
  stalledClientMs?: number;
  /** A client that has said that it says no more is taken for gone when nothing of its answer came for so long, in milliseconds. Default 5 s. */
  halfClosedMs?: number;
  timeouts?: Partial<UpstreamTimeouts>;
  /** Hears of faults of the proxy and of what it stands on. */
  onFault?: (error: unknown) => void;
}

export interface Proxy {
  /** Not listening yet. */
  readonly server: Server;
  /** Reports itself as unhealthy for `leaveMs`, takes no more connections, lets requests in flight end for `drainMs`, then ends what is left. */
  close(): Promise<void>;
}

const SECOND_MS = 1_000;

/** A client must have sent its headers within this time, and its whole request within the other, in milliseconds. */
const HEADERS_WITHIN_MS = 15 * SECOND_MS;
const REQUEST_WITHIN_MS = 300 * SECOND_MS;
/** Longer than load balancers keep their idle connections (60 s), so that they close first. */
const CLIENT_KEEP_ALIVE_MS = 65 * SECOND_MS;
/** How often the two limits above are looked at. */
const CHECKED_EVERY_MS = 5 * SECOND_MS;

const DEFAULT_TIMEOUTS: UpstreamTimeouts = { connectMs: 3 * SECOND_MS, headersMs: 120 * SECOND_MS, bodyMs: 300 * SECOND_MS };

/** The bearer-aware proxy in front of the twins. */
export function createProxy(options: ProxyOptions): Proxy {
  const core = new ProxyCore(options);
  return { server: core.server, close: () => core.close() };
}

class ProxyCore {
  readonly server: Server;
  readonly #options: Required<Omit<ProxyOptions, 'timeouts'>>;
  readonly #metrics = new Metrics();
  readonly #gate: Gate;
  readonly #upstreams: Upstreams;
  readonly #upgrades: Upgrades;
  readonly #direct: PassedConnections;
  /** Still serves, and says that it won't for long. */
  #leaving = false;
  #closing = false;

  constructor(options: ProxyOptions) {
    this.#options = {
      publicProtocol: 'http',
      retryForMs: 10 * SECOND_MS,
      leaveMs: 0,
      drainMs: 10 * SECOND_MS,
      stalledClientMs: 60 * SECOND_MS,
      halfClosedMs: 5 * SECOND_MS,
      onFault: () => {},
      ...options,
    };
    const timeouts = { ...DEFAULT_TIMEOUTS, ...options.timeouts };
    const {
      routes,
      activity,
      clock,
      publicProtocol: protocol,
      stalledClientMs,
      halfClosedMs,
      retryForMs,
      onFault,
    } = this.#options;
    this.#gate = new Gate({ routes, activity, clock, retryForMs, metrics: this.#metrics });
    this.#upstreams = new Upstreams(timeouts);
    this.#upgrades = new Upgrades(protocol);
    this.server = createServer({
      headersTimeout: HEADERS_WITHIN_MS,
      requestTimeout: REQUEST_WITHIN_MS,
      keepAliveTimeout: CLIENT_KEEP_ALIVE_MS,
      connectionsCheckingInterval: CHECKED_EVERY_MS,
      shouldUpgradeCallback: wantsUpgrade,
    });
    this.server.on('request', (request, response) => void this.#serve(request, response));
    this.server.on('upgrade', (request, socket, head) => void this.#upgrade(request, socket as Socket, head));
    this.server.on('clientError', refuseMalformed);
    // An expectation that isn't known may be passed over (RFC 9110, 10.1.1); nobody gets a tunnel.
    this.server.on('checkExpectation', (request, response) => void this.#serve(request, response));
    this.server.on('connect', (_request, socket) => {
      // Node leaves it without a listener: a client that resets it would end the process.
      socket.on('error', () => socket.destroy());
      answerSocket(socket as Socket, serviceAnswer('validation_failed', { status: 400 }));
    });
    this.#direct = new PassedConnections(this.server, {
      gate: this.#gate,
      metrics: this.#metrics,
      protocol,
      stalledClientMs,
      halfClosedMs,
      onFault,
      timeouts,
      silentMs: HEADERS_WITHIN_MS,
      idleMs: CLIENT_KEEP_ALIVE_MS,
      checkedEveryMs: CHECKED_EVERY_MS,
    });
  }

  async close(): Promise<void> {
    this.#leaving = true;
    this.#direct.leave();
    if (this.#options.leaveMs > 0) await delay(this.#options.leaveMs);
    await this.#drain();
    this.server.closeAllConnections();
    this.#direct.close();
    this.#upgrades.close();
    await this.#upstreams.close();
  }

  async #drain(): Promise<void> {
    this.#closing = true;
    const drained = new Promise<void>((resolve) => this.server.close(() => resolve()));
    this.server.closeIdleConnections();
    this.#direct.drain();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, this.#options.drainMs);
    });
    await Promise.race([drained, late]);
    clearTimeout(timer);
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.#metrics.inFlight += 1;
    const begun = performance.now();
    response.on('close', () => {
      this.#metrics.inFlight -= 1;
      this.#metrics.took(performance.now() - begun);
      // Its connection is idle only once this event is over.
      if (this.#closing) setImmediate(() => this.server.closeIdleConnections());
    });
    if (this.#leaving) response.shouldKeepAlive = false;
    try {
      await this.#pass(request, response);
    } catch (error) {
      this.#options.onFault(error);
      if (response.headersSent) response.destroy();
      else answer(response, { ...serviceAnswer('downstream_unavailable'), fields: readableByPages(request) });
    }
  }

  async #pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (await this.#ownPath(request, response)) return;
    const decision = await this.#gate.decideInTime(...questionOf(request));
    if (decision.kind === 'refuse') {
      const allowed = request.method === 'OPTIONS' ? allowedToPages(request) : undefined;
      if (allowed) return answerPreflight(response, allowed);
      this.#gate.refused();
      if (decision.refusal === 'not_found' && asksLikeGit(request)) return answer(response, askForCredential());
      const refusal = serviceAnswer(decision.refusal, { userAgent: request.headers['user-agent'] });
      return answer(response, { ...refusal, fields: readableByPages(request) });
    }
    const { publicProtocol: protocol, retryForMs, stalledClientMs, halfClosedMs } = this.#options;
    this.#gate.passed(decision.sessionId, 'forwarded');
    const body = await readRequestBody(request);
    // Nobody waits any more.
    if (!body || response.destroyed) return;
    forward(
      { request, response, body, destination: decision, again: () => this.#gate.decide(...questionOf(request)) },
      { upstreams: this.#upstreams, metrics: this.#metrics, protocol, retryForMs, stalledClientMs, halfClosedMs },
    );
  }

  /** The proxy's own two paths. */
  async #ownPath({ url, headers }: IncomingMessage, response: ServerResponse): Promise<boolean> {
    if (isTwinHost(headers.host)) return false;
    if (url === '/healthz') {
      const body = JSON.stringify({ status: this.#leaving ? 'draining' : 'ok' });
      answer(response, { status: this.#leaving ? 503 : 200, body });
      return true;
    }
    // What an edge passes on comes from outside, where there is no such path.
    if (url !== '/metrics' || headers[EDGE_HEADER] !== undefined) return false;
    response.writeHead(200, { 'content-type': this.#metrics.contentType });
    response.end(await this.#metrics.text());
    return true;
  }

  async #upgrade(request: IncomingMessage, socket: Socket, head: Buffer): Promise<void> {
    socket.on('error', () => socket.destroy());
    try {
      const decision = await this.#gate.decideInTime(...questionOf(request));
      if (decision.kind === 'refuse') {
        this.#gate.refused();
        return answerSocket(socket, serviceAnswer(decision.refusal));
      }
      this.#gate.passed(decision.sessionId, 'upgraded');
      this.#upgrades.open(request, socket, head, decision);
    } catch (error) {
      this.#options.onFault(error);
      answerSocket(socket, serviceAnswer('downstream_unavailable'));
    }
  }
}

/** Where a request wants to go, and what it presents. */
const questionOf = ({ url, headers }: IncomingMessage) =>
  [locate(url ?? '', headers.host), presentedIn(headers.authorization)] as const;

/** What isn't HTTP, comes too slowly, or has headers beyond node's 16 KiB. */
function refuseMalformed(error: NodeJS.ErrnoException, socket: NodeJS.WritableStream & Partial<Socket>): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy?.();
  const [status, message] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? [431, 'The request headers are too large.']
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? [408, 'The request came too slowly.']
        : [400, undefined];
  answerSocket(socket as Socket, serviceAnswer('validation_failed', { status, ...(message && { message }) }));
}
