/** Where something stands in a document; both count from 1. */
export interface Place {
  line: number;
  column: number;
}

/** What can be wrong with a scenario as a document. The names are stable. */
export type ProblemCode =
  | 'unknown-section'
  | 'duplicate-section'
  | 'unclosed-block'
  | 'block-missing'
  | 'block-extra'
  | 'block-language'
  | 'not-json'
  | 'not-yaml'
  | 'seed-not-object'
  | 'unknown-config'
  | 'bad-config'
  | 'odd-config'
  | 'criterion-form'
  | 'criterion-nested'
  | 'criterion-twin'
  | 'criteria-no-list';

export interface Problem extends Place {
  code: ProblemCode;
  level: 'error' | 'warning';
  /** True where the scenario can't be read with it. */
  fatal: boolean;
  message: string;
  /** What to type instead. */
  suggestion?: string;
  /** Set where it is the seed that can't be read: the spec has another name for it. */
  seed?: true;
}

export const fatal = (code: ProblemCode, place: Place, message: string, suggestion?: string): Problem => ({
  code,
  ...place,
  level: 'error',
  fatal: true,
  message,
  ...(suggestion !== undefined && { suggestion }),
});

export const remark = (
  level: Problem['level'],
  code: ProblemCode,
  place: Place,
  message: string,
  suggestion?: string,
): Problem => ({
  code,
  ...place,
  level,
  fatal: false,
  message,
  ...(suggestion !== undefined && { suggestion }),
});

/** By line, then by column. */
export const byPlace = (one: Place, other: Place): number => one.line - other.line || one.column - other.column;
