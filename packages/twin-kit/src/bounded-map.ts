/** A map that holds so much and no more. What was put in first goes first; what came last stays, however much it is. */
export class BoundedMap<K, V> {
  readonly #entries = new Map<K, V>();
  readonly #most: number;
  readonly #weigh: ((value: V, key: K) => number) | undefined;
  #weight = 0;

  /** @param most entries, or the sum of what they weigh @param weigh left out: each counts as one */
  constructor(most: number, weigh?: (value: V, key: K) => number) {
    this.#most = most;
    this.#weigh = weigh;
  }

  get(key: K): V | undefined {
    return this.#entries.get(key);
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Puts a value in as the newest one, also where its key has another one. */
  set(key: K, value: V): void {
    this.delete(key);
    this.#entries.set(key, value);
    this.#weight += this.#weigh?.(value, key) ?? 1;
    for (const oldest of this.#entries.keys()) {
      if (this.#weight <= this.#most || this.#entries.size === 1) break;
      this.delete(oldest);
    }
  }

  /** @returns whether there was one */
  delete(key: K): boolean {
    const value = this.#entries.get(key);
    if (value === undefined && !this.#entries.has(key)) return false;
    this.#entries.delete(key);
    this.#weight -= this.#weigh?.(value as V, key) ?? 1;
    return true;
  }

  clear(): void {
    this.#entries.clear();
    this.#weight = 0;
  }
}
