import { hash } from 'node:crypto';
import type { Collection } from '@svc/twin-kit';
import { InvalidParameter } from '../errors.ts';
import { wire } from '../render/wire.ts';
import type { StripeContext } from '../world.ts';
import { limitOf } from './list.ts';

// The search query language: https://docs.stripe.com/search#search-query-language

interface Clause {
  field: string;
  /** Key of `metadata["key"]`. */
  key?: string;
  operator: ':' | '~' | '>' | '<' | '>=' | '<=';
  value: string | null;
  negated: boolean;
}

type Kind = 'token' | 'string' | 'number';
export type SearchFields = Readonly<Record<string, Kind>>;

const CLAUSE =
  /^(-?)\s*([a-z_.0-9]+)(?:\[(["'])(.+?)\3\])?\s*(:|~|>=|<=|>|<)\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|(-?\d+(?:\.\d+)?|null|NULL))\s*/;
const JOIN = /^(AND|OR)\s+/i;
const SHORTEST_SUBSTRING = 3;
const MOST_CLAUSES = 10;

const unreadable = (query: string): InvalidParameter =>
  new InvalidParameter(
    `We were unable to parse your search query. Try using the format \`metadata["key"]:"value"\` to query for metadata or \`key:"value"\` to query for other fields. Your query was: ${query}`,
    { param: 'query' },
  );

/** Reads a query: clauses joined by AND, or all by OR; the two don't mix. */
function parse(query: string): { clauses: Clause[]; any: boolean } {
  const clauses: Clause[] = [];
  const joins = new Set<string>();
  let rest = query.trim();
  while (rest !== '') {
    const match = CLAUSE.exec(rest);
    if (!match) throw unreadable(query);
    const [whole, minus, field = '', , key, operator, double, single, bare] = match;
    const quoted = double ?? single;
    const value =
      quoted === undefined ? (bare?.toLowerCase() === 'null' ? null : (bare ?? '')) : quoted.replaceAll(/\\(.)/g, '$1');
    clauses.push({
      field,
      ...(key !== undefined && { key }),
      operator: operator as Clause['operator'],
      value,
      negated: minus === '-',
    });
    rest = rest.slice(whole.length);
    const join = JOIN.exec(rest);
    if (join) {
      joins.add((join[1] as string).toUpperCase());
      rest = rest.slice(join[0].length);
      if (rest === '') throw unreadable(query);
    }
  }
  if (clauses.length === 0) throw unreadable(query);
  if (joins.size > 1) throw new InvalidParameter('You cannot combine AND and OR in one query.', { param: 'query' });
  if (clauses.length > MOST_CLAUSES)
    throw new InvalidParameter(`A query can have up to ${MOST_CLAUSES} clauses.`, { param: 'query' });
  return { clauses, any: joins.has('OR') };
}

function check({ field, key, operator, value }: Clause, fields: SearchFields): void {
  const kind = key === undefined ? fields[field] : 'token';
  if (kind === undefined || (key !== undefined && field !== 'metadata')) {
    throw new InvalidParameter(`Field \`${field}\` is an unsupported search field for this resource.`, { param: 'query' });
  }
  if (operator === '~' && kind !== 'string') {
    throw new InvalidParameter(`Field \`${field}\` does not support the substring operator \`~\`.`, { param: 'query' });
  }
  if (operator === '~' && (value ?? '').length < SHORTEST_SUBSTRING) {
    throw new InvalidParameter(`Substring searches must be at least ${SHORTEST_SUBSTRING} characters.`, { param: 'query' });
  }
  if (kind === 'number' && value !== null && !Number.isFinite(Number(value))) {
    throw new InvalidParameter(`Field \`${field}\` is a number, and \`${value}\` isn't one.`, { param: 'query' });
  }
  if (operator !== ':' && operator !== '~' && kind !== 'number') {
    throw new InvalidParameter(`Field \`${field}\` does not support the operator \`${operator}\`.`, { param: 'query' });
  }
}

function fieldOf(record: object, { field, key }: Clause): unknown {
  const path = key === undefined ? field.split('.') : [field, key];
  return path.reduce<unknown>(
    (value, step) => (typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[step] : undefined),
    record,
  );
}

function holds(record: object, clause: Clause): boolean {
  const actual = fieldOf(record, clause);
  const { operator, value } = clause;
  if (value === null) return actual === null || actual === undefined;
  if (operator === '~')
    return String(actual ?? '')
      .toLowerCase()
      .includes(value.toLowerCase());
  if (operator === ':') return actual !== null && actual !== undefined && String(actual).toLowerCase() === value.toLowerCase();
  const [left, right] = [Number(actual), Number(value)];
  if (operator === '>') return left > right;
  if (operator === '<') return left < right;
  return operator === '>=' ? left >= right : left <= right;
}

export interface SearchParams {
  query: string;
  limit?: number;
  page?: string | null;
}

export interface SearchResult {
  found: object;
  /** How many there are on all pages; told where `total_count` is expanded. */
  total: number;
}

const MARK_LENGTH = 10;

/** A page belongs to its query: the place in the result, with a mark of the query. */
const pageToken = (offset: number, query: string): string =>
  `${hash('sha256', query).slice(0, MARK_LENGTH)}${offset.toString(36)}`;

function offsetOf(page: string, query: string): number {
  const offset = Number.parseInt(page.slice(MARK_LENGTH), 36);
  if (offset > 0 && pageToken(offset, query) === page) return offset;
  throw new InvalidParameter('Invalid page token.', { param: 'page' });
}

/** Searches a collection, newest first. */
export function search<T extends { object: string; created: number }>(
  context: StripeContext,
  collection: Collection<T>,
  fields: SearchFields,
  params: SearchParams,
  url: string,
): SearchResult {
  const { clauses, any } = parse(params.query);
  for (const clause of clauses) check(clause, fields);
  const limit = limitOf(params.limit);
  const offset = params.page ? offsetOf(params.page, params.query) : 0;
  const passes = (record: object): boolean => {
    const verdicts = clauses.map((clause) => holds(record, clause) !== clause.negated);
    return any ? verdicts.some(Boolean) : verdicts.every(Boolean);
  };
  const found = [...collection.values()].filter((record) => passes(wire(context, record)));
  const sorted = found
    .map((record, at) => ({ record, at }))
    .sort((one, other) => other.record.created - one.record.created || other.at - one.at);
  const data = sorted.slice(offset, offset + limit).map(({ record }) => wire(context, record));
  const has_more = sorted.length > offset + limit;
  const next_page = has_more ? pageToken(offset + limit, params.query) : null;
  return { found: { object: 'search_result', data, has_more, next_page, url }, total: sorted.length };
}

const COMMON = { created: 'number' } as const;

/** docs: Search, "Supported query fields for each resource" */
export const SEARCH_FIELDS = {
  charges: {
    ...COMMON,
    amount: 'number',
    currency: 'token',
    customer: 'token',
    disputed: 'token',
    'payment_method_details.card.brand': 'token',
    'payment_method_details.card.exp_month': 'number',
    'payment_method_details.card.exp_year': 'number',
    'payment_method_details.card.fingerprint': 'token',
    'payment_method_details.card.last4': 'token',
    refunded: 'token',
    status: 'token',
  },
  customers: { ...COMMON, email: 'string', name: 'string', phone: 'string' },
  invoices: {
    ...COMMON,
    currency: 'token',
    customer: 'token',
    number: 'string',
    receipt_number: 'string',
    status: 'token',
    subscription: 'token',
    total: 'number',
  },
  payment_intents: { ...COMMON, amount: 'number', currency: 'token', customer: 'token', status: 'token' },
  prices: { ...COMMON, active: 'token', currency: 'token', lookup_key: 'string', product: 'string', type: 'token' },
  products: { active: 'token', description: 'string', name: 'string', shippable: 'token', url: 'string' },
  subscriptions: { ...COMMON, canceled_at: 'number', status: 'token' },
} as const satisfies Record<string, SearchFields>;
