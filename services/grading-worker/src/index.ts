export {
  type GradeOutcome,
  type GradingWorker,
  type GradingWorkerDependencies,
  startGradingWorker,
  type WorkerLog,
} from './worker.ts';
