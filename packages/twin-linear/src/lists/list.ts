import { type AnyRecord, type EntityCollection, typeOf } from '../model.ts';
import { EVERYTHING, type Scope } from '../world.ts';
import type { ListContext } from './derived.ts';
import { type Filter, matches, narrowed } from './filter.ts';
import { type Page, type PageArgs, pageOf, sequenceOf } from './page.ts';
import { indexed } from './sequence.ts';
import { type Sort, sorted } from './sort.ts';

export interface ListArgs extends PageArgs {
  filter?: Filter | null;
  sort?: readonly Sort[] | null;
}

const isEmpty = (filter: Filter | null | undefined): boolean =>
  !filter || Object.values(filter).every((wanted) => wanted === undefined || wanted === null);

/** A page of a collection, or of one of its scopes. */
export function list(
  context: ListContext,
  name: EntityCollection,
  args: ListArgs,
  options: { scope?: Scope; only?: (record: AnyRecord) => boolean } = {},
): Page {
  const type = typeOf[name];
  const filter = isEmpty(args.filter) ? undefined : (args.filter as Filter);
  const scope = options.scope ?? narrowed(name, filter, context);
  const { only } = options;
  const predicate =
    filter || only
      ? (record: AnyRecord): boolean => (!only || only(record)) && (!filter || matches(type, record, filter, context))
      : undefined;
  const sequence = indexed(context.world, name, scope, args);
  if (!args.sort || args.sort.length === 0) return pageOf(sequence, args, predicate);
  const all = sequence.slice(0, sequence.size);
  return pageOf(sequenceOf(sorted(type, predicate ? all.filter(predicate) : all, args.sort, context)), args);
}

/** A page of records at hand, in their order unless another is asked for. */
export function listOf(context: ListContext, type: string, records: readonly AnyRecord[], args: ListArgs): Page {
  const filter = isEmpty(args.filter) ? undefined : (args.filter as Filter);
  const shown = records.filter((record) => args.includeArchived || record.archivedAt === null);
  const kept = filter ? shown.filter((record) => matches(type, record, filter, context)) : shown;
  const field = args.orderBy === 'updatedAt' ? 'updatedAt' : 'createdAt';
  const ordered = kept.toSorted((left, right) => (left[field] < right[field] ? 1 : left[field] > right[field] ? -1 : 0));
  return pageOf(sequenceOf(ordered), args);
}

export { EVERYTHING };
