/** A page of a list, and the cursors of its neighbours where there are any. */
export interface CursorPage<T> {
  records: readonly T[];
  next: string | undefined;
  previous: string | undefined;
}

export interface Cursors {
  per_page: number;
  before?: string | undefined;
  after?: string | undefined;
}

/**
 * A cursor is the place beside one record; what is none begins at the beginning.
 * @param nameOf what a record is told by, whatever comes and goes beside it
 */
export function pageAtCursor<T>(
  all: readonly T[],
  { per_page, before, after }: Cursors,
  nameOf: (record: T) => string,
): CursorPage<T> {
  const cursorOf = (record: T): string => Buffer.from(nameOf(record)).toString('base64url');
  const placeOf = (cursor: string | undefined): number =>
    cursor === undefined ? -1 : all.findIndex((record) => cursorOf(record) === cursor);
  const end = placeOf(before);
  const from = end >= 0 ? Math.max(0, end - per_page) : placeOf(after) + 1;
  const records = all.slice(from, end >= 0 ? end : from + per_page);
  const [first, last] = [records.at(0), records.at(-1)];
  return {
    records,
    next: last && all.at(-1) !== last ? cursorOf(last) : undefined,
    previous: first && all.at(0) !== first ? cursorOf(first) : undefined,
  };
}
