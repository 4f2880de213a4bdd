import { defineTwin } from '@svc/twin-kit';
import { checks, facts } from './checks/index.ts';
import { faults } from './faults.ts';
import { queryTokens, vendorHeaders } from './http.ts';
import { operations } from './routes/index.ts';
import { seed } from './seed.ts';
import { tools } from './tools/index.ts';
import { vendorErrors } from './vendor-errors.ts';
import { documentedOperations } from './wire/discovery.ts';
import { collections } from './world.ts';

/** Bytes: the largest message (36,700,160, see the discovery document) in base64, with room for its JSON. */
const BODY_LIMIT = 50_000_000;
const TOKEN_LENGTH = 150;

/** A stateful twin of the Gmail API and Google's Gmail MCP server. */
export const gmail = defineTwin({
  id: 'gmail',
  title: 'Gmail',
  collections,
  seed,
  // History and dates must come out the same in every run (spec, "Events").
  clock: 'logical',
  operations,
  tools,
  checks,
  facts,
  errors: vendorErrors,
  faults,
  documented: documentedOperations,
  bodyLimit: BODY_LIMIT,
  bodies: 'by-content-type',
  credentials: queryTokens,
  headers: vendorHeaders,
  secrets: { query: ['oauth_token', 'key'] },
  credential: (ids) => ({ token: `ya29.${ids.text(TOKEN_LENGTH)}`, header: 'Authorization', scheme: 'Bearer' }),
});
