import { isDeepStrictEqual } from 'node:util';
import { InvalidArgument, NotFound, PreconditionFailed } from '../errors.ts';
import { nextFilterId } from '../ids.ts';
import { compileSearch } from '../search/index.ts';
import type { Filter, FilterAction, FilterCriteria, GmailWorld, MailContext } from '../world.ts';
import { requireLabels } from './labels-of.ts';

/** https://developers.google.com/workspace/gmail/api/guides/filter_settings */
const MOST_FILTERS = 1000;

export const listFilters = (world: GmailWorld): readonly Readonly<Filter>[] => [...world.filters.values()];

export function getFilter(world: GmailWorld, id: string): Readonly<Filter> {
  const filter = world.filters.get(id);
  if (!filter) throw new NotFound();
  return filter;
}

const isEmpty = (fields: object): boolean =>
  Object.values(fields).every((value) => value === undefined || value === '' || value === false);

function checkedAction(world: GmailWorld, action: FilterAction): FilterAction {
  const { addLabelIds = [], removeLabelIds = [], forward } = action;
  if (addLabelIds.length === 0 && removeLabelIds.length === 0 && forward === undefined) {
    throw new InvalidArgument('Filter must have at least one action');
  }
  requireLabels(world, [...addLabelIds, ...removeLabelIds]);
  const user = addLabelIds.filter((id) => world.labels.get(id)?.type === 'user');
  if (user.length > 1) throw new InvalidArgument('Filter actions can add at most one user label');
  const fixed = [...addLabelIds, ...removeLabelIds].find((id) => ['SENT', 'DRAFT', 'CHAT'].includes(id));
  if (fixed !== undefined) throw new InvalidArgument(`Invalid label: ${fixed}`);
  if (forward !== undefined && world.forwardingAddresses.get(forward.toLowerCase())?.verificationStatus !== 'accepted') {
    throw new PreconditionFailed('Unrecognized forwarding address');
  }
  return {
    ...(addLabelIds.length > 0 && { addLabelIds: [...addLabelIds] }),
    ...(removeLabelIds.length > 0 && { removeLabelIds: [...removeLabelIds] }),
    ...(forward !== undefined && { forward }),
  };
}

export function createFilter(
  context: MailContext,
  given: { criteria?: FilterCriteria | undefined; action?: FilterAction | undefined },
): Readonly<Filter> {
  const { world, ids } = context;
  const criteria = given.criteria ?? {};
  // What can't be searched for is refused now, not when mail comes in.
  for (const query of [criteria.query, criteria.negatedQuery]) if (query !== undefined) compileSearch(context, query);
  if (isEmpty(criteria)) throw new InvalidArgument('Filter must have at least one criterion');
  const action = checkedAction(world, given.action ?? {});
  const filters = listFilters(world);
  if (filters.length >= MOST_FILTERS) throw new InvalidArgument('Too many filters');
  if (filters.some((one) => isDeepStrictEqual([one.criteria, one.action], [criteria, action]))) {
    throw new PreconditionFailed('Filter already exists');
  }
  return world.filters.insert({ id: nextFilterId(ids), criteria, action });
}

export const deleteFilter = (world: GmailWorld, id: string): void => void world.filters.remove(getFilter(world, id).id);
