import type { ErrorName, ErrorReason, ErrorType } from '@svc/contract';
import type { ApiError } from '@svc/sdk';

const BY_NAME: Record<ErrorName, string> = {
  invalid_seed: 'Mend the fields named in `issues`; validate_seed checks the seed again without starting anything.',
  invalid_seed_envelope: 'With more than one twin the seed is an object keyed by twin id: {"github": {…}, "slack": {…}}.',
  malformed_scenario_seed: 'Mend the "## Seed State" block of the task, or pass `seed`, which replaces it.',
  unknown_twins: 'Use ids from `available`.',
  too_many_twins: 'Name one to three twins.',
  twin_snapshot_unavailable: 'This deployment cannot start that twin: leave it out, or ask its operator.',
  empty_criteria: 'Pass at least one criterion; list_checks shows what can be graded, render_checks makes the sentences.',
  twin_pull_requires_sync: 'Finalize without "Prefer: respond-async".',
};

const BY_REASON: Partial<Record<ErrorReason, string>> = {
  ungraded_session: 'finalize_task keeps the run. To throw it away, call stop_sandbox with confirm: true.',
  capture_incomplete: 'There is nothing to grade until a twin was called: call one with the agent_token, then finalize again.',
  evaluation_in_progress: 'Call finalize_task again in a few seconds: it answers with the same run.',
  session_closed: 'Start another sandbox with run_task.',
  blob_absent: 'This evidence was not stored or is gone; get_run still has the verdicts.',
};

const BY_TYPE: Record<ErrorType | 'unknown', string> = {
  validation_failed: 'Mend the argument that the message names and call again.',
  invalid_auth: 'The API key of this MCP server is wrong: set SVC_API_KEY, or the Authorization header of the connection.',
  revoked_key: 'The API key of this MCP server was revoked: make a new one.',
  quota_exceeded:
    'Close a sandbox first: list_sandboxes shows the open ones, finalize_task grades one, stop_sandbox throws one away.',
  not_found: 'Check the id: list_sandboxes and list_runs show what there is.',
  conflict: 'Look at the sandbox with get_sandbox, then decide.',
  session_expired: 'The sandbox is closed for good: start another with run_task. If it was graded, list_runs shows its run.',
  internal_error: 'Call once more; if it fails again, report the request_id.',
  downstream_unavailable: 'Call again in a few seconds.',
  unknown: 'Something other than the service answered: check SVC_BASE_URL.',
};

/** What to do about a refusal of the service, in terms of these tools. */
export function hintFor({ type, details }: ApiError): string {
  return BY_NAME[details.error as ErrorName] ?? BY_REASON[details.reason as ErrorReason] ?? BY_TYPE[type];
}
