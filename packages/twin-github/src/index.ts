import { defineTwin } from '@svc/twin-kit';
import { advanceAutoMerges } from './actions/auto-merge/advance.ts';
import { advanceQueues } from './actions/merge-queue/advance.ts';
import { runSchedules } from './actions/workflows/schedules.ts';
import { yamlFor } from './actions/workflows/yaml.ts';
import { admits, callerKeys } from './admits.ts';
import { checks, facts } from './checks/index.ts';
import { faults } from './faults.ts';
import { documentedOperations } from './generated/operations.ts';
import { STREAMED_PATHS } from './git-answers.ts';
import { conditional, preflight, vendorHeaders } from './http.ts';
import { otherSurfaces } from './other-surfaces.ts';
import { keepMessages } from './render/hook-messages.ts';
import { operations } from './routes/index.ts';
import { seed } from './seed.ts';
import { documentedTools } from './tools/documented.ts';
import { tools } from './tools/index.ts';
import { offeredTo } from './tools/toolsets.ts';
import { vendorErrors } from './vendor-errors.ts';
import { deliveries } from './webhooks.ts';
import { collections } from './world.ts';

/** 25 MiB: what GitHub takes through its contents API and more (docs: REST, "Create or update file contents"). */
const BODY_LIMIT = 25 * 1024 * 1024;
/** 256 MiB of a push; GitHub takes 2 GiB: https://docs.github.com/get-started/using-git/troubleshooting-the-2-gb-push-limit */
const PUSH_LIMIT = 256 * 1024 * 1024;
/** Characters after the prefix of a fine-grained personal access token. */
const TOKEN_ID_LENGTH = 22;
const TOKEN_SECRET_LENGTH = 59;

/** An older name of what `/compare/{basehead}` serves. */
const OLDER_COMPARISON = 'GET /repos/{owner}/{repo}/compare/{base}...{head}';

/** A stateful twin of GitHub's REST and GraphQL APIs and MCP server. */
export const github = defineTwin({
  id: 'github',
  title: 'GitHub',
  collections,
  seed,
  loadFor: yamlFor,
  operations,
  tools,
  documentedTools,
  offers: offeredTo,
  checks,
  facts,
  errors: vendorErrors,
  faults,
  inner: async () => (await import('./graphql/root-fields.ts')).rootFields(),
  documented: [...documentedOperations.filter((entry) => entry !== OLDER_COMPARISON), ...otherSurfaces],
  prefixes: ['/api/v3'],
  bodyLimit: BODY_LIMIT,
  streams: { paths: STREAMED_PATHS, limit: PUSH_LIMIT },
  bodies: 'json',
  headers: vendorHeaders,
  finish: conditional,
  settle(context) {
    runSchedules(context);
    advanceAutoMerges(context);
    advanceQueues(context);
    keepMessages(context);
  },
  deliveries,
  admits,
  callerKeys,
  secrets: { body: ['secret', 'token'] },
  preflight,
  credential: (ids) => ({
    token: `github_pat_${ids.text(TOKEN_ID_LENGTH)}_${ids.text(TOKEN_SECRET_LENGTH)}`,
    header: 'Authorization',
    scheme: 'Bearer',
  }),
});
