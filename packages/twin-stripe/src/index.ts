import { defineTwin } from '@svc/twin-kit';
import { checks, facts } from './checks/index.ts';
import { faults } from './faults.ts';
import { documentedOperations } from './generated/operations.ts';
import { preflight, vendorHeaders } from './http.ts';
import { otherOperations } from './other-operations.ts';
import { readBody } from './params/form.ts';
import { operations } from './routes/index.ts';
import { seed } from './seed.ts';
import { documentedTools } from './tools/documented.ts';
import { tools } from './tools/index.ts';
import { vendorErrors } from './vendor-errors.ts';
import { deliveries } from './webhooks.ts';
import { collections } from './world.ts';

/** 1 MiB: more than any form of the API needs. */
const BODY_LIMIT = 1024 * 1024;
/** Characters after the prefix of a test mode secret key. */
const KEY_LENGTH = 99;

/** A stateful twin of Stripe's REST API and MCP server, in test mode. */
export const stripe = defineTwin({
  id: 'stripe',
  title: 'Stripe',
  collections,
  seed,
  operations,
  tools,
  documentedTools,
  checks,
  facts,
  errors: vendorErrors,
  faults,
  documented: [...documentedOperations, ...otherOperations],
  bodyLimit: BODY_LIMIT,
  bodies: readBody,
  headers: vendorHeaders,
  preflight,
  deliveries,
  credential: (ids) => ({ token: `sk_test_${ids.text(KEY_LENGTH)}`, header: 'Authorization', scheme: 'Bearer' }),
});
