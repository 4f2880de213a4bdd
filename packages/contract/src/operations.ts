import type { ZodType } from 'zod';
import * as checks from './checks.ts';
import * as device from './device.ts';
import * as evidence from './evidence.ts';
import * as faults from './faults.ts';
import * as finalize from './finalize.ts';
import * as groups from './groups.ts';
import * as identity from './identity.ts';
import * as limits from './limits.ts';
import { openApiDocumentSchema } from './openapi/body.ts';
import * as runs from './runs.ts';
import * as sandboxes from './sandboxes.ts';
import * as seeds from './seeds.ts';
import * as tasks from './tasks.ts';
import * as worlds from './worlds.ts';

/** What a caller presents: nothing, a team API key, or that or the sandbox's own token. */
export type OperationAuth = 'none' | 'api_key' | 'api_key_or_sandbox_token';

/** One operation of the REST API: everything that clients and the OpenAPI document need to know of it. */
export interface OperationSpec {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Every path that reaches it, below the base URL (which ends in /v1). */
  paths: readonly string[];
  summary: string;
  auth: OperationAuth;
  query?: ZodType;
  /** Optional request headers that change what it does, with what they say. */
  requestHeaders?: Readonly<Record<string, string>>;
  body?: { schema: ZodType; limitBytes: number; optional?: boolean };
  /** The success answers by status; null has no body, a string is a content type other than JSON. */
  responses: Readonly<Record<number, ZodType | string | null>>;
  /** Headers of a success that clients act on, by status, with what they say. */
  headers?: Readonly<Record<number, Readonly<Record<string, string>>>>;
  /** Statuses of refusals beyond those that follow from auth, path, query and body. */
  errors?: readonly number[];
}

/** Both spellings of a sandbox path. */
const sandboxPaths = (rest = ''): readonly string[] => [`/sandboxes${rest}`, `/sessions${rest}`];
const small = limits.SMALL_BODY_LIMIT_BYTES;

