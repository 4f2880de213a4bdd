import type { VendorErrors } from '@svc/twin-kit';
import { InvalidArguments, NoSuchPage, OverStorageLimit, SlackError, UnknownMethod, Unsupported } from './errors.ts';

/** `/conversations.list` and the like: a dot makes the last part of a path a method's name. */
const METHOD_PATH = /^\/([A-Za-z][\w]*(?:\.[\w]+)+)$/;
const PAYLOAD_TOO_LARGE = 413;
const SERVER_ERROR = 500;

/** Slack's answers to what no method handles. */
export const vendorErrors: VendorErrors = {
  notFound: ({ path }) => {
    const method = METHOD_PATH.exec(path)?.[1];
    return method === undefined ? new NoSuchPage() : new UnknownMethod(method);
  },
  unsupported: (_request, operation) => new Unsupported(operation.replace(/^\w+ \//, '')),
  unauthenticated: () => new SlackError('not_authed'),
  badCredentials: () => new SlackError('invalid_auth'),
  malformedBody: () => new SlackError('invalid_form_data'),
  bodyTooLarge: (_request, limit) =>
    new SlackError('request_timeout', { status: PAYLOAD_TOO_LARGE, messages: [`A request may have ${limit} bytes.`] }),
  invalidInput: (_request, issues) => new InvalidArguments(issues.map(({ path, message }) => `[ERROR] ${path}: ${message}`)),
  outOfRoom: (_request, reason) => new OverStorageLimit(reason),
  internal: () => new SlackError('fatal_error', { status: SERVER_ERROR }),
};
