import { Unsupported } from '../errors.ts';
import { type AnyRecord, type EntityCollection, type Many, model, typeOf } from '../model.ts';
import { EVERYTHING, liveIn, type Scope } from '../world.ts';
import { type Comparator, compare } from './compare.ts';
import { derivedLists, derivedValues, found, type ListContext } from './derived.ts';
import { type Filter, fieldsIn, isNegation, matchesRelation } from './relation.ts';
import { entities } from './sequence.ts';

export type { Filter };

/** Whether a record of `type` passes a filter of Linear's. @throws Unsupported for fields that the twin doesn't model */
export function matches(type: string, record: AnyRecord, filter: Filter, context: ListContext): boolean {
  for (const field in filter) {
    const wanted = filter[field];
    if (wanted === undefined || wanted === null) continue;
    if (!holds(type, record, field, wanted, context)) return false;
  }
  return true;
}

/** What stands in an `or` of Linear's is a list of alternatives twice over: each key of a branch is one (measured: brekkylab/backlot#128). */
function matchesAny(type: string, record: AnyRecord, branches: readonly Filter[], context: ListContext): boolean {
  return branches.some((branch) => {
    const given = fieldsIn(branch);
    return given.length === 0 || given.some((field) => holds(type, record, field, branch[field], context));
  });
}

function holds(type: string, record: AnyRecord, field: string, wanted: unknown, context: ListContext): boolean {
  if (field === 'and') return (wanted as readonly Filter[]).every((part) => matches(type, record, part, context));
  if (field === 'or') return matchesAny(type, record, wanted as readonly Filter[], context);
  if (field === 'null') return wanted === false;
  if (field === 'id') return identified(record, wanted as Comparator);
  const one = model[type]?.one[field];
  if (one) {
    const id = record[one[1]];
    const target = id == null ? undefined : entities(context.world, one[0]).get(id);
    const related = wanted as Filter;
    if (target && !related.and && !related.or && related.null == null) return matches(typeOf[one[0]], target, related, context);
    return matchesRelation(related, target && ((key, inner) => holds(typeOf[one[0]], target, key, inner, context)));
  }
  const many = model[type]?.many[field];
  if (many) return matchesList(typeOf[many.collection], members(record, many, context), wanted as Filter, context);
  const list = derivedLists[type]?.[field];
  if (list) return matchesList(list[0], list[1](record, context), wanted as Filter, context);
  const derived = derivedValues[type]?.[field];
  if (!derived && !(field in record)) throw new Unsupported(`the filter ${type}.${field}`);
  return compare(field, derived ? derived(record, context) : record[field], wanted as Comparator, context.now);
}

/** Entities are named by id, and some also by identifier or slug. */
function identified(record: AnyRecord, comparator: Comparator): boolean {
  const names = [record.id, record.identifier, record.slugId].filter((name) => typeof name === 'string');
  const { eq, neq } = comparator as { eq?: string | null; neq?: string | null };
  const [within, without] = [comparator.in, comparator.nin] as [readonly string[] | null, readonly string[] | null];
  if (eq != null && !names.includes(eq)) return false;
  if (neq != null && names.includes(neq)) return false;
  if (within && !names.some((name) => within.includes(name))) return false;
  return !(without && names.some((name) => without.includes(name)));
}

/**
 * Collection filters read one key only, the first of `and`, `or`, `length`, `every`, `some` that is given; fields given directly count as
 * `some`. A list is never null (measured: brekkylab/backlot#116).
 */
function matchesList(type: string, records: readonly AnyRecord[], filter: Filter, context: ListContext): boolean {
  const { and, or, some, every, length, null: none, ...direct } = filter as CollectionFilter;
  const part = (one: Filter): boolean => matchesList(type, records, one, context);
  if (and) return and.every(part);
  if (or) return or.some(part);
  if (length) return compare('length', records.length, length, context.now);
  if (none === true) return false;
  const wanted = every ?? some ?? direct;
  if (fieldsIn(wanted).length === 0) return true;
  const has = (record: AnyRecord): boolean => matches(type, record, wanted, context);
  // A negation stands outside of the quantifier: "some label is not named X" finds what has no label X, and so what has none at all.
  if (isNegation(wanted)) return records.every(has);
  return every ? records.length > 0 && records.every(has) : records.some(has);
}

type CollectionFilter = Record<string, unknown> & {
  and?: readonly Filter[] | null;
  or?: readonly Filter[] | null;
  some?: Filter | null;
  every?: Filter | null;
  length?: Comparator | null;
  null?: boolean | null;
};

/** The records that a list field of a record leads to. */
export function members(record: AnyRecord, many: Many, { world }: Pick<ListContext, 'world'>): readonly AnyRecord[] {
  const collection = entities(world, many.collection);
  if ('ids' in many) return found(record[many.ids] as readonly string[], (id) => collection.get(id));
  const scope = many.scope === EVERYTHING ? EVERYTHING : `${many.scope}:${record.id}`;
  return collection.by.creation.page(liveIn(scope));
}

/** Names of the indexed scopes of each collection. */
const scopesOf = new Map<EntityCollection, Set<string>>();
for (const { many } of Object.values(model)) {
  for (const edge of Object.values(many)) {
    if ('ids' in edge) continue;
    const scopes = scopesOf.get(edge.collection) ?? new Set();
    scopesOf.set(edge.collection, scopes.add(edge.scope));
  }
}

const WIDENING = ['and', 'or', 'null', 'length', 'every'] as const;

/** The narrowest indexed list that holds all matches: a filter by team, assignee … costs that list, not the world. */
export function narrowed(name: EntityCollection, filter: Filter | null | undefined, context: ListContext): Scope {
  for (const field in filter) {
    const scope = field === 'labels' ? 'label' : field;
    if (!scopesOf.get(name)?.has(scope)) continue;
    const wanted = filter[field] as { id?: Comparator; key?: Comparator; some?: { id?: Comparator } } | null | undefined;
    // What is said beside these may widen what the filter finds.
    if (!wanted || WIDENING.some((key) => (wanted as Filter)[key] != null)) continue;
    const id = wanted.some ? wanted.some.id?.eq : wanted.id?.eq;
    const target = model[typeOf[name]]?.one[field]?.[0];
    // Some entities are also named by their identifier; the index is by id.
    if (typeof id === 'string' && entities(context.world, target ?? 'issueLabels').has(id)) return `${scope}:${id}`;
    const key = field === 'team' ? wanted.key?.eq : undefined;
    const team = typeof key === 'string' ? context.world.teams.by.key.first(key) : undefined;
    if (team) return `team:${team.id}`;
  }
  return EVERYTHING;
}
