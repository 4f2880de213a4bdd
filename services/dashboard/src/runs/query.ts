import type { RunOutcome } from '@svc/contract';
import type { api } from '../api.ts';

/** What the table shows, as the address has it. */
export const FILTERS = [
  'task_name',
  'group_id',
  'agent_model',
  'agent_version',
  'outcome',
  'min_score',
  'below_score',
  'since',
  'until',
] as const;
export type FilterName = (typeof FILTERS)[number];
export type Filters = Partial<Record<FilterName, string>>;

/** Runs on a page of the table; the service gives 200 at most. */
export const PAGE_RUNS = 100;

export const OUTCOMES: readonly RunOutcome[] = ['passed', 'failed', 'errored', 'ungraded'];
const FULL = 100;

export const filtersIn = (params: URLSearchParams): Filters =>
  Object.fromEntries(FILTERS.flatMap((name) => (params.get(name) ? [[name, params.get(name)]] : [])));

type Query = NonNullable<Parameters<typeof api.runs.list>[0]>;

/** What the service is asked. What somebody wrote into the address and can't be is left out. */
export function queryOf({ outcome, min_score, below_score, since, until, ...texts }: Filters): Query {
  return {
    ...texts,
    outcome: OUTCOMES.find((one) => one === outcome),
    min_score: scoreOf(min_score),
    below_score: scoreOf(below_score),
    since: midnightOf(since, 0),
    // The day itself is meant.
    until: midnightOf(until, 1),
    limit: PAGE_RUNS,
  };
}

function scoreOf(text = ''): number | undefined {
  const value = Number(text);
  return /^\d{1,3}(\.\d{1,4})?$/.test(text) && value <= FULL ? value : undefined;
}

/** When a day begins for the reader. @param later by so many days */
function midnightOf(day = '', later: number): string | undefined {
  const parts = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day)?.slice(1).map(Number) as [number, number, number] | undefined;
  if (!parts) return undefined;
  const [year, month, date] = parts;
  const midnight = new Date(year, month - 1, date + later);
  return Number.isNaN(midnight.getTime()) ? undefined : midnight.toISOString();
}
