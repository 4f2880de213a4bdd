import type { FaultOnTape } from '../faults/on-tape.ts';
import { Recent } from '../recent.ts';
import type { Action } from '../world/action-log.ts';
import type { Change } from '../world/collection.ts';

export type { Action, FaultOnTape };

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
  /** 0 where a fault kept the call from arriving. */
  status: number;
  /** As sent, credentials redacted. */
  response_headers: Record<string, string>;
  response_body: unknown;
  /** When the call came in, ISO 8601 by the wall's clock. Only where the world's clock is another. */
  received_at?: string;
  latency_ms: number;
  /** True exactly when this call changed the world. */
  state_mutation: boolean;
  state_delta: Change[] | null;
  /** True on a row of another recorder that says neither whether its call changed the world nor what it wrote. */
  untold?: boolean;
  /** True on a row of another recorder that doesn't say what its call did, by a name of the twin's. */
  unnamed?: boolean;
  /** The action's name, null for calls that have none. Of several actions the first. */
  tool: string | null;
  /** Every action of the call in order, with what each wrote, also what a later one took back. Absent on rows of other recorders. */
  actions?: readonly Action[];
  fidelity: 'semantic' | 'shape' | 'unsupported' | null;
  /** Documented inputs that the call sent and the twin took without effect, by the vendor's names. Absent where there are none. */
  ignored?: readonly string[];
  /** Set on a row after which calls were refused without a row, as there was no room for one: the tape isn't whole. */
  cut?: true;
  /** Set where the call met a fault that whoever started the sandbox asked for. */
  fault?: FaultOnTape;
  /** Set on rows of the sandbox that this one was forked from: its agent didn't make these calls. */
  inherited?: true;
}

/** An action with what it wrote, whichever way its row says it. */
export type ActionOnTape = Required<Pick<Action, 'tool'>> & { refused: boolean; writes: readonly Change[] };

type Told = Pick<TapeRow, 'tool' | 'actions' | 'state_delta'> & Partial<Pick<TapeRow, 'state_mutation' | 'untold'>>;

interface Doings {
  actions: readonly ActionOnTape[];
  writes: readonly Change[];
}

function doingsIn(row: Told): Doings {
  const actions = actionsIn(row);
  const [only] = actions;
  return { actions, writes: only && actions.length === 1 ? only.writes : actions.flatMap((action) => action.writes) };
}

const told = new Recent(doingsIn, 1);

function actionsIn(row: Told): readonly ActionOnTape[] {
  const delta = row.state_delta ?? [];
  if (!row.actions) return row.tool === null && delta.length === 0 ? [] : [{ tool: row.tool, refused: false, writes: delta }];
  return row.actions.map(({ tool, refused = false, writes = refused ? [] : delta }) => ({ tool, refused, writes }));
}

/** What a call did, action by action. A row without a list of its own tells of one action, which wrote the delta. */
export const actionsOf = (row: Told): readonly ActionOnTape[] => told.of(row).actions;

/** @throws for a row of another recorder that doesn't name what its call did: nobody can tell by such a tape what was never called */
export function requireNamed({ unnamed }: Pick<TapeRow, 'unnamed'>): void {
  if (unnamed) throw new Error('it has neither tool nor actions: nobody knows which tool its call was of.');
}

const NOTHING: readonly Change[] = [];

/**
 * Every record that a call wrote, in order, also what the same call took back.
 *
 * @throws for a row of another recorder that says that its call changed something, and not what, or says nothing of it: nobody can
 * tell by such a tape what was never written
 */
export function writesOf(row: Told): readonly Change[] {
  if (row.untold)
    throw new Error('it has neither state_mutation nor state_delta: nobody knows whether its call changed anything.');
  const writes = row.actions ? told.of(row).writes : (row.state_delta ?? NOTHING);
  if (writes.length === 0 && row.state_mutation) throw new Error('it says that its call changed something, and not what.');
  return writes;
}
