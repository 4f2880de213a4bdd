import { type Args, type FieldSpec, type Graph, GraphRefusal, type Resolve, withArgs } from './graph.ts';
import type { Thing } from './thing.ts';

export const PAGING = ['first', 'last', 'after', 'before'] as const;
type Paging = (typeof PAGING)[number];

const PREFIX = 'cursor:v2:';
const cursorAt = (place: number): string => Buffer.from(`${PREFIX}${place}`).toString('base64');

/** @throws INVALID_CURSOR_ARGUMENTS for a text that no connection has handed out */
function placeOf(cursor: string): number {
  const text = Buffer.from(cursor, 'base64').toString('utf8');
  const place = text.startsWith(PREFIX) ? Number(text.slice(PREFIX.length)) : Number.NaN;
  if (Number.isSafeInteger(place) && place > 0) return place;
  throw new GraphRefusal('INVALID_CURSOR_ARGUMENTS', `\`${cursor}\` does not appear to be a valid cursor.`);
}

interface PageInfo {
  hasNextPage: boolean;
  hasPreviousPage: boolean;
  startCursor: string | null;
  endCursor: string | null;
}

/** One page of a list, and how many there are. */
export class Connection {
  readonly totalCount: number;
  readonly #items: readonly Thing[];
  readonly #from: number;

  /** @param items all of them @param args checked by then: one of `first` and `last`, or none where only the count is asked for */
  constructor(items: readonly Thing[], { first, last, after, before }: Args<Paging>) {
    this.totalCount = items.length;
    let from = after == null ? 0 : Math.min(placeOf(after), items.length);
    let to = before == null ? items.length : Math.max(from, Math.min(placeOf(before) - 1, items.length));
    if (first != null) to = Math.min(to, from + first);
    else if (last != null) from = Math.max(from, to - last);
    this.#from = from;
    this.#items = items.slice(from, to);
  }

  get nodes(): readonly Thing[] {
    return this.#items;
  }

  get edges(): readonly object[] {
    return this.#items.map((node, at) => ({ node, cursor: cursorAt(this.#from + at + 1), ...node.edge }));
  }

  get pageInfo(): PageInfo {
    const end = this.#from + this.#items.length;
    const isEmpty = this.#items.length === 0;
    return {
      hasNextPage: end < this.totalCount,
      hasPreviousPage: this.#from > 0,
      startCursor: isEmpty ? null : cursorAt(this.#from + 1),
      endCursor: isEmpty ? null : cursorAt(end),
    };
  }
}

/** A connection over a list that a record has. */
export const listed = <T, K extends string = never>(
  reads: readonly K[],
  list: (of: Readonly<T>, args: Args<RootOf<K>>, graph: Graph) => readonly Thing[],
): FieldSpec =>
  withArgs(
    [...PAGING, ...reads],
    ((of: Readonly<T>, args: Args<Paging | RootOf<K>>, graph: Graph) =>
      new Connection(list(of, args as Args<RootOf<K>>, graph), args)) as Resolve,
  );

type RootOf<K extends string> = K extends `${infer Root}.${string}` ? Root : K;

/** A connection of what no world has. */
export const none = (...reads: readonly string[]): FieldSpec => listed(reads, () => []);

interface Order {
  field: string;
  direction: 'ASC' | 'DESC';
}

/** Sorts by an order argument; the ranks by the names of its enum. */
export function inOrder<T>(
  items: readonly T[],
  order: Order | null | undefined,
  ranks: Readonly<Record<string, (item: T) => number | string>>,
): readonly T[] {
  const rank = order ? ranks[order.field] : undefined;
  if (!order || !rank) return items;
  const sign = order.direction === 'DESC' ? -1 : 1;
  const keyed = items.map((item, at) => ({ item, key: rank(item), at }));
  keyed.sort((one, other) => sign * (one.key < other.key ? -1 : one.key > other.key ? 1 : one.at - other.at));
  return keyed.map(({ item }) => item);
}
