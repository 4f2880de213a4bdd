import { ERROR_NAMES, ERROR_REASONS, ERROR_TYPES, type ErrorName, type ErrorReason, type ErrorType } from '../errors.ts';
import type { OperationSpec } from '../operations.ts';
import type { JsonSchema } from './components.ts';

const EXAMPLE_REQUEST_ID = 'req_01jd8x5v9c4q7m2n3p6r8s0t1w';

interface StatusDescription {
  type: ErrorType;
  description: string;
}

/** Every status that a refusal has; `validation_failed` has three (spec, "Errors"). */
const STATUSES: Readonly<Record<number, StatusDescription>> = {
  400: { type: 'validation_failed', description: 'The body is not JSON.' },
  401: { type: 'invalid_auth', description: 'The key is missing, malformed, unknown or wrong; never said which.' },
  402: { type: 'quota_exceeded', description: 'Too many sandboxes are open at once; `details.usage` carries the numbers.' },
  403: { type: 'revoked_key', description: 'The key was valid and is revoked.' },
  404: { type: 'not_found', description: "No such id, or it is another team's; never said which." },
  409: { type: 'conflict', description: 'State collision; `details.reason` says which.' },
  410: { type: 'session_expired', description: 'The sandbox is closed.' },
  413: { type: 'validation_failed', description: 'The body is over its cap.' },
  422: {
    type: 'validation_failed',
    description: 'A field is wrong; the message names it, `details.issues` or `details.error` says more.',
  },
  500: { type: 'internal_error', description: 'Retry once, then quote the `request_id`.' },
  503: { type: 'downstream_unavailable', description: 'A part of the service is not reachable. Retry.' },
};

const componentOf = (status: number): string => `Error${status}`;

/** `components.responses`: one for every status of a refusal. */
export function errorResponses(): Record<string, JsonSchema> {
  return Object.fromEntries(
    Object.entries(STATUSES).map(([status, { type, description }]) => [
      componentOf(Number(status)),
      {
        description,
        headers: { 'x-request-id': { $ref: '#/components/headers/RequestId' } },
        content: {
          'application/json': {
            schema: { $ref: '#/components/schemas/ErrorEnvelope' },
            examples: examplesOf(Number(status), type),
          },
        },
      },
    ]),
  );
}

function examplesOf(status: number, type: ErrorType): Record<string, JsonSchema> {
  const named =
    status === 422
      ? Object.entries(ERROR_NAMES).map(([name, message]) => [name, message, { error: name as ErrorName }] as const)
      : [];
  const reasoned = Object.entries(ERROR_REASONS)
    .filter(([, reason]) => reason.type === type)
    .map(([name, { message }]) => [name, message, { reason: name as ErrorReason }] as const);
  const plain = [[type, ERROR_TYPES[type].message, {}] as const];
  return Object.fromEntries(
    [...plain, ...named, ...reasoned].map(([name, message, details]) => [
      name,
      { value: { error: { type, message, details, request_id: EXAMPLE_REQUEST_ID } } },
    ]),
  );
}

/** The refusals of an operation: what follows from what it takes, and what its entry adds. */
export function refusalsOf(spec: OperationSpec): Record<string, JsonSchema> {
  const statuses = [
    ...(spec.auth === 'none' ? [] : [401, 403]),
    ...(spec.paths[0]?.includes('{id}') ? [404] : []),
    ...(spec.body ? [400, 413, 422] : []),
    ...(spec.query ? [422] : []),
    ...(spec.errors ?? []),
    500,
    503,
  ];
  return Object.fromEntries(
    [...new Set(statuses)].map((status) => [status, { $ref: `#/components/responses/${componentOf(status)}` }]),
  );
}
