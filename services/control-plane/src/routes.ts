import type { Handlers } from './http/call.ts';
import { bindChecks } from './operations/checks/bind-checks.ts';
import { listChecks } from './operations/checks/list-checks.ts';
import { renderChecks } from './operations/checks/render-checks.ts';
import { createDeviceCode } from './operations/device/create-device-code.ts';
import { createDeviceToken } from './operations/device/create-device-token.ts';
import { createMetaUpload } from './operations/evidence/create-meta-upload.ts';
import { createStateUploads } from './operations/evidence/create-state-uploads.ts';
import { createTraceUpload } from './operations/evidence/create-trace-upload.ts';
import { compareGroups } from './operations/groups/compare-groups.ts';
import { getGroup } from './operations/groups/get-group.ts';
import { getMe } from './operations/identity/get-me.ts';
import { getUsage } from './operations/identity/get-usage.ts';
import { getOpenApiDocument } from './operations/openapi/get-openapi-document.ts';
import { getRun } from './operations/runs/get-run.ts';
import { getRunReport } from './operations/runs/get-run-report.ts';
import { getRunState } from './operations/runs/get-run-state.ts';
import { getRunTrace } from './operations/runs/get-run-trace.ts';
import { listRuns } from './operations/runs/list-runs.ts';
import { regradeRun } from './operations/runs/regrade-run.ts';
import { createEvalSession } from './operations/sandboxes/create-eval-session.ts';
import { createSandbox } from './operations/sandboxes/create-sandbox.ts';
import { deleteSandbox } from './operations/sandboxes/delete-sandbox.ts';
import { finalizeSandbox } from './operations/sandboxes/finalize-sandbox.ts';
import { forkSandbox } from './operations/sandboxes/fork-sandbox.ts';
import { getEvaluation } from './operations/sandboxes/get-evaluation.ts';
import { getFaults } from './operations/sandboxes/get-faults.ts';
import { getSandbox } from './operations/sandboxes/get-sandbox.ts';
import { getSandboxState } from './operations/sandboxes/get-sandbox-state.ts';
import { heartbeatSandbox } from './operations/sandboxes/heartbeat-sandbox.ts';
import { listSandboxes } from './operations/sandboxes/list-sandboxes.ts';
import { setFaults } from './operations/sandboxes/set-faults.ts';
import { validateSeed } from './operations/seeds/validate-seed.ts';
import { createTask } from './operations/tasks/create-task.ts';
import { getTask } from './operations/tasks/get-task.ts';
import { listTasks } from './operations/tasks/list-tasks.ts';

/** The operations of the REST API. Methods, paths, bodies and answers stand in the contract's OPERATIONS under the same names. */
export const handlers: Handlers = {
  getOpenApiDocument,
  getMe,
  getUsage,
  validateSeed,
  createSandbox,
  createEvalSession,
  listSandboxes,
  getSandbox,
  getSandboxState,
  forkSandbox,
  heartbeatSandbox,
  deleteSandbox,
  getFaults,
  setFaults,
  createTraceUpload,
  createMetaUpload,
  createStateUploads,
  finalizeSandbox,
  getEvaluation,
  listChecks,
  renderChecks,
  bindChecks,
  listRuns,
  getRun,
  getGroup,
  compareGroups,
  regradeRun,
  getRunReport,
  getRunTrace,
  getRunState,
  createTask,
  listTasks,
  getTask,
  createDeviceCode,
  createDeviceToken,
};
