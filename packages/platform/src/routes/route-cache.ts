import type { Route } from '../ports.ts';
import { CLOSED_ROUTE_MEMORY_MS } from './memory.ts';

interface Entry {
  route: Route;
  /** When it was read, in milliseconds since 1970. */
  readAt: number;
  /** The epoch that it was read in. */
  epoch: number;
}

/** What a cached route is worth. */
export interface CachedRoute {
  route: Route;
  /** False when changes may have been missed since it was read. */
  sure: boolean;
  /** True when it should be looked at again, though nothing says that it changed. */
  old: boolean;
}

/** More sandboxes than one proxy serves at a time; the longest unread go first. */
const MAX_ENTRIES = 50_000;
const OLD_AFTER_MS = 60_000;

/** The routes that a proxy has seen. Whenever changes may have been missed, an epoch ends and every entry is unsure. */
export class RouteCache {
  readonly #entries = new Map<string, Entry>();
  readonly #now: () => number;
  #epoch = 0;
  #listening = false;

  constructor(now: () => number) {
    this.#now = now;
  }

  get(sessionId: string): CachedRoute | undefined {
    const entry = this.#entries.get(sessionId);
    if (!entry) return undefined;
    const now = this.#now();
    if (entry.route.expiresAt + CLOSED_ROUTE_MEMORY_MS <= now) {
      this.#entries.delete(sessionId);
      return undefined;
    }
    const sure = this.#listening && entry.epoch === this.#epoch;
    return { route: entry.route, sure, old: now - entry.readAt > OLD_AFTER_MS };
  }

  set(route: Route): void {
    this.#entries.delete(route.sessionId);
    this.#entries.set(route.sessionId, { route, readAt: this.#now(), epoch: this.#epoch });
    if (this.#entries.size <= MAX_ENTRIES) return;
    const [oldest] = this.#entries.keys();
    this.#entries.delete(oldest!);
  }

  delete(sessionId: string): void {
    this.#entries.delete(sessionId);
  }

  /** Changes are heard of from now on, or no longer. */
  listening(listening: boolean): void {
    this.#listening = listening;
    this.#epoch += 1;
  }

  clear(): void {
    this.#entries.clear();
  }
}
