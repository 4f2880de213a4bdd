import { OPERATIONS, type OperationSpec } from '../operations.ts';
import { componentSchemas, type JsonSchema } from './components.ts';
import { errorResponses } from './errors.ts';
import { operationObject, tagOf } from './operation.ts';

export interface OpenApiOptions {
  /** The address that paths stand below; ends in /v1. Default `/v1`. */
  serverUrl?: string;
  version?: string;
}

const TAGS: Readonly<Record<string, string>> = {
  me: 'Who calls.',
  usage: 'Open sandboxes and the quota.',
  seeds: 'Worlds that twins start from.',
  sandboxes: 'Sandboxes, from create to finalize.',
  sessions: 'The same operations under their other spelling.',
  'eval-sessions': 'Sessions for evidence captured elsewhere.',
  'eval-sandboxes': 'The same operation under its other spelling.',
  checks: 'The grading vocabulary.',
  runs: 'Graded runs and their evidence.',
  tasks: 'Stored tasks.',
  device: 'Login of the command line (RFC 8628).',
  'openapi.json': 'This document.',
};

/** The OpenAPI 3.1 description of the REST API, made from OPERATIONS and the schemas they name. */
export function openApiDocument({ serverUrl = '/v1', version = '1' }: OpenApiOptions = {}): JsonSchema {
  const paths = pathItems();
  const used = new Set(Object.keys(paths).map(tagOf));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Sandbox Evaluation Service',
      version,
      description:
        'Starts sandboxes of digital twins for an agent under test, records its calls, and grades the run. Clients ignore fields they do not know.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: serverUrl }],
    tags: [...used].map((name) => ({ name, description: TAGS[name] ?? name })),
    paths,
    components: {
      securitySchemes: securitySchemes(),
      headers: {
        RequestId: { description: 'Also `error.request_id` of a refusal.', required: true, schema: { type: 'string' } },
      },
      responses: usedComponents('responses', errorResponses(), paths),
      schemas: usedComponents('schemas', componentSchemas(), { paths, responses: errorResponses() }),
    },
  };
}

function securitySchemes(): JsonSchema {
  return {
    apiKey: { type: 'http', scheme: 'bearer', bearerFormat: 'svc_<id>_<secret>', description: 'A team API key.' },
    sandboxToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'The `agent_token` of the sandbox.' },
  };
}

function pathItems(): Record<string, JsonSchema> {
  const items: Record<string, JsonSchema> = {};
  for (const [id, spec] of Object.entries(OPERATIONS) as [string, OperationSpec][]) {
    for (const path of spec.paths) {
      items[path] = { ...items[path], [spec.method.toLowerCase()]: operationObject(id, spec, path) };
    }
  }
  return items;
}

/** Components that something in the document leads to, directly or through others. */
function usedComponents(section: string, all: Record<string, JsonSchema>, from: object): Record<string, JsonSchema> {
  const used = new Set<string>();
  const visit = (part: unknown): void => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(new RegExp(`"#/components/${section}/(\\w+)"`, 'g'))) {
      if (used.has(name)) continue;
      used.add(name);
      visit(all[name]);
    }
  };
  visit(from);
  return Object.fromEntries(Object.entries(all).filter(([name]) => used.has(name)));
}
