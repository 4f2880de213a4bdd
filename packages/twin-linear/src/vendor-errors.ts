import type { VendorErrors } from '@svc/twin-kit';
import * as errors from './errors.ts';

/** Linear's answers to what no operation handles. */
export const vendorErrors: VendorErrors = {
  notFound: ({ method, path }) => new errors.NotFound(method, path),
  unsupported: (_request, operation) => new errors.Unsupported(operation),
  unauthenticated: () => new errors.Unauthenticated(),
  badCredentials: () => new errors.Unauthenticated(),
  malformedBody: () => new errors.BadRequest('POST body must be JSON, and not nested without end.'),
  bodyTooLarge: (_request, limit) => new errors.BadRequest(`The request is larger than ${limit} bytes.`, 413),
  invalidInput: (_request, [issue]) =>
    new errors.BadRequest(
      issue?.path === 'query'
        ? 'GraphQL operations must contain a non-empty `query` or a `persistedQuery` extension.'
        : `POST body: ${issue?.path ? `${issue.path}: ` : ''}${issue?.message}`,
    ),
  outOfRoom: (_request, reason) => new errors.UsageLimitExceeded(reason),
  internal: () => new errors.ServerError(),
};
