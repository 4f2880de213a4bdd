import type { IncomingMessage, ServerResponse } from 'node:http';
import { LOST_ANSWER_STATUS } from '@svc/contract/lost-answer';
import { type Dispatcher, errors } from 'undici';
import type { Decision } from './gate.ts';
import { EDGE_HEADER, requestHeaders, responseHeaders } from './headers.ts';
import type { Metrics } from './metrics.ts';
import { answer, serviceAnswer } from './refusal.ts';
import type { RequestBody } from './request-body.ts';
import type { Upstreams } from './upstreams.ts';

type Destination = Extract<Decision, { kind: 'forward' }>;

export interface ForwardOptions {
  upstreams: Upstreams;
  metrics: Metrics;
  protocol: 'http' | 'https';
  /** How long connecting is tried again, in milliseconds: a twin that crashed is back within it. */
  retryForMs: number;
  /** A client that takes nothing for this long is dropped, in milliseconds. */
  stalledClientMs: number;
  /** A client that says no more is taken for gone when nothing of its answer came for this long, in milliseconds. */
  halfClosedMs: number;
}

/** One request on its way to a twin and its answer on the way back. */
export interface Forwarding {
  request: IncomingMessage;
  response: ServerResponse;
  body: RequestBody;
  destination: Destination;
  /** Asked before each further try: the twin may have come back elsewhere, or its sandbox may have closed. */
  again(): Decision | Promise<Decision>;
}

/** The waits between tries in milliseconds; the last is repeated. */
const BACKOFF_MS = [25, 50, 100, 200, 400, 800];

/** Passes a request on and its answer back, streaming both ways. */
export function forward(forwarding: Forwarding, options: ForwardOptions): void {
  new Exchange(forwarding, options).send();
}

class Exchange implements Dispatcher.DispatchHandler {
  readonly #forwarding: Forwarding;
  readonly #options: ForwardOptions;
  readonly #until: number;
  #destination: Destination;
  #tries = 0;
  #controller: Dispatcher.DispatchController | undefined;
  #retry: NodeJS.Timeout | undefined;
  #stalled: NodeJS.Timeout | undefined;
  #halfClosed: NodeJS.Timeout | undefined;
  #gone = false;
  /** Bytes of the answer still to come, where it says how many. */
  #remaining = Number.NaN;
  /** True when more than headers was written. */
  #begun = false;

  constructor(forwarding: Forwarding, options: ForwardOptions) {
    this.#forwarding = forwarding;
    this.#options = options;
    this.#destination = forwarding.destination;
    this.#until = performance.now() + options.retryForMs;
    forwarding.response.on('close', this.#onClose);
    const { socket } = forwarding.request;
    if (socket.readableEnded) this.#onHalfClosed();
    else socket.once('end', this.#onHalfClosed);
  }

  send(): void {
    const { request, body } = this.#forwarding;
    const { origin, path, mount } = this.#destination;
    const host = request.headers.host ?? 'localhost';
    this.#options.upstreams.get(origin).dispatch(
      {
        path,
        method: request.method as Dispatcher.HttpMethod,
        headers: requestHeaders(request.rawHeaders, request.headers.connection, {
          ...mount,
          host,
          protocol: this.#options.protocol,
        }),
        body: body.payload,
      },
      this,
    );
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#gone) controller.abort(new Error(GONE));
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
    statusText?: string,
  ): void {
    const { response } = this.#forwarding;
    if (status === LOST_ANSWER_STATUS && !isBehindEdge(this.#forwarding.request)) return void response.destroy();
    const length = headers['content-length'];
    this.#remaining = typeof length === 'string' ? Number(length) : Number.NaN;
    response.writeHead(status, statusText ?? '', responseHeaders(headers) as unknown as string[]);
    // The end of such an answer is open (an event stream, say), so its beginning must not wait long for a first piece.
    if (Number.isNaN(this.#remaining)) setImmediate(() => this.#begun || response.flushHeaders());
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const { response } = this.#forwarding;
    this.#halfClosed?.refresh();
    this.#remaining -= chunk.length;
    this.#begun = true;
    // The last piece and the end in one write.
    if (this.#remaining === 0) return void response.end(chunk);
    if (response.write(chunk)) return;
    controller.pause();
    this.#stalled = setTimeout(() => response.destroy(), this.#options.stalledClientMs);
    response.once('drain', () => {
      clearTimeout(this.#stalled);
      controller.resume();
    });
  }

  onResponseEnd(): void {
    const { response } = this.#forwarding;
    this.#begun = true;
    if (!response.writableEnded) response.end();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    const { response, body } = this.#forwarding;
    if (this.#gone || response.writableEnded) return;
    if (!response.headersSent && isUnconnected(error) && body.repeatable() && performance.now() < this.#until) {
      this.#later();
      return;
    }
    const invalid = error instanceof errors.InvalidArgumentError;
    if (!invalid) this.#options.metrics.failed += 1;
    if (response.headersSent) {
      // Cut off: the client must not take half an answer for a whole one.
      response.destroy();
    } else {
      answer(response, invalid ? serviceAnswer('validation_failed', { status: 400 }) : serviceAnswer('downstream_unavailable'));
    }
  }

  #later(): void {
    const wait = BACKOFF_MS[Math.min(this.#tries, BACKOFF_MS.length - 1)]!;
    this.#tries += 1;
    this.#options.metrics.retried += 1;
    this.#retry = setTimeout(() => void this.#tryAgain(), wait);
  }

  async #tryAgain(): Promise<void> {
    const { request, response } = this.#forwarding;
    const decision = await this.#decideAgain();
    if (this.#gone) return;
    if (decision?.kind === 'forward') {
      this.#destination = decision;
      this.send();
    } else {
      const userAgent = request.headers['user-agent'];
      answer(response, serviceAnswer(decision?.refusal ?? 'downstream_unavailable', { userAgent }));
    }
  }

  async #decideAgain(): Promise<Decision | undefined> {
    try {
      return await this.#forwarding.again();
    } catch {
      return undefined;
    }
  }

  readonly #onHalfClosed = (): void => {
    this.#halfClosed = setTimeout(() => this.#forwarding.response.destroy(), this.#options.halfClosedMs);
  };

  readonly #onClose = (): void => {
    clearTimeout(this.#stalled);
    clearTimeout(this.#halfClosed);
    this.#forwarding.request.socket.off('end', this.#onHalfClosed);
    if (this.#forwarding.response.writableFinished) return;
    this.#gone = true;
    clearTimeout(this.#retry);
    this.#controller?.abort(new Error(GONE));
  };
}

/** An edge ends its client's connection itself: one that ended here would be an error of ours for it. */
const isBehindEdge = ({ headers }: IncomingMessage): boolean => headers[EDGE_HEADER] !== undefined;

const GONE = 'the client went away';

const CONNECT_ERRORS: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  // A twin's socket is not there while it comes back.
  'ENOENT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** True when no connection stood, so the twin can't have seen the request. */
function isUnconnected(error: Error): boolean {
  return CONNECT_ERRORS.has((error as NodeJS.ErrnoException).code ?? '');
}
