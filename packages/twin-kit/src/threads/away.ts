import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Ambient, IncomingCall } from '../calls.ts';
import { BodyGate, hasBody, type ReadBody } from '../http/body.ts';
import { type Sink, sinkOf } from '../http/sink.ts';
import { type Guard, isMounted, pathBelow, type Session, sessionIn } from '../session.ts';
import type { Sessions } from '../sessions.ts';
import type { HandedCall } from './messages.ts';
import type { SessionThread, ThreadOptions } from './session-thread.ts';
import { SessionThreads } from './session-threads.ts';

export interface AwayOptions extends Pick<ThreadOptions, 'entry' | 'folder' | 'controlToken' | 'ownPorts'> {
  /** Of a call's body, in bytes. */
  bodyLimit: number;
  /** Paths of calls whose bodies and answers come piece by piece. */
  streams: RegExp | undefined;
  sessions: Sessions;
  ambient: Pick<Ambient, 'monotonic' | 'fault'>;
  guard: Guard;
}

const NO_BODY = Buffer.alloc(0);

/** The sessions of a process that have a thread of their own, and how one gets it. */
export class AwaySessions {
  readonly #options: AwayOptions;
  readonly #threads: SessionThreads;
  readonly #bodies = new Map<string, BodyGate>();

  constructor(options: AwayOptions) {
    this.#options = options;
    this.#threads = new SessionThreads(options, options.ambient.fault);
  }

  /** The thread that has a session, which this one may then not open. */
  threadOf(sessionId: string): SessionThread | undefined {
    const { sessions } = this.#options;
    return !sessions.get(sessionId) && sessions.isAway(sessionId) ? this.#threads.of(sessionId) : undefined;
  }

  /** Gives a session a thread, with its calls that come from now on. @returns false where it has to stay for now */
  moveOut(session: Session): boolean {
    const { id } = session;
    if (!session.isMovable) return false;
    this.#options.sessions.release(session, (body, { method, url, headers, rawHeaders, startedAt }, sink) =>
      this.#hand(id, { method, url, headers, rawHeaders }, body, startedAt, sink),
    );
    return true;
  }

  /** Has a thread boot a session. @param boot says whether it did @param beside a thread that has what the session is made of */
  async boot(sessionId: string, boot: (thread: SessionThread) => Promise<boolean>, beside?: SessionThread): Promise<void> {
    this.#options.sessions.setAway(sessionId, true);
    let isBooted = false;
    try {
      isBooted = await boot(beside ? this.#threads.put(sessionId, beside) : this.#threads.of(sessionId));
    } finally {
      if (!isBooted) this.end(sessionId);
    }
  }

  /** The thread that has a session now; none is started. */
  having(sessionId: string): SessionThread | undefined {
    return this.#threads.having(sessionId);
  }

  /** A session is no more. */
  end(sessionId: string): void {
    this.#options.sessions.setAway(sessionId, false);
    this.#bodies.delete(sessionId);
    this.#threads.forget(sessionId);
  }

  /** Takes an agent's call that is all there. @returns false where no thread has its session, or it is no agent's call */
  take(call: Omit<HandedCall, 'id' | 'body' | 'waitedMs'>, bytes: Buffer, sink: Sink): boolean {
    const { url } = call;
    if (!isMounted(url) || this.#isPassedOn(url) || bytes.length > this.#options.bodyLimit) return false;
    const id = sessionIn(url);
    if (!this.threadOf(id)) return false;
    this.#hand(id, call, { ok: true, bytes }, this.#options.ambient.monotonic(), sink);
    return true;
  }

  /** Takes any call. @returns false where no thread has its session */
  route(request: IncomingMessage, response: ServerResponse, startedAt: number): boolean {
    const { method = 'GET', url = '/', headers, rawHeaders } = request;
    const id = isMounted(url) ? sessionIn(url) : '';
    const thread = this.threadOf(id);
    if (!thread) return false;
    const sink = sinkOf(response);
    if (this.#isPassedOn(url)) {
      this.#options.guard(sink, async () => void (await thread.forward(request, response)));
      return true;
    }
    const hand = (body: ReadBody) => this.#hand(id, { method, url, headers, rawHeaders }, body, startedAt, sink);
    if (hasBody(request)) this.#gate(id).read(request, this.#options.bodyLimit, hand);
    else hand({ ok: true, bytes: NO_BODY });
    return true;
  }

  async close(): Promise<void> {
    await this.#threads.close();
  }

  /** Is it evidence, or a call that comes piece by piece, which goes to the thread's own server as it is? */
  #isPassedOn(url: string): boolean {
    const path = pathBelow(url);
    return path.startsWith('/_svc/') || this.#options.streams?.test(path) === true;
  }

  #gate(id: string): BodyGate {
    const gate = this.#bodies.get(id) ?? new BodyGate();
    this.#bodies.set(id, gate);
    return gate;
  }

  #hand(
    id: string,
    call: Pick<IncomingCall, 'method' | 'url' | 'headers' | 'rawHeaders'>,
    body: ReadBody,
    startedAt: number,
    sink: Sink,
  ): void {
    // A caller that left in the middle of its body asked for nothing.
    if (!body.ok && body.reason === 'aborted') return;
    const waitedMs = this.#options.ambient.monotonic() - startedAt;
    this.#threads.of(id).call({ ...call, body, waitedMs }, sink);
  }
}
