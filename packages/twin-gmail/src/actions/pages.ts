import type { IndexReader } from '@svc/twin-kit';
import { InvalidArgument } from '../errors.ts';

/** Where a record stands in a list that is sorted by time. */
export interface Position {
  at: number;
  id: string;
}

export interface PageRequest {
  maxResults?: number | undefined;
  pageToken?: string | undefined;
}

export interface Page<T> {
  records: readonly T[];
  nextPageToken: string | undefined;
  /** Exact where everything fits on the page, else how many there may be. */
  resultSizeEstimate: number;
}

/** Reference of the list methods: 100 unless asked for, never more than 500. */
const DEFAULT_PAGE = 100;
const LARGEST_PAGE = 500;

export const pageSize = ({ maxResults }: PageRequest): number => Math.min(maxResults || DEFAULT_PAGE, LARGEST_PAGE);

/** Tokens name the last record of a page, so that removing what a page showed doesn't make the next one skip any. */
export const tokenOf = ({ at, id }: Position): string => Buffer.from(`${at}:${id}`).toString('base64url');

/** @throws InvalidArgument */
export function readToken(token: string | undefined): Position | undefined {
  if (token === undefined || token === '') return undefined;
  const [, at, id] = /^(\d{1,16}):([\w-]+)$/.exec(Buffer.from(token, 'base64url').toString('latin1')) ?? [];
  if (at === undefined || id === undefined) throw new InvalidArgument('Invalid pageToken');
  return { at: Number(at), id };
}

interface ListOf<T> {
  index: IndexReader<T>;
  group: string;
  position(record: Readonly<T>): Position;
  accept?: ((record: Readonly<T>) => boolean) | undefined;
}

const isOlder = (one: Position, other: Position): boolean => one.at < other.at || (one.at === other.at && one.id < other.id);

/** A page of a list, newest first. Without `accept` it costs the page, with it the records looked at. */
export function newestFirst<T extends object>(list: ListOf<T>, request: PageRequest): Page<Readonly<T>> {
  const { index, group, position, accept = () => true } = list;
  const size = pageSize(request);
  const after = readToken(request.pageToken);
  let offset = after ? startAfter(list, after) : 0;
  const records: Readonly<T>[] = [];
  for (;;) {
    const chunk = index.page(group, { offset, limit: size + 1, reverse: true });
    records.push(...chunk.filter((record) => accept(record)));
    offset += chunk.length;
    if (chunk.length <= size || records.length > size) break;
  }
  if (records.length <= size) return { records, nextPageToken: undefined, resultSizeEstimate: records.length };
  const shown = records.slice(0, size);
  const token = tokenOf(position(shown.at(-1) as Readonly<T>));
  return { records: shown, nextPageToken: token, resultSizeEstimate: index.count(group) };
}

/** How many records of the list are as new as this position or newer, by halving. */
function startAfter<T>({ index, group, position }: ListOf<T>, after: Position): number {
  let low = 0;
  let high = index.count(group);
  while (low < high) {
    const middle = (low + high) >> 1;
    const [record] = index.page(group, { offset: middle, limit: 1, reverse: true });
    if (record && isOlder(position(record), after)) high = middle;
    else low = middle + 1;
  }
  return low;
}
