import type { Socket } from 'node:net';
import { CRLF, type Leave, PlainConnection, type PlainRequest } from '@svc/plain-http';
import type { Decision, Gate } from '../gate.ts';
import { locate } from '../gate.ts';
import type { Metrics } from '../metrics.ts';
import { answerSocket, serviceAnswer } from '../refusal.ts';
import { ChunkedEnd } from './chunked-end.ts';
import type { Line, Lines, LineUser } from './connections.ts';
import { InvalidAnswer, PassedFields, readAnswerHead, rewriteAnswerHead } from './heads.ts';

/** What the connections of one proxy share. */
export interface DirectContext {
  gate: Gate;
  lines: Lines;
  metrics: Metrics;
  protocol: 'http' | 'https';
  stalledClientMs: number;
  halfClosedMs: number;
  /** False once the proxy says that it goes: node's server then tells clients. */
  taking: boolean;
  onFault(error: unknown): void;
  /** All there are. */
  connections: Set<PassedConnection>;
  /** Calls `send` of a connection once what else came in this turn is read. */
  later(connection: PassedConnection): void;
}

type Destination = Extract<Decision, { kind: 'forward' }>;

/** In milliseconds. */
export interface DirectLimits {
  /** A client must begin to speak within this time. */
  silentMs: number;
  /** Its connection is closed after so long without a call. */
  idleMs: number;
  /** From a call until the headers of its answer. */
  headersMs: number;
  /** Between two pieces of a body. */
  bodyMs: number;
}

/** A call that came and isn't on its way yet. */
interface Next {
  request: PlainRequest;
  /** Set once it is known to pass. */
  destination: Destination | undefined;
}

/** One call on its way. */
interface Call {
  method: string;
  line: Line;
  begun: number;
  /** What came of its answer's head so far. */
  partial: Buffer;
  /** Set with the head: bytes of the body still to come, or what finds their end. */
  rest: number | ChunkedEnd | undefined;
  reusable: boolean;
}

const NONE = Buffer.alloc(0);

/**
 * A client's connection while all it sends are plain calls that may pass: their bytes go to the twin, and the answer's come back, without a message
 * object made of either.
 */
export class PassedConnection extends PlainConnection implements LineUser {
  readonly #context: DirectContext;
  /** Of the last call. */
  #fields: PassedFields | undefined;
  #next: Next | undefined;
  #call: Call | undefined;
  #stalled: NodeJS.Timeout | undefined;
  /** Runs once the client has said that it says no more. */
  #halfClosed: NodeJS.Timeout | undefined;
  /** When something last came or went. */
  #active = performance.now();

