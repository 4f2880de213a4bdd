import { type Issue, ServiceError } from '@svc/contract';
import type { ZodError, ZodType, z } from 'zod';
import { formatPath } from './json.ts';

/** More are not shown: a caller mends the first few and asks again. */
const MAX_ISSUES = 50;

/** @throws ServiceError 422 whose message names the first field that is wrong; `details.issues` holds all. */
export function validate<S extends ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw invalidFields(issuesOf(result.error));
}

/** A 422 for fields that a schema can't judge. */
export function invalidFields(issues: readonly Issue[]): ServiceError {
  const [first] = issues;
  const message = first ? `${first.path || 'The body'}: ${first.message}` : undefined;
  return new ServiceError('validation_failed', { ...(message && { message }), details: { issues: issues.slice(0, MAX_ISSUES) } });
}

export const invalidField = (path: string, message: string, code = 'custom'): ServiceError =>
  invalidFields([{ path, message, code }]);

function issuesOf(error: ZodError): Issue[] {
  return error.issues.map((issue) => ({ path: formatPath(issue.path), message: issue.message, code: issue.code }));
}
