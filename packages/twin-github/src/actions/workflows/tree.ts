/** A job as a file plans it. */
export interface JobPlan {
  key: string;
  name: string;
  labels: string[];
  needs: readonly string[];
  /** Runs though a job that it needs has failed. */
  always: boolean;
  /** Its failure is none of the run's. */
  optional: boolean;
  /** As GitHub calls them. */
  steps: readonly string[];
}

/** A mapping of a document. */
export type Tree = Readonly<Record<string, unknown>>;

export const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A text or a list of them. */
export const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]).map(String);