  constructor(socket: Socket, context: DirectContext, leaveTo: Leave) {
    super(socket, leaveTo);
    this.#context = context;
    socket.on('close', this.#onClose).on('drain', this.#onDrain);
    context.connections.add(this);
  }

  /** Ends it now where it is idle, and else with the answer that is under way. */
  closeWhenIdle(): void {
    if (this.busy) this.last = true;
    // An answer may still be on its way out.
    else if (this.socket.writableLength > 0) this.socket.end();
    else this.socket.destroy();
  }

  /** Ends what takes too long. */
  check(now: number, { silentMs, idleMs, headersMs, bodyMs }: DirectLimits): void {
    const silent = now - this.#active;
    if (!this.#call) {
      if (silent > (this.#fields ? idleMs : silentMs)) this.socket.destroy();
    } else if (silent > (this.#call.rest === undefined ? headersMs : bodyMs) && this.#stalled === undefined) {
      this.#fail();
    }
  }

  protected override take(request: PlainRequest): boolean {
    this.#active = performance.now();
    const { gate, taking } = this.#context;
    const location = taking ? locate(request.target, request.fields.host) : undefined;
    if (!location) return false;
    if (this.#fields?.of !== request.fields) this.#fields = new PassedFields(request.fields);
    this.#next = { request, destination: undefined };
    const decision = gate.decide(location, this.#fields.presented);
    if (!(decision instanceof Promise)) this.#decided(decision);
    else {
      decision
        .catch(() => undefined)
        .then((decided) => this.#decided(decided))
        .catch((error: unknown) => this.fault(error));
    }
    return true;
  }

  /** What may not pass is refused by way of node's server. */
  #decided(decision: Decision | undefined): void {
    if (!this.#next) return;
    if (decision?.kind === 'forward') {
      this.#next.destination = decision;
      this.#context.later(this);
    } else {
      this.#next = undefined;
      this.giveUp();
    }
  }

  /** Passes on what came: by now a line that its twin has ended is known to be. */
  send(): void {
    const next = this.#next;
    if (!next?.destination || this.socket.writableEnded) return;
    const { method, body } = next.request;
    const { sessionId, origin, path, mount } = next.destination;
    const { gate, lines, metrics, protocol } = this.#context;
    const line = lines.take(origin, this);
    this.#next = undefined;
    metrics.inFlight += 1;
    gate.passed(sessionId, 'forwarded');
    this.#active = performance.now();
    this.#call = { method, line, begun: this.#active, partial: NONE, rest: undefined, reusable: true };
    const head = `${method} ${path} HTTP/1.1${CRLF}host: ${line.host}${CRLF}connection: keep-alive${CRLF}${this.#fields?.sentTo(mount, protocol)}${CRLF}`;
    if (body.length === 0) return void line.write(head);
    const whole = Buffer.allocUnsafe(head.length + body.length);
    whole.write(head, 'latin1');
    body.copy(whole, head.length);
    line.write(whole);
  }

  /** Work of ours failed: nothing of what was to be sent was. */
  fault(error: unknown): void {
    this.#context.onFault(error);
    this.#next = undefined;
    answerSocket(this.socket, serviceAnswer('downstream_unavailable'));
  }

  onBytes(bytes: Buffer): void {
    const call = this.#call as Call;
    this.#active = performance.now();
    try {
      let passed: Buffer | undefined = bytes;
      if (call.rest === undefined) passed = this.#begin(call, bytes);
      else call.rest = without(call.rest, bytes);
      if (!passed) return;
      this.#halfClosed?.refresh();
      const flowing = this.socket.write(passed);
      if (call.rest === 0) this.#finish(call);
      else if (!flowing) this.#wait(call.line);
    } catch (error) {
      this.#context.onFault(error);
      this.#fail();
    }
  }

  /** @returns what the client gets of the answer's first bytes; nothing while its head isn't whole */
  #begin(call: Call, bytes: Buffer): Buffer | undefined {
    const received = call.partial.length > 0 ? Buffer.concat([call.partial, bytes]) : bytes;
    const head = readAnswerHead(received, call.method);
    if (!head) {
      call.partial = received;
      return undefined;
    }
    if (head.lost && !this.#fields?.isForwarded) {
      this.socket.destroy();
      return undefined;
    }
    const body = received.subarray(head.size);
    const asItIs = head.plain && !this.last;
    const passed = asItIs ? received : Buffer.concat([rewriteAnswerHead(received, head, this.last), body]);
    const rest = head.end === 'chunked' ? new ChunkedEnd() : head.end === 'connection' ? Number.POSITIVE_INFINITY : head.end;
    call.rest = without(rest, body);
    call.reusable = head.reusable;
    return passed;
  }

  /** The client is slower than its twin. */
  #wait(line: Line): void {
    line.pause();
    this.#stalled = setTimeout(() => this.socket.destroy(), this.#context.stalledClientMs);
  }

  readonly #onDrain = (): void => {
    if (this.#stalled === undefined) return;
    clearTimeout(this.#stalled);
    this.#stalled = undefined;
    this.#active = performance.now();
    this.#call?.line.resume();
  };

  onEnded(connected: boolean): void {
    const call = this.#call as Call;
    if (!connected) {
      // Nothing of it went out: tried again the other way, as often as it takes.
      this.#context.metrics.forwarded -= 1;
      this.#over();
      this.giveUp();
    } else if (call.rest === Number.POSITIVE_INFINITY) {
      this.last = true;
      this.#finish(call);
    } else this.#fail();
  }

  #finish(call: Call): void {
    this.#over();
    this.#context.metrics.took(performance.now() - call.begun);
    if (call.reusable) this.#context.lines.giveBack(call.line);
    else call.line.drop();
    this.answered();
  }

  /** Without an answer, or without the rest of it: the client must not take half for a whole one. */
  #fail(): void {
    const call = this.#call as Call;
    this.#over();
    this.#context.metrics.failed += 1;
    this.#context.metrics.took(performance.now() - call.begun);
    call.line.drop();
    if (call.rest === undefined) answerSocket(this.socket, serviceAnswer('downstream_unavailable'), call.method);
    else this.socket.destroy();
  }

  #over(): void {
    clearTimeout(this.#stalled);
    this.#stalled = undefined;
    this.#call = undefined;
    this.#context.metrics.inFlight -= 1;
  }

  protected override onLeft(): void {
    clearTimeout(this.#halfClosed);
    this.socket.off('close', this.#onClose).off('drain', this.#onDrain);
    this.#context.connections.delete(this);
  }

  /** A client that says no more may wait for its answer, or be gone: the two look alike, so it is given a while. */
  protected override onHalfClosed(): void {
    this.#halfClosed = setTimeout(() => this.socket.destroy(), this.#context.halfClosedMs);
  }

  readonly #onClose = (): void => {
    clearTimeout(this.#halfClosed);
    this.#context.connections.delete(this);
    this.#next = undefined;
    const call = this.#call;
    if (!call) return;
    this.#over();
    this.#context.metrics.took(performance.now() - call.begun);
    call.line.drop();
  };
}

/** What is still to come of a body after these bytes. @throws InvalidAnswer when they are more than there may be */
function without(rest: number | ChunkedEnd, bytes: Buffer): number | ChunkedEnd {
  let left = rest;
  if (typeof left === 'number') left -= bytes.length;
  else {
    const end = left.find(bytes);
    if (end !== undefined) left = end - bytes.length;
  }
  if (typeof left === 'number' && left < 0) throw new InvalidAnswer('the answer is longer than it said');
  return left;
}
