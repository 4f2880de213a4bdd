import type { CheckParam } from '../checks.ts';
import { count, least } from './params.ts';

/** How a number in a sentence bounds what was found. */
export interface Bound {
  /** The end of a check's id. */
  id: string;
  /** In front of the number. */
  words: string;
  param: CheckParam;
  holds(found: number, wanted: number): boolean;
}

/** Exactly, at least, at most. */
export const BOUNDS: readonly Bound[] = [
  { id: 'count', words: 'Exactly', param: count, holds: (found, wanted) => found === wanted },
  { id: 'at-least', words: 'At least', param: least, holds: (found, wanted) => found >= wanted },
  { id: 'at-most', words: 'At most', param: count, holds: (found, wanted) => found <= wanted },
];
