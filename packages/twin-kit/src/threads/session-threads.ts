import { MOST_THREADS } from './light.ts';
import { SessionThread, type ThreadOptions } from './session-thread.ts';

/** The threads of a twin's process, each started when a session needs it. */
export class SessionThreads {
  readonly #options: Omit<ThreadOptions, 'onLost'>;
  readonly #fault: (error: unknown) => void;
  readonly #threads = new Set<SessionThread>();
  /** By session. */
  readonly #of = new Map<string, SessionThread>();

  constructor(options: Omit<ThreadOptions, 'onLost'>, fault: (error: unknown) => void) {
    this.#options = options;
    this.#fault = fault;
  }

  get size(): number {
    return this.#threads.size;
  }

  /** The thread that has a session, or will have it. */
  of(sessionId: string): SessionThread {
    return this.#of.get(sessionId) ?? this.put(sessionId, this.#threads.size < MOST_THREADS ? this.#start() : this.#emptiest());
  }

  /** The thread that has a session, if one has. */
  having(sessionId: string): SessionThread | undefined {
    return this.#of.get(sessionId);
  }

  /** Gives a session to a thread. */
  put(sessionId: string, thread: SessionThread): SessionThread {
    thread.sessions.add(sessionId);
    this.#of.set(sessionId, thread);
    return thread;
  }

  /** The session has ended. A thread that has no other ends with it. */
  forget(sessionId: string): void {
    const thread = this.#of.get(sessionId);
    if (!thread) return;
    this.#of.delete(sessionId);
    thread.sessions.delete(sessionId);
    if (thread.sessions.size > 0) return;
    this.#threads.delete(thread);
    void thread.close();
  }

  async close(): Promise<void> {
    await Promise.all([...this.#threads].map((thread) => thread.close()));
  }

  #start(): SessionThread {
    const thread: SessionThread = new SessionThread({ ...this.#options, onLost: (error) => this.#lost(thread, error) });
    this.#threads.add(thread);
    return thread;
  }

  #emptiest(): SessionThread {
    return [...this.#threads].reduce((one, other) => (other.sessions.size < one.sessions.size ? other : one));
  }

  /** Its sessions are taken up by another one when they are next asked for: their journals have all that was acknowledged. */
  #lost(thread: SessionThread, error: Error): void {
    this.#fault(new Error(`a thread of ${thread.sessions.size} sessions ended`, { cause: error }));
    this.#threads.delete(thread);
    for (const sessionId of thread.sessions) this.#of.delete(sessionId);
  }
}
