import { defineTwin } from '@svc/twin-kit';
import { checks } from './checks/index.ts';
import { faults } from './faults.ts';
import { documentedMethods } from './generated/methods.ts';
import { credentials, readBody, vendorHeaders } from './http.ts';
import { operations } from './routes/index.ts';
import { seed } from './seed.ts';
import { tools } from './tools/index.ts';
import { vendorErrors } from './vendor-errors.ts';
import { collections } from './world.ts';

/** 32 MiB: uploads of the size that agents make; Slack itself takes files of 1 GB. */
const BODY_LIMIT = 32 * 1024 * 1024;
const DIGITS = '0123456789';
// Lengths of the parts of a bot token.
const TOKEN_NUMBER_LENGTH = 12;
const TOKEN_SECRET_LENGTH = 24;

/** A stateful twin of Slack's Web API and MCP server. */
export const slack = defineTwin({
  id: 'slack',
  title: 'Slack',
  collections,
  seed,
  operations,
  tools,
  checks,
  errors: vendorErrors,
  faults,
  documented: documentedMethods.flatMap((name) => [`POST /${name}`, `GET /${name}`]),
  prefixes: ['/api'],
  bodyLimit: BODY_LIMIT,
  bodies: readBody,
  credentials,
  headers: vendorHeaders,
  secrets: { query: ['token'], body: ['token'] },
  credential: (ids) => ({
    token: `xoxb-${ids.text(TOKEN_NUMBER_LENGTH, DIGITS)}-${ids.text(TOKEN_NUMBER_LENGTH, DIGITS)}-${ids.text(TOKEN_SECRET_LENGTH)}`,
    header: 'Authorization',
    scheme: 'Bearer',
  }),
});
