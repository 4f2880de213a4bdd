import { RuntimeUnavailable, type TwinAddress, type TwinLaunch } from '../../ports.ts';

/** What a runtime knows of a session, from its start until it is stopped. */
export interface OpenSession {
  readonly id: string;
  /** Ends what is still starting. */
  readonly stopping: AbortController;
  /** Settles when start or recovery is over, either way. */
  settled: Promise<unknown>;
  /** Where its webhooks may go. */
  readonly webhookPorts: readonly number[];
}

export const opening = (id: string, webhookPorts: readonly number[]): OpenSession => ({
  id,
  stopping: new AbortController(),
  settled: Promise.resolve(),
  webhookPorts,
});

/** The sessions that a runtime of child processes has now. */
export class OpenSessions<S extends OpenSession> {
  readonly #sessions = new Map<string, S>();
  #closed = false;

  get isClosed(): boolean {
    return this.#closed;
  }

  get ids(): string[] {
    return [...this.#sessions.keys()];
  }

  /** Ports on which programs of users listen for webhooks, session by session. */
  get webhookPorts(): (readonly number[])[] {
    return [...this.#sessions.values()].map((session) => session.webhookPorts);
  }

  get(id: string): S | undefined {
    return this.#sessions.get(id);
  }

  /** @throws RuntimeUnavailable when the runtime is closed, or has the session already. */
  add(session: S): S {
    if (this.#closed) throw new RuntimeUnavailable('The service is shutting down.');
    if (this.#sessions.has(session.id)) throw new RuntimeUnavailable(`The session ${session.id} is running already.`);
    this.#sessions.set(session.id, session);
    return session;
  }

  delete({ id }: S): void {
    this.#sessions.delete(id);
  }

  /** Takes no more. @returns those that are open */
  close(): S[] {
    this.#closed = true;
    return [...this.#sessions.values()];
  }

  /** Recovers those that aren't open, some at a time. @param recover undefined for one that can't be had back */
  async recover(
    sessionIds: readonly string[],
    atOnce: number,
    recover: (id: string) => Promise<TwinAddress[] | undefined>,
  ): Promise<Map<string, TwinAddress[]>> {
    const recovered = new Map<string, TwinAddress[]>();
    const left = sessionIds.filter((id) => !this.#sessions.has(id));
    const work = async (): Promise<void> => {
      for (let id = left.shift(); id !== undefined; id = left.shift()) {
        const addresses = await recover(id);
        if (addresses) recovered.set(id, addresses);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    return recovered;
  }
}

/** The launch that tells what is to be started for: all are of one session. */
export function firstOf(launches: readonly TwinLaunch[]): TwinLaunch {
  const [first] = launches;
  if (!first || launches.some(({ sessionId }) => sessionId !== first.sessionId)) throw new Error('One session per start.');
  return first;
}

/** Runs a start or recovery so that others can wait for its end. */
export function settle<T>(session: OpenSession, work: () => Promise<T>): Promise<T> {
  const working = work();
  session.settled = working.catch(() => {});
  return working;
}

/** Waits for all; the first that fails ends the others, and is the one that is told. */
export async function allOrAbort<T, R>(session: OpenSession, items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const working = items.map(work);
  try {
    return await Promise.all(working);
  } catch (error) {
    session.stopping.abort(error);
    await Promise.allSettled(working);
    throw error;
  }
}

export const loopback = (port: number): string => `http://127.0.0.1:${port}`;
