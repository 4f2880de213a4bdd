import type { RecoveredTwin } from '@svc/contract';
import type { ColumnType, Generated, JSONColumnType } from 'kysely';

type Timestamp = ColumnType<Date, Date | string, Date | string>;
type NullableTimestamp = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
type Json<T extends object | null> = JSONColumnType<T>;

export interface TeamTable {
  id: string;
  slug: string;
  plan_tier: string;
  /** Concurrent sandboxes; null means the plan's. */
  quota: number | null;
  /** Lifetime and idle limits of a sandbox in milliseconds; null means the service's 30 minutes. */
  lifetime_ms: number | null;
  idle_ms: number | null;
  /** What one twin of a sandbox may keep, tape and world, in MiB; null means the service's. */
  journal_mib: number | null;
  world_mib: number | null;
  /** Sandboxes open right now; changed only in the statement that opens or closes one. */
  open_sandboxes: Generated<number>;
  created_at: Timestamp;
}

/** Owners invite, remove and see to everybody's keys; members work with the team's sandboxes, and have keys of their own. */
export type Role = 'owner' | 'member';

export interface UserTable {
  id: string;
  team_id: string;
  email: string;
  role: ColumnType<Role, Role | undefined, Role>;
  /** As `sign-in/passwords.ts` of the control plane writes it; null for one who signs in otherwise. */
  password_hash: ColumnType<string | null, string | null | undefined, string | null>;
  created_at: Timestamp;
  /** Since when the user is no longer of the team; what he made stays. */
  removed_at: NullableTimestamp;
}

/** Somebody may join a team. */
export interface InvitationTable {
  id: string;
  team_id: string;
  /** In lower case. */
  email: string;
  role: Role;
  /** SHA-256 of the link's token, lower-case hex. */
  token_sha256: string;
  created_at: Timestamp;
  expires_at: Timestamp;
}

/** Whom an OpenID provider's subject is here. */
export interface OidcIdentityTable {
  issuer: string;
  subject: string;
  user_id: string;
  created_at: Timestamp;
}

/** How often something was tried since `since`: a password for an address, or by a client. */
export interface SignInTriesTable {
  /** SHA-256 of what the tries are counted by, lower-case hex. */
  key_sha256: string;
  tries: number;
  since: Timestamp;
}

export interface ApiKeyTable {
  /** The public `<id>` of `svc_<id>_<secret>`. */
  id: string;
  team_id: string;
  user_id: string;
  name: string;
  /** SHA-256 of the secret, lower-case hex. */
  secret_sha256: string;
  created_at: Timestamp;
  revoked_at: NullableTimestamp;
  /** To the minute; null for a key that was never used, or not since this is kept. */
  last_used_at: NullableTimestamp;
}

export type SandboxState = 'provisioning' | 'ready' | 'running' | 'done' | 'expired' | 'failed';

/** Where a fork began: after so many calls of another sandbox, of which each twin had so many rows. */
export interface SandboxParent {
  session_id: string;
  step: number;
  rows: Record<string, number>;
}

export interface SandboxTable {
  id: string;
  team_id: string;
  state: SandboxState;
  twins: string[];
  /** Seed by twin id, `json` (not jsonb): key order is part of the document that seeds ids. */
  seeds: Json<Record<string, unknown>>;
  clock: Json<{ mode: 'wall' } | { mode: 'logical'; start?: string }>;
  task_markdown: string | null;
  task_id: string | null;
  task_name: string | null;
  group_id: string | null;
  agent_version: string | null;
  idempotency_key: string | null;
  /** Of a fork; null for a sandbox that began with its seeds. */
  parent: ColumnType<SandboxParent | null, string | null | undefined, string | null>;
  /** True for sessions of the local evaluate command, which have no twins. */
  self_reported: Generated<boolean>;
  created_at: Timestamp;
  ready_at: NullableTimestamp;
  expires_at: Timestamp;
  last_request_at: NullableTimestamp;
  /** Last twin call or heartbeat, for the idle clock. */
  last_activity_at: Timestamp;
  idle_ms: number;
  closed_at: NullableTimestamp;
  /** Why it failed after it had started, in words for its owner. */
  failure: ColumnType<string | null, string | null | undefined, string | null>;
  /** Which of its twins came back from a copy, as their hosts were lost. */
  recovered: ColumnType<RecoveredTwin[] | null, string | null | undefined, string | null>;
}

