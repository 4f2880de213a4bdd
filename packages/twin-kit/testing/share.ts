/**
 * How much a suite proves. `npm test` gives its verdict in minutes: of what is drawn by chance or listed in hundreds it takes a share that
 * visits each kind. `npm run test:all` takes the whole, in the files that import this one and in no others.
 */
export const isWhole: boolean = process.env.SVC_TESTS === 'whole';

/** How many there are to be of what is drawn. */
export const many = (share: number, whole: number): number => (isWhole ? whole : share);

/** All cases, or about so many of them: at least one of each kind, the others evenly from the rest. */
export function shareOf<T>(cases: readonly T[], size: number, kindOf: (one: T) => string = () => ''): T[] {
  if (isWhole || cases.length <= size) return [...cases];
  const kinds = new Map<string, number>();
  for (const [at, one] of cases.entries()) if (!kinds.has(kindOf(one))) kinds.set(kindOf(one), at);
  const chosen = new Set(kinds.values());
  const left = [...cases.keys()].filter((at) => !chosen.has(at));
  const more = Math.max(0, Math.min(left.length, size - chosen.size));
  for (let nth = 0; nth < more; nth += 1) chosen.add(left[Math.floor((nth * left.length) / more)] as number);
  return cases.filter((_one, at) => chosen.has(at));
}

/** Takes tests, `each` or not, and registers none. */
const NONE = Object.assign(() => {}, { each: () => () => {} });

/** Registers tests as `test` does. `npm test` has others of their kind and the whole has these: `inTheWhole(test)('…', …)`. */
export const inTheWhole = <T extends object>(register: T): T => (isWhole ? register : (NONE as unknown as T));

/** Registers the tests that stand for their kind in `npm test`, and need no second time in the whole. */
export const eachTime = <T extends object>(register: T): T => (isWhole ? (NONE as unknown as T) : register);
