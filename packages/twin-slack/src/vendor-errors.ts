import type { VendorErrors } from '@svc/twin-kit';
import { InvalidArguments, NoSuchPage, OverStorageLimit, SlackError, UnknownMethod, Unsupported } from './errors.ts';

/** `/conversations.list` and the like: a path of one part is a method's name, known or not. */
const METHOD_PATH = /^\/([\w.-]+)$/;

/** Slack's answers to what no method handles. All are HTTP 200: its clients repeat whatever isn't. */
export const vendorErrors: VendorErrors = {
  notFound: ({ path }) => {
    const method = METHOD_PATH.exec(path)?.[1];
    return method === undefined ? new NoSuchPage() : new UnknownMethod(method);
  },
  unsupported: ({ path }, what) =>
    new Unsupported(what.startsWith('the input ') ? `${what} of ${path.slice(1)}` : what.replace(/^\w+ \//, '')),
  unauthenticated: () => new SlackError('not_authed'),
  badCredentials: () => new SlackError('invalid_auth'),
  malformedBody: () => new SlackError('invalid_form_data'),
  bodyTooLarge: (_request, limit) =>
    new SlackError('request_timeout', { messages: [`[ERROR] A request may have ${limit} bytes.`] }),
  invalidInput: (_request, issues) => new InvalidArguments(issues.map(({ path, message }) => `[ERROR] ${path}: ${message}`)),
  outOfRoom: (_request, reason) => new OverStorageLimit(reason),
  internal: () => new SlackError('fatal_error'),
};
