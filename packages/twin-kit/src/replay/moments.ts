/** How much two clocks may be apart that tell of one moment: seconds are whole in most answers, and machines differ. In milliseconds. */
const TOLERANCE_MS = 5_000;

/**
 * Texts that tell a time: ISO 8601, as mail and HTTP write it, seconds with Slack's six digits behind them, and whole milliseconds,
 * microseconds or seconds since 1970.
 */
const TIMES =
  /\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?|(?:[A-Z][a-z]{2}, )?\d{1,2} [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d (?:GMT|[+-]\d{4})|\b\d{10}\.\d{6}\b|(?<!\d)\d{16}(?!\d)|(?<!\d)\d{13}(?!\d)|(?<!\d)\d{10}(?!\d)/g;

function timeIn(text: string): number {
  if (!/^\d+(?:\.\d{6})?$/.test(text)) return Date.parse(text);
  if (text.includes('.') || text.length === 10) return Number(text) * 1000;
  return text.length === 13 ? Number(text) : Number(text) / 1000;
}

/**
 * Times of two runs on the wall's clock. One run's time stands for the other's where they are as far apart as the runs were when they
 * told it, and whoever goes on with the first one's texts finds the other's in their place.
 */
export class Moments {
  #least: number;
  #most: number;
  readonly #known = new Map<string, string>();

  /** @param least @param most how much later the second run began than the first, in milliseconds */
  constructor(least: number, most: number) {
    this.#least = least;
    this.#most = most;
  }

  /** A call of the second run came so much later than that of the first. */
  widen(least: number, most: number): void {
    this.#least = Math.min(this.#least, least);
    this.#most = Math.max(this.#most, most);
  }

  /** Do two texts differ by times alone, which are those of the same moments? */
  same(first: string, second: string): boolean {
    if (first.replaceAll(TIMES, '') !== second.replaceAll(TIMES, '')) return false;
    const [one, other] = [first.match(TIMES) ?? [], second.match(TIMES) ?? []];
    return one.length === other.length && one.every((time, at) => this.#sameTime(time, other[at] as string));
  }

  /** A text of the first run as the second one would say it. */
  translate(text: string): string {
    return this.#known.size === 0 ? text : text.replaceAll(TIMES, (time) => this.#known.get(time) ?? time);
  }

  #sameTime(one: string, other: string): boolean {
    if (one === other) return true;
    const apart = timeIn(other) - timeIn(one);
    if (!(apart >= this.#least - TOLERANCE_MS && apart <= this.#most + TOLERANCE_MS)) return false;
    this.#known.set(one, other);
    return true;
  }
}
