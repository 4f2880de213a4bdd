export type { KnownTwins } from './bench.ts';
export { FINDINGS, type Finding, type FindingCode, type Found } from './findings.ts';
export { type Linted, lintScenario } from './lint.ts';
