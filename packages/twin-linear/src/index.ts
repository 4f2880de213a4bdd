import { defineTwin } from '@svc/twin-kit';
import { checks, facts } from './checks/index.ts';
import { faults } from './faults.ts';
import { load } from './graphql/loaded.ts';
import { operations } from './graphql/operation.ts';
import { webPageOperations } from './graphql/web-pages.ts';
import { rateLimitHeaders } from './rate-limits.ts';
import { seed } from './seed.ts';
import { documentedTools } from './tools/documented.ts';
import { tools } from './tools/index.ts';
import { vendorErrors } from './vendor-errors.ts';
import { deliveries } from './webhooks.ts';
import { collections } from './world.ts';

/** 2 MiB: room for the longest description with what is around it. */
const BODY_LIMIT = 2 * 1024 * 1024;
/** Characters after the prefix of a personal API key. */
const KEY_LENGTH = 40;

/** A stateful twin of Linear's GraphQL API and MCP server. */
export const linear = defineTwin({
  id: 'linear',
  title: 'Linear',
  collections,
  seed,
  load,
  operations: [...operations, ...webPageOperations],
  tools,
  documentedTools,
  checks,
  facts,
  errors: vendorErrors,
  faults,
  // Linear's API has one path; which of its operations are modelled is decided by the fields that a request names.
  documented: ['POST /graphql'],
  inner: async () => (await import('./graphql/root-fields.ts')).rootFields(),
  bodyLimit: BODY_LIMIT,
  bodies: 'json',
  headers: ({ now }) => rateLimitHeaders(now),
  secrets: { body: ['secret'] },
  deliveries,
  credential: (ids) => ({ token: `lin_api_${ids.text(KEY_LENGTH)}`, header: 'Authorization', scheme: '' }),
});
