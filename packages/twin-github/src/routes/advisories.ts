import { json } from '@svc/twin-kit';
import { z } from 'zod';
import { getAdvisory, listAdvisories } from '../actions/alerts/advisories.ts';
import { renderAdvisory } from '../render/alerts.ts';
import { ADVISORY_TYPES, ECOSYSTEMS, SECURITY_SEVERITIES } from '../world.ts';
import { cursorPage, cursorQuery, direction } from './cursors.ts';
import { operation, queryText } from './operation.ts';

const read = { method: 'GET', fidelity: 'semantic', mutates: false } as const;
/** "1,2" in a query. */
const list = z
  .string()
  .optional()
  .transform((text) => text?.split(',').map((one) => one.trim()));

export const advisoryOperations = [
  operation({
    ...read,
    id: 'security-advisories/list-global-advisories',
    path: '/advisories',
    action: 'list_global_security_advisories',
    query: z.object({
      ...cursorQuery,
      ...{ ghsa_id: queryText, cve_id: queryText, published: queryText, updated: queryText, modified: queryText },
      ...{ cwes: list, affects: list, direction },
      type: z.enum(ADVISORY_TYPES).optional(),
      ecosystem: z.enum(ECOSYSTEMS).optional(),
      severity: z.enum([...SECURITY_SEVERITIES, 'unknown']).optional(),
      is_withdrawn: z
        .enum(['true', 'false'])
        .optional()
        .transform((text) => text === 'true'),
      sort: z.enum(['updated', 'published']).optional(),
    }),
    handle(context, request) {
      const { records, headers } = cursorPage(request, listAdvisories(context, request.query), ({ ghsa_id }) => ghsa_id);
      return json(
        records.map((one) => renderAdvisory(context, one)),
        200,
        headers,
      );
    },
  }),
  operation({
    ...read,
    id: 'security-advisories/get-global-advisory',
    path: '/advisories/{ghsa_id}',
    action: 'get_global_security_advisory',
    handle: (context, { params }) => json(renderAdvisory(context, getAdvisory(context, params.ghsa_id ?? ''))),
  }),
];
