import { Unprocessable } from '../errors.ts';
import { isMoment } from './search/match.ts';

/**
 * A time that a list is cut by, in milliseconds since 1970; undefined where none is given.
 *
 * @throws Unprocessable in GitHub's words (seen in lampepfl/bench#581)
 */
export function momentIn(name: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (!isMoment(value)) throw new Unprocessable(`The ${name} parameter needs to be in ISO 8601 format: YYYY-MM-DDTHH:MM:SSZ`);
  return Date.parse(value);
}
