export type { Narration, Narrator, NarratorInput } from './narrator.ts';
export { type GradingWorker, type GradingWorkerDependencies, startGradingWorker, type WorkerLog } from './worker.ts';
