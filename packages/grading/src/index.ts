export * from './bind.ts';
export * from './conduct.ts';
export * from './correlate.ts';
export * from './evaluate.ts';
export type { Product } from './facts.ts';
export { renderReport } from './report.ts';
export * from './scenario.ts';
export * from './vocabulary.ts';