/** The contents page of the REST API. */
export const OPERATIONS = {
  getOpenApiDocument: {
    method: 'GET',
    paths: ['/openapi.json'],
    summary: 'Read this description',
    auth: 'none',
    responses: { 200: openApiDocumentSchema },
  },
  getMe: {
    method: 'GET',
    paths: ['/me'],
    summary: 'Who the API key belongs to',
    auth: 'api_key',
    responses: { 200: identity.identitySchema },
  },
  getUsage: {
    method: 'GET',
    paths: ['/usage'],
    summary: 'Open sandboxes and the quota',
    auth: 'api_key',
    responses: { 200: identity.usageSchema },
  },
  validateSeed: {
    method: 'POST',
    paths: ['/seeds/validate'],
    summary: 'Check whether a world would boot',
    auth: 'api_key',
    body: { schema: seeds.validateSeedRequestSchema, limitBytes: limits.VALIDATE_SEED_BODY_LIMIT_BYTES },
    responses: { 200: seeds.validateSeedResponseSchema },
  },
  createSandbox: {
    method: 'POST',
    paths: sandboxPaths(),
    summary: 'Start a sandbox',
    auth: 'api_key',
    body: { schema: sandboxes.createSandboxRequestSchema, limitBytes: limits.CREATE_SANDBOX_BODY_LIMIT_BYTES },
    responses: { 201: sandboxes.createSandboxResponseSchema },
    errors: [402],
  },
  createEvalSession: {
    method: 'POST',
    paths: ['/eval-sessions', '/eval-sandboxes'],
    summary: 'Open a session without twins for evidence captured elsewhere',
    auth: 'api_key',
    body: { schema: sandboxes.createEvalSessionRequestSchema, limitBytes: limits.CREATE_SANDBOX_BODY_LIMIT_BYTES },
    responses: { 201: sandboxes.createEvalSessionResponseSchema },
    errors: [402],
  },
  listSandboxes: {
    method: 'GET',
    paths: sandboxPaths(),
    summary: 'List sandboxes, newest first',
    auth: 'api_key',
    query: sandboxes.listSandboxesQuerySchema,
    responses: { 200: sandboxes.sandboxRowSchema.array() },
  },
  getSandbox: {
    method: 'GET',
    paths: sandboxPaths('/{id}'),
    summary: 'Read a sandbox with its live token',
    auth: 'api_key',
    responses: { 200: sandboxes.sandboxSchema },
  },
  getSandboxState: {
    method: 'GET',
    paths: sandboxPaths('/{id}/state'),
    summary: "Read a twin's world, as it is or as it was after a call",
    auth: 'api_key',
    query: worlds.sandboxStateQuerySchema,
    responses: { 200: worlds.worldSchema },
    errors: [409, 410],
  },
  forkSandbox: {
    method: 'POST',
    paths: sandboxPaths('/{id}/forks'),
    summary: 'Start sandboxes with the worlds that a sandbox had after a call',
    auth: 'api_key',
    body: { schema: sandboxes.forkSandboxRequestSchema, limitBytes: small },
    responses: { 201: sandboxes.forkSandboxResponseSchema },
    errors: [402, 409, 410],
  },
  heartbeatSandbox: {
    method: 'POST',
    paths: sandboxPaths('/{id}/heartbeat'),
    summary: 'Reset the idle timer',
    auth: 'api_key',
    responses: { 204: null },
    errors: [410],
  },
  deleteSandbox: {
    method: 'DELETE',
    paths: sandboxPaths('/{id}'),
    summary: 'Stop a sandbox; an ungraded one only with its discard token',
    auth: 'api_key',
    query: sandboxes.deleteSandboxQuerySchema,
    responses: { 200: sandboxes.sandboxRowSchema },
    errors: [409, 410],
  },
  getFaults: {
    method: 'GET',
    paths: sandboxPaths('/{id}/faults'),
    summary: 'Read the faults that stand, with what came of them',
    auth: 'api_key',
    responses: { 200: faults.faultsSchema },
    errors: [410],
  },
  setFaults: {
    method: 'PUT',
    paths: sandboxPaths('/{id}/faults'),
    summary: 'Put other faults in the place of those that stand',
    auth: 'api_key',
    body: { schema: faults.setFaultsRequestSchema, limitBytes: small },
    responses: { 200: faults.faultsSchema },
    errors: [410],
  },
  createTraceUpload: {
    method: 'POST',
    paths: sandboxPaths('/{id}/result-upload-url'),
    summary: 'Mint a signed upload of the tape',
    auth: 'api_key_or_sandbox_token',
    responses: { 200: evidence.uploadSchema },
    errors: [409],
  },
  createMetaUpload: {
    method: 'POST',
    paths: sandboxPaths('/{id}/meta-upload-url'),
    summary: 'Mint a signed upload of the optional meta blob',
    auth: 'api_key_or_sandbox_token',
    responses: { 200: evidence.uploadSchema },
    errors: [409],
  },
  createStateUploads: {
    method: 'POST',
    paths: sandboxPaths('/{id}/state-upload-url'),
    summary: 'Mint signed uploads of the initial and final state',
    auth: 'api_key_or_sandbox_token',
    body: { schema: evidence.stateUploadRequestSchema, limitBytes: small, optional: true },
    responses: { 200: evidence.stateUploadResponseSchema },
    errors: [409],
  },
  finalizeSandbox: {
    method: 'POST',
    paths: sandboxPaths('/{id}/finalize'),
    summary: 'Grade the run and close the sandbox',
    auth: 'api_key',
    body: { schema: finalize.finalizeRequestSchema, limitBytes: limits.FINALIZE_BODY_LIMIT_BYTES },
    responses: { 200: finalize.finalizeResultSchema, 201: finalize.finalizeResultSchema, 202: finalize.finalizeAcceptedSchema },
    requestHeaders: { Prefer: '`respond-async` queues the grading; poll the evaluation.' },
    headers: { 202: { 'retry-after': 'Seconds until asking again makes sense.' } },
    errors: [409, 410],
  },
  getEvaluation: {
    method: 'GET',
    paths: sandboxPaths('/{id}/evaluation'),
    summary: 'Poll an asynchronous finalize',
    auth: 'api_key',
    responses: { 200: finalize.evaluationSchema },
  },
  listChecks: {
    method: 'GET',
    paths: ['/checks'],
    summary: 'The grading vocabulary of a twin',
    auth: 'api_key',
    query: checks.listChecksQuerySchema,
    responses: { 200: checks.checkListSchema },
  },
  renderChecks: {
    method: 'POST',
    paths: ['/checks/render'],
    summary: 'Render check sentences',
    auth: 'api_key',
    body: { schema: checks.renderChecksRequestSchema, limitBytes: limits.CHECKS_BODY_LIMIT_BYTES },
    responses: { 200: checks.renderChecksResponseSchema },
  },
  bindChecks: {
    method: 'POST',
    paths: ['/checks/bind'],
    summary: 'Tell which check each sentence binds to',
    auth: 'api_key',
    body: { schema: checks.bindChecksRequestSchema, limitBytes: limits.CHECKS_BODY_LIMIT_BYTES },
    responses: { 200: checks.bindChecksResponseSchema },
  },
  listRuns: {
    method: 'GET',
    paths: ['/runs'],
    summary: 'List runs, newest first',
    auth: 'api_key',
    query: runs.listRunsQuerySchema,
    responses: { 200: runs.runRowSchema.array() },
  },
  getRun: {
    method: 'GET',
    paths: ['/runs/{id}'],
    summary: 'Read one run',
    auth: 'api_key',
    responses: { 200: runs.runRecordSchema },
  },
  getGroup: {
    method: 'GET',
    paths: ['/groups/{id}'],
    summary: 'Read the figures of a group of trials',
    auth: 'api_key',
    query: groups.groupQuerySchema,
    responses: { 200: groups.groupSchema },
  },
  compareGroups: {
    method: 'GET',
    paths: ['/groups/{id}/comparison'],
    summary: 'Compare two groups pair by pair',
    auth: 'api_key',
    query: groups.comparisonQuerySchema,
    responses: { 200: groups.comparisonSchema },
  },
  regradeRun: {
    method: 'POST',
    paths: ['/runs/{id}/regrade'],
    summary: "Grade a run's stored evidence again, as a new run",
    auth: 'api_key',
    body: { schema: runs.regradeRequestSchema, limitBytes: limits.FINALIZE_BODY_LIMIT_BYTES },
    responses: { 201: finalize.finalizeResultSchema },
  },
  getRunReport: {
    method: 'GET',
    paths: ['/runs/{id}/report.md'],
    summary: 'Read the report of a run',
    auth: 'api_key',
    responses: { 200: 'text/markdown' },
  },
  getRunTrace: {
    method: 'GET',
    paths: ['/runs/{id}/trace'],
    summary: 'Mint a signed download of the tape',
    auth: 'api_key',
    responses: { 200: evidence.downloadSchema },
  },
  getRunState: {
    method: 'GET',
    paths: ['/runs/{id}/state'],
    summary: 'Mint a signed download of the final state, or read the world after a call',
    auth: 'api_key',
    query: worlds.runStateQuerySchema,
    responses: { 200: evidence.runStateSchema },
    errors: [409],
  },
  createTask: {
    method: 'POST',
    paths: ['/tasks'],
    summary: 'Store a task',
    auth: 'api_key',
    body: { schema: tasks.createTaskRequestSchema, limitBytes: limits.STORED_TASK_BODY_LIMIT_BYTES },
    responses: { 201: tasks.taskSchema },
  },
  listTasks: {
    method: 'GET',
    paths: ['/tasks'],
    summary: 'List stored tasks, newest first',
    auth: 'api_key',
    query: tasks.listTasksQuerySchema,
    responses: { 200: tasks.taskRowSchema.array() },
  },
  getTask: {
    method: 'GET',
    paths: ['/tasks/{id}'],
    summary: 'Read a stored task',
    auth: 'api_key',
    responses: { 200: tasks.taskSchema },
  },
  createDeviceCode: {
    method: 'POST',
    paths: ['/device/code'],
    summary: 'Start the login of a client without a browser',
    auth: 'none',
    body: { schema: device.createDeviceCodeRequestSchema, limitBytes: small },
    responses: { 200: device.deviceCodeSchema },
    errors: [409],
  },
  createDeviceToken: {
    method: 'POST',
    paths: ['/device/token'],
    summary: 'Ask whether a login was approved; once it is, its API key',
    auth: 'none',
    body: { schema: device.createDeviceTokenRequestSchema, limitBytes: small },
    responses: { 200: device.deviceTokenSchema },
    errors: [404, 409],
  },
} as const satisfies Record<string, OperationSpec>;

export type OperationId = keyof typeof OPERATIONS;
