import { Unprocessable, ValidationFailed } from '../../errors.ts';
import type { PageCut } from '../issue-list.ts';

/** What a search found: all of it counted, one page of it given. */
export interface Found<T> {
  total: number;
  records: readonly Readonly<T>[];
}

/** https://docs.github.com/rest/search/search */
const MAX_RESULTS = 1000;
const MAX_QUERY = 256;

/** @throws ValidationFailed for an empty query and one that is too long. */
export function requireQuery(q: string | undefined): string {
  if (q === undefined || q.trim() === '') throw new ValidationFailed([{ resource: 'Search', field: 'q', code: 'missing' }]);
  if (q.length > MAX_QUERY) {
    const message = `The search is longer than ${MAX_QUERY} characters.`;
    throw new ValidationFailed([{ message, resource: 'Search', field: 'q', code: 'invalid' }]);
  }
  return q;
}

/** @throws Unprocessable past the thousandth result. */
export function searchCut(cut: PageCut): void {
  if (cut.offset + cut.limit > Math.max(MAX_RESULTS, cut.limit)) {
    throw new Unprocessable('Only the first 1000 search results are available');
  }
}
