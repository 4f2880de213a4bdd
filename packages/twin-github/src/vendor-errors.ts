import type { InputIssue, VendorErrors } from '@svc/twin-kit';
import * as errors from './errors.ts';
import { documentationOf } from './generated/operations.ts';

/** GitHub's answers to what no operation handles. A wrong method is 404 there, so `methodNotAllowed` is left out. */
export const vendorErrors: VendorErrors = {
  notFound: () => new errors.NotFound(),
  unsupported: (_request, operation) => new errors.Unsupported(operation, documentationOf(operation)),
  unauthenticated: () => new errors.Unauthenticated(),
  badCredentials: () => new errors.BadCredentials(),
  malformedBody: () => new errors.ParsingProblem(),
  bodyTooLarge: (_request, limit) => new errors.PayloadTooLarge(limit),
  invalidInput: (_request, issues) => new errors.Unprocessable(`Invalid request.\n\n${issues.map(describe).join('\n')}`),
  outOfRoom: (_request, reason) => new errors.Unprocessable(reason),
  internal: () => new errors.ServerError(),
};

/** The wording of GitHub's own schema check, e.g. `"title" wasn't supplied.` */
function describe(issue: InputIssue): string {
  if (/^(Only|No more than) \d/.test(issue.message)) return issue.message;
  if (issue.missing && issue.path !== '') return `"${issue.path}" wasn't supplied.`;
  const where =
    issue.path === '' ? 'links/0/schema' : `properties/${issue.path.replaceAll(/\[(\d+)\]/g, '/$1').replaceAll('.', '/')}`;
  const value = issue.received === undefined || issue.received === null ? 'nil' : JSON.stringify(issue.received);
  return `For '${where}', ${value} ${issue.expected ? `is not ${article(issue.expected)}` : `is not valid: ${issue.message}`}.`;
}

const article = (noun: string) => (noun === 'null' ? 'null' : `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`);
