import type { IndexReader } from '@svc/twin-kit';
import { InvalidCursor, SlackError } from '../errors.ts';
import { DEFAULT_PAGE, LARGEST_PAGE } from '../limits.ts';

/** A page of a list, and where the next one begins. */
export interface Page<T> {
  items: readonly T[];
  /** Empty on the last page. */
  next_cursor: string;
}

export const encodeCursor = (kind: string, position: string): string => Buffer.from(`${kind}:${position}`).toString('base64');

/** The position in a cursor that this kind of list gave out; undefined where there is no cursor. */
export function decodeCursor(kind: string, cursor: string | undefined): string | undefined {
  if (cursor === undefined || cursor === '') return undefined;
  const text = Buffer.from(cursor, 'base64').toString('utf8');
  if (!text.startsWith(`${kind}:`) || encodeCursor(kind, text.slice(kind.length + 1)) !== cursor) throw new InvalidCursor();
  return text.slice(kind.length + 1);
}

/** A page's size: `invalid_limit` where the method's page lists it, else the nearest that is allowed. */
export function pageSize(
  limit: number | undefined,
  { strict = false, fallback = DEFAULT_PAGE, most = LARGEST_PAGE } = {},
): number {
  if (limit === undefined || limit === 0) return fallback;
  if (strict && (limit < 0 || limit > most)) throw new SlackError('invalid_limit');
  return Math.min(most, Math.max(1, limit));
}

/** A page of a list in memory; cursors are places in it. */
export function pageOfList<T>(kind: string, list: readonly T[], cursor: string | undefined, size: number): Page<T> {
  const position = decodeCursor(kind, cursor) ?? '0';
  if (!/^\d{1,9}$/.test(position)) throw new InvalidCursor();
  const start = Number(position);
  const items = list.slice(start, start + size);
  return { items, next_cursor: start + size < list.length ? encodeCursor(kind, String(start + size)) : '' };
}

/** How many records of a group come before `bound` in its order. A binary search: it costs the logarithm of the group. */
export function countBefore<T>(reader: IndexReader<T>, group: string, orderOf: (record: T) => string, bound: string): number {
  let low = 0;
  let high = reader.count(group);
  while (low < high) {
    const middle = (low + high) >>> 1;
    const [record] = reader.page(group, { offset: middle, limit: 1 });
    if (orderOf(record as T) < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A page of an index group that is sorted by an id; the cursor names the first record of the next page. */
export function pageOfIndex<T>(
  kind: string,
  reader: IndexReader<T>,
  group: string,
  idOf: (record: Readonly<T>) => string,
  cursor: string | undefined,
  size: number,
): Page<Readonly<T>> {
  const from = decodeCursor(kind, cursor);
  const offset = from === undefined ? 0 : countBefore(reader, group, idOf, from);
  const items = reader.page(group, { offset, limit: size + 1 });
  const beyond = items[size];
  return { items: items.slice(0, size), next_cursor: beyond === undefined ? '' : encodeCursor(kind, idOf(beyond)) };
}
