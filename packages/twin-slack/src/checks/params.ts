import type { CheckParam } from '@svc/twin-kit';
import * as named from './named.ts';

const param = (pattern: RegExp, example: string, description: string): CheckParam => ({ pattern, example, description });

export const channel = { ...param(/#[^\s#"]{1,80}/, '#general', 'A channel by its name with #'), names: named.channels };
export const otherChannel = { ...param(/#[^\s#"]{1,80}/, '#help', 'A channel by its name with #'), names: named.channels };
export const user = { ...param(/@[a-z\d][a-z\d._-]*/, '@ben', 'A person by their user name with @'), names: named.people };
export const users = {
  ...param(
    /@[a-z\d][a-z\d._-]*(?:, @[a-z\d][a-z\d._-]*){0,99}/,
    '@ada, @ben',
    'People by their user names with @, separated by commas, in any order',
  ),
  names: named.people,
};
export const needle = param(/[^\n]+/, 'outage', 'Text to look for; case matters');
export const words = param(/[^\n"]+/, 'outage', 'Text to look for; case matters');
export const anyCase = param(/[^\n"]+/, 'Outage', 'Text to look for, in capitals or small letters');
export const parent = param(/[^\n"]+/, 'checkout fails', "Text in the thread's first message; case matters");
export const message = param(/[^\n"]+/, 'checkout fails', 'Text in the message; case matters');
export const emoji = param(
  /[a-z\d_+'-]+/,
  'eyes',
  'A name of an emoji, without colons; its other names and all tones of skin are the same',
);
export const topic = param(/[^\n]*/, 'Checkout is back', 'The whole topic as it is shown');
export const state = param(
  /active|archived|public|private/,
  'archived',
  'active or archived; or public or private, as it was created',
);
export const count = param(/0|[1-9]\d{0,6}/, '1', 'How many');
export const some = param(/[1-9]\d{0,6}/, '1', 'How many, 1 or more');
export const file = param(/[^\n"]+/, 'report.csv', 'The name of a file, whole');
export const title = param(/[^\n"]+/, 'Runbook', 'The title, whole');
export const link = param(/https?:\/\/[^\s"]+/, 'https://example.com/runbook', 'A web address, whole');
export const time = param(
  /\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?Z/,
  '2026-01-05T09:00Z',
  'A time in UTC, as ISO 8601 writes it, to the minute or the second',
);
export const handle = {
  ...param(/@[a-z\d][a-z\d._-]*/, '@oncall', 'A user group by its handle with @'),
  names: named.usergroups,
};
