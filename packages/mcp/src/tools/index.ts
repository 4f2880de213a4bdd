import type { Tool } from '../tool.ts';
import { bindChecks, listChecks, renderChecks } from './checks.ts';
import { finalizeTask } from './finalize-task.ts';
import { runTask } from './run-task.ts';
import { getReport, getRun, listRuns } from './runs.ts';
import { forkSandbox, getSandbox, listSandboxes, stopSandbox } from './sandboxes.ts';
import { validateSeed } from './seeds.ts';
import { getState } from './state.ts';
import { getTape } from './tape.ts';

/** In the order in which they are listed: as a run goes. */
export const TOOLS: readonly Tool[] = [
  runTask,
  getSandbox,
  listSandboxes,
  getTape,
  getState,
  forkSandbox,
  finalizeTask,
  getReport,
  getRun,
  listRuns,
  listChecks,
  renderChecks,
  bindChecks,
  validateSeed,
  stopSandbox,
];
