/** A broken rule: where, what, and a name for it that programs can read. */
export interface Fault {
  path: readonly (string | number)[];
  message: string;
  code: string;
}

/** A fault for each value that stood before. */
export function* duplicates(
  values: readonly (string | number | undefined)[],
  path: (at: number) => readonly (string | number)[],
  message: (value: string | number) => string,
): Generator<Fault> {
  const seen = new Set<string | number>();
  for (const [at, value] of values.entries()) {
    if (value === undefined) continue;
    if (seen.has(value)) yield { path: path(at), message: message(value), code: 'duplicate' };
    seen.add(value);
  }
}
