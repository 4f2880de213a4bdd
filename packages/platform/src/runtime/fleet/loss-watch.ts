import { LOST_AFTER_MS } from '../../hosts/registry.ts';

/** Longer than two looks are apart, in milliseconds. */
const GAP_MS = LOST_AFTER_MS / 2;

/**
 * Says whether this process has heard of the database without a gap for as long as a silent host is waited for: after a time in which the database
 * was away all hosts are silent, and none of them is lost.
 */
export class LossWatch {
  readonly #now: () => number;
  #since = Number.NaN;
  #last = Number.NEGATIVE_INFINITY;

  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  /** The database is being asked now. @returns whether silence means anything */
  reached(): boolean {
    const now = this.#now();
    if (!(now - this.#last <= GAP_MS)) this.#since = now;
    this.#last = now;
    return now - this.#since >= LOST_AFTER_MS;
  }
}