/** A host that twins run on, as its agent says again and again. */
export interface HostTable {
  /** Of the folder that its twins are in: an emptied host is another one. */
  id: string;
  /** For operators. */
  name: string;
  /** Where its agent is reached, `host:port`. */
  address: string;
  /** Twins that have an image there. */
  twins: string[];
  /** Twins that it runs at a time, those that wait included. */
  most_twins: number;
  /** Its rows in `placements`; changed only in the statements that change those. */
  placed: Generated<number>;
  /** Twins that wait there for a sandbox, by id. */
  waiting: Json<Record<string, number>>;
  /** False while its engine doesn't answer, or its agent has ended in order. */
  ready: boolean;
  /** Takes no more sandboxes. */
  draining: Generated<boolean>;
  /** Since when it is taken for lost; what ran on it was given up. */
  lost_at: NullableTimestamp;
  /** When its agent said that it is there; later where it said that it ends, by as much as it is waited for longer. */
  beat_at: Timestamp;
  /** When its agent last said that it sends and keeps copies of journals, and how far the worst of those that it sends was behind. */
  mirrors_at: NullableTimestamp;
  mirror_lag_ms: ColumnType<number | null, number | null | undefined, number | null>;
  /** When a control plane last compared what runs there with what is placed there. */
  checked_at: ColumnType<Date, Date | undefined, Date>;
  registered_at: Timestamp;
}

/** The host that a twin of a sandbox was given to. */
export interface PlacementTable {
  sandbox_id: string;
  twin: string;
  host_id: string;
  instance: string;
  placed_at: Timestamp;
  /** The host that keeps a copy of its journal; it need not be one that is still known. */
  mirror_host: ColumnType<string | null, string | null | undefined, string | null>;
}

/** Addresses of running twins, so that another process of the service can reach them. */
export interface SandboxTwinTable {
  sandbox_id: string;
  twin: string;
  url: string;
  /** Encrypted or wrapped by the caller: never the control token in plain text. */
  control_token_sealed: string;
}

/** A stored task: markdown that a sandbox can be started with by id. */
export interface TaskTable {
  /** `tsk_…`. */
  id: string;
  team_id: string;
  name: string;
  markdown: string;
  created_at: Timestamp;
}

export type EvaluationStatus = 'queued' | 'running' | 'completed' | 'failed';

export interface EvaluationTable {
  id: string;
  sandbox_id: string;
  team_id: string;
  run_id: string;
  /** The run whose stored evidence is graded again; null for the grading of a sandbox. */
  regrade_of: Generated<string | null>;
  status: EvaluationStatus;
  asynchronous: boolean;
  request: Json<object>;
  result: Json<object> | null;
  error: Json<{ type: string; message: string; reason?: string }> | null;
  created_at: Timestamp;
  finished_at: NullableTimestamp;
}

export interface RunTable {
  id: string;
  sandbox_id: string;
  team_id: string;
  task_name: string | null;
  task_hash: string | null;
  group_id: string | null;
  environment: string;
  agent_model: string;
  agent_sdk: string | null;
  agent_version: string | null;
  provenance: string;
  /** The run whose evidence was graded again; null for a first grade. */
  regraded_from: Generated<string | null>;
  /** `passed`, `failed`, `errored` or `ungraded`. */
  outcome: string;
  satisfaction_score: number | null;
  /** The whole run record beyond the columns above, as GET /v1/runs/:id serves it. */
  record: Json<object>;
  trace_s3_key: string | null;
  state_s3_key: string | null;
  /** State keys by twin. */
  state_keys: Json<Record<string, string>>;
  created_at: Timestamp;
  finished_at: NullableTimestamp;
}

/** A link that signs a user in once. */
export interface SignInLinkTable {
  /** SHA-256 of the link's token, lower-case hex. */
  token_sha256: string;
  user_id: string;
  created_at: Timestamp;
  expires_at: Timestamp;
  used_at: NullableTimestamp;
}

/** A signed-in browser. */
export interface WebSessionTable {
  /** SHA-256 of the cookie's token, lower-case hex. */
  token_sha256: string;
  user_id: string;
  created_at: Timestamp;
  expires_at: Timestamp;
  /** User codes typed wrong since `failed_since`. */
  failed_codes: Generated<number>;
  failed_since: NullableTimestamp;
}

/** A login of a client without a browser (RFC 8628). */
export interface DeviceCodeTable {
  /** SHA-256 of the device code, lower-case hex. */
  device_code_sha256: string;
  /** Eight letters, without the hyphen they are shown with. */
  user_code: string;
  client_name: string;
  status: 'pending' | 'approved' | 'denied' | 'redeemed';
  /** Who decided. */
  user_id: string | null;
  interval_seconds: number;
  created_at: Timestamp;
  expires_at: Timestamp;
  last_polled_at: NullableTimestamp;
  /** Where it was started from; null before there was a limit on that. */
  client_address: string | null;
}

export interface Database {
  teams: TeamTable;
  users: UserTable;
  api_keys: ApiKeyTable;
  sandboxes: SandboxTable;
  sandbox_twins: SandboxTwinTable;
  hosts: HostTable;
  placements: PlacementTable;
  tasks: TaskTable;
  evaluations: EvaluationTable;
  runs: RunTable;
  sign_in_links: SignInLinkTable;
  web_sessions: WebSessionTable;
  device_codes: DeviceCodeTable;
  invitations: InvitationTable;
  oidc_identities: OidcIdentityTable;
  sign_in_tries: SignInTriesTable;
}
