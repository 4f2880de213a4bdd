import type { VendorErrors } from '@svc/twin-kit';
import * as errors from './errors.ts';

/** Stripe's answers to what no operation handles. A path under another method is unknown there, too. */
export const vendorErrors: VendorErrors = {
  notFound: (request) => new errors.UnrecognizedUrl(request.method, request.path),
  unsupported: (_request, operation) => new errors.Unsupported(operation),
  unauthenticated: () => new errors.NoApiKey(),
  badCredentials: () => new errors.InvalidApiKey(),
  malformedBody: () => new errors.UnreadableBody(),
  bodyTooLarge: (_request, limit) => new errors.BodyTooLarge(limit),
  invalidInput: (_request, issues) => new errors.InvalidParameter(issues[0]?.message ?? 'Invalid request.'),
  outOfRoom: (_request, reason) => new errors.AccountFull(reason),
  internal: () => new errors.ServerError(),
};
