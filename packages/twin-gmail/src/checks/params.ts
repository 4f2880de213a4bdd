import type { CheckParam } from '@svc/twin-kit';

const param = (pattern: RegExp, example: string, description: string): CheckParam => ({ pattern, example, description });

export const subject = param(/[^\n]+/, 'Invoice 2093 is overdue', 'The subject of a message, whole and as written');
export const label = param(/[^\n"]+/, 'STARRED', 'A label by its name or id; case does not matter');
export const count = param(/0|[1-9]\d{0,6}/, '2', 'How many messages');
export const address = param(/[^\s@"]+@[^\s@"]+/, 'morgan@brightdesk.example', 'An email address; case does not matter');
export const domain = param(/[a-z\d-]+(?:\.[a-z\d-]+)+/i, 'brightdesk.example', 'A domain; case does not matter');
export const needle = param(/[^\n]+/, 'Thursday', 'Text to look for; case matters');
export const state = param(/on|off/, 'on', 'on or off');
