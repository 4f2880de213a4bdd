import type { CallKind, CallSummary } from '@svc/contract/dashboard';

/** One thing that was asked of a twin, over and over. */
export interface Lane {
  twin: string;
  name: string;
  /** Places among all calls, counted from 1. */
  places: number[];
}

/** More lanes than that are gathered in the last one. */
const MOST_LANES = 14;
const OTHERS = 'all else';

/** What a call was of: its action, else its method and the first names of its path. */
function nameOf({ tools, method, path }: CallSummary): string {
  if (tools.length > 0) return tools.join(', ');
  const plain = path.split('?', 1)[0] as string;
  return `${method} ${plain.replaceAll(/\/(?=[^/]*\d)[^/]+/g, '/…')}`;
}

/** Calls by what they were of, the lanes in the order in which they begin. */
export function lanesOf(calls: readonly CallSummary[]): Lane[] {
  const byTwin = new Map<string, Map<string, Lane>>();
  const all: Lane[] = [];
  for (const [index, call] of calls.entries()) {
    const ofTwin = byTwin.get(call.twin) ?? new Map<string, Lane>();
    byTwin.set(call.twin, ofTwin);
    const name = nameOf(call);
    let lane = ofTwin.get(name);
    if (!lane) {
      lane = { twin: call.twin, name, places: [] };
      ofTwin.set(name, lane);
      all.push(lane);
    }
    lane.places.push(index + 1);
  }
  if (all.length <= MOST_LANES) return all;
  const most = new Set(all.toSorted((one, other) => other.places.length - one.places.length).slice(0, MOST_LANES - 1));
  const rest = all.filter((lane) => !most.has(lane)).flatMap(({ places }) => places);
  return [...all.filter((lane) => most.has(lane)), { twin: '', name: OTHERS, places: rest.sort((a, b) => a - b) }];
}

/** Of what stands in one place only this is drawn. */
const RANK: Record<CallKind, number> = { read: 0, landed: 1, unsupported: 2, refused: 3 };

export interface Mark {
  column: number;
  kind: CallKind;
}

/** Where a call stands in time, from 0 to 1. A tape without times is drawn by its order. */
export function positionsOf(calls: readonly CallSummary[]): Float64Array {
  const times = Float64Array.from(calls, ({ at }) => Date.parse(at));
  const known = times.every(Number.isFinite);
  const values = known ? times : Float64Array.from(calls, (_call, index) => index);
  let first = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    first = Math.min(first, value);
    last = Math.max(last, value);
  }
  return values.map((value) => (last > first ? (value - first) / (last - first) : 0.5));
}

/** What is drawn of a lane, at most one mark a column. */
export function marksOf({ places }: Lane, calls: readonly CallSummary[], positions: Float64Array, columns: number): Mark[] {
  const marks = new Map<number, CallKind>();
  for (const place of places) {
    const column = Math.round((positions[place - 1] as number) * (columns - 1));
    const kind = (calls[place - 1] as CallSummary).kind;
    const there = marks.get(column);
    if (there === undefined || RANK[kind] > RANK[there]) marks.set(column, kind);
  }
  return [...marks].map(([column, kind]) => ({ column, kind }));
}

/** The call of a lane that is nearest to a place in time. */
export const nearestIn = ({ places }: Lane, positions: Float64Array, position: number): number | undefined =>
  places.reduce<number | undefined>((best, place) => {
    const away = Math.abs((positions[place - 1] as number) - position);
    return best === undefined || away < Math.abs((positions[best - 1] as number) - position) ? place : best;
  }, undefined);
