import type { Collection, IndexReader } from '@svc/twin-kit';
import { InvalidParameter, NoSuchObject } from '../errors.ts';
import type { ObjectName } from './lookups.ts';

export type Range = number | { gt?: number; gte?: number; lt?: number; lte?: number };

/** docs: API, "Pagination" */
export interface ListParams {
  limit?: number;
  starting_after?: string | null;
  ending_before?: string | null;
  created?: Range;
}

/** Is a value in a range of them? */
export const within = (value: number | null, range: Range): boolean => {
  if (value === null) return false;
  if (typeof range === 'number') return value === range;
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = range;
  return value > gt && value >= gte && value < lt && value <= lte;
};

const DEFAULT_LIMIT = 10;
const LARGEST_LIMIT = 100;
/** Records read at a time where some of them may be filtered out. */
const CHUNK = 200;

/** A page of a list, newest first. */
export interface Page<T> {
  data: readonly Readonly<T>[];
  has_more: boolean;
}

/** What is listed: a group of an index that runs by `instant`. */
export interface Listing<T extends object> {
  collection: Collection<T>;
  reader: IndexReader<T>;
  group: string;
  object: ObjectName;
  /** What the index sorts by, in seconds. */
  instant(record: Readonly<T>): number;
  matches?(record: Readonly<T>): boolean;
}

/** The limit of a page: Stripe takes any whole number for the nearest from 1 to 100 (recorded: Kiln-AI/stripe_world, cassette 08). */
export const limitOf = (limit: number = DEFAULT_LIMIT): number => Math.min(Math.max(limit, 1), LARGEST_LIMIT);

