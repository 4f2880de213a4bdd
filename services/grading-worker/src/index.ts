export type { Narration, Narrator, NarratorInput } from './narrator.ts';
export {
  type GradeOutcome,
  type GradingWorker,
  type GradingWorkerDependencies,
  startGradingWorker,
  type WorkerLog,
} from './worker.ts';
