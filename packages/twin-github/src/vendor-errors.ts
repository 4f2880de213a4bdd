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
  const broken = brokenLimit(issue);
  if (broken !== undefined) return broken;
  const where =
    issue.path === '' ? 'links/0/schema' : `properties/${issue.path.replaceAll(/\[(\d+)\]/g, '/$1').replaceAll('.', '/')}`;
  const value = issue.received === undefined || issue.received === null ? 'nil' : JSON.stringify(issue.received);
  return `For '${where}', ${value} ${issue.expected ? `is not ${article(issue.expected)}` : `is not valid: ${issue.message}`}.`;
}

const article = (noun: string) => (noun === 'null' ? 'null' : `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`);

const counted = (count: number, one: string, many: string): string => (count === 1 ? one : many);
const wasWere = (count: number): string => counted(count, 'was', 'were');

/** What the validator that GitHub's words are from says of a value of the right type: rubygem json_schema, validator.rb. */
function brokenLimit({ code, message, received }: InputIssue): string | undefined {
  const data = typeof received === 'string' ? received : JSON.stringify(received);
  if (code === 'invalid_value') {
    const members = [...message.matchAll(/"([^"]*)"/g)].map(([, member]) => `"${member}"`);
    return members.length === 0 ? undefined : `${data} is not a member of [${members.join(', ')}].`;
  }
  const limit = Number(/[<>]=?(-?\d+)/.exec(message)?.[1]);
  if (Number.isNaN(limit)) return undefined;
  const isLow = code === 'too_small';
  if (typeof received === 'number') return `${data} must be ${isLow ? 'greater' : 'less'} than or equal to ${limit}.`;
  const { length } = (received ?? '') as string | unknown[];
  const supplied = `${length} ${wasWere(length)} supplied.`;
  const things = typeof received === 'string' ? 'character' : 'item';
  const allowed = `${limit} ${things}${counted(limit, ' is', 's are')}`;
  if (!isLow) return `${things === 'item' ? 'No more than' : 'Only'} ${allowed} allowed; ${supplied}`;
  if (things === 'character') return `At least ${allowed} required; only ${supplied}`;
  return `${limit} item${counted(limit, '', 's')} required; only ${supplied}`;
}
