import type { VendorErrors } from '@svc/twin-kit';
import * as errors from './errors.ts';

/** Gmail's answers to what no operation handles. A wrong method is a page with 404 there, so `methodNotAllowed` is left out. */
export const vendorErrors: VendorErrors = {
  notFound: (request) => new errors.UnknownPath(request.path),
  unsupported: (_request, operation) => new errors.Unsupported(operation),
  unauthenticated: () => new errors.CredentialsMissing(),
  badCredentials: () => new errors.CredentialsInvalid(),
  malformedBody: () => new errors.ParseError(),
  bodyTooLarge: (_request, limit) => new errors.MessageTooLarge(limit),
  invalidInput: (_request, issues) => new errors.InvalidRequest(issues.map(({ path, message }) => ({ field: path, message }))),
  outOfRoom: (_request, reason) => new errors.StorageQuotaExceeded(reason),
  internal: () => new errors.BackendError(),
};
