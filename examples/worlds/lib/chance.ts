/** Chance that is the same every time: worlds are made anew and must not differ. */
export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** From 0 up to 1 (Mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }

  /** From `least` to `most`, both included. */
  count(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  of<T>(list: readonly T[]): T {
    return list[Math.floor(this.next() * list.length)] as T;
  }

  is(share: number): boolean {
    return this.next() < share;
  }

  /** Some of a list, each once. */
  some<T>(list: readonly T[], count: number): T[] {
    return list
      .map((value) => ({ value, at: this.next() }))
      .toSorted((a, b) => a.at - b.at)
      .slice(0, count)
      .map(({ value }) => value);
  }
}

const HOUR_MS = 3_600_000;
/** Monday morning of the week that the worlds are in. */
const MONDAY = Date.parse('2026-09-07T07:00:00Z');

/** ISO 8601, so many hours after that Monday; before it for less than 0. */
export const hour = (hours: number): string => new Date(MONDAY + hours * HOUR_MS).toISOString().replace('.000Z', 'Z');

/** Fills `{name}` in a text. */
export const filled = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
