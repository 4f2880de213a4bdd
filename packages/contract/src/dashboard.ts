// What the dashboard's own pages are told, beyond the REST API. Only a signed-in browser is answered, and none of it is kept stable.
import type { RunOutcome } from './outcomes.ts';
import type { SandboxState } from './sandboxes.ts';
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

/** What differs in a collection. A record that changed has a title where it has a text that one knows it by. */
export interface RecordChanges extends CollectionDiff {
  changed: (CollectionDiff['changed'][number] & { title?: string })[];
}

/** Fields by which a reader knows a record, those that say most first. */
const TITLES = [
  'title',
  'name',
  'full_name',
  'subject',
  'login',
  'email',
  'emailAddress',
  'description',
  'text',
  'body',
  'event',
  'path',
];
const LONGEST_TITLE = 80;

/** What a reader calls a record: keys alone say little. @returns undefined where it has no such text */
export function titleOf(record: unknown): string | undefined {
  if (typeof record !== 'object' || record === null) return undefined;
  const fields = record as Record<string, unknown>;
  const told = TITLES.map((name) => fields[name]).find((value) => typeof value === 'string' && value.trim() !== '');
  if (told === undefined) return undefined;
  const line = (told as string).trim().replaceAll(/\s+/g, ' ');
  const short = line.length > LONGEST_TITLE ? `${line.slice(0, LONGEST_TITLE - 1)}…` : line;
  return typeof fields.number === 'number' ? `#${fields.number} ${short}` : short;
}

/** A twin's world after so many calls, beside its seed. */
export interface WorldChanges {
  twin: string;
  step: number;
  /** How many of those calls were this twin's. */
  row: number;
  /** Records by collection. */
  counts: Record<string, number>;
  changes: RecordChanges[];
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

/** A sandbox in the list of a team's. */
export interface SandboxLine {
  id: string;
  state: SandboxState;
  twins: string[];
  task_name: string | null;
  group_id: string | null;
  created_at: string;
  /** Null where no agent called yet. */
  last_request_at: string | null;
  /** When it ends unless its agent calls again. */
  ends_at: string;
  /** True where it ends then because nobody calls, before its time is up. */
  idle: boolean;
  closed_at: string | null;
  /** The run that it was graded to. */
  run_id: string | null;
}

/** A few lines that reach a twin of a sandbox, to be pasted as they are. */
export interface ConnectionSnippet {
  /** The twin that it reaches; null for all of them. */
  twin: string | null;
  /** The client or what else it is for. */
  title: string;
  language: 'js' | 'json' | 'py' | 'sh';
  text: string;
  /** A command that runs meanwhile, in a terminal of its own. */
  before?: string;
}

/** What runs of the team can be filtered by; of each those of the latest runs first. */
export interface RunValues {
  task_name: string[];
  group_id: string[];
  agent_model: string[];
  agent_version: string[];
}

/** How a run came out, as it is drawn among others. */
export interface RunPoint {
  id: string;
  satisfaction_score: number | null;
  outcome: RunOutcome;
}

/** A group of trials in the list of a team's. */
export interface GroupLine {
  group_id: string;
  runs: number;
  passed: number;
  agent_versions: string[];
  agent_models: string[];
  last_run_at: string;
  /** The latest of its runs, oldest first. */
  latest: RunPoint[];
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
  /** A small world to begin with instead of the default one. */
  example?: { title: string; seed: Record<string, unknown> };
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
