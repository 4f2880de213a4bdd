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

/** Lanes, and where each call stands in time, from 0 to 1. */
export interface Drawn {
  lanes: readonly Lane[];
  positions: Float64Array;
}

/** So many calls are looked at before the clock is. */
const PIECE_CALLS = 500;

/** Sorts calls into lanes, the lanes in the order in which they begin. Pauses in between: a page with a long tape must not stand still. */
export async function drawnOf(calls: readonly CallSummary[], pause: () => Promise<void>): Promise<Drawn> {
  const byTwin = new Map<string, Map<string, Lane>>();
  const all: Lane[] = [];
  const times = new Float64Array(calls.length);
  for (const [index, call] of calls.entries()) {
    if (index % PIECE_CALLS === 0) await pause();
    times[index] = Date.parse(call.at);
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
  return { lanes: fewOf(all), positions: positionsOf(times) };
}

function fewOf(all: readonly Lane[]): readonly Lane[] {
  if (all.length <= MOST_LANES) return all;
  const most = new Set(all.toSorted((one, other) => other.places.length - one.places.length).slice(0, MOST_LANES - 1));
  const rest = all.filter((lane) => !most.has(lane)).flatMap(({ places }) => places);
  return [...all.filter((lane) => most.has(lane)), { twin: '', name: OTHERS, places: rest.sort((a, b) => a - b) }];
}

/** A tape without times is drawn by its order. */
function positionsOf(times: Float64Array): Float64Array {
  const values = times.every(Number.isFinite) ? times : times.map((_time, index) => index);
  const first = values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY);
  const last = values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY);
  return values.map((value) => (last > first ? (value - first) / (last - first) : 0.5));
}

/** Of what stands in one place only the last of these is drawn. */
export const KINDS: readonly CallKind[] = ['read', 'landed', 'unsupported', 'refused'];

/** What is drawn of a lane, by column; undefined where nothing is. */
export function marksOf(
  { places }: Lane,
  calls: readonly CallSummary[],
  positions: Float64Array,
  columns: number,
): (CallKind | undefined)[] {
  const ranks = new Uint8Array(columns);
  for (const place of places) {
    const column = Math.round((positions[place - 1] as number) * (columns - 1));
    const rank = KINDS.indexOf((calls[place - 1] as CallSummary).kind) + 1;
    if (rank > (ranks[column] as number)) ranks[column] = rank;
  }
  return Array.from(ranks, (rank) => KINDS[rank - 1]);
}

/** From which column to which one a lane has the same mark. */
export function stretchesOf(marks: readonly (CallKind | undefined)[], kind: CallKind): { from: number; to: number }[] {
  const stretches: { from: number; to: number }[] = [];
  for (let from = marks.indexOf(kind); from >= 0; ) {
    let to = from;
    while (marks[to + 1] === kind) to += 1;
    stretches.push({ from, to });
    from = marks.indexOf(kind, to + 1);
  }
  return stretches;
}

/** The call of a lane that is nearest to a place in time. */
export function nearestIn({ places }: Lane, positions: Float64Array, position: number): number | undefined {
  const away = (place: number) => Math.abs((positions[place - 1] as number) - position);
  let best = places[0];
  for (const place of places) if (best === undefined || away(place) < away(best)) best = place;
  return best;
}
