"""The bodies of the REST API, made from its OpenAPI description by `node tools/run.mjs pages`.

Answers may have more fields than are named here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, Optional, TypedDict, Union

if TYPE_CHECKING:
    from typing_extensions import NotRequired


class OpenApiDocument(TypedDict):
    openapi: str


class BindChecksRequest(TypedDict):
    twin: TwinId
    texts: list[str]


class BindChecksResponse(TypedDict):
    twin: TwinId
    results: list[BindResult]


class BindResult2(TypedDict):
    check_id: str


class BindResult3(TypedDict):
    check_id: str
    corrupted: Literal[True]
    refused: NotRequired[list[RefusedValue]]


class BindResult4Nearest(TypedDict):
    id: str
    template: str


class BindResult4(TypedDict):
    check_id: None
    nearest: list[BindResult4Nearest]
    suggestion: NotRequired[str]


class CheckList(TypedDict):
    twin: TwinId
    digest: str
    checks: list[Check]


class CheckParam(TypedDict):
    name: str
    pattern: str
    example: str
    description: str


class Check(TypedDict):
    id: str
    template: str
    description: str
    compares: str
    substrate: Literal["final_state", "seed_and_final_state", "tape", "final_answer"]
    params: list[CheckParam]


class RefusedValue(TypedDict):
    param: str
    value: str
    pattern: str
    example: str
    suggestion: NotRequired[str]


class RenderChecksRequestItem(TypedDict):
    check: str
    args: dict[str, str]


class RenderChecksRequest(TypedDict):
    twin: TwinId
    items: list[RenderChecksRequestItem]


class RenderChecksResponse(TypedDict):
    twin: TwinId
    lines: list[str]


class CriteriaBreakdown(TypedDict):
    total: int
    passed: int
    failed: int
    skipped: int
    unmatched: int
    model: int
    not_gradable: int
    denominator: int


class CriterionResult(TypedDict):
    id: str
    text: str
    kind: CriterionKind
    twin: Optional[TwinId]
    check_id: Optional[str]
    status: CriterionStatus
    passed: bool
    skipped: bool
    already_true: bool
    reason: str


class Criterion(TypedDict):
    id: str
    text: str
    kind: CriterionKind
    twin: NotRequired[TwinId]
    always_scored: NotRequired[bool]


class CreateDeviceCodeRequest(TypedDict):
    client_name: NotRequired[str]


class CreateDeviceTokenRequest(TypedDict):
    device_code: str


class DeviceCode(TypedDict):
    device_code: str
    user_code: str
    verification_uri: str
    verification_uri_complete: str
    expires_in: int
    interval: int


class DeviceTokenApiKey(TypedDict):
    id: str
    name: str


class DeviceTokenTeam(TypedDict):
    id: str
    slug: str
    plan_tier: str


class DeviceToken(TypedDict):
    access_token: str
    token_type: Literal["Bearer"]
    api_key: DeviceTokenApiKey
    team: DeviceTokenTeam


class ErrorEnvelopeError(TypedDict):
    type: Literal["validation_failed", "invalid_auth", "quota_exceeded", "revoked_key", "not_found", "conflict", "session_expired", "internal_error", "downstream_unavailable"]
    message: str
    details: dict[str, Any]
    request_id: RequestId


class ErrorEnvelope(TypedDict):
    error: ErrorEnvelopeError


class Download(TypedDict):
    blob: str
    key: str
    url: str
    expires_in: int
    expires_at: Timestamp


class StateDownloadPerTwinValue(TypedDict):
    key: str
    url: str


class StateDownload(TypedDict):
    blob: str
    key: str
    url: str
    expires_in: int
    expires_at: Timestamp
    per_twin: NotRequired[dict[str, StateDownloadPerTwinValue]]


class StatePair(TypedDict):
    state_initial: Upload
    state_final: Upload


class StateUploadRequest(TypedDict):
    twins: NotRequired[TwinList]


class StateUploadResponse(TypedDict):
    state_initial: Upload
    state_final: Upload
    per_twin: NotRequired[dict[str, StatePair]]


class Upload(TypedDict):
    url: str
    key: str


class Fault(TypedDict):
    twin: NotRequired[TwinId]
    kind: str
    operation: NotRequired[str]
    tool: NotRequired[str]
    method: NotRequired[Literal["GET", "POST", "PUT", "PATCH", "DELETE"]]
    path: NotRequired[str]
    nth: NotRequired[Union[int, list[int]]]
    share: NotRequired[float]
    retry_after: NotRequired[int]
    status: NotRequired[int]
    delay_ms: NotRequired[int]
    writes: NotRequired[int]


class Faults(TypedDict):
    faults: list[StandingFault]


class SetFaultsRequest(TypedDict):
    faults: FaultList


class StandingFault(TypedDict):
    twin: TwinId
    kind: str
    operation: NotRequired[str]
    tool: NotRequired[str]
    method: NotRequired[Literal["GET", "POST", "PUT", "PATCH", "DELETE"]]
    path: NotRequired[str]
    nth: NotRequired[Union[int, list[int]]]
    share: NotRequired[float]
    retry_after: NotRequired[int]
    status: NotRequired[int]
    delay_ms: NotRequired[int]
    writes: NotRequired[int]
    matched: int
    injected: int


class EvaluationError(TypedDict):
    type: str
    message: str
    reason: NotRequired[str]


class Evaluation(TypedDict):
    evaluation_id: EvaluationId
    run_id: RunId
    status: EvaluationStatus
    result: NotRequired[FinalizeResult]
    error: NotRequired[EvaluationError]


class FinalizeAccepted(TypedDict):
    evaluation_id: EvaluationId
    run_id: RunId
    status: EvaluationStatus
    status_url: str


class FinalizeRequestAgentUsage(TypedDict):
    models: NotRequired[list[str]]
    turns: NotRequired[Optional[int]]
    input_tokens: NotRequired[Optional[int]]
    output_tokens: NotRequired[Optional[int]]
    cost_usd: NotRequired[Optional[float]]


class FinalizeRequestTranscript(TypedDict):
    kind: Literal["model", "tool", "output", "left_out"]
    name: NotRequired[Optional[str]]
    at: NotRequired[Optional[Timestamp]]
    text: str
    input_tokens: NotRequired[Optional[int]]
    output_tokens: NotRequired[Optional[int]]
    failed: NotRequired[bool]


class FinalizeRequest(TypedDict):
    criteria: list[Criterion]
    stop_reason: str
    final_answer: NotRequired[str]
    exit_code: int
    pass_threshold: NotRequired[float]
    duration_ms: int
    agent_model: str
    agent_sdk: NotRequired[str]
    agent_usage: NotRequired[FinalizeRequestAgentUsage]
    transcript: NotRequired[list[FinalizeRequestTranscript]]
    agent_version: NotRequired[AgentVersion]
    scenario_name: NotRequired[str]
    scenario_prompt: NotRequired[str]
    expected_behavior: NotRequired[str]
    trace_storage_key: NotRequired[str]
    state_initial_storage_key: NotRequired[str]
    state_final_storage_key: NotRequired[str]
    per_twin_state_keys: NotRequired[dict[str, StateKeys]]
    source: NotRequired[EvidenceSource]


class FinalizeResult(TypedDict):
    run_id: RunId
    score: Optional[float]
    criteria_results: list[CriterionResult]
    criteria_breakdown: CriteriaBreakdown
    all_skipped: bool
    outcome: RunOutcome
    outcome_reason: Optional[str]
    vacuous: bool
    unsupported_calls: list[UnsupportedCall]
    injected_faults: list[InjectedFault]
    recovered: list[RecoveredTwin]
    judge_model: Optional[str]
    provenance: Provenance
    dashboard_url: str


class StateKeys(TypedDict):
    state_initial_key: NotRequired[str]
    state_final_key: NotRequired[str]


class Comparison(TypedDict):
    first: Group
    second: Group
    pairs: int
    left_out: int
    both_passed: int
    only_first_passed: int
    only_second_passed: int
    neither_passed: int
    p_value: float
    test: str
    score_difference: Optional[Interval]
    differing: list[TrialPair]


class CriterionRate(TypedDict):
    id: str
    text: str
    graded: int
    passed: int
    pass_rate: Optional[Interval]


class GroupUsageTurns(TypedDict):
    trials: int
    mean: float
    total: float


class GroupUsageInputTokens(TypedDict):
    trials: int
    mean: float
    total: float


class GroupUsageOutputTokens(TypedDict):
    trials: int
    mean: float
    total: float


class GroupUsageCostUsd(TypedDict):
    trials: int
    mean: float
    total: float


class GroupUsage(TypedDict):
    turns: Optional[GroupUsageTurns]
    input_tokens: Optional[GroupUsageInputTokens]
    output_tokens: Optional[GroupUsageOutputTokens]
    cost_usd: Optional[GroupUsageCostUsd]


class Group(TypedDict):
    group_id: str
    trials: int
    passed: int
    failed: int
    errored: int
    ungraded: int
    mean_score: Optional[Interval]
    pass_rate: Optional[Interval]
    pass_at_k: dict[str, float]
    pass_hat_k: dict[str, float]
    criteria: list[CriterionRate]
    usage: GroupUsage
    agent_versions: list[str]
    agent_models: list[str]
    truncated: bool


class Interval(TypedDict):
    value: float
    low: float
    high: float
    method: str


class TrialPairFirst(TypedDict):
    run_id: RunId
    outcome: RunOutcome
    score: Optional[float]


class TrialPairSecond(TypedDict):
    run_id: RunId
    outcome: RunOutcome
    score: Optional[float]


class TrialPair(TypedDict):
    task_name: Optional[str]
    first: TrialPairFirst
    second: TrialPairSecond


class IdentityUser(TypedDict):
    id: str
    email: str


class IdentityTeam(TypedDict):
    id: str
    slug: str
    plan_tier: str


class IdentityApiKey(TypedDict):
    id: str
    name: str


class Identity(TypedDict):
    user: IdentityUser
    team: IdentityTeam
    api_key: IdentityApiKey


class Usage(TypedDict):
    period_start: Timestamp
    period_end: Timestamp
    sessions_used: int
    sessions_quota: int
    sessions_remaining: int
    plan_tier: str


class InjectedFault(TypedDict):
    twin: TwinId
    kind: str
    count: int
    first_row: int


class RecoveredTwin(TypedDict):
    twin: TwinId
    host: str
    at: Timestamp
    calls: int


class UnsupportedCall(TypedDict):
    twin: TwinId
    call: str
    count: int
    first_row: int


class Evaluator(TypedDict):
    name: str
    version: str
    vocabulary_digests: dict[str, str]
    judge_model: Optional[str]


class Lane(TypedDict):
    id: str
    step: int
    twin: TwinId
    endpoint: str
    tool: Optional[str]
    calls: int
    mutations: int
    errors: int
    rows: list[int]


class RegradeRequest(TypedDict):
    criteria: NotRequired[list[Criterion]]
    pass_threshold: NotRequired[float]
    final_answer: NotRequired[str]


class RunRecordAgentUsage(TypedDict):
    models: list[str]
    turns: Optional[int]
    input_tokens: Optional[int]
    output_tokens: Optional[int]
    cost_usd: Optional[float]


class RunRecordTranscript(TypedDict):
    kind: Literal["model", "tool", "output", "left_out"]
    name: Optional[str]
    at: Optional[Timestamp]
    text: str
    input_tokens: Optional[int]
    output_tokens: Optional[int]
    failed: bool


class RunRecord(TypedDict):
    id: RunId
    session_id: SessionId
    task_name: Optional[str]
    task_hash: Optional[str]
    satisfaction_score: Optional[float]
    group_id: Optional[str]
    environment: str
    agent_model: str
    agent_usage: Optional[RunRecordAgentUsage]
    agent_version: Optional[str]
    outcome: RunOutcome
    created_at: Timestamp
    finished_at: Optional[Timestamp]
    twins: list[TwinId]
    criteria_results: list[CriterionResult]
    criteria_breakdown: CriteriaBreakdown
    all_skipped: bool
    pass_threshold: float
    outcome_reason: Optional[str]
    vacuous: bool
    unsupported_calls: list[UnsupportedCall]
    injected_faults: list[InjectedFault]
    recovered: list[RecoveredTwin]
    steps: list[Step]
    lanes: list[Lane]
    summary: Optional[str]
    fix_prompt: Optional[str]
    provenance: Provenance
    evaluator: Evaluator
    twin_runtime: str
    tape_rows: int
    agent_sdk: Optional[str]
    transcript: list[RunRecordTranscript]
    stop_reason: str
    exit_code: int
    duration_ms: int
    scenario_name: Optional[str]
    trace_s3_key: Optional[str]
    state_s3_key: Optional[str]
    events_jsonl_url: Optional[str]
    regraded_from: Optional[RunId]
    parent: Optional[Parent]
    state_initial_keys: dict[str, str]
    state_seed_keys: dict[str, str]
    dashboard_url: str


class RunRowAgentUsage(TypedDict):
    models: list[str]
    turns: Optional[int]
    input_tokens: Optional[int]
    output_tokens: Optional[int]
    cost_usd: Optional[float]


class RunRow(TypedDict):
    id: RunId
    session_id: SessionId
    task_name: Optional[str]
    task_hash: Optional[str]
    satisfaction_score: Optional[float]
    group_id: Optional[str]
    environment: str
    agent_model: str
    agent_usage: Optional[RunRowAgentUsage]
    agent_version: Optional[str]
    outcome: RunOutcome
    created_at: Timestamp
    finished_at: Optional[Timestamp]


class Step(TypedDict):
    index: int
    started_at: Timestamp
    ended_at: Timestamp
    calls: int
    mutations: int
    lanes: list[str]


class Clock2(TypedDict):
    mode: Literal["wall"]


class Clock3(TypedDict):
    mode: Literal["logical"]
    start: NotRequired[str]


class CreateEvalSessionRequest(TypedDict):
    twins: NotRequired[TwinList]
    task_source: NotRequired[str]
    group_id: NotRequired[GroupId]
    agent_version: NotRequired[AgentVersion]
    idempotency_key: NotRequired[str]


class CreateEvalSessionResponse(TypedDict):
    session_id: SessionId
    expires_at: Timestamp
    agent_token: str
    twins: list[TwinId]


class CreateSandboxRequest(TypedDict):
    twins: NotRequired[TwinList]
    task_source: NotRequired[str]
    task_id: NotRequired[str]
    seed: NotRequired[Seed]
    idempotency_key: NotRequired[str]
    group_id: NotRequired[GroupId]
    agent_version: NotRequired[AgentVersion]
    clock: NotRequired[Clock]
    webhook_ports: NotRequired[list[int]]
    faults: NotRequired[FaultList]
    replay_of: NotRequired[RunId]


class CreateSandboxResponse(TypedDict):
    session_id: SessionId
    expires_at: Timestamp
    agent_token: str
    per_twin: dict[str, TwinEndpoints]
    provider_credentials: dict[str, ProviderCredential]
    twin_url: str
    openapi_url: str


class ForkSandboxRequest(TypedDict):
    at: int
    count: NotRequired[int]
    agent_version: NotRequired[AgentVersion]
    group_id: NotRequired[GroupId]
    idempotency_key: NotRequired[str]
    webhook_ports: NotRequired[list[int]]


class ForkSandboxResponse(TypedDict):
    parent: Parent
    sandboxes: list[CreateSandboxResponse]


class Parent(TypedDict):
    session_id: SessionId
    step: int


class ProviderCredential(TypedDict):
    token: str
    header: str
    scheme: str


class SandboxRow(TypedDict):
    id: SessionId
    twins: list[TwinId]
    state: SandboxState
    twin_url: Optional[str]
    created_at: Timestamp
    ready_at: Optional[Timestamp]
    expires_at: Timestamp
    closed_at: Optional[Timestamp]


class Sandbox(TypedDict):
    id: SessionId
    twins: list[TwinId]
    state: SandboxState
    twin_url: Optional[str]
    created_at: Timestamp
    ready_at: Optional[Timestamp]
    expires_at: Timestamp
    closed_at: Optional[Timestamp]
    agent_token: Optional[str]
    last_request_at: Optional[Timestamp]
    task_markdown: Optional[str]
    task_name: Optional[str]
    task_id: Optional[str]
    group_id: Optional[str]
    agent_version: Optional[str]
    parent: Optional[Parent]
    recovered: list[RecoveredTwin]
    per_twin: dict[str, TwinEndpoints]


class TwinEndpoints(TypedDict):
    api_url: str
    mcp_url: str
    openapi_url: str
    root_url: Optional[str]


class ValidateSeedRequest(TypedDict):
    twins: TwinList
    seed: Seed


class ValidateSeedResponseDropped(TypedDict):
    twin: TwinId
    path: str
    suggestion: NotRequired[str]


class ValidateSeedResponse(TypedDict):
    valid: Literal[True]
    checked: list[TwinId]
    unchecked: list[TwinId]
    dropped: NotRequired[list[ValidateSeedResponseDropped]]


class CreateTaskRequest(TypedDict):
    task_source: str
    name: NotRequired[str]


class TaskRow(TypedDict):
    id: TaskId
    name: str
    task_hash: str
    created_at: Timestamp


class Task(TypedDict):
    id: TaskId
    name: str
    task_hash: str
    created_at: Timestamp
    task_markdown: str


class World(TypedDict):
    twin: TwinId
    step: int
    row: int
    state: dict[str, list[Any]]


BindResult = Union[Literal["not_checked"], BindResult2, BindResult3, BindResult4]
CriterionKind = Literal["code", "model"]
CriterionStatus = Literal["passed", "failed", "skipped", "unmatched", "model", "not_gradable"]
RunState = Union[StateDownload, World]
FaultList = list[Fault]
EvaluationStatus = Literal["queued", "running", "completed", "failed"]
EvidenceSource = Literal["blob", "twin-pull"]
Provenance = Literal["hosted", "self_reported"]
EvaluationId = str
RequestId = str
RunId = str
SessionId = str
TaskId = str
Timestamp = str
TwinId = str
RunOutcome = Literal["passed", "failed", "errored", "ungraded"]
AgentVersion = str
Clock = Union[Literal["wall", "logical"], Clock2, Clock3]
GroupId = str
SandboxState = Literal["provisioning", "ready", "running", "done", "expired", "failed"]
Seed = dict[str, Any]
TwinList = list[TwinId]
