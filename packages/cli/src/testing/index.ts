export {
  type AskedCriterion,
  type CreateSandboxOptions,
  createSandbox,
  type GradeOptions,
  type SandboxTwin,
  type TestSandbox,
} from './create-sandbox.ts';
export type { Evidence, WorldState } from './evidence.ts';
export type { SandboxSeed, SeedOf } from './seeds.ts';
export { type LocalTwin, type StartTwinOptions, startTwin } from './start-twin.ts';
