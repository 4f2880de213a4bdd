export { answerChecks } from './answer-checks.ts';
export { BOUNDS, type Bound } from './bounds.ts';
export { callChecks, type ErrorReading, noFailedWrites } from './call-checks.ts';
export { type Asked, askedBy, type Batch, isCalled, isRefusal, type ToolNames, toolNames } from './calls.ts';
export { defineFact, type Fact, factCheck, type Place } from './facts.ts';
export { added, meant } from './meant.ts';
export { type Objection, writesScan } from './never.ts';
export {
  type Allow,
  compareWorlds,
  type Difference,
  type RecordNames,
  type WorldComparison,
  type WorldNames,
} from './nothing-changed.ts';
export * as commonParams from './params.ts';
export {
  containing,
  containingInAnyCase,
  isWritten,
  MARKDOWN,
  type Markup,
  type Passage,
  passage,
  says,
  type Test,
  type TextReader,
  textReader,
} from './passages.ts';
export type { CompilePattern } from './patterns.ts';
export { type CallReading, calledChecks, toolChecks } from './tool-checks.ts';
export { type Placed, type Placing, type WritesReading, writesChecks } from './writes-checks.ts';
