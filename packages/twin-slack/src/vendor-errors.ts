import type { VendorErrors } from '@svc/twin-kit';
import { InvalidArguments, NoSuchPage, OverStorageLimit, SlackError, UnknownMethod, Unsupported } from './errors.ts';

/** `/conversations.list` and the like: a path of one part is a method's name, known or not. */
const METHOD_PATH = /^\/([\w.-]+)$/;

/**
 * Methods that are no more: https://docs.slack.dev/changelog/2020-01-deprecating-antecedents-to-the-conversations-api, and `files.upload`
 * (https://docs.slack.dev/changelog/2024-04-a-better-way-to-upload-files-is-here-to-stay).
 */
const RETIRED = /^\/(?:(?:channels|groups|im|mpim)\.\w+|files\.upload)$/;

/** Slack's answers to what no method handles. All are HTTP 200: its clients repeat whatever isn't. */
export const vendorErrors: VendorErrors = {
  notFound: ({ path }) => {
    if (RETIRED.test(path)) return new SlackError('method_deprecated');
    const method = METHOD_PATH.exec(path)?.[1];
    return method === undefined ? new NoSuchPage() : new UnknownMethod(method);
  },
  unsupported: ({ path }, what) => {
    if (RETIRED.test(path)) return new SlackError('method_deprecated');
    return new Unsupported(what.startsWith('the input ') ? `${what} of ${path.slice(1)}` : what.replace(/^\w+ \//, ''));
  },
  unauthenticated: () => new SlackError('not_authed'),
  badCredentials: () => new SlackError('invalid_auth'),
  malformedBody: () => new SlackError('invalid_form_data'),
  bodyTooLarge: (_request, limit) =>
    new SlackError('request_timeout', { messages: [`[ERROR] A request may have ${limit} bytes.`] }),
  invalidInput: (_request, issues) => new InvalidArguments(issues.map(({ path, message }) => `[ERROR] ${path}: ${message}`)),
  outOfRoom: (_request, reason) => new OverStorageLimit(reason),
  internal: () => new SlackError('fatal_error'),
};
