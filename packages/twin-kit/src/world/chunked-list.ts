/** Items of a chunk; one that grows above is cut in two. */
const LARGEST_CHUNK = 512;

/** A sorted list in chunks: what is put in or taken out of its middle costs a chunk, however long the list is. */
export class ChunkedList<T> {
  readonly #compare: (left: T, right: T) => number;
  /** None is empty. */
  readonly #chunks: T[][] = [];
  #length: number;

  /** @param items sorted */
  constructor(items: readonly T[], compare: (left: T, right: T) => number) {
    this.#compare = compare;
    this.#length = items.length;
    for (let at = 0; at < items.length; at += LARGEST_CHUNK) this.#chunks.push(items.slice(at, at + LARGEST_CHUNK));
  }

  get length(): number {
    return this.#length;
  }

  add(item: T): void {
    this.#length += 1;
    const place = this.#chunkOf(item);
    const chunk = this.#chunks[place];
    if (chunk) {
      chunk.splice(positionOf(chunk, item, this.#compare), 0, item);
      if (chunk.length > LARGEST_CHUNK) this.#chunks.splice(place + 1, 0, chunk.splice(LARGEST_CHUNK / 2));
      return;
    }
    const last = this.#chunks.at(-1);
    if (last && last.length < LARGEST_CHUNK) last.push(item);
    else this.#chunks.push([item]);
  }

  /** Takes out an item that is in the list. */
  remove(item: T): void {
    this.#length -= 1;
    const place = this.#chunkOf(item);
    const chunk = this.#chunks[place] as T[];
    if (chunk.length === 1) this.#chunks.splice(place, 1);
    else chunk.splice(positionOf(chunk, item, this.#compare), 1);
  }

  /** The items from `start` up to `end`, which is not among them. */
  slice(start: number, end: number): T[] {
    const items: T[] = [];
    let [place, at] = this.#find(start);
    for (let left = Math.min(end, this.#length) - start; left > 0; place += 1) {
      const part = (this.#chunks[place] as T[]).slice(at, at + left);
      for (const item of part) items.push(item);
      left -= part.length;
      at = 0;
    }
    return items;
  }

  /** The chunk that the item at a position is in, and where in it, sought from the nearer end. */
  #find(position: number): [place: number, at: number] {
    const chunks = this.#chunks;
    if (position < this.#length / 2) {
      let [place, at] = [0, position];
      for (let chunk = chunks[0]; chunk && at >= chunk.length; chunk = chunks[place]) {
        at -= chunk.length;
        place += 1;
      }
      return [place, at];
    }
    let [place, begin] = [chunks.length, this.#length];
    for (let chunk = chunks[place - 1]; chunk && begin > position; chunk = chunks[place - 1]) {
      place -= 1;
      begin -= chunk.length;
    }
    return [place, position - begin];
  }

  /** The first chunk that doesn't end before an item; there is none for what belongs behind everything. */
  #chunkOf(item: T): number {
    const { length } = this.#chunks;
    // Most of what comes is newer than all others.
    const last = this.#chunks[length - 1];
    if (!last || this.#compare(last[last.length - 1] as T, item) < 0) return length;
    return positionOf(this.#chunks, item, (chunk, sought) => this.#compare(chunk[chunk.length - 1] as T, sought));
  }
}

/** The first position of a sorted list whose item isn't before what is sought. */
export function positionOf<T, S>(items: readonly T[], sought: S, compare: (item: T, sought: S) => number): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compare(items[middle] as T, sought) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
