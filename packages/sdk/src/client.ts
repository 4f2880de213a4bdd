import type {
  BindChecksRequest,
  BindChecksResponse,
  CheckList,
  Comparison,
  CreateDeviceCodeRequest,
  CreateDeviceTokenRequest,
  CreateEvalSessionRequest,
  CreateEvalSessionResponse,
  CreateSandboxRequest,
  CreateSandboxResponse,
  CreateTaskRequest,
  DeviceCode,
  DeviceToken,
  Download,
  Evaluation,
  Faults,
  FinalizeAccepted,
  FinalizeRequest,
  FinalizeResult,
  ForkSandboxRequest,
  ForkSandboxResponse,
  Group,
  Identity,
  RegradeRequest,
  RenderChecksRequest,
  RenderChecksResponse,
  RunOutcome,
  RunRecord,
  RunRow,
  Sandbox,
  SandboxRow,
  SandboxState,
  SetFaultsRequest,
  StateDownload,
  StateUploadResponse,
  Task,
  TaskRow,
  Upload,
  Usage,
  ValidateSeedRequest,
  ValidateSeedResponse,
  World,
} from '@svc/contract';
import { type ClientOptions, createTransport, type RequestOptions, type Transport } from './transport.ts';

/** The REST API of the control plane. Every method throws ApiError when it is refused. */
export function createClient(options: ClientOptions) {
  const send = createTransport(options);
  const get = async <T>(path: string, query?: RequestOptions['query']): Promise<T> =>
    (await send('GET', path, query && { query })).json() as Promise<T>;
  const post = async <T>(path: string, body?: unknown): Promise<T> =>
    (await send('POST', path, body === undefined ? {} : { body })).json() as Promise<T>;
  return {
    me: () => get<Identity>('/me'),
    usage: () => get<Usage>('/usage'),
    seeds: { validate: (request: ValidateSeedRequest) => post<ValidateSeedResponse>('/seeds/validate', request) },
    sandboxes: { ...sandboxCalls(send, get, post), ...evidenceCalls(post), ...finalizeCalls(send, get) },
    evalSessions: {
      create: (request: CreateEvalSessionRequest = {}) => post<CreateEvalSessionResponse>('/eval-sessions', request),
    },
    checks: {
      list: (twin: string) => get<CheckList>('/checks', { twin }),
      render: (request: RenderChecksRequest) => post<RenderChecksResponse>('/checks/render', request),
      bind: (request: BindChecksRequest) => post<BindChecksResponse>('/checks/bind', request),
    },
    runs: {
      list: (query: RunQuery = {}) => get<RunRow[]>('/runs', query),
      get: (id: string) => get<RunRecord>(`/runs/${segment(id)}`),
      report: async (id: string) =>
        (await send('GET', `/runs/${segment(id)}/report.md`, { headers: { accept: 'text/markdown' } })).text(),
      regrade: (id: string, request: RegradeRequest = {}) => post<FinalizeResult>(`/runs/${segment(id)}/regrade`, request),
      trace: (id: string) => get<Download>(`/runs/${segment(id)}/trace`),
      state: (id: string) => get<StateDownload>(`/runs/${segment(id)}/state`),
      /** A twin's world after so many calls, rebuilt from the stored evidence. */
      world: (id: string, query: { step: number; twin?: string | undefined }) => get<World>(`/runs/${segment(id)}/state`, query),
    },
    groups: {
      get: (id: string, query: GroupQuery = {}) => get<Group>(`/groups/${segment(id)}`, query),
      compare: (id: string, other: string, query: GroupQuery = {}) =>
        get<Comparison>(`/groups/${segment(id)}/comparison`, { ...query, with: other }),
    },
    /** Login of a client without a browser (RFC 8628); `token` is refused with `details.reason` until it is approved. */
    device: {
      code: (request: CreateDeviceCodeRequest = {}) => post<DeviceCode>('/device/code', request),
      token: (request: CreateDeviceTokenRequest) => post<DeviceToken>('/device/token', request),
    },
    tasks: {
      create: (request: CreateTaskRequest) => post<Task>('/tasks', request),
      list: (query: { limit?: number } = {}) => get<TaskRow[]>('/tasks', query),
      get: (id: string) => get<Task>(`/tasks/${segment(id)}`),
    },
  };
}

