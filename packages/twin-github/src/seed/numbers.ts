interface Numbered {
  number?: number | undefined;
}

/** The numbers of a repository's issues, then of its pull requests and discussions: one row for all. */
export const threadNumbers = (seed: {
  issues: readonly Numbered[];
  pull_requests: readonly Numbered[];
  discussions: readonly Numbered[];
}): number[] => assignNumbers([...seed.issues, ...seed.pull_requests, ...seed.discussions].map(({ number }) => number));

/** Numbers for records of which some declare their own; the others get the free ones in order. */
export function assignNumbers(declared: readonly (number | undefined)[]): number[] {
  const taken = new Set(declared);
  let next = 1;
  return declared.map((number) => {
    if (number !== undefined) return number;
    while (taken.has(next)) next += 1;
    next += 1;
    return next - 1;
  });
}
