/**
 * What was made of the things last seen. A row of a tape and what it wrote go through every check before the next row comes,
 * so that more needn't be kept. A weak map would keep more, and what is made anew for each of many rows lets young garbage live
 * on until the old generation is collected: both cost more than they spare on a long tape.
 */
export class Recent<K extends object, V> {
  readonly #keys: K[] = [];
  readonly #values: V[] = [];
  #newest = -1;
  readonly #make: (key: K) => V;
  readonly #most: number;

  /** @param most how many are kept: a row of its own, or what one call writes; what is kept may be large */
  constructor(make: (key: K) => V, most: number) {
    this.#make = make;
    this.#most = most;
  }

  of(key: K): V {
    const keys = this.#keys;
    // What is asked for is nearly always among the last few.
    for (let at = this.#newest; at >= 0; at -= 1) if (keys[at] === key) return this.#values[at] as V;
    for (let at = keys.length - 1; at > this.#newest; at -= 1) if (keys[at] === key) return this.#values[at] as V;
    const value = this.#make(key);
    this.#newest = (this.#newest + 1) % this.#most;
    keys[this.#newest] = key;
    this.#values[this.#newest] = value;
    return value;
  }
}
