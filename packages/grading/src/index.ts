export * from './bind.ts';
export * from './report.ts';
export * from './scenario.ts';
export * from './vocabulary.ts';
