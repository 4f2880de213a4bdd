// The base score of a vector: https://www.first.org/cvss/v3.1/specification-document, section 7.1 and appendix A; 3.0 has the same weights.

const WEIGHTS = {
  AV: { N: 0.85, A: 0.62, L: 0.55, P: 0.2 },
  AC: { L: 0.77, H: 0.44 },
  UI: { N: 0.85, R: 0.62 },
  C: { H: 0.56, L: 0.22, N: 0 },
  I: { H: 0.56, L: 0.22, N: 0 },
  A: { H: 0.56, L: 0.22, N: 0 },
} as const;
/** By whether the scope is changed. */
const PRIVILEGES = { U: { N: 0.85, L: 0.62, H: 0.27 }, C: { N: 0.85, L: 0.68, H: 0.5 } } as const;

const VECTOR = /^CVSS:3\.[01]\/AV:([NALP])\/AC:([LH])\/PR:([NLH])\/UI:([NR])\/S:([UC])\/C:([HLN])\/I:([HLN])\/A:([HLN])$/;

/** To one decimal, upwards, as appendix A says it for numbers that aren't exact. */
function roundedUp(value: number): number {
  const whole = Math.round(value * 100_000);
  return whole % 10_000 === 0 ? whole / 100_000 : (Math.floor(whole / 10_000) + 1) / 10;
}

/** Undefined for a text that is no vector of base metrics. */
export function baseScore(vector: string): number | undefined {
  const found = VECTOR.exec(vector);
  if (!found) return undefined;
  const [, av, ac, pr, ui, s, c, i, a] = found as unknown as [string, 'N', 'L', 'N', 'N', 'U' | 'C', 'H', 'H', 'H'];
  const impactBase = 1 - (1 - WEIGHTS.C[c]) * (1 - WEIGHTS.I[i]) * (1 - WEIGHTS.A[a]);
  const impact = s === 'C' ? 7.52 * (impactBase - 0.029) - 3.25 * (impactBase - 0.02) ** 15 : 6.42 * impactBase;
  if (impact <= 0) return 0;
  const exploitability = 8.22 * WEIGHTS.AV[av] * WEIGHTS.AC[ac] * PRIVILEGES[s][pr] * WEIGHTS.UI[ui];
  return roundedUp(Math.min((s === 'C' ? 1.08 : 1) * (impact + exploitability), 10));
}

const MEDIUM = 4;
const HIGH = 7;
const CRITICAL = 9;

/** Section 5, "Qualitative Severity Rating Scale"; GitHub has no word for none. */
export function severityOf(score: number): 'critical' | 'high' | 'medium' | 'low' {
  if (score >= CRITICAL) return 'critical';
  if (score >= HIGH) return 'high';
  return score >= MEDIUM ? 'medium' : 'low';
}
