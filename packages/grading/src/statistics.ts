import { createHash } from 'node:crypto';

/** An estimate with the bounds of its 95 % interval. */
export interface Interval {
  value: number;
  low: number;
  high: number;
}

/** Of the standard normal distribution, two-sided 95 %. */
const Z = 1.959_963_984_540_054;
const RESAMPLES = 2_000;
const TAIL = 0.025;

/** A share of trials with Wilson's score interval, which holds for few trials and for shares of 0 and 1. Null without trials. */
export function wilson(successes: number, trials: number): Interval | null {
  if (trials === 0) return null;
  const share = successes / trials;
  const z2 = Z * Z;
  const centre = (share + z2 / (2 * trials)) / (1 + z2 / trials);
  const half = (Z / (1 + z2 / trials)) * Math.sqrt((share * (1 - share)) / trials + z2 / (4 * trials * trials));
  // At the ends the formula gives 0 and 1 but for rounding.
  const low = successes === 0 ? 0 : Math.max(0, centre - half);
  const high = successes === trials ? 1 : Math.min(1, centre + half);
  return { value: share, low, high };
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Numbers from 0 up to 1 that are the same for the same seed (Marsaglia, Xorshift RNGs, 2003). */
function chanceOf(seed: string): () => number {
  const digest = createHash('sha256').update(seed).digest();
  let [a, b, c, d] = [0, 4, 8, 12].map((at) => digest.readUInt32LE(at)) as [number, number, number, number];
  return () => {
    const t = a ^ (a << 11);
    [a, b, c] = [b, c, d];
    d = (d ^ (d >>> 19) ^ t ^ (t >>> 8)) >>> 0;
    return d / 2 ** 32;
  };
}

/** A mean with the percentile bootstrap's interval; the same values and seed give the same bounds. Null without values. */
export function bootstrapMean(values: readonly number[], seed: string): Interval | null {
  if (values.length === 0) return null;
  const chance = chanceOf(seed);
  const means = Array.from({ length: RESAMPLES }, () =>
    mean(Array.from(values, () => values[Math.floor(chance() * values.length)] as number)),
  ).toSorted((x, y) => x - y);
  const at = (share: number): number => means[Math.min(RESAMPLES - 1, Math.floor(share * RESAMPLES))] as number;
  return { value: mean(values), low: at(TAIL), high: at(1 - TAIL) };
}

/** The chance that k trials drawn from n, of which c passed, include none of some kind: C(n-c, k) / C(n, k). */
function drawnWithout(n: number, c: number, k: number): number {
  let share = 1;
  for (let drawn = 0; drawn < k; drawn += 1) share *= Math.max(0, n - c - drawn) / (n - drawn);
  return share;
}

/** pass@k: the chance that at least one of k trials passes, estimated without bias from n (Chen et al. 2021). Null for k over n. */
export const passAtK = (n: number, passed: number, k: number): number | null =>
  k > n || k < 1 ? null : 1 - drawnWithout(n, passed, k);

/** pass^k: the chance that all of k trials pass, estimated the same way (Yao et al. 2024, tau-bench). Null for k over n. */
export const passHatK = (n: number, passed: number, k: number): number | null =>
  k > n || k < 1 ? null : drawnWithout(n, n - passed, k);

/**
 * McNemar's exact test on pairs of outcomes.
 *
 * @param onlyFirst pairs of which only the first passed
 * @returns the two-sided p-value: how likely so uneven a split is where neither is better; 1 without such pairs
 */
export function mcnemar(onlyFirst: number, onlySecond: number): number {
  const pairs = onlyFirst + onlySecond;
  const fewer = Math.min(onlyFirst, onlySecond);
  // Binomial tail with one half, in logarithms: 2^-pairs is no number for many pairs.
  let logTerm = -pairs * Math.LN2;
  let tail = Math.exp(logTerm);
  for (let k = 1; k <= fewer; k += 1) {
    logTerm += Math.log((pairs - k + 1) / k);
    tail += Math.exp(logTerm);
  }
  return Math.min(1, 2 * tail);
}
