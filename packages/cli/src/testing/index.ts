export type { TwinId } from '@svc/twins';
export {
  type AskedCriterion,
  type CreateSandboxOptions,
  createSandbox,
  type GradeOptions,
  type SandboxTwin,
  type SandboxTwins,
  type TestSandbox,
} from './create-sandbox.ts';
export type { Evidence } from './evidence.ts';
export { type SandboxMatchers, sandboxMatchers } from './matchers.ts';
export { type GradingResult, SandboxProvider, type SandboxProviderConfig, sandboxPassed } from './promptfoo.ts';
export { type LocalTwin, type StartTwinOptions, startTwin } from './start-twin.ts';
export type { SandboxSeed, SeedOf, StateOf, TwinVariables, WorldState } from './types.ts';
