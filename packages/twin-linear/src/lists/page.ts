import { InvalidInput } from '../errors.ts';
import type { AnyRecord } from '../model.ts';

/** The arguments of every list (https://linear.app/developers/pagination). */
export interface PageArgs {
  first?: number | null;
  last?: number | null;
  /** Cursors are the ids of nodes. */
  after?: string | null;
  before?: string | null;
  orderBy?: 'createdAt' | 'updatedAt' | null;
  includeArchived?: boolean | null;
}

export interface Page {
  nodes: readonly AnyRecord[];
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | null; endCursor: string | null };
}

/** A list with random access, newest first. */
export interface Sequence {
  readonly size: number;
  /** At most `limit` records from `offset`. */
  slice(offset: number, limit: number): readonly AnyRecord[];
  /** The position of the record with this id; undefined where it isn't in the list. */
  locate(id: string): number | undefined;
}

export type Predicate = (record: AnyRecord) => boolean;

const DEFAULT_PAGE = 50;
/** The largest page that Linear serves. */
const LARGEST_PAGE = 250;
/** Records read at once while a filter looks for matches. */
const CHUNK = 128;

export const EMPTY_PAGE: Page = {
  nodes: [],
  pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null },
};

/** Cuts a page out of a list. @throws InvalidInput for sizes and cursors that Linear doesn't take */
export function pageOf(sequence: Sequence, args: PageArgs, predicate?: Predicate): Page {
  const first = size('first', args.first);
  const last = size('last', args.last);
  if (first !== undefined && last !== undefined) throw new InvalidInput('last', 'isAlone', "can't be given together with first");
  const start = args.after == null ? 0 : position(sequence, 'after', args.after) + 1;
  const end = args.before == null ? sequence.size : position(sequence, 'before', args.before);
  const wanted = last ?? first ?? DEFAULT_PAGE;
  const found =
    last === undefined
      ? forward(sequence, start, end, wanted + 1, predicate)
      : backward(sequence, start, end, wanted + 1, predicate);
  const more = found.length > wanted;
  const nodes = !more ? found : last === undefined ? found.slice(0, wanted) : found.slice(1);
  return {
    nodes,
    pageInfo: {
      hasNextPage: last === undefined ? more || args.before != null : args.before != null,
      hasPreviousPage: last === undefined ? args.after != null : more || args.after != null,
      startCursor: nodes[0]?.id ?? null,
      endCursor: nodes.at(-1)?.id ?? null,
    },
  };
}

function forward(
  sequence: Sequence,
  start: number,
  end: number,
  wanted: number,
  predicate: Predicate | undefined,
): readonly AnyRecord[] {
  if (!predicate) return sequence.slice(start, Math.min(wanted, end - start));
  const found: AnyRecord[] = [];
  for (let at = start; at < end && found.length < wanted; at += CHUNK) {
    for (const record of sequence.slice(at, Math.min(CHUNK, end - at))) {
      if (found.length < wanted && predicate(record)) found.push(record);
    }
  }
  return found;
}

function backward(
  sequence: Sequence,
  start: number,
  end: number,
  wanted: number,
  predicate: Predicate | undefined,
): readonly AnyRecord[] {
  if (!predicate) {
    const from = Math.max(start, end - wanted);
    return sequence.slice(from, end - from);
  }
  const found: AnyRecord[] = [];
  for (let to = end; to > start && found.length < wanted; to -= CHUNK) {
    const from = Math.max(start, to - CHUNK);
    for (const record of sequence.slice(from, to - from).toReversed()) {
      if (found.length < wanted && predicate(record)) found.push(record);
    }
  }
  return found.reverse();
}

function size(name: 'first' | 'last', value: number | null | undefined): number | undefined {
  if (value == null) return undefined;
  if (value < 0) throw new InvalidInput(name, 'min', 'must not be less than 0');
  if (value > LARGEST_PAGE) throw new InvalidInput(name, 'max', `must not be greater than ${LARGEST_PAGE}`);
  return value;
}

function position(sequence: Sequence, name: 'after' | 'before', cursor: string): number {
  const found = sequence.locate(cursor);
  if (found === undefined) throw new InvalidInput(name, 'isCursor', 'must be the cursor of a node of this list');
  return found;
}

/** A list that is an array already. */
export function sequenceOf(records: readonly AnyRecord[]): Sequence {
  return {
    size: records.length,
    slice: (offset, limit) => records.slice(offset, offset + Math.max(0, limit)),
    locate: (id) => {
      const at = records.findIndex((record) => record.id === id);
      return at < 0 ? undefined : at;
    },
  };
}
