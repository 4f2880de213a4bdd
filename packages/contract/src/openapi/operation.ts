import type { ZodType } from 'zod';
import type { OperationAuth, OperationSpec } from '../operations.ts';
import { inline, type JsonSchema, reference } from './components.ts';
import { refusalsOf } from './errors.ts';

const SECURITY: Record<OperationAuth, object[]> = {
  none: [],
  api_key: [{ apiKey: [] }],
  api_key_or_sandbox_token: [{ apiKey: [] }, { sandboxToken: [] }],
};

/** One operation at one of its paths. The first path keeps the operation's id, a second spelling is named after it. */
export function operationObject(id: string, spec: OperationSpec, path: string): JsonSchema {
  const parameters = [...pathParameters(path), ...queryParameters(spec.query), ...headerParameters(spec.requestHeaders)];
  return {
    operationId: operationId(id, spec, path),
    tags: [tagOf(path)],
    summary: spec.summary,
    security: SECURITY[spec.auth],
    ...(parameters.length > 0 && { parameters }),
    ...(spec.body && { requestBody: requestBody(spec.body) }),
    responses: { ...successes(spec), ...refusalsOf(spec) },
  };
}

/** `createSandbox` at /sessions is `createSession`; an id that names no sandbox gets the spelling appended. */
export function operationId(id: string, spec: OperationSpec, path: string): string {
  if (path === spec.paths[0]) return id;
  const [from, to] = path.includes('sessions') ? ['Sandbox', 'Session'] : ['Session', 'Sandbox'];
  return id.includes(from) ? id.replace(from, to) : `${id}For${to}`;
}

export const tagOf = (path: string): string => path.split('/')[1] ?? '';

const pathParameters = (path: string): JsonSchema[] =>
  path.includes('{id}')
    ? [{ name: 'id', in: 'path', required: true, description: 'An id as the service gave it.', schema: { type: 'string' } }]
    : [];

function queryParameters(query: ZodType | undefined): JsonSchema[] {
  if (!query) return [];
  const { properties = {} } = inline(query, 'output') as { properties?: Record<string, JsonSchema> };
  // A default makes a field optional to send, and present once it is read.
  const { required = [] } = inline(query, 'input') as { required?: string[] };
  return Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', required: required.includes(name), schema }));
}

const headerParameters = (headers: Readonly<Record<string, string>> = {}): JsonSchema[] =>
  Object.entries(headers).map(([name, description]) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string' },
  }));

function requestBody({ schema, limitBytes, optional }: NonNullable<OperationSpec['body']>): JsonSchema {
  return {
    required: !optional,
    description: `At most ${limitBytes} bytes.`,
    content: { 'application/json': { schema: reference(schema) } },
  };
}

function successes({ responses, headers }: OperationSpec): Record<string, JsonSchema> {
  return Object.fromEntries(
    Object.entries(responses).map(([status, body]) => [
      status,
      {
        description: DESCRIPTIONS[Number(status)] ?? 'Success.',
        headers: { 'x-request-id': { $ref: '#/components/headers/RequestId' }, ...headersOf(headers?.[Number(status)]) },
        ...(body !== null && { content: contentOf(body) }),
      },
    ]),
  );
}

const DESCRIPTIONS: Readonly<Record<number, string>> = {
  200: 'Done.',
  201: 'Made.',
  202: 'Accepted; poll `status_url`.',
  204: 'Done; no body.',
};

const contentOf = (body: ZodType | string): JsonSchema =>
  typeof body === 'string' ? { [body]: { schema: { type: 'string' } } } : { 'application/json': { schema: reference(body) } };

const headersOf = (headers: Readonly<Record<string, string>> = {}): JsonSchema =>
  Object.fromEntries(Object.entries(headers).map(([name, description]) => [name, { description, schema: { type: 'string' } }]));
