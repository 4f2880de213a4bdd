import type { CheckParam } from '@svc/twin-kit';

const param = (pattern: RegExp, example: string, description: string): CheckParam => ({ pattern, example, description });

export const channel = param(/#[^\s#"]{1,80}/, '#general', 'A channel by its name with #');
export const user = param(/@[a-z\d][a-z\d._-]*/, '@ben', 'A person by their user name with @');
export const needle = param(/[^\n]+/, 'outage', 'Text to look for; case matters');
export const parent = param(/[^\n"]+/, 'checkout fails', "Text in the thread's first message; case matters");
export const message = param(/[^\n"]+/, 'checkout fails', 'Text in the message; case matters');
export const emoji = param(/[a-z\d_+'-]+/, 'eyes', 'The name of an emoji, without colons');
export const topic = param(/[^\n]*/, 'Checkout is back', 'The whole topic as it is shown');
export const state = param(/active|archived/, 'archived', 'active or archived');
export const count = param(/0|[1-9]\d{0,6}/, '1', 'How many, exactly');
export const file = param(/[^\n"]+/, 'report.csv', 'The name of a file, whole');
