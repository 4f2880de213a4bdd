// What the dashboard's own pages are told, beyond the REST API. Only a signed-in browser is answered, and none of it is kept stable.
import type { CollectionDiff } from './worlds.ts';

/** How a call came out: `landed` changed a world, `refused` was told no, `unsupported` met what a twin doesn't model. */
export type CallKind = 'landed' | 'read' | 'refused' | 'unsupported';

/** A tape row without headers and bodies: 50,000 of them are a few megabytes. */
export interface CallSummary {
  /** Its number on the twin's own tape. */
  seq: number;
  twin: string;
  method: string;
  /** Below the session. */
  path: string;
  status: number;
  kind: CallKind;
  /** ISO 8601, when the call came in. */
  at: string;
  ms: number;
  /** The names of its actions. */
  tools: string[];
  /** The kind of a fault that the sandbox was asked to make. */
  fault?: string;
  /** Set where it was made before this sandbox was forked off. */
  inherited?: true;
}

/** A criterion that a task declares. */
export interface DeclaredCriterion {
  id: string;
  text: string;
  kind: 'code' | 'model';
  twin?: string;
  always_scored?: boolean;
}

/** A twin's world after so many calls, beside its seed. */
export interface WorldChanges {
  twin: string;
  step: number;
  /** How many of those calls were this twin's. */
  row: number;
  /** Records by collection. */
  counts: Record<string, number>;
  changes: CollectionDiff[];
}

/** Something about a scenario that its author should know. */
export interface ScenarioFinding {
  /** From 1; null where it is about the whole of it. */
  line: number | null;
  column: number | null;
  code: string;
  /** An error keeps the scenario from being graded as written. */
  level: 'error' | 'warning';
  message: string;
  /** What to type instead. */
  suggestion?: string;
}

/** What a sandbox was graded to. */
export interface GradedRun {
  run_id: string;
}

/** An API key of the team, without its secret. */
export interface KeyRow {
  id: string;
  name: string;
  user: string;
  created_at: string;
  revoked_at: string | null;
  /** To the minute; null where it was never used. */
  last_used_at: string | null;
}

/** A new key; the only time that it can be read. */
export interface MintedKey {
  id: string;
  name: string;
  key: string;
}

/** A twin that a sandbox can be started with. */
export interface TwinRow {
  id: string;
  /** The vendor's name. */
  title: string;
}

/** Owners see to a team's people and to all of its keys; members work with its sandboxes and runs. */
export type Role = 'owner' | 'member';

export interface MemberRow {
  id: string;
  email: string;
  role: Role;
  has_password: boolean;
  joined_at: string;
}

export interface InvitationRow {
  id: string;
  email: string;
  role: Role;
  expires_at: string;
}

/** The team's people and whom it has invited. */
export interface TeamPeople {
  /** Who asks. */
  you: { id: string; role: Role };
  members: MemberRow[];
  invitations: InvitationRow[];
}

/** A new invitation; the only time that its link can be read. */
export interface MintedInvitation {
  email: string;
  link: string;
}
