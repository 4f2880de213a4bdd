import type { Change } from '../world/collection.ts';

/** One recorded HTTP call (spec, "Tape row"; the whole list of fields in docs/decisions.md). */
export interface TapeRow {
  /** 1 for the first call on the twin, then one more each; never reused. */
  seq: number;
  /** ISO 8601 by the world's clock. */
  ts: string;
  /** `req_…`, also sent as `x-svc-request-id`. */
  request_id: string;
  twin: string;
  method: string;
  /** Path and query with the session prefix (`/s/<session_id>/…`), credentials redacted. */
  path: string;
  request_headers: Record<string, string | string[]>;
  /** JSON as JSON, text as a string, other bytes as `{ "$base64": … }`, nothing as null. */
  request_body: unknown;
  status: number;
  /** As sent, credentials redacted. */
  response_headers: Record<string, string>;
  response_body: unknown;
  latency_ms: number;
  /** True exactly when this call changed the world. */
  state_mutation: boolean;
  state_delta: Change[] | null;
  /** The action's name, null for calls that have none. */
  tool: string | null;
  fidelity: 'semantic' | 'shape' | 'unsupported' | null;
}
