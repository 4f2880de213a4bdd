/** Repeatable chance: one seed makes one run (mulberry32). */
export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** In [0, 1). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from 0, less than `bound`. */
  below(bound: number): number {
    return Math.floor(this.next() * bound);
  }

  /** One of the items; undefined of none. */
  of<T>(items: readonly T[]): T {
    return items[this.below(items.length)] as T;
  }

  /** True in this share of the cases. */
  maybe(share: number): boolean {
    return this.next() < share;
  }
}
