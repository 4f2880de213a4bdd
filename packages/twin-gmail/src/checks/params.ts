import { type CheckParam, commonParams } from '@svc/twin-kit';
import * as named from './named.ts';

const param = (pattern: RegExp, example: string, description: string): CheckParam => ({ pattern, example, description });

const ADDRESS = '[^\\s@",<>]+@[^\\s@",<>]+';
const TEXT = '"[^"\\n]+"';
/** A list as people write it: with commas, the last one perhaps after "and". */
const listOf = (item: string): RegExp => new RegExp(`${item}(?:(?:, (?:and )?| and )${item})*`);

/** The items of such a list; in quotation marks commas and "and" are text. */
export const itemsOf = (list: string): string[] => list.match(/"[^"\n]+"|[^\s",]*@[^\s",]*/g) ?? [];
export const unquoted = (text: string): string => text.slice(1, -1);

export const subject = param(/[^\n]+/, 'Invoice 2093 is overdue', 'The subject of a message, whole, as it reads');
export const plainSubject = param(/[^"\n]+/, 'Re: Invoice 2093 is overdue', 'The subject of a message, whole, as it reads');
export const message = {
  ...param(
    new RegExp(`${TEXT}(?: from ${ADDRESS})?|from ${ADDRESS}`),
    '"Invoice 2093 is overdue" from morgan@brightdesk.example',
    'A message by its whole subject in quotation marks, by its sender (from morgan@brightdesk.example), or by both',
  ),
  names: named.messages,
};
export const ofSender = {
  ...param(
    new RegExp(`(?:${TEXT} )?from ${ADDRESS}`),
    '"Invoice 2093 is overdue" from morgan@brightdesk.example',
    'A message by its sender (from morgan@brightdesk.example), perhaps after its whole subject in quotation marks',
  ),
  names: named.messages,
};
export const messages = {
  ...param(listOf(TEXT), '"Website launch date" and "Your receipt for order 4411"', 'Whole subjects in quotation marks'),
  names: named.subjects,
};
export const label = { ...param(/[^\n"]+/, 'STARRED', 'A label by its name or id; case does not matter'), names: named.labels };
export const labels = param(
  listOf(TEXT),
  '"Receipts" and "Projects/Website"',
  'Labels of the user in quotation marks; case does not matter',
);
export const labelName = param(/[^\n"]+/, 'Projects/Shop', 'The name of a label, whole');
export const count = param(/0|[1-9]\d{0,6}/, '2', 'How many');
export const { least } = commonParams;
export const address = param(/[^\s@"]+@[^\s@"]+/, 'morgan@brightdesk.example', 'An email address; case does not matter');
export const sender = param(new RegExp(ADDRESS), 'news@officeweekly.example', 'An email address; case does not matter');
export const addresses = param(
  listOf(ADDRESS),
  'jordan@example.com and sam@example.com',
  'Email addresses, in any order; case does not matter',
);
export const domain = param(/[a-z\d-]+(?:\.[a-z\d-]+)+/i, 'brightdesk.example', 'A domain; case does not matter');
export const needle = param(/[^\n]+/, 'Thursday', 'Text to look for, as it reads; case matters');
export const { anyCaseNeedle, needle: plainNeedle, pattern } = commonParams;
export const filename = param(/[^"\n]+/, 'receipt-4411.csv', 'The name of a file, whole');
export const state = param(/on|off/, 'on', 'on or off');