interface GroupQuery extends Record<string, string | number | undefined> {
  agent_version?: string | undefined;
  agent_model?: string | undefined;
  task_name?: string | undefined;
}
interface RunQuery extends GroupQuery {
  group_id?: string | undefined;
  outcome?: RunOutcome | undefined;
  limit?: number | undefined;
  /** From 0 to 100, itself included. */
  min_score?: number | undefined;
  /** From 0 to 100, itself excluded. */
  below_score?: number | undefined;
  /** ISO 8601 in UTC, itself included. */
  since?: string | undefined;
  /** ISO 8601 in UTC, itself excluded. */
  until?: string | undefined;
  /** The last run of a page: the next one begins after it. */
  after?: string | undefined;
}

export type Client = ReturnType<typeof createClient>;

type Get = <T>(path: string, query?: RequestOptions['query']) => Promise<T>;
type Post = <T>(path: string, body?: unknown) => Promise<T>;

const segment = encodeURIComponent;

function sandboxCalls(send: Transport, get: Get, post: Post) {
  return {
    create: (request: CreateSandboxRequest = {}) => post<CreateSandboxResponse>('/sandboxes', request),
    list: (query: { state?: SandboxState; limit?: number } = {}) => get<SandboxRow[]>('/sandboxes', query),
    get: (id: string) => get<Sandbox>(`/sandboxes/${segment(id)}`),
    /** A twin's world after so many calls of the sandbox; as it is now where `step` is left out. */
    world: (id: string, query: { step?: number | undefined; twin?: string | undefined } = {}) =>
      get<World>(`/sandboxes/${segment(id)}/state`, query),
    /** Starts sandboxes with the worlds that this one had after a call. */
    fork: (id: string, request: ForkSandboxRequest) => post<ForkSandboxResponse>(`/sandboxes/${segment(id)}/forks`, request),
    heartbeat: async (id: string): Promise<void> => {
      await send('POST', `/sandboxes/${segment(id)}/heartbeat`);
    },
    /** What of its agent's calls fails on request, and what came of that. */
    faults: (id: string) => get<Faults>(`/sandboxes/${segment(id)}/faults`),
    /** Puts these in the place of all that stand. */
    setFaults: async (id: string, faults: SetFaultsRequest['faults']): Promise<Faults> =>
      (await send('PUT', `/sandboxes/${segment(id)}/faults`, { body: { faults } })).json() as Promise<Faults>,
    /** An ungraded sandbox is refused with a `discard_token` in the details; pass it to discard the run. */
    delete: async (id: string, query: { confirm_discard?: string } = {}): Promise<SandboxRow> =>
      (await send('DELETE', `/sandboxes/${segment(id)}`, { query })).json() as Promise<SandboxRow>,
  };
}

function evidenceCalls(post: Post) {
  return {
    traceUpload: (id: string) => post<Upload>(`/sandboxes/${segment(id)}/result-upload-url`),
    metaUpload: (id: string) => post<Upload>(`/sandboxes/${segment(id)}/meta-upload-url`),
    stateUploads: (id: string, twins?: string[]) =>
      post<StateUploadResponse>(`/sandboxes/${segment(id)}/state-upload-url`, twins && { twins }),
  };
}

function finalizeCalls(send: Transport, get: Get) {
  return {
    /** Waits for the grade. A repeat gives the same run. */
    finalize: async (id: string, request: FinalizeRequest, signal?: AbortSignal): Promise<FinalizeResult> =>
      (await send('POST', `/sandboxes/${segment(id)}/finalize`, { body: request, signal })).json() as Promise<FinalizeResult>,
    /** Only queues the grading; poll `evaluation`. A sandbox graded before gives its run at once. */
    finalizeAsync: async (id: string, request: FinalizeRequest): Promise<FinalizeAccepted | FinalizeResult> => {
      const headers = { prefer: 'respond-async' };
      const response = await send('POST', `/sandboxes/${segment(id)}/finalize`, { body: request, headers });
      return response.json() as Promise<FinalizeAccepted | FinalizeResult>;
    },
    evaluation: (id: string) => get<Evaluation>(`/sandboxes/${segment(id)}/evaluation`),
  };
}
