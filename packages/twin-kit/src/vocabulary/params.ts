import type { CheckParam } from '../checks.ts';

const param = (pattern: RegExp, example: string, description: string): CheckParam => ({ pattern, example, description });

export const needle = param(/[^"\n]+/, 'password', 'Text to look for, as it reads; case matters');
export const anyCaseNeedle = param(/[^"\n]+/, 'Password', 'Text to look for, as it reads; case does not matter');
export const count = param(/\d{1,6}/, '2', 'How many');
export const least = param(/[1-9]\d{0,5}/, '1', 'How many, 1 or more');
export const status = param(/[45]\d\d/, '404', 'An HTTP status from 400 on');
/** In characters. Patterns say what to look for; they are no programs. */
export const pattern: CheckParam = {
  ...param(
    /[^\n]{1,200}/,
    'ENG-\\d+',
    'A regular expression in the syntax of RE2, at most 200 characters; (?i) in front ignores case',
  ),
  isPattern: true,
};

/** A parameter that takes names out of a closed set. */
export const toolParam = (tools: ReadonlyMap<string, unknown>, example: string): CheckParam => ({
  pattern: /[A-Za-z][A-Za-z\d_.-]*/,
  values: [...tools.keys()].sort(),
  example,
  description: 'An action as the tape names it, or an MCP tool; names that the twin does not have are refused',
});
