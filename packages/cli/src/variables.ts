import { word } from './shell.ts';

export { type Endpoints, twinVariables } from '@svc/twins/variables';

/** `NAME=value` lines that a shell can read. */
export const variableLines = (variables: Readonly<Record<string, string>>): string[] =>
  Object.entries(variables).map(([name, value]) => `${name}=${word(value)}`);
