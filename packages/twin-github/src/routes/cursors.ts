import type { Links } from '@svc/twin-kit';
import { z } from 'zod';
import { pageAtCursor } from '../actions/cursors.ts';
import { queryText } from './operation.ts';
import { pageQuery } from './pagination.ts';

/** The query fields of lists that are read from a cursor on. */
export const cursorQuery = { per_page: pageQuery.per_page, before: queryText, after: queryText };

/** The query fields of such a list that has an order. */
export const direction = z.enum(['asc', 'desc']).optional();

interface Asked {
  readonly path: string;
  readonly search: string;
  readonly links: Links;
  readonly query: { per_page: number; before?: string | undefined; after?: string | undefined };
}

/** A page between cursors, and the `link` header that leads to its neighbours. */
export function cursorPage<T>(
  asked: Asked,
  all: readonly T[],
  nameOf: (record: T) => string,
): { records: readonly T[]; headers: Record<string, string> } {
  const page = pageAtCursor(all, asked.query, nameOf);
  const address = (name: string, cursor: string): string => {
    const query = new URLSearchParams(asked.search);
    for (const each of ['before', 'after']) query.delete(each);
    query.set(name, cursor);
    return `${asked.links.to(asked.path)}?${query}`;
  };
  const links = [
    ...(page.next === undefined ? [] : [`<${address('after', page.next)}>; rel="next"`]),
    ...(page.previous === undefined ? [] : [`<${address('before', page.previous)}>; rel="prev"`]),
  ];
  return { records: page.records, headers: links.length > 0 ? { link: links.join(', ') } : {} };
}
