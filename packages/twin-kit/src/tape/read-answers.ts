import { readSync } from 'node:fs';
import type { Place } from './lines.ts';

const MOST_BYTES = 1 << 20;

/** Long answers that rows refer to, as long as one reads a tape: most of its rows refer to the same few. */
export class ReadAnswers {
  readonly #answers = new Map<string, Buffer>();
  #bytes = 0;
  #place: Place | undefined;

  /** @param reference `<offset>,<length>` */
  get(place: Place, reference: string): Buffer {
    if (place !== this.#place) this.#forget();
    this.#place = place;
    const known = this.#answers.get(reference);
    if (known) return known;
    const [offset, length] = reference.split(',').map(Number) as [number, number];
    const answer = Buffer.allocUnsafe(length);
    readSync(place.file(), answer, 0, length, place.base + offset);
    if (this.#bytes + length > MOST_BYTES) this.#forget();
    this.#answers.set(reference, answer);
    this.#bytes += length;
    return answer;
  }

  #forget(): void {
    this.#answers.clear();
    this.#bytes = 0;
  }
}