/** The first place in the group whose instant isn't before `instant`. Costs the logarithm of the group. */
function lowerBound<T extends object>({ reader, group, instant }: Listing<T>, bound: number): number {
  let low = 0;
  let high = reader.count(group);
  while (low < high) {
    const middle = (low + high) >>> 1;
    const [record] = reader.page(group, { offset: middle, limit: 1 });
    if (record && instant(record) < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Where a record stands in its group; records of the same second are looked through. */
function placeOf<T extends object>(listing: Listing<T>, record: Readonly<T>): { place: number; found: boolean } {
  const { reader, group, instant } = listing;
  const second = instant(record);
  const first = lowerBound(listing, second);
  for (let offset = first; ; offset += CHUNK) {
    const chunk = reader.page(group, { offset, limit: CHUNK });
    const at = chunk.indexOf(record);
    if (at >= 0) return { place: offset + at, found: true };
    const last = chunk.at(-1);
    if (!last || instant(last) > second || chunk.length < CHUNK) return { place: first, found: false };
  }
}

function cursor<T extends object>(listing: Listing<T>, id: string, param: string): { place: number; found: boolean } {
  const record = listing.collection.get(id);
  if (!record) throw new NoSuchObject(listing.object, id, param);
  return placeOf(listing, record);
}

function bounds<T extends object>(listing: Listing<T>, created: Range | undefined): [from: number, to: number] {
  const total = listing.reader.count(listing.group);
  if (created === undefined) return [0, total];
  const { gt, gte, lt, lte } =
    typeof created === 'number' ? { gte: created, lte: created } : ({ ...created } as Exclude<Range, number>);
  const from = Math.max(gt === undefined ? 0 : lowerBound(listing, gt + 1), gte === undefined ? 0 : lowerBound(listing, gte));
  const to = Math.min(
    lt === undefined ? total : lowerBound(listing, lt),
    lte === undefined ? total : lowerBound(listing, lte + 1),
  );
  return [from, to];
}

export function requireOneCursor(params: ListParams): void {
  if (!params.starting_after || !params.ending_before) return;
  throw new InvalidParameter('Received both starting_after and ending_before parameters. Please pass in only one.');
}

/** Cuts a page out of a list that is there whole, in its order. */
export function pageOf<T extends { id: string }>(all: readonly T[], object: string, params: ListParams): Page<T> {
  requireOneCursor(params);
  const limit = limitOf(params.limit);
  const place = (id: string, param: string): number => {
    const at = all.findIndex((one) => one.id === id);
    if (at < 0) throw new NoSuchObject(object, id, param);
    return at;
  };
  if (params.ending_before) {
    const end = place(params.ending_before, 'ending_before');
    const start = Math.max(0, end - limit);
    return { data: all.slice(start, end), has_more: start > 0 };
  }
  const start = params.starting_after ? place(params.starting_after, 'starting_after') + 1 : 0;
  return { data: all.slice(start, start + limit), has_more: all.length > start + limit };
}

/** Cuts a page out of a listing by cursor. */
export function listPage<T extends object>(listing: Listing<T>, params: ListParams): Page<T> {
  const limit = limitOf(params.limit);
  const [from, to] = bounds(listing, params.created);
  requireOneCursor(params);
  if (params.ending_before) {
    const { place, found } = cursor(listing, params.ending_before, 'ending_before');
    const data = upwards(listing, Math.max(from, found ? place + 1 : place), to, limit + 1);
    return { data: data.slice(0, limit).reverse(), has_more: data.length > limit };
  }
  const end = params.starting_after ? Math.min(to, cursor(listing, params.starting_after, 'starting_after').place) : to;
  const data = downwards(listing, from, end, limit + 1);
  return { data: data.slice(0, limit), has_more: data.length > limit };
}

function downwards<T extends object>(listing: Listing<T>, from: number, end: number, wanted: number): Readonly<T>[] {
  const { reader, group, matches } = listing;
  const total = reader.count(group);
  const size = matches ? CHUNK : wanted;
  const data: Readonly<T>[] = [];
  for (let next = end; next > from && data.length < wanted; next -= size) {
    const limit = Math.min(size, next - from);
    const chunk = reader.page(group, { offset: total - next, limit, reverse: true });
    data.push(...(matches ? chunk.filter((record) => matches(record)) : chunk));
  }
  return data.slice(0, wanted);
}

function upwards<T extends object>(listing: Listing<T>, start: number, to: number, wanted: number): Readonly<T>[] {
  const { reader, group, matches } = listing;
  const size = matches ? CHUNK : wanted;
  const data: Readonly<T>[] = [];
  for (let next = start; next < to && data.length < wanted; next += size) {
    const chunk = reader.page(group, { offset: next, limit: Math.min(size, to - next) });
    data.push(...(matches ? chunk.filter((record) => matches(record)) : chunk));
  }
  return data.slice(0, wanted);
}

type Indexed<T extends object> = Collection<T> & { readonly by: Readonly<Record<string, IndexReader<T>>> };
type Wanted = string | boolean | null | undefined;

/** How a list is narrowed; what wasn't asked for is undefined or null. */
export interface Narrowing<T> {
  /** Index, by field: the first one that was asked for is read, the others are compared. */
  by?: Readonly<Record<string, readonly [field: keyof T & string, value: Wanted]>>;
  /** Fields that must be equal. */
  equal?: Partial<Record<keyof T & string, Wanted>>;
  matches?: ((record: Readonly<T>) => boolean) | undefined;
}

/** Lists a collection over an index, looking at each record where the index doesn't decide. */
export function listing<T extends { created: number }>(
  collection: Indexed<T>,
  object: ObjectName,
  { by = {}, equal = {}, matches }: Narrowing<T> = {},
): Listing<T> {
  const asked = ([, [, value]]: [string, readonly [string, Wanted]]): boolean => value !== undefined && value !== null;
  const [first, ...others] = Object.entries(by).filter(asked);
  const compared = [
    ...others.map(([, pair]) => pair),
    ...Object.entries(equal).filter(([, value]) => value !== undefined && value !== null),
  ];
  const agrees = (record: Readonly<T>): boolean =>
    compared.every(([field, value]) => record[field as keyof T] === value) && (!matches || matches(record));
  return {
    collection,
    reader: collection.by[first?.[0] ?? 'all'] as IndexReader<T>,
    group: first ? String(first[1][1]) : 'all',
    object,
    instant: (record) => record.created,
    ...((compared.length > 0 || matches) && { matches: agrees }),
  };
}
