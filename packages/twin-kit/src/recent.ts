/** Enough for a call that writes some hundred records; a larger one is read again by each check. */
const MOST_KEPT = 1_024;

/**
 * What was made of the things last seen. A row of a tape and what it wrote go through every check before the next row comes,
 * so that more needn't be kept; a weak map would keep more, and on a long tape its collection costs more than it spares.
 */
export class Recent<K extends object, V> {
  readonly #kept = new Map<K, V>();
  readonly #make: (key: K) => V;

  constructor(make: (key: K) => V) {
    this.#make = make;
  }

  of(key: K): V {
    const known = this.#kept.get(key);
    if (known !== undefined) return known;
    const made = this.#make(key);
    if (this.#kept.size >= MOST_KEPT) this.#kept.clear();
    this.#kept.set(key, made);
    return made;
  }
}
