/**
 * What was made of the things last seen. A row of a tape and what it wrote go through every check before the next row comes,
 * so that more needn't be kept; a weak map would keep more, and on a long tape its collection costs more than it spares.
 */
export class Recent<K extends object, V> {
  #kept = new Map<K, V>();
  readonly #make: (key: K) => V;
  readonly #most: number;

  /** @param most how many are kept: a row of its own, or what one call writes; what is kept may be large */
  constructor(make: (key: K) => V, most: number) {
    this.#make = make;
    this.#most = most;
  }

  of(key: K): V {
    const known = this.#kept.get(key);
    if (known !== undefined) return known;
    const made = this.#make(key);
    // A map that is cleared goes on pointing to what was in it, for the sake of iterators, until the old generation is collected.
    if (this.#kept.size >= this.#most) this.#kept = new Map();
    this.#kept.set(key, made);
    return made;
  }
}
