import type { Links } from '@svc/twin-kit';
import { z } from 'zod';

/** https://docs.github.com/rest/using-the-rest-api/using-pagination-in-the-rest-api */
const DEFAULT_PER_PAGE = 30;
const MAX_PER_PAGE = 100;

/** GitHub reads a number it can't use as the default one. Not a schema with a fallback: those build an error for every absent field. */
export const count = (fallback: number) =>
  z
    .unknown()
    .optional()
    .transform((value): number => {
      const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : fallback;
      return number > 0 ? number : fallback;
    });

/** The query fields of every paged list; spread into an operation's query schema. */
export const pageQuery = {
  per_page: count(DEFAULT_PER_PAGE).transform((value) => Math.min(value, MAX_PER_PAGE)),
  page: count(1),
};

export interface PageQuery {
  per_page: number;
  page: number;
}

/** Where a page begins and how long it is, for index readers. */
export const pageOf = ({ per_page, page }: PageQuery) => ({ offset: (page - 1) * per_page, limit: per_page });

/** Cuts a page out of a list that is already whole. */
export const cut = <T>(list: readonly T[], { per_page, page }: PageQuery): readonly T[] =>
  list.slice((page - 1) * per_page, page * per_page);

export interface PagedRequest {
  readonly path: string;
  readonly search: string;
  readonly query: PageQuery;
  readonly links: Links;
}

/** The `link` header of a page of a list of `total` records; none where the list has one page. */
export function linkHeader(request: PagedRequest, total: number): Record<string, string> {
  const { per_page, page } = request.query;
  const last = Math.max(1, Math.ceil(total / per_page));
  const targets: [string, number][] = [];
  if (page > 1) targets.push(['prev', Math.min(page - 1, last)]);
  if (page < last) targets.push(['next', page + 1], ['last', last]);
  if (page > 1) targets.push(['first', 1]);
  if (targets.length === 0 || last === 1) return {};
  const link = targets.map(
    ([rel, number]) => `<${request.links.to(request.path)}?${withPage(request.search, number)}>; rel="${rel}"`,
  );
  return { link: link.join(', ') };
}

function withPage(search: string, page: number): string {
  const query = new URLSearchParams(search);
  query.set('page', String(page));
  return query.toString();
}

/** A page of an index: its records and the `link` header. */
export interface Page<T> {
  records: readonly T[];
  headers: Record<string, string>;
}

interface Index<T> {
  page(group: string | number, request: { offset: number; limit: number; reverse?: boolean }): readonly T[];
  count(group: string | number): number;
}

export function pageOfIndex<T>(request: PagedRequest, index: Index<T>, group: string | number, reverse = false): Page<T> {
  return {
    records: index.page(group, { ...pageOf(request.query), reverse }),
    headers: linkHeader(request, index.count(group)),
  };
}

export function pageOfList<T>(request: PagedRequest, list: readonly T[]): Page<T> {
  return { records: cut(list, request.query), headers: linkHeader(request, list.length) };
}
