import { randomInt } from 'node:crypto';
import type { Key } from './collection.ts';

/** What a table keeps. Each has a sequence of its own. */
interface Kept {
  readonly key: Key;
  readonly sequence: number;
}

/** So few are looked through one by one. */
const FEW = 8;
/** Numbers of a place: the hash of a key, and where its item stands, counted from 1. */
const WIDTH = 2;
/** Places for each item when they are laid out anew: half of them are taken when that is next due. */
const PLACES = 4;
const FREE = 0;
const GONE = -1;

const WORD = 2 ** 32;
/** FNV-1a's prime (http://www.isthe.com/chongo/tech/comp/fnv/). */
const PRIME = 0x01000193;
/** So that nobody can choose keys that meet. */
const SEED = randomInt(WORD);

/**
 * Items by their key, in the order of their sequence: a `Map` whose look-ups touch one place of memory. V8's leads through chains to keys
 * that lie wherever they were made, and in a world of 100,000 records each step waits for memory.
 */
export class SlotTable<T extends Kept> {
  /** Undefined where one was taken out. */
  #items: (T | undefined)[] = [];
  /** Open addressing; empty as long as there are few items. */
  #places = new Int32Array(0);
  #size = 0;
  #latest = Number.NEGATIVE_INFINITY;
  /** True after one was put back behind its place. */
  #outOfOrder = false;

  get size(): number {
    return this.#size;
  }

  get(key: Key): T | undefined {
    const places = this.#places;
    if (places.length === 0) return this.#items.find((item) => item?.key === key);
    const hash = hashOf(key);
    const last = places.length - WIDTH;
    for (let place = Math.imul(hash, WIDTH) & last; ; place = (place + WIDTH) & last) {
      const at = places[place + 1] as number;
      if (at === FREE) return undefined;
      if (at === GONE || places[place] !== hash) continue;
      const item = this.#items[at - 1] as T;
      if (item.key === key) return item;
    }
  }

  /** Puts in one whose key is new. */
  add(item: T): void {
    const items = this.#items;
    if (item.sequence < this.#latest) this.#outOfOrder = true;
    else this.#latest = item.sequence;
    items.push(item);
    this.#size += 1;
    if (items.length > FEW && items.length * PLACES > this.#places.length) this.#layOut();
    else if (this.#places.length > 0) this.#enter(item, items.length);
  }

  /** Takes out one that is there. */
  delete(item: T): void {
    const places = this.#places;
    this.#size -= 1;
    if (places.length === 0) {
      this.#items[this.#items.indexOf(item)] = undefined;
      return;
    }
    const last = places.length - WIDTH;
    let place = Math.imul(hashOf(item.key), WIDTH) & last;
    while (places[place + 1] === GONE || this.#items[(places[place + 1] as number) - 1] !== item) place = (place + WIDTH) & last;
    this.#items[(places[place + 1] as number) - 1] = undefined;
    places[place + 1] = GONE;
  }

  /** Those that are put in or taken out meanwhile come, or don't. */
  *values(): IterableIterator<T> {
    if (this.#outOfOrder) this.#layOut();
    let items = this.#items;
    for (let at = 0; at < items.length; at += 1) {
      const item = items[at];
      if (!item) continue;
      yield item;
      if (items === this.#items) continue;
      items = this.#items;
      at = items.findLastIndex((other) => other !== undefined && other.sequence <= item.sequence);
    }
  }

  /** Without gaps, in order, and with room for as many again. */
  #layOut(): void {
    const items = this.#items.filter((item) => item !== undefined);
    if (this.#outOfOrder) items.sort((left, right) => left.sequence - right.sequence);
    this.#outOfOrder = false;
    this.#items = items;
    this.#places = new Int32Array(items.length > FEW ? 2 ** Math.ceil(Math.log2(items.length * PLACES * WIDTH)) : 0);
    if (this.#places.length > 0) for (const [at, item] of items.entries()) this.#enter(item as T, at + 1);
  }

  #enter({ key }: T, at: number): void {
    const places = this.#places;
    const last = places.length - WIDTH;
    const hash = hashOf(key);
    let place = Math.imul(hash, WIDTH) & last;
    while (places[place + 1] !== FREE) place = (place + WIDTH) & last;
    places[place] = hash;
    places[place + 1] = at;
  }
}

/** A whole number of 32 bits, whose lower ones differ too. */
function hashOf(key: Key): number {
  let hash = SEED | 0;
  if (typeof key === 'number') hash = Math.imul(hash ^ key, PRIME) ^ Math.floor(key / WORD);
  else for (let at = 0; at < key.length; at += 1) hash = Math.imul(hash ^ key.charCodeAt(at), PRIME);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return hash ^ (hash >>> 13);
}
