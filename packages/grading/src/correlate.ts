import type { Lane, Step } from '@svc/contract';
import { BoundedMap, isHandshake, realTimeOf, type TapeRow } from '@svc/twin-kit';

/** A pause longer than this between two calls begins a new turn, in milliseconds: models think for longer, programs don't. */
export const TURN_GAP_MS = 1_000;

/** Bounds on what a run record holds; later calls are counted in the last step and in a lane of their own per twin. */
export const MAX_STEPS = 2_000;
export const MAX_LANES = 5_000;
export const MAX_ROWS_PER_LANE = 1_000;
const OTHER_CALLS = '(other calls)';

/**
 * Groups a tape into steps, one per turn of the agent, and lanes, one per twin and endpoint within a step. Calls belong to
 * one turn when their harness says so (`x-svc-turn`), or when they carry one trace (`traceparent`, W3C Trace Context), and to
 * different turns when these differ; else a pause decides, by the real time of the calls, whatever clock the worlds have. An MCP
 * session lasts for many turns, so it says nothing, and its handshakes are no turn of the agent.
 */
export class Correlator {
  readonly #steps: Step[] = [];
  readonly #lanes: Lane[] = [];
  /** Lanes of the current step by their endpoints. */
  readonly #current = new Map<string, Lane[]>();
  #trace: string | undefined;
  #end = Number.NEGATIVE_INFINITY;
  /** When the current step ended, in milliseconds; its text is made once nothing more comes. */
  #stepEnd = Number.NEGATIVE_INFINITY;

  row(row: TapeRow): void {
    if (isHandshake(row)) return;
    const instant = realTimeOf(row);
    const start = Number.isNaN(instant) ? Math.max(this.#end, 0) : instant;
    const end = start + Math.max(0, row.latency_ms || 0);
    const trace = turnOf(row);
    const step = this.#stepFor(start, trace);
    this.#trace = trace ?? this.#trace;
    this.#end = Math.max(this.#end, end);
    step.calls += 1;
    step.mutations += row.state_mutation ? 1 : 0;
    this.#stepEnd = Math.max(this.#stepEnd, end);
    const lane = this.#laneFor(step, row);
    lane.calls += 1;
    lane.mutations += row.state_mutation ? 1 : 0;
    lane.errors += row.status >= 400 ? 1 : 0;
    if (lane.rows.length < MAX_ROWS_PER_LANE) lane.rows.push(row.seq);
  }

  result(): { steps: Step[]; lanes: Lane[] } {
    this.#endStep();
    return { steps: this.#steps, lanes: this.#lanes };
  }

  #stepFor(start: number, trace: string | undefined): Step {
    const last = this.#steps.at(-1);
    const traced = trace !== undefined && this.#trace !== undefined;
    const sameTurn = traced ? trace === this.#trace : start - this.#end <= TURN_GAP_MS;
    if (last && (sameTurn || this.#steps.length >= MAX_STEPS)) return last;
    this.#endStep();
    const at = new Date(start).toISOString();
    const step: Step = { index: this.#steps.length + 1, started_at: at, ended_at: at, calls: 0, mutations: 0, lanes: [] };
    this.#stepEnd = start;
    this.#steps.push(step);
    this.#current.clear();
    this.#trace = undefined;
    this.#end = start;
    return step;
  }

  #endStep(): void {
    const last = this.#steps.at(-1);
    if (last) last.ended_at = new Date(this.#stepEnd).toISOString();
  }

  #laneFor(step: Step, row: TapeRow): Lane {
    const endpoint = endpointOf(row);
    const exact = this.#known(row.twin, endpoint, row.tool);
    if (exact) return exact;
    const full = this.#lanes.length >= MAX_LANES;
    const [name, tool] = full ? [OTHER_CALLS, null] : [endpoint, row.tool];
    const known = this.#known(row.twin, name, tool);
    if (known) return known;
    const lane: Lane = {
      id: `lane_${this.#lanes.length + 1}`,
      step: step.index,
      twin: row.twin,
      endpoint: name,
      tool,
      calls: 0,
      mutations: 0,
      errors: 0,
      rows: [],
    };
    this.#lanes.push(lane);
    const lanes = this.#current.get(name);
    if (lanes) lanes.push(lane);
    else this.#current.set(name, [lane]);
    step.lanes.push(lane.id);
    return lane;
  }

  #known(twin: string, endpoint: string, tool: string | null): Lane | undefined {
    return this.#current.get(endpoint)?.find((lane) => lane.twin === twin && lane.tool === tool);
  }
}

// `traceparent`: version, trace id, parent id, flags (W3C Trace Context, section 3.2).
const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-/;

/** What a call says of its turn: the harness's own word before its trace. */
function turnOf({ request_headers: headers }: TapeRow): string | undefined {
  const turn = headers?.['x-svc-turn'];
  if (typeof turn === 'string' && turn !== '') return `turn ${turn}`;
  const trace = headers?.traceparent;
  return typeof trace === 'string' ? TRACEPARENT.exec(trace)?.[1] : undefined;
}

const MAX_ENDPOINT_LENGTH = 200;

// Numbers, hashes, UUIDs and vendor ids (`ch_3PqR…`) tell objects apart, not endpoints.
const IDENTIFIER =
  /^(?:\d+(?:\.\d+)?|(?=[0-9a-f]*\d)[0-9a-f]{7,64}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[a-z]{2,10}_(?=\w*\d)\w{8,})$/i;

/** In characters, of calls and their endpoints. */
const MOST_REMEMBERED = 1 << 18;
/** An agent calls the same few again and again. */
const endpoints = new BoundedMap<string, string>(MOST_REMEMBERED, (endpoint, call) => call.length + endpoint.length);

/** Method and path below the session, with ids taken out. */
export function endpointOf({ method, path }: Pick<TapeRow, 'method' | 'path'>): string {
  const call = `${method} ${path}`;
  const known = endpoints.get(call);
  if (known !== undefined) return known;
  const below = path.replace(/^\/s\/[^/?]*/, '').replace(/[?#].*$/s, '') || '/';
  const segments = below.split('/').map((segment) => (IDENTIFIER.test(segment) ? '{id}' : segment));
  const endpoint = `${method} ${segments.join('/')}`.slice(0, MAX_ENDPOINT_LENGTH);
  endpoints.set(call, endpoint);
  return endpoint;
}
