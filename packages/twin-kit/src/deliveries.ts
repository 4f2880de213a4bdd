import { hash } from 'node:crypto';
import type { Delivery } from './definition.ts';
import type { Ambient } from './engine.ts';
import type { WorldClock } from './universe.ts';

/** More than a sandbox's calls cause while a receiver is slow; what comes on top counts as failed. */
const MOST_WAITING = 1_000;

interface Waiting {
  delivery: Delivery;
  id: string;
  /** Attempts made. */
  attempts: number;
  /** When the next attempt is due, in milliseconds of the world's time. */
  due: number;
}

/** Deliveries of one write, on their way to `send`. */
export type Outgoing = readonly Waiting[];

/** A UUID (version 8, RFC 9562) from a text, the same for the same text. */
function uuidOf(text: string): string {
  const digits = hash('sha256', text);
  const variant = (Number.parseInt(digits.charAt(16), 16) & 3) | 8;
  const parts = [digits.slice(0, 8), digits.slice(8, 12), `8${digits.slice(13, 16)}`];
  return [...parts, variant.toString(16) + digits.slice(17, 20), digits.slice(20, 32)].join('-');
}

/**
 * Sends what writes cause to be sent, each receiver's in the order of the writes. Lives beside world and tape: a call never
 * waits for it, and what was not delivered when the process ends is not delivered.
 */
export class Outbox {
  readonly #ambient: Ambient;
  readonly #clock: WorldClock;
  readonly #idSeed: string;
  readonly #isAllowed: (url: string) => boolean;
  /** The last attempt that each receiver was sent. */
  readonly #lines = new Map<string, Promise<void>>();
  readonly #failed = new Set<Waiting>();
  readonly #received = new Map<string, number>();
  readonly #closing = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #waiting = 0;

  /** @param isAllowed may a message go to this address? One that may not is never received. */
  constructor(ambient: Ambient, clock: WorldClock, idSeed: string, isAllowed: (url: string) => boolean) {
    this.#ambient = ambient;
    this.#clock = clock;
    this.#idSeed = idSeed;
    this.#isAllowed = isAllowed;
  }

  /** How many deliveries about a subject were received. */
  delivered(subject: string): number {
    return this.#received.get(subject) ?? 0;
  }

  /** @param row the number of the write's row on the tape */
  outgoing(deliveries: readonly Delivery[], row: number): Outgoing {
    return deliveries.map((delivery, at) => ({ delivery, id: uuidOf(`${this.#idSeed} ${row} ${at}`), attempts: 0, due: 0 }));
  }

  /** Sends them, and what is due of earlier ones. */
  send(outgoing: Outgoing): void {
    if (this.#failed.size > 0) this.#retry();
    for (const waiting of outgoing) this.#queue(waiting);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#closing.abort();
  }

  #queue(waiting: Waiting): void {
    const { url } = waiting.delivery;
    if (this.#waiting >= MOST_WAITING || !this.#isAllowed(url)) return;
    this.#waiting += 1;
    const line = (this.#lines.get(url) ?? Promise.resolve()).then(() => this.#attempt(waiting));
    this.#lines.set(url, line);
    void line.then(() => {
      this.#waiting -= 1;
      if (this.#lines.get(url) === line) this.#lines.delete(url);
    });
  }

  async #attempt(waiting: Waiting): Promise<void> {
    const { delivery, id } = waiting;
    if (this.#closing.signal.aborted) return;
    waiting.attempts += 1;
    if (await this.#isReceived(delivery, id)) {
      const { subject } = delivery;
      if (subject !== undefined && !this.#clock.isLogical) this.#received.set(subject, this.delivered(subject) + 1);
      return;
    }
    const wait = delivery.retryAfterMs[waiting.attempts - 1];
    if (wait === undefined || this.#closing.signal.aborted || this.#failed.size >= MOST_WAITING) return;
    waiting.due = this.#clock.now() + wait;
    this.#failed.add(waiting);
    this.#watch();
  }

  async #isReceived(delivery: Delivery, id: string): Promise<boolean> {
    const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(delivery.timeoutMs)]);
    try {
      const status = await this.#ambient.post(delivery.url, delivery.message(this.#ambient.wall(), id), signal);
      return status >= 200 && status < 300;
    } catch {
      return false;
    }
  }

  #retry(): void {
    const now = this.#clock.now();
    for (const waiting of this.#failed) {
      if (waiting.due > now) continue;
      this.#failed.delete(waiting);
      this.#queue(waiting);
    }
    this.#watch();
  }

  /** The wall's time passes by itself; the logical clock moves by writes, which come by `send`. */
  #watch(): void {
    clearTimeout(this.#timer);
    if (this.#clock.isLogical || this.#failed.size === 0) return;
    const next = Math.min(...[...this.#failed].map(({ due }) => due));
    this.#timer = setTimeout(() => this.#retry(), Math.max(0, next - this.#clock.now()));
    this.#timer.unref();
  }
}
