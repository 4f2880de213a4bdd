import { json } from '@svc/twin-kit';
import { z } from 'zod';
import { searchCode } from '../actions/search/code.ts';
import { renderCodeHit } from '../render/code-hits.ts';
import { operation, queryText } from './operation.ts';
import { linkHeader, pageOf, pageQuery } from './pagination.ts';

export const codeSearchOperations = [
  operation({
    id: 'search/code',
    method: 'GET',
    path: '/search/code',
    fidelity: 'semantic',
    mutates: false,
    action: 'search_code',
    // Both are ignored by GitHub too (docs: Search code, "closing down").
    ignores: ['sort', 'order'],
    query: z.object({ ...pageQuery, q: queryText }),
    handle(context, request) {
      const { total, records } = searchCode(context, request.query.q, pageOf(request.query));
      const items = records.map((hit) => renderCodeHit(context, hit));
      return json({ total_count: total, incomplete_results: false, items }, 200, linkHeader(request, total));
    },
  }),
];
