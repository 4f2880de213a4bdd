/** A filter object of Linear's. */
export type Filter = Readonly<Record<string, unknown>>;

/** Whether a field of the record that a relation leads to holds. */
export type FieldTest = (field: string, wanted: unknown) => boolean;

/** The keys of a filter that say something. */
export const fieldsIn = (filter: Filter): string[] =>
  Object.keys(filter).filter((field) => filter[field] !== undefined && filter[field] !== null);

const listIn = (filter: Filter, name: 'and' | 'or'): readonly Filter[] =>
  (filter[name] as readonly Filter[] | null | undefined) ?? [];

/**
 * A filter on what a record may have one of, as Linear was measured to read it (brekkylab/backlot#124, #128): `null: true` finds the records
 * without it and reads nothing else, `null: false` those with it and all that is said beside; where neither is said, a negation also finds
 * those without.
 *
 * @param test undefined where the relation leads nowhere
 */
export function matchesRelation(filter: Filter, test: FieldTest | undefined): boolean {
  const existence = existenceIn(filter);
  if (existence === true) return test === undefined;
  if (existence === false) return test !== undefined && rest(filter, test);
  return rest(filter, test) || (test === undefined && saysNull(filter));
}

/** What an object says of the relation's existence: its own `null`, else that of its `and` branches, else one that all of its `or` branches share. */
function existenceIn(filter: Filter): boolean | undefined {
  if (typeof filter.null === 'boolean') return filter.null;
  const said = listIn(filter, 'and').map(existenceOfBranch);
  if (said.includes(true)) return true;
  if (said.includes(false)) return false;
  const shared = listIn(filter, 'or').map((branch) => branch.null);
  return typeof shared[0] === 'boolean' && shared.every((one) => one === shared[0]) ? shared[0] : undefined;
}

function existenceOfBranch(branch: Filter): boolean | undefined {
  const own = existenceIn(branch);
  if (own !== undefined || !branch.or) return own;
  const nulls = listIn(branch, 'or');
  return nulls.some((one) => one.null === false && fieldsIn(one).length === 1) && nulls.every((one) => one.null !== true)
    ? false
    : undefined;
}

/** Is a `null: true` anywhere in the object or its branches? */
const saysNull = (filter: Filter): boolean =>
  filter.null === true || [...listIn(filter, 'and'), ...listIn(filter, 'or')].some(saysNull);

/** All that an object says of the record, its `null` apart. */
const rest = (filter: Filter, test: FieldTest | undefined): boolean =>
  fieldsIn(filter).every((field) => field === 'null' || key(filter, field, test));

function key(filter: Filter, field: string, test: FieldTest | undefined): boolean {
  if (field === 'and') return listIn(filter, 'and').every((branch) => rest(branch, test));
  if (field === 'or') return alternatives(listIn(filter, 'or'), test);
  return test ? test(field, filter[field]) : isNegation({ [field]: filter[field] });
}

/** Does a branch say nothing of the record? */
const isSilent = (branch: Filter): boolean =>
  fieldsIn(branch).every(
    (field) =>
      field === 'null' ||
      (field === 'and' && listIn(branch, 'and').every(isSilent)) ||
      (field === 'or' && listIn(branch, 'or').some(isSilent)),
  );

/** Each key of each branch is an alternative; beside those that say something, a branch that says nothing stands for the records without. */
function alternatives(branches: readonly Filter[], test: FieldTest | undefined): boolean {
  if (branches.length === 0) return test !== undefined;
  if (branches.every(isSilent)) return true;
  return branches.some((branch) =>
    isSilent(branch) ? test === undefined : fieldsIn(branch).some((field) => field !== 'null' && key(branch, field, test)),
  );
}

const NEGATIVE: ReadonlySet<string> = new Set([
  'neq',
  'nin',
  'neqIgnoreCase',
  'notContains',
  'notContainsIgnoreCase',
  'notStartsWith',
  'notEndsWith',
]);

/** Is all that a filter says that something is not so? */
export function isNegation(filter: Filter): boolean {
  const given = fieldsIn(filter);
  return (
    given.length > 0 &&
    given.every((field) => {
      const wanted = filter[field] as Filter | readonly Filter[];
      if (NEGATIVE.has(field)) return true;
      return Array.isArray(wanted)
        ? wanted.length > 0 && wanted.every(isNegation)
        : typeof wanted === 'object' && isNegation(wanted as Filter);
    })
  );
}
